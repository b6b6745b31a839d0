/// The columns that nodes can be sorted by.
package enum MetricColumn: String, Sendable, CaseIterable {
  case name, sources, lines
  case fanIn = "fan-in"
  case fanOut = "fan-out"
  case dependencies, dependents, height, depth, instability, recompiled
  case cpuSeconds = "cpu-seconds"
  case wallSeconds = "wall-seconds"
  case recompiledCPUSeconds = "recompiled-cpu-seconds"

  /// Whether it is a figure of a recorded build.
  package var isRecorded: Bool { [.cpuSeconds, .wallSeconds, .recompiledCPUSeconds].contains(self) }

  /// `nil` for an absent figure, and for names.
  fileprivate func figure(of node: NodeMetrics) -> Double? {
    switch self {
    case .name: nil
    case .sources: node.sources.map { Double($0.value) }
    case .lines: node.lines.map { Double($0.value) }
    case .fanIn: Double(node.fanIn)
    case .fanOut: Double(node.fanOut)
    case .dependencies: Double(node.dependencies)
    case .dependents: Double(node.dependents)
    case .height: Double(node.height)
    case .depth: Double(node.depth)
    case .instability: node.instability
    case .recompiled: node.recompiledShare
    case .cpuSeconds: node.cost?.cpuSeconds
    case .wallSeconds: node.cost?.wallSeconds
    case .recompiledCPUSeconds: node.recompiledCPUSeconds
    }
  }
}

extension GraphMetrics {
  /// The most useful column: the cost of a change, or if that is not known, the number of dependents.
  package var defaultColumn: MetricColumn {
    if nodes.contains(where: { $0.cost != nil }) { return .recompiledCPUSeconds }
    return nodes.contains { $0.recompiledShare != nil } ? .recompiled : .dependents
  }

  /// The nodes in descending order of a figure, those without one last. Nodes with equal figures are sorted by id, and
  /// all are if the column is the name.
  /// - Complexity: O(nodes · log nodes).
  package func nodes(sortedBy column: MetricColumn) -> [NodeMetrics] {
    let figures = nodes.map { column.figure(of: $0) ?? -Double.infinity }
    return nodes.indices.sorted { (figures[$1], $0) < (figures[$0], $1) }.map { nodes[$0] }
  }
}
