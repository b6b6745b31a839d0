/// Which files of a module can become an interface of it: a module on which others depend instead.
///
/// The interface has the protocols of the module, and the types that they mention. A file can be moved there if what it needs of
/// the module moves as well, and if what the rest of the module needs of it is visible to other modules.
package struct InterfaceProposal: Sendable {
  /// A file with declarations of the interface that has to be split by hand.
  package struct Left: Hashable, Sendable {
    package enum Reason: Hashable, Sendable {
      /// It needs a declaration of another file that stays.
      case needs(String, file: String)
      /// The rest of the module needs these, which other modules do not see.
      case hidden([String])
      /// It looks up resources of the module.
      case resources
    }

    /// Relative to the workspace's root, as all files here.
    package let file: String
    /// Those of the interface, by line.
    package let declarations: [String]
    package let reason: Reason
  }

  /// A declaration outside of the interface that a user of the module needs.
  package struct Need: Hashable, Sendable {
    package let declaration: String
    package let isType: Bool
    package let count: Int
    /// The first use.
    package let location: Dependency.Location
  }

  /// What a user of the module needs of it.
  package struct UserNeeds: Hashable, Sendable {
    /// By their first use.
    package let others: [Need]
    /// The files that need something of the interface, and those that need something else.
    package let interfaceFiles: Set<String>
    package let otherFiles: Set<String>
  }

  /// Sorted.
  package let moved: [String]
  /// Sorted by file.
  package let left: [Left]
  /// The declarations of the interface in the moved files, by file and line.
  package let declarations: [String]
  /// The files of the rest of the module that need something of the interface, sorted.
  package let remainingUsers: [String]
  private let module: String
  /// The file of each declaration, by its USR, and its name.
  private let places: [String: (file: String, name: String)]

  /// - Parameters:
  ///   - graph: the dependencies between the files of the module.
  ///   - symbols: from which they are known.
  ///   - fixed: files that look up resources.
  /// - Complexity: O(files² · uses).
  package init(of graph: FileGraph, _ symbols: [FileSymbols], fixed: Set<String>) {
    var choice = FileChoice(graph, symbols)
    choice.settle(fixed: fixed)
    let files = graph.files.map(\.path)
    moved = choice.moved.map { files[$0] }.sorted()
    left = choice.reasons.keys.sorted().compactMap { file in
      choice.reasons[file].map { Left(file: files[file], declarations: choice.names(in: file), reason: $0) }
    }
    declarations = choice.moved.sorted().flatMap(choice.names)
    remainingUsers = Set(
      graph.edges.filter { choice.moved.contains($0.to) && !choice.moved.contains($0.from) }.map { files[$0.from] }
    ).sorted()
    module = Module.compiledName(graph.module.name)
    var places: [String: (file: String, name: String)] = [:]
    for file in symbols.sorted(by: { $0.path < $1.path }) {
      for declaration in file.declarations where places[declaration.usr] == nil {
        places[declaration.usr] = (file.path, declaration.name)
      }
    }
    self.places = places
  }

  /// Finds what a user of the module needs of it.
  /// - Parameter files: the symbols of all files of the user.
  package func needs(of files: [FileSymbols]) -> UserNeeds {
    let inside = Set(moved)
    var (interfaceFiles, otherFiles): (Set<String>, Set<String>) = ([], [])
    var needs: [String: Need] = [:]
    for file in files.sorted(by: { $0.path < $1.path }) {
      for use in file.uses.sorted(by: { $0.line < $1.line }) {
        let place = place(of: use)
        guard place != nil || use.module == module else { continue }
        if let place, inside.contains(place.file) {
          interfaceFiles.insert(file.path)
          continue
        }
        otherFiles.insert(file.path)
        let known = needs[use.usr]
        needs[use.usr] = Need(
          declaration: use.name, isType: use.kind.isType, count: (known?.count ?? 0) + 1,
          location: known?.location ?? Dependency.Location(file: file.path, line: use.line))
      }
    }
    let others = needs.values.sorted {
      ($0.location.file, $0.location.line, $0.declaration) < ($1.location.file, $1.location.line, $1.declaration)
    }
    return UserNeeds(others: others, interfaceFiles: interfaceFiles, otherFiles: otherFiles)
  }

  /// What the compiler generates, such as `rawValue`, is where its type is, with whose USR its own begins.
  private func place(of use: FileSymbols.Use) -> (file: String, name: String)? {
    if let known = places[use.usr] { return known }
    guard use.module == module else { return nil }
    return places.filter { use.usr.hasPrefix($0.key) }.max { $0.key.utf8.count < $1.key.utf8.count }?.value
  }
}

/// The files that can be moved, found by taking away those that cannot.
private struct FileChoice {
  private let graph: FileGraph
  /// The symbols of the interface.
  private let wanted: Set<Int>
  private(set) var moved: Set<Int>
  private(set) var reasons: [Int: InterfaceProposal.Left.Reason] = [:]

  init(_ graph: FileGraph, _ symbols: [FileSymbols]) {
    self.graph = graph
    let wanted = Self.wanted(in: graph)
    self.wanted = wanted
    // A conformance belongs to its type, wherever it is declared.
    let types = Set(
      wanted.map { "\(graph.files[graph.symbols[$0].file].path):\(graph.symbols[$0].line):\(graph.symbols[$0].name)" })
    var usrs: Set<String> = []
    for file in symbols {
      for one in file.declarations where types.contains("\(file.path):\(one.line):\(one.name)") { usrs.insert(one.usr) }
    }
    let conforming = Set(
      symbols.filter { file in
        file.uses.contains { use in use.relation == .base && use.user.map(usrs.contains) == true }
      }.map(\.path))
    let others = graph.files.indices.filter { conforming.contains(graph.files[$0].path) }
    moved = Set(wanted.map { graph.symbols[$0].file }).union(others)
  }

  /// Protocols that other modules see, and the types that they and the members of those types mention.
  private static func wanted(in graph: FileGraph) -> Set<Int> {
    let members = Dictionary(grouping: graph.symbols.indices) { graph.symbols[$0].container ?? -1 }
    var pending = graph.symbols.indices.filter {
      graph.symbols[$0].kind == .protocol && (graph.effectiveAccess(of: $0) ?? .public) >= .package
    }
    var wanted = Set(pending)
    while let symbol = pending.popLast() {
      let own = (members[symbol] ?? []).filter { graph.symbols[$0].file == graph.symbols[symbol].file }
      var mentioned: [Int] = []
      for one in [symbol] + own { mentioned += graph.symbols[one].demands }
      if let outer = graph.symbols[symbol].container { mentioned.append(outer) }
      for other in mentioned where graph.symbols[other].kind.isType && wanted.insert(other).inserted {
        pending.append(other)
      }
    }
    return wanted
  }

  mutating func settle(fixed: Set<String>) {
    for file in moved where fixed.contains(graph.files[file].path) { leave(file, .resources) }
    while true {
      if let edge = graph.edges.first(where: { moved.contains($0.from) && !moved.contains($0.to) }) {
        leave(
          edge.from,
          .needs(graph.symbols[edge.uses[0].symbol].qualifiedName, file: graph.files[edge.to].path))
        continue
      }
      let rest = graph.files.indices.filter { !moved.contains($0) }
      let division = Division(of: graph, into: [("rest", rest), ("interface", moved.sorted())])
      let hidden = Dictionary(grouping: division.openings.map(\.symbol)) { graph.symbols[$0].file }
        .filter { moved.contains($0.key) }
      if hidden.isEmpty { return }
      for (file, symbols) in hidden {
        leave(file, .hidden(symbols.map { graph.symbols[$0].qualifiedName }))
      }
    }
  }

  private mutating func leave(_ file: Int, _ reason: InterfaceProposal.Left.Reason) {
    moved.remove(file)
    reasons[file] = reason
  }

  /// The declarations of the interface in a file, by line, without members.
  func names(in file: Int) -> [String] {
    wanted.filter { symbol in
      graph.symbols[symbol].file == file && graph.symbols[symbol].container.map(wanted.contains) != true
    }.sorted().map { graph.symbols[$0].qualifiedName }
  }
}
