extension XcodeTarget {
  /// A use of a package's product by a target.
  struct ProductUse: Hashable, Sendable {
    let name: String
    /// `nil` if the project lets Xcode find the package.
    let package: XcodePackage?
    let isPlugin: Bool
    /// Whether it is only copied into the target's product.
    var isEmbedded = false
    /// As SwiftPM names them, sorted; empty if it is unconditional.
    var platforms: [String] = []
  }

  /// A reference from a target to another one.
  struct Reference: Hashable, Sendable {
    /// The id of its object.
    let id: String?
    let name: String
    /// The other target's project; `nil` for the same one.
    let project: String?
    let platforms: [String]
  }

  /// A file that a target builds.
  struct BuiltFile: Hashable, Sendable {
    /// The id of its object in the project whose target builds it.
    let id: String
    /// As in `Core.framework`.
    let name: String
    /// The project whose target builds it; `nil` if it is the same one, or not known.
    let project: String?
    /// Whether the project states that a target builds it; otherwise only the id can show it.
    let isBuilt: Bool
    /// Whether the target links it; otherwise it copies it.
    let isLinked: Bool
    let platforms: [String]
  }
}

extension XcodeTarget.Reference {
  /// - Returns: `nil` if it identifies no target.
  init?(_ object: XcodeObject, in objects: XcodeObjects, _ places: XcodePaths) {
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
  static func all(of phases: [XcodeObject], in objects: XcodeObjects, _ places: XcodePaths) -> [Self] {
    let linking = phases.filter { $0.isa == "PBXFrameworksBuildPhase" }
    let copying = phases.filter { ["PBXCopyFilesBuildPhase", "PBXResourcesBuildPhase"].contains($0.isa) }
    return [(linking, true), (copying, false)].flatMap { phases, isLinked in
      phases.flatMap { objects.list("files", of: $0) }
        .compactMap { Self($0, isLinked: isLinked, in: objects, places) }
    }
  }

  /// - Parameter object: a `PBXBuildFile`.
  private init?(_ object: XcodeObject, isLinked: Bool, in objects: XcodeObjects, _ places: XcodePaths) {
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
  /// The products that a target depends on, links or copies.
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
  /// The platforms of a dependency that is stated several times, sorted: it holds if any statement does.
  var united: [String] { contains([]) ? [] : Set(joined()).sorted() }
}
