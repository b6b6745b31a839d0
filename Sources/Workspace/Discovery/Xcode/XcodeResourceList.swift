/// The files that a target of an Xcode project puts into its bundle. Paths are relative to the project's folder, or
/// absolute.
struct XcodeResourceList: Hashable, Sendable {
  /// The files and folders in its build phases, without duplicates, in their order. Those that a build makes are left
  /// out.
  let files: [String]
  /// The folders whose files belong to it, all or in part.
  let folders: [XcodeSynchronizedFolder]

  init(of target: XcodeObject, _ phases: [XcodeObject], in objects: XcodeObjects, _ places: XcodePaths) {
    let named = phases.flatMap { phase in
      objects.list("files", of: phase).compactMap { objects[$0.text("fileRef")] }.flatMap { object in
        // A data model is among the sources, since it is compiled.
        phase.isa == Self.phase || (phase.isa == "PBXSourcesBuildPhase" && object.isa == "XCVersionGroup")
          ? Self.parts(of: object, in: objects) : []
      }
    }
    var known: Set<String> = []
    files = named.compactMap { places.paths[$0.id] }.filter { known.insert($0).inserted }
    folders = XcodeSynchronizedFolder.all(of: target, phases, Self.phase, in: objects, places)
  }

  private static let phase = "PBXResourcesBuildPhase"

  /// A localized file is a group with one file for each language.
  private static func parts(of object: XcodeObject, in objects: XcodeObjects) -> [XcodeObject] {
    object.isa == "PBXVariantGroup" ? objects.list("children", of: object) : [object]
  }
}
