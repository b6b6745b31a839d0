import ModuleGraph
import Platform
import Workspace

/// The README of each module, which holds a small diagram of what it depends on and what depends on it.
///
/// It is in the package's folder if the package has only that module besides tests, else in the module's own.
enum ModuleDocuments {
  /// - Returns: the documents of the selected modules, sorted by path; those that do not exist yet included.
  static func documents(of selected: SelectedGraph, in loaded: LoadedWorkspace) -> [DocumentUpdate.Document] {
    let own = loaded.graph.modules.filter { $0.kind.hasSources && ![.test, .snippet].contains($0.kind) }
    let counts = Dictionary(grouping: own, by: \.package).mapValues(\.count)
    let names = Dictionary(grouping: loaded.graph.modules, by: \.name).mapValues(\.count)
    let packages = Dictionary(loaded.graph.packages.map { ($0.key, $0.path) }, uniquingKeysWith: { first, _ in first })
    let shown = Set(selected.nodes.flatMap(\.modules).map(\.id))
    var modules: [String: [String]] = [:]
    for module in own where shown.contains(module.id) {
      let isAlone = counts[module.package] == 1
      guard let folder = isAlone ? packages[module.package] ?? module.path : module.path,
        let path = document(in: folder, of: loaded)
      else { continue }
      modules[path, default: []].append(names[module.name] == 1 ? module.name : module.id.description)
    }
    return modules.sorted { $0.key < $1.key }.map { DocumentUpdate.Document(path: $0.key, modules: $0.value.sorted()) }
  }

  /// The README in a folder of the workspace; `nil` for a folder elsewhere, which is not ours to write to.
  private static func document(in folder: String, of loaded: LoadedWorkspace) -> String? {
    let root = Path.canonical(loaded.rootPath) ?? loaded.rootPath
    guard let place = Path.canonical(folder.hasPrefix("/") ? folder : "\(root)/\(folder)"),
      place == root || place.hasPrefix(root + "/"),
      Path.isFolder(place)
    else { return nil }
    let names = ((try? FolderListing.entries(of: place).map(\.name)) ?? []).sorted()
    let path = place + "/" + (names.first { $0.lowercased() == "readme.md" } ?? "README.md")
    let here = Path.canonical(".") ?? "/"
    return path.hasPrefix(here + "/") ? Path.relative(path, to: here) : path
  }
}
