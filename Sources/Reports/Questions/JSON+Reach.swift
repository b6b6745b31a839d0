package import ModuleGraph

extension JSON {
  /// `modgauge.reach/1`.
  package static func reach(_ reach: Reach) throws -> String { try pretty(Document(reach)) }
}

private struct Document: Encodable {
  struct Node: Encodable {
    let id: String
    let depth: Int
    let lines: Int?
    let linesAtLeast: Int?
    let dependencies: [Dependency]?
  }

  let schema = "modgauge.reach/1"
  let of: String
  let direction: String
  let isTransitive: Bool
  let direct: Int
  let transitive: Int
  let lines: Int?
  let linesAtLeast: Int?
  let nodes: [Node]
  let omitted: AnsweredOmission

  init(_ reach: Reach) {
    of = reach.graph.nodes[reach.node].id
    direction = reach.direction.rawValue
    isTransitive = reach.isTransitive
    direct = reach.directCount
    transitive = reach.transitiveCount
    (lines, linesAtLeast) = (reach.lines?.exact, reach.lines?.lowerBound)
    nodes = reach.rows.map { row in
      let node = reach.graph.nodes[row.node]
      return Node(
        id: node.id, depth: row.depth, lines: node.lines?.exact, linesAtLeast: node.lines?.lowerBound,
        dependencies: row.edge?.dependencies)
    }
    omitted = AnsweredOmission(reach.omitted)
  }
}
