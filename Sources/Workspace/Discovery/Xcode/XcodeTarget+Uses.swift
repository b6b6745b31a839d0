extension XcodeTarget {
  /// A product of a package that a target uses.
  struct ProductUse: Hashable, Sendable {
    let name: String
    /// Absent where the project leaves it to Xcode to find the package.
    let package: XcodePackage?
    let isPlugin: Bool
    /// Whether it is copied into what the target builds, and no more.
    var isEmbedded = false
    /// As SwiftPM names them, sorted; empty where it is always used.
    var platforms: [String] = []
  }

  /// Another target that a target names.
  struct Reference: Hashable, Sendable {
    /// The id of its object.
    let id: String?
    let name: String
    /// The other project, absent where it is the same.
    let project: String?
    let platforms: [String]
  }

  /// A file that some target builds.
  struct BuiltFile: Hashable, Sendable {
    /// The id of the object that stands for it in the project whose target builds it.
    let id: String
    /// Such as `Core.framework`.
    let name: String
    /// The project whose target builds it, absent where it is the same, or is not known.
    let project: String?
    /// Whether the project says that some target builds it; otherwise only the id can tell.
    let isBuilt: Bool
    /// Whether the target links it; otherwise it copies it.
    let isLinked: Bool
    let platforms: [String]
  }
}

extension XcodeTarget.Reference {
  /// - Returns: `nil` where no target can be told from it.
  init?(_ object: XcodeObject, in objects: XcodeObjects, _ places: XcodePlaces) {
    guard object.isa == "PBXTargetDependency" else { return nil }
    platforms = XcodePlatforms.filter(of: object)
    let proxy = objects[object.text("targetProxy")]
    if let target = objects[object.text("target")], let name = target.text("name") {
      self.id = target.id
      self.name = XcodeTarget.moduleName(name)
      project = nil
    } else if let proxy, let name = proxy.text("remoteInfo"), let portal = proxy.text("containerPortal") {
      self.id = proxy.text("remoteGlobalIDString")
      self.name = XcodeTarget.moduleName(name)
      project = places.paths[portal]
      guard project != nil || portal == objects.project.id else { return nil }
    } else {
      return nil
    }
  }
}

extension XcodeTarget.BuiltFile {
  /// What a target links, then what it copies.
  static func all(of phases: [XcodeObject], in objects: XcodeObjects, _ places: XcodePlaces) -> [Self] {
    let linking = phases.filter { $0.isa == "PBXFrameworksBuildPhase" }
    let copying = phases.filter { ["PBXCopyFilesBuildPhase", "PBXResourcesBuildPhase"].contains($0.isa) }
    return [(linking, true), (copying, false)].flatMap { phases, isLinked in
      phases.flatMap { objects.list("files", of: $0) }
        .compactMap { Self($0, isLinked: isLinked, in: objects, places) }
    }
  }

  /// - Parameter object: a `PBXBuildFile`.
  private init?(_ object: XcodeObject, isLinked: Bool, in objects: XcodeObjects, _ places: XcodePlaces) {
    guard let file = objects[object.text("fileRef")], let path = file.text("path") else { return nil }
    name = path.lastComponent
    self.isLinked = isLinked
    platforms = XcodePlatforms.filter(of: object)
    if file.isa == "PBXReferenceProxy" {
      guard let remote = objects[file.text("remoteRef")], let portal = remote.text("containerPortal") else {
        return nil
      }
      id = remote.text("remoteGlobalIDString") ?? ""
      project = places.paths[portal]
      isBuilt = true
    } else {
      id = file.id
      project = nil
      isBuilt = file.text("sourceTree") == "BUILT_PRODUCTS_DIR"
    }
  }
}

extension XcodeTarget.ProductUse {
  /// The products that a target names, links or copies.
  static func all(of target: XcodeObject, _ phases: [XcodeObject], in objects: XcodeObjects) -> [Self] {
    func files(_ isa: String) -> [XcodeObject] {
      phases.filter { $0.isa == isa }.flatMap { objects.list("files", of: $0) }
    }
    let linking = files("PBXFrameworksBuildPhase") + objects.list("dependencies", of: target)
    let filters = Dictionary(
      linking.compactMap { file in file.text("productRef").map { ($0, [XcodePlatforms.filter(of: file)]) } },
      uniquingKeysWith: +)
    var seen: Set<String> = []
    let used = (target.list("packageProductDependencies") + linking.compactMap { $0.text("productRef") })
      .filter { seen.insert($0).inserted }
      .compactMap { Self(objects[$0], in: objects, platforms: (filters[$0] ?? []).united) }
    let copied = files("PBXCopyFilesBuildPhase").filter { seen.insert($0.text("productRef") ?? "").inserted }
      .compactMap { Self(objects[$0.text("productRef")], in: objects, platforms: XcodePlatforms.filter(of: $0)) }
    return used
      + copied.filter { copy in !used.contains { $0.name == copy.name && $0.package == copy.package } }.map { copy in
        var copy = copy
        copy.isEmbedded = true
        return copy
      }
  }

  private init?(_ object: XcodeObject?, in objects: XcodeObjects, platforms: [String]) {
    guard let object, object.isa == "XCSwiftPackageProductDependency", let name = object.text("productName") else {
      return nil
    }
    let plugin = "plugin:"
    isPlugin = name.hasPrefix(plugin)
    self.name = XcodeTarget.moduleName(isPlugin ? String(name.dropFirst(plugin.count)) : name)
    package = objects[object.text("package")].flatMap { XcodePackage($0) }
    self.platforms = platforms
  }
}

extension [[String]] {
  /// The platforms of several statements of one dependency, sorted: it holds where one of them does.
  var united: [String] { contains([]) ? [] : Set(joined()).sorted() }
}
