import ModuleGraph

/// A target of an Xcode project.
struct XcodeTarget: Hashable, Sendable {
  /// The id of its object.
  let id: String
  let name: String
  let kind: Module.Kind
  /// The products of packages that it uses, without duplicates.
  let products: [ProductUse]
  /// The targets that it depends on.
  let dependencies: [Reference]
  /// The files built by targets that it links or copies.
  let files: [BuiltFile]
  /// The id of the object for its product, and the product's file name, such as `Core.framework`.
  let productID: String?
  let productFile: String?
  /// The platforms that it can be built for, as Xcode names them, without simulators; empty if the project does not
  /// say.
  let platforms: Set<String>
  /// `nil` for a target without sources, which runs a script or another program.
  let sources: XcodeSourceList?
  let resources: XcodeResourceList

  /// - Returns: `nil` if it has no name.
  init?(_ object: XcodeObject, in objects: XcodeObjects, _ places: XcodePaths) {
    guard let name = object.text("name") else { return nil }
    id = object.id
    self.name = Self.moduleName(name)
    kind = Module.Kind(ofTarget: object.isa, productType: object.text("productType") ?? "")
    let phases = objects.list("buildPhases", of: object)
    dependencies = objects.list("dependencies", of: object).compactMap { Reference($0, in: objects, places) }
    files = BuiltFile.all(of: phases, in: objects, places)
    products = ProductUse.all(of: object, phases, in: objects)
    productID = object.text("productReference")
    productFile = objects[productID]?.text("path")?.lastComponent
    platforms = XcodePlatforms.supported(by: object, in: objects)
    sources = kind == .aggregate || kind == .legacy ? nil : XcodeSourceList(of: object, phases, in: objects, places)
    resources = XcodeResourceList(of: object, phases, in: objects, places)
  }

  /// The module's name, without slashes, since an id ends with the name after its last slash.
  static func moduleName(_ name: String) -> String { name.replacing("/", with: ":") }
}

/// Names of platforms in Xcode.
enum XcodePlatforms {
  /// The platforms to which a dependency or a build file is limited, as SwiftPM names them, sorted; empty if it is
  /// unconditional.
  static func filter(of object: XcodeObject) -> [String] {
    Set(object.list("platformFilters") + [object.text("platformFilter")].compactMap { $0 })
      .map { $0 == "xros" ? "visionos" : $0 }.sorted()
  }

  /// The platforms in the settings of a target, or else of its project.
  static func supported(by target: XcodeObject, in objects: XcodeObjects) -> Set<String> {
    for owner in [target, objects.project] {
      let settings =
        objects[owner.text("buildConfigurationList")]
        .map { objects.list("buildConfigurations", of: $0) }?.first?.fields("buildSettings") ?? [:]
      let root = settings["SDKROOT"].flatMap { $0 == "auto" ? nil : $0 }
      guard let words = settings["SUPPORTED_PLATFORMS"] ?? root else { continue }
      // The value of a variable is not known.
      guard !words.contains("$") else { return [] }
      return Set(words.split(separator: " ").map { String($0).replacing("simulator", with: "os") })
    }
    return []
  }
}
