/// The paths of a project's files and folders, which follow from the groups that contain them.
struct XcodePaths {
  private(set) var folders: [XcodeFolder] = []
  /// The groups that stand for folders with all their contents.
  private(set) var synchronizedGroups: [XcodeObject] = []
  private(set) var projects: [String] = []
  /// The paths of files, data models and synchronized folders by the ids of their objects, except for build products.
  private(set) var paths: [String: String] = [:]

  private let source: String

  /// Visits the groups from the main one on. A group that contains itself is visited once.
  /// - Complexity: O(objects).
  init(of objects: XcodeObjects) {
    source = Path.joined(".", objects.project.text("projectDirPath") ?? ".")
    guard let main = objects[objects.project.text("mainGroup")] else { return }
    var seen: Set<String> = [main.id]
    var pending = [(object: main, parent: Optional(source))]
    while let (object, parent) = pending.popLast() {
      let path = place(of: object, in: parent)
      if let path { note(object, at: path) }
      for child in objects.list("children", of: object) where seen.insert(child.id).inserted {
        pending.append((child, path))
      }
    }
  }

  private func place(of object: XcodeObject, in parent: String?) -> String? {
    let path = object.text("path")
    switch object.text("sourceTree") {
    case "<group>", nil: return parent.flatMap { Path.stated(path ?? ".", below: $0) }
    case "SOURCE_ROOT": return Path.stated(path ?? ".", below: source)
    case "<absolute>": return path.flatMap { $0.hasPrefix("/") ? Path.normalized($0) : nil }
    default: return nil  // Provided by Xcode or made by a build.
    }
  }

  private mutating func note(_ object: XcodeObject, at path: String) {
    switch object.isa {
    case "PBXFileSystemSynchronizedRootGroup":
      synchronizedGroups.append(object)
      paths[object.id] = path
    case "PBXFileReference":
      let type = object.text("lastKnownFileType") ?? object.text("explicitFileType") ?? ""
      paths[object.id] = path
      if type == "wrapper.pb-project" {
        projects.append(path)
      } else if ["", "file", "folder", "text", "wrapper"].contains(type) {
        folders.append(XcodeFolder(path: path, isWrapper: type == "wrapper"))
      }
    case "XCVersionGroup": paths[object.id] = path
    default: break
    }
  }
}
