/// What nodes can be sorted by.
package enum MetricColumn: String, Sendable, CaseIterable {
  case name, sources, lines
  case fanIn = "fan-in"
  case fanOut = "fan-out"
  case dependencies, dependents, height, depth, instability, recompiled

  /// `nil` for an absent figure, and for the name.
  fileprivate func figure(of node: NodeMetrics) -> Double? {
    switch self {
    case .name: nil
    case .sources: node.sources.map(Double.init)
    case .lines: node.lines.map(Double.init)
    case .fanIn: Double(node.fanIn)
    case .fanOut: Double(node.fanOut)
    case .dependencies: Double(node.dependencies)
    case .dependents: Double(node.dependents)
    case .height: Double(node.height)
    case .depth: Double(node.depth)
    case .instability: node.instability
    case .recompiled: node.recompiledShare
    }
  }
}

extension GraphMetrics {
  /// What a reader most likely looks for: whose change costs most, or where no lines are known, on what most depends.
  package var defaultColumn: MetricColumn { (lines ?? 0) > 0 ? .recompiled : .dependents }

  /// The nodes from the greatest figure to the smallest, those without one last; by id where figures are equal, and
  /// where the column is the name.
  /// - Complexity: O(nodes · log nodes).
  package func nodes(sortedBy column: MetricColumn) -> [NodeMetrics] {
    let figures = nodes.map { column.figure(of: $0) ?? -1 }
    return nodes.indices.sorted { (figures[$1], $0) < (figures[$0], $1) }.map { nodes[$0] }
  }
}
