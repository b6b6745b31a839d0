import ModuleGraph

extension AdviceKind {
  /// Two modules of which one re-exports the other are usual.
  private static let shortestChain = 3

  static let exportedChains = AdviceKind(
    "exported-chain", "chains of re-exports",
    reason:
      "What imports the first module sees all of them: a change in any file of the last one that other modules see concerns it, "
      + "although it does not name that module.",
    remedy: "Replace `@_exported import` by imports in the files that need them."
  ) { facts, kind, _ in
    let own = facts.ownModules.map(\.id)
    let numbers = Dictionary(grouping: own.indices) { Module.compiledName(own[$0].name) }.filter { $0.value.count == 1 }
    var places: [[Int]: Dependency.Location] = [:]
    for (from, id) in own.enumerated() {
      for use in facts.imports?.uses[id] ?? [] where use.isReexport && use.condition == nil {
        guard case .module(let name) = use.imported, let to = numbers[name]?.first, to != from else { continue }
        places[[from, to]] = use.location
      }
    }
    let graph = IndexedGraph(vertexCount: own.count, edges: places.keys.map { ($0[0], $0[1]) })
    let (heights, exporters) = (graph.heights, graph.reversed)
    let starts = own.indices.filter { heights[$0] >= shortestChain - 1 && exporters.successors(of: $0).isEmpty }
    return starts.filter { !facts.dependents(of: own[$0]).isEmpty }.map { start in
      let chain = graph.wayDown(from: start, heights)
      let users = Set(facts.dependents(of: own[start])).count
      return AdviceFinding(
        kind: kind, subject: chain.map { own[$0].description },
        message:
          "what depends on \(own[start].name) (\(users.counted("module"))) sees \(chain.count - 1) more through it",
        place: .module(own[start]),
        chain: zip(chain, chain.dropFirst()).map { from, to in
          AdviceFinding.Step("\(own[from].name) re-exports \(own[to].name)", places[[from, to]].map { .file($0) })
        })
    }
  }
}
