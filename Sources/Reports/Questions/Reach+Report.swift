package import ModuleGraph

extension Reach: Report {
  package static let renderings: [Rendering<Self>] = [.text(Text.reach), .json(JSON.reach)]
}

extension Text {
  /// The number of nodes, and a table of them, with the manifest's line for direct ones.
  package static func reach(_ reach: Reach, _ style: TextStyle = .plain) -> String {
    let labels = reach.graph.labels
    let name = labels[reach.node]
    let hidden = reach.omitted.note.map { line("not shown: \($0)") } ?? ""
    guard reach.directCount > 0 else {
      return line(reach.direction == .dependencies ? "\(name) depends on nothing." : "Nothing depends on \(name).")
        + hidden
    }
    let direct = Figures.counted(reach.directCount, reach.graph.noun)
    let headline =
      switch reach.direction {
      case .dependencies: "\(name) depends on \(direct) directly"
      case .dependents: "\(direct) \(reach.directCount == 1 ? "depends" : "depend") on \(name) directly"
      }
    let all = "\(Figures.count(reach.transitiveCount)) in all"
    let size = reach.lines.map { ", \(Figures.counted($0, "line"))" } ?? ""
    return line("\(headline), \(all)\(size):") + list(reach, labels, style) + hidden
  }

  /// A row of the table: depth and lines are beside the first dependency of an edge.
  private typealias Row = (depth: String, edge: StatedEdge, lines: String)

  private static func list(_ reach: Reach, _ labels: [String], _ style: TextStyle) -> String {
    let rows = reach.rows.flatMap { row in
      let label = labels[row.node]
      let stated = row.edge.map { StatedEdge.rows(label, $0, in: reach.graph) } ?? [StatedEdge(label: label)]
      let lines = Figures.count(reach.graph.nodes[row.node].lines)
      return stated.enumerated().map { index, edge in
        (index == 0 && reach.isTransitive ? "\(row.depth)" : "", edge, index == 0 ? lines : "")
      }
    }
    let columns: [Column<Row>] = [
      .text("depth") { $0.depth }, .text(reach.graph.noun) { $0.edge.label }, .text("manifest") { $0.edge.place },
      .text("") { $0.edge.description }, .figures("lines") { $0.lines },
    ]
    return table(Table(rows, columns: columns).withoutEmptyColumns, indent: "  ", style)
  }
}

extension JSON {
  package static func reach(_ reach: Reach) throws -> String {
    try pretty([
      "schema": "modgauge.reach/1", "of": reach.graph.nodes[reach.node].id,
      "direction": reach.direction.rawValue, "isTransitive": reach.isTransitive,
      "direct": reach.directCount, "transitive": reach.transitiveCount,
      "lines": reach.lines?.exact, "linesAtLeast": reach.lines?.lowerBound,
      "nodes": reach.rows.map { row -> Object in
        let node = reach.graph.nodes[row.node]
        return [
          "id": node.id, "depth": row.depth, "lines": node.lines?.exact, "linesAtLeast": node.lines?.lowerBound,
          "dependencies": row.edge?.dependencies,
        ]
      },
      "omitted": reach.omitted.json,
    ])
  }
}
