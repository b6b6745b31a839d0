import ModuleGraph

/// A target of an Xcode project.
struct XcodeTarget: Hashable, Sendable {
  /// A product of a package that it uses.
  struct ProductUse: Hashable, Sendable {
    let name: String
    /// Absent where the project leaves it to Xcode to find the package.
    let package: XcodePackage?
    let isPlugin: Bool
  }

  /// Another target that it is built after.
  struct Reference: Hashable, Sendable {
    let name: String
    /// The other project, absent where it is the same.
    let project: String?
    /// As SwiftPM names them, sorted; empty where it always holds.
    let platforms: [String]
  }

  let name: String
  let kind: Module.Kind
  /// Where its sources are, if there is one such folder.
  let folder: String?
  let products: [ProductUse]
  let dependencies: [Reference]
  /// The names of the built files, such as `Core.framework`, that it links.
  let linkedFiles: [String]
  /// What it builds.
  let productFile: String?

  /// - Returns: `nil` where it has no name.
  init?(_ object: XcodeObject, in objects: XcodeObjects, _ places: XcodePlaces) {
    guard let name = object.text("name") else { return nil }
    self.name = Self.moduleName(name)
    kind = Self.kind(ofProductType: object.text("productType") ?? "")
    folder = Self.folder(of: object, in: places)
    productFile = objects[object.text("productReference")]?.text("path")?.lastComponent
    let targetDependencies = objects.list("dependencies", of: object)
    dependencies = targetDependencies.compactMap { Reference($0, in: objects, places) }
    let files = objects.list("buildPhases", of: object)
      .filter { $0.isa == "PBXFrameworksBuildPhase" }
      .flatMap { objects.list("files", of: $0) }
    linkedFiles = files.compactMap { objects[$0.text("fileRef")]?.text("path")?.lastComponent }
    let uses =
      objects.list("packageProductDependencies", of: object)
      + (files + targetDependencies).compactMap { objects[$0.text("productRef")] }
    var seen: Set<String> = []
    products = uses.filter { seen.insert($0.id).inserted }.compactMap { ProductUse($0, in: objects) }
  }

  /// A module's id ends with its name, which therefore has no slash.
  static func moduleName(_ name: String) -> String { name.replacing("/", with: ":") }

  /// SwiftPM's word for what a target builds.
  ///
  /// A project's own targets are executables whatever they build, frameworks too: they are what uses packages, and no
  /// package can use them. Bundles of tests alone are not, so that a picture without tests has none of theirs.
  private static func kind(ofProductType type: String) -> Module.Kind {
    let tests = [".bundle.unit-test", ".bundle.ui-testing", ".bundle.ocunit-test"]
    return tests.contains(where: type.contains) ? .test : .executable
  }

  private static func folder(of object: XcodeObject, in places: XcodePlaces) -> String? {
    let folders = object.list("fileSystemSynchronizedGroups").compactMap { places.paths[$0] }
    if folders.count == 1 { return folders[0] }
    return folders.first { $0.lastComponent == object.text("name") }
  }
}

extension XcodeTarget.ProductUse {
  init?(_ object: XcodeObject, in objects: XcodeObjects) {
    guard object.isa == "XCSwiftPackageProductDependency", let name = object.text("productName") else { return nil }
    let plugin = "plugin:"
    isPlugin = name.hasPrefix(plugin)
    self.name = XcodeTarget.moduleName(isPlugin ? String(name.dropFirst(plugin.count)) : name)
    package = objects[object.text("package")].flatMap { XcodePackage($0) }
  }
}

extension XcodeTarget.Reference {
  /// - Returns: `nil` where no target can be told from it.
  init?(_ object: XcodeObject, in objects: XcodeObjects, _ places: XcodePlaces) {
    guard object.isa == "PBXTargetDependency" else { return nil }
    platforms = Set(object.list("platformFilters") + [object.text("platformFilter")].compactMap { $0 })
      .map { $0 == "xros" ? "visionos" : $0 }.sorted()
    let proxy = objects[object.text("targetProxy")]
    let portal = proxy?.text("containerPortal")
    if let target = objects[object.text("target")]?.text("name") {
      name = XcodeTarget.moduleName(target)
      project = nil
    } else if let remote = proxy?.text("remoteInfo"), let place = places.paths[portal ?? ""] {
      name = XcodeTarget.moduleName(remote)
      project = place
    } else {
      return nil
    }
  }
}
