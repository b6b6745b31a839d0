package import ModuleGraph

extension JSON {
  /// `modgauge.cycles/1`.
  package static func cycles(_ cycles: Cycles) throws -> String { try pretty(Document(cycles)) }
}

private struct Document: Encodable {
  struct Component: Encodable {
    let nodes: [String]
    let shortestCycle: [String]
    let isShortest: Bool
    let steps: [AnsweredEdge]
    let breaking: [AnsweredEdge]
    let isFewest: Bool
  }

  let schema = "modgauge.cycles/1"
  let nodes: Int
  let components: [Component]
  let omitted: AnsweredOmission

  init(_ cycles: Cycles) {
    let graph = cycles.graph
    nodes = graph.nodes.count
    components = cycles.components.map { component in
      Component(
        nodes: graph.ids(component.nodes), shortestCycle: graph.ids(component.shortest),
        isShortest: component.isShortest,
        steps: component.steps(in: graph).map { AnsweredEdge($0, in: graph) },
        breaking: component.breaking.map { AnsweredEdge($0, in: graph) }, isFewest: component.isFewest)
    }
    omitted = AnsweredOmission(graph.omitted)
  }
}
