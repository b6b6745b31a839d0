import ImportSyntax

/// Folders of a module that do not use one another's types in a circle.
struct AcyclicFoldersRule: RuleType {
  static let name = "acyclic-folders"
  static let summary = """
    No folder of a module's sources uses types of another one that uses, directly or through others, its own. Only types count that one \
    file of the module declares outside of others; functions, members and extensions do not.
    """
  static let parameters = [RuleParameter("modules", .modules, "the modules; all but tests if absent")]
  static let example = """
    id: folders-are-layers
    type: acyclic-folders
    modules: [Core, "*Feature"]
    """
  static let reads = FileReadings.interfaces

  let values: RuleValues

  func check(_ run: inout RuleRun) {
    let chosen = run.select("modules", of: values)
    guard let all = run.settings.interfaces else { return }
    for vertex in chosen.members {
      guard let contents = all.modules[run.modules[vertex].id] else { continue }
      if run.modules[vertex].hasUnreadSources {
        run.leaveOpen(vertex, "\(run.names[vertex]) has sources that could not be read")
      }
      let folders = SourceFolders(contents)
      for component in folders.graph.cyclicComponents {
        guard let cycle = folders.graph.shortestCycle(within: component)?.vertices else { continue }
        let circle = (cycle + cycle.prefix(1)).map { folders.labels[$0] }.joined(separator: " → ")
        let others = component.count - cycle.count
        let uses = zip(cycle, cycle.dropFirst() + cycle.prefix(1)).compactMap { folders.uses[Edge(from: $0, to: $1)] }
        run.report(
          "\(run.names[vertex]): \(circle)" + (others > 0 ? ", and \(others) more that use one another" : "") + "; "
            + uses.map { "\($0.user.name) uses \($0.type)" }.joined(separator: ", "),
          subject: [run.modules[vertex].id.description] + component.map { folders.labels[$0] }, modules: [vertex],
          places: uses.map { Dependency.Location(file: $0.user.path, line: 1, column: 1) })
      }
    }
  }
}

private struct Edge: Hashable {
  let from: Int
  let to: Int
}

/// The folders of a module, and which of them uses a type of which.
private struct SourceFolders {
  struct Use {
    let user: (path: String, name: String)
    let type: String
  }

  /// By their paths below the folder that contains them all.
  let labels: [String]
  let graph: IndexedGraph
  /// For each edge, the first use in the order of the files.
  private(set) var uses: [Edge: Use] = [:]

  /// - Complexity: O(names that occur in the files).
  init(_ contents: WorkspaceInterfaces.Contents) {
    let files = contents.files.sorted { $0.key < $1.key }.compactMap { path, file in
      file.interface.map { (parts: path.split(separator: "/"), interface: $0) }
    }
    let paths = files.map { Array($0.parts.dropLast()) }
    let shared = paths.dropFirst().reduce(paths.first ?? []) { common, path in
      Array(zip(common, path).prefix { $0 == $1 }.map(\.0))
    }
    let names = paths.map { $0.dropFirst(shared.count).joined(separator: "/") }
    let folders = Set(names).sorted()
    let numbers = Dictionary(uniqueKeysWithValues: folders.enumerated().map { ($1, $0) })
    labels = folders.map { $0.isEmpty ? shared.last.map(String.init) ?? "." : $0 }
    let owners = Self.owners(of: files.map(\.interface))
    for (file, name) in zip(files, names) {
      guard let own = numbers[name] else { continue }
      for type in file.interface.lookedUp.sorted() {
        guard let owner = owners[type], let other = numbers[names[owner]], other != own else { continue }
        let edge = Edge(from: own, to: other)
        if uses[edge] == nil {
          uses[edge] = Use(
            user: (file.parts.joined(separator: "/"), file.parts.last.map(String.init) ?? ""), type: type)
        }
      }
    }
    graph = IndexedGraph(vertexCount: folders.count, edges: uses.keys.map { (from: $0.from, to: $0.to) })
  }

  /// The file that declares each type, for names that stand for one type only.
  private static func owners(of files: [SwiftInterface]) -> [String: Int] {
    var owners: [String: Int] = [:]
    var ambiguous: Set<String> = []
    for (index, file) in files.enumerated() {
      for type in file.declaredTypes {
        let name = type.split(separator: ".").last.map(String.init) ?? type
        if name != type || owners.updateValue(index, forKey: name) != nil { ambiguous.insert(name) }
      }
    }
    return owners.filter { !ambiguous.contains($0.key) }
  }
}
