/// What nodes can be sorted by.
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

  /// `nil` for an absent figure, and for the name.
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
  /// What a reader most likely looks for: whose change costs most, or where that is not known, on what most depends.
  package var defaultColumn: MetricColumn {
    if nodes.contains(where: { $0.cost != nil }) { return .recompiledCPUSeconds }
    return nodes.contains { $0.recompiledShare != nil } ? .recompiled : .dependents
  }

  /// The nodes from the greatest figure to the smallest, those without one last; by id where figures are equal, and
  /// where the column is the name.
  /// - Complexity: O(nodes · log nodes).
  package func nodes(sortedBy column: MetricColumn) -> [NodeMetrics] {
    let figures = nodes.map { column.figure(of: $0) ?? -1 }
    return nodes.indices.sorted { (figures[$1], $0) < (figures[$0], $1) }.map { nodes[$0] }
  }
}
