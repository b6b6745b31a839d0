package import ModuleGraph

extension Text {
  /// How many there are, and a table of them, with the manifest's line for those that are one step away.
  package static func reach(_ reach: Reach) -> String {
    let labels = reach.graph.labels
    let name = labels[reach.node]
    let hidden = reach.omitted.note.map { line("not shown: \($0)") } ?? ""
    guard reach.directCount > 0 else {
      return line(reach.direction == .dependencies ? "\(name) depends on nothing." : "Nothing depends on \(name).")
        + hidden
    }
    let direct = count(reach.directCount, reach.graph.noun)
    let headline =
      switch reach.direction {
      case .dependencies: "\(name) depends on \(direct) directly"
      case .dependents: "\(direct) \(reach.directCount == 1 ? "depends" : "depend") on \(name) directly"
      }
    let all = "\(Figures.count(reach.transitiveCount)) in all"
    let size = reach.lines.map { ", \(count($0, "line"))" } ?? ""
    return line("\(headline), \(all)\(size):") + table(reach, labels) + hidden
  }

  private static func table(_ reach: Reach, _ labels: [String]) -> String {
    let rows = reach.rows.flatMap { row in
      let stated = row.edge.map { self.rows(labels[row.node], $0, in: reach.graph) } ?? [[labels[row.node], "", ""]]
      let lines = Figures.count(reach.graph.nodes[row.node].lines)
      return stated.enumerated().map { index, cells in
        [index == 0 && reach.isTransitive ? "\(row.depth)" : ""] + cells + [index == 0 ? lines : ""]
      }
    }
    return TextTable.withoutEmptyColumns(
      header: ["depth", reach.graph.noun, "manifest", "", "lines"], rows: rows, flushLeft: 4, indent: "  ")
  }
}
