import ModuleGraph

extension JSON {
  /// `modgauge.metrics/1`.
  package static func metrics(_ table: MetricsTable) throws -> String { try pretty(Document(table)) }
}

private struct Document: Encodable {
  struct Graph: Encodable {
    let nodes: Int
    let edges: Int
    let lines: Int?
    let linesAtLeast: Int?
    let height: Int
    let density: Double?
    let cycles: Int
    let longestChain: [String]
    let redundantEdges: [AnsweredEdge]
    let roots: [String]
    let leaves: [String]
    let alone: [String]
  }

  struct Node: Encodable {
    let id: String
    let name: String
    let sources: Int?
    let sourcesAtLeast: Int?
    let lines: Int?
    let linesAtLeast: Int?
    let fanIn: Int
    let fanOut: Int
    let dependencies: Int
    let dependents: Int
    let height: Int
    let depth: Int
    let instability: Double?
    let recompiledShare: Double?
    let cpuSeconds: Double?
    let wallSeconds: Double?
    let recompiledCPUSeconds: Double?
    let owners: [String]?
  }

  let schema = "modgauge.metrics/1"
  let graph: Graph
  let build: String?
  let nodes: [Node]
  let omitted: AnsweredOmission

  init(_ table: MetricsTable) {
    let (metrics, selected) = (table.metrics, table.graph)
    graph = Graph(
      nodes: selected.nodes.count, edges: selected.edges.count, lines: metrics.lines?.exact,
      linesAtLeast: metrics.lines?.lowerBound, height: metrics.height, density: metrics.density,
      cycles: metrics.cycleCount, longestChain: selected.ids(metrics.longestChain),
      redundantEdges: metrics.redundantEdges.map { AnsweredEdge($0, in: selected) },
      roots: selected.ids(metrics.roots), leaves: selected.ids(metrics.leaves), alone: selected.ids(metrics.alone))
    build = table.build
    nodes = table.rows.map { row in
      let node = selected.nodes[row.node]
      return Node(
        id: node.id, name: node.title, sources: row.sources?.exact, sourcesAtLeast: row.sources?.lowerBound,
        lines: row.lines?.exact, linesAtLeast: row.lines?.lowerBound, fanIn: row.fanIn, fanOut: row.fanOut,
        dependencies: row.dependencies, dependents: row.dependents, height: row.height, depth: row.depth,
        instability: row.instability, recompiledShare: row.recompiledShare, cpuSeconds: row.cost?.cpuSeconds,
        wallSeconds: row.cost?.wallSeconds, recompiledCPUSeconds: row.recompiledCPUSeconds,
        owners: table.owners(of: row))
    }
    omitted = AnsweredOmission(selected.omitted)
  }
}
