import BuildAnalysis
package import ModuleGraph

/// A proposed division of a module's files, with the dependencies between the parts according to an index.
package struct ProposedDivision: Hashable, Sendable {
  package let graph: FileGraph
  package let division: Division

  /// The symbols of one part that another part uses.
  package struct Need: Hashable, Sendable {
    package struct Symbol: Hashable, Sendable {
      package let name: String
      /// The file that declares it, and the files that use it (`users`); relative to the module's folder.
      package let file: String
      package let users: [String]
    }

    package let from: String
    package let to: String
    /// Whether `to` depends on `from` apart from its files.
    package var isOpposed = false
    /// By decreasing number of uses.
    package let symbols: [Symbol]
  }

  private func need(_ crossing: Division.Crossing) -> Need {
    Need(
      from: division.parts[crossing.from].name, to: division.parts[crossing.to].name,
      symbols: crossing.uses.map { use in
        let symbol = graph.symbols[use.symbol]
        return Need.Symbol(
          name: symbol.qualifiedName, file: graph.name(of: symbol.file), users: use.files.map(graph.name))
      })
  }

  /// The needs against the dependencies of a graph, which may be between others than the parts.
  fileprivate func opposedNeeds(in graph: ModuleGraph) -> [Need] {
    division.crossings.filter { crossing in
      let ends = [crossing.from, crossing.to].map { graph.module(named: division.parts[$0].name)?.id }
      guard let from = ends[0], let to = ends[1] else { return false }
      return graph.closure(of: [to]).contains(from)
    }.map { crossing in
      var need = need(crossing)
      need.isOpposed = true
      return need
    }
  }

  /// The needs within cycles of parts, which therefore cannot become modules; empty if there are no cycles.
  fileprivate var circularNeeds: [Need] {
    let parts = division.cycles.map { Set($0.parts) }
    return division.crossings.filter { crossing in
      parts.contains { $0.contains(crossing.from) && $0.contains(crossing.to) }
    }.map(need)
  }
}

extension Proposal {
  /// The proposal with the dependencies that the parts of divided modules need according to their files.
  ///
  /// A dependency is added after the change that needs it, unless the proposal adds or cuts it itself, or the graph
  /// already contains it.
  /// - Parameters:
  ///   - files: the file graphs of divided modules, by their names in the proposal.
  ///   - graph: the graph of the workspace.
  /// - Throws: `ProposalError` if parts need one another.
  package func divided(
    _ files: [String: FileGraph], in graph: ModuleGraph
  ) throws(ProposalError) -> (proposal: Proposal, divisions: [ProposedDivision]) {
    let stated = Set(
      changes.compactMap { change -> [String]? in
        switch change {
        case .add(let from, let to), .cut(let from, let to): [from, to]
        default: nil
        }
      })
    let cuts = Set(cuts(in: graph).map { [$0.from.id, $0.to.id] })
    let kept = ModuleGraph(
      modules: graph.modules, dependencies: graph.dependencies.filter { !cuts.contains([$0.from, $0.to]) })
    let known = Set(graph.dependencies.map { [$0.from.name, $0.to.name] })
    var (divided, divisions): ([StructureChange], [ProposedDivision]) = ([], [])
    for change in changes {
      divided.append(change)
      guard let found = change.division(of: files) else { continue }
      let isSplit = if case .split = change { true } else { false }
      let circular = found.circularNeeds
      let needs = circular.isEmpty && !isSplit ? found.opposedNeeds(in: kept) : circular
      guard needs.isEmpty else { throw .partsNeedOneAnother(of: found.graph.module, needs) }
      divisions.append(found)
      for crossing in found.division.crossings {
        let ends = [crossing.from, crossing.to].map { found.division.parts[$0].name }
        if !stated.contains(ends), isSplit || !known.contains(ends) { divided.append(.add(ends[0], ends[1])) }
      }
    }
    return (Proposal(name: name, divided), divisions)
  }
}

extension StructureChange {
  /// The name that the user gave for the module whose files are divided; `nil` for other changes.
  package var dividedModule: String? {
    switch self {
    case .split(let module, _): module
    case .move(_, let module, _): module
    default: nil
    }
  }

  /// - Returns: `nil` unless each file is in exactly one part; applying the change then reports the error.
  fileprivate func division(of files: [String: FileGraph]) -> ProposedDivision? {
    guard let graph = dividedModule.flatMap({ files[$0] }) else { return nil }
    let all = graph.files.indices.map { ModuleFile(path: graph.name(of: $0)) }
    func matching(_ patterns: [String]) -> [Int] {
      all.indices.filter { index in patterns.contains(where: all[index].matches) }
    }
    var parts: [(name: String, files: [Int])] = []
    switch self {
    case .split(_, let proposed):
      let owners = all.map(proposed.indices(of:))
      parts = proposed.indices.map { part in
        (proposed[part].name, all.indices.filter { owners[$0].contains(part) })
      }
    case .move(let patterns, let from, let to):
      let moved = Set(matching(patterns))
      parts = [(from, all.indices.filter { !moved.contains($0) }), (to, moved.sorted())]
    default: return nil
    }
    guard parts.flatMap(\.files).sorted() == Array(all.indices), !parts.contains(where: \.files.isEmpty) else {
      return nil
    }
    return ProposedDivision(graph: graph, division: Division(of: graph, into: parts))
  }
}
