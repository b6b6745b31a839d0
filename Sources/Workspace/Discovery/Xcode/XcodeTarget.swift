import ModuleGraph

/// A target of an Xcode project.
struct XcodeTarget: Hashable, Sendable {
  /// The id of its object.
  let id: String
  let name: String
  let kind: Module.Kind
  /// The products of packages that it uses, each once.
  let products: [ProductUse]
  /// The targets that it names.
  let dependencies: [Reference]
  /// What it links or copies that targets build.
  let files: [BuiltFile]
  /// The id of the object that stands for what it builds, and the name of that, such as `Core.framework`.
  let productID: String?
  let productFile: String?
  /// What it can be built for, in Xcode's words without simulators; empty where the project does not say.
  let platforms: Set<String>
  /// Absent where it has no sources of its own: what a script or another program builds.
  let sources: XcodeSourceList?

  /// - Returns: `nil` where it has no name.
  init?(_ object: XcodeObject, in objects: XcodeObjects, _ places: XcodePlaces) {
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
  }

  /// A module's id ends with its name, which therefore has no slash.
  static func moduleName(_ name: String) -> String { name.replacing("/", with: ":") }
}

/// What Xcode calls platforms.
enum XcodePlatforms {
  /// The platforms that a dependency or a build file holds for, as SwiftPM names them, sorted; empty where it always
  /// holds.
  static func filter(of object: XcodeObject) -> [String] {
    Set(object.list("platformFilters") + [object.text("platformFilter")].compactMap { $0 })
      .map { $0 == "xros" ? "visionos" : $0 }.sorted()
  }

  /// What a target's settings, or else its project's, say that it can be built for.
  static func supported(by target: XcodeObject, in objects: XcodeObjects) -> Set<String> {
    for owner in [target, objects.project] {
      let settings =
        objects[owner.text("buildConfigurationList")]
        .map { objects.list("buildConfigurations", of: $0) }?.first?.fields("buildSettings") ?? [:]
      let root = settings["SDKROOT"].flatMap { $0 == "auto" ? nil : $0 }
      guard let words = settings["SUPPORTED_PLATFORMS"] ?? root else { continue }
      // A variable may stand for anything.
      guard !words.contains("$") else { return [] }
      return Set(words.split(separator: " ").map { String($0).replacing("simulator", with: "os") })
    }
    return []
  }
}
