package struct GraphMetrics: Sendable, Hashable {
  package let graph: SelectedGraph
  /// In the order of the graph's nodes.
  package let nodes: [NodeMetrics]
  /// The lines of the workspace's own modules, without external products; `nil` if none were counted.
  package let lines: Tally?
  /// A longest path, from its top. A cycle on it counts as one step, represented by its first node.
  package let longestChain: [Int]
  /// Edges that a longer path implies, sorted.
  package let redundantEdges: [SelectedGraph.Edge]
  /// The number of sets of nodes that depend on one another.
  package let cycleCount: Int

  /// The length of the longest path, in edges.
  package var height: Int { nodes.lazy.map(\.height).max() ?? 0 }

  /// Edges ÷ possible edges; `nil` for fewer than two nodes.
  package var density: Double? {
    let count = graph.nodes.count
    return count < 2 ? nil : Double(nodes.lazy.map(\.fanOut).reduce(0, +)) / Double(count * (count - 1))
  }

  /// - Parameter costs: the modules' costs in a recorded build.
  /// - Complexity: O(nodes · edges ÷ 64 + nodes²).
  package init(_ graph: SelectedGraph, costs: [ModuleID: BuildCost] = [:]) {
    self.graph = graph
    let indexed = graph.graph
    let reversed = indexed.reversed
    let (heights, depths) = (indexed.heights, indexed.depths)
    let (below, above) = (indexed.transitiveSuccessorCounts, reversed.transitiveSuccessorCounts)
    lines = graph.nodes.lazy.flatMap(\.modules).filter { !$0.kind.isOutside }.tally(of: \.lines)
    let shares = Self.recompiledShares(graph, reversed, total: lines)
    let ownCosts = graph.nodes.map { node in
      node.modules.compactMap { costs[$0.id] }.reduce(nil as BuildCost?) { sum, cost in sum.map { $0 + cost } ?? cost }
    }
    let seconds = Self.recompiledSeconds(ownCosts, reversed)
    nodes = graph.nodes.indices.map { node in
      NodeMetrics(
        node: node, sources: graph.nodes[node].sources, lines: graph.nodes[node].lines,
        fanIn: reversed.successors(of: node).count { $0 != node },
        fanOut: indexed.successors(of: node).count { $0 != node },
        dependencies: below[node], dependents: above[node], height: heights[node], depth: depths[node],
        recompiledShare: shares[node], cost: ownCosts[node], recompiledCPUSeconds: seconds[node])
    }
    longestChain = indexed.longestChain.map { $0[0] }
    redundantEdges = graph.impliedEdges
    cycleCount = indexed.cyclicComponents.count
  }

  /// All `nil` unless the total is known, since every share would be wrong.
  private static func recompiledShares(
    _ graph: SelectedGraph, _ reversed: IndexedGraph, total: Tally?
  ) -> [Double?] {
    guard let total = total?.exact, total > 0 else { return graph.nodes.map { _ in nil } }
    let own = graph.nodes.map { $0.lines?.value }
    return zip(own, reversed.transitiveSuccessorSums(of: own.map { $0 ?? 0 })).map { own, sum in
      own == nil && sum == 0 ? nil : Double(sum) / Double(total)
    }
  }

  private static func recompiledSeconds(_ costs: [BuildCost?], _ reversed: IndexedGraph) -> [Double?] {
    guard costs.contains(where: { $0 != nil }) else { return costs.map { _ in nil } }
    // Sums of integers: microseconds, and the number of built modules.
    let own = costs.map { $0.map { Int(($0.cpuSeconds * 1e6).rounded()) } ?? 0 }
    let built = reversed.transitiveSuccessorSums(of: costs.map { $0 == nil ? 0 : 1 })
    return zip(reversed.transitiveSuccessorSums(of: own), built).map { $1 == 0 ? nil : Double($0) / 1e6 }
  }
}

extension GraphMetrics {
  /// Nodes that nothing depends on but that depend on something, by index.
  package var roots: [Int] { nodes.filter { $0.fanIn == 0 && $0.fanOut > 0 }.map(\.node) }
  /// Nodes that depend on nothing but that something depends on, by index.
  package var leaves: [Int] { nodes.filter { $0.fanIn > 0 && $0.fanOut == 0 }.map(\.node) }
  /// Nodes with neither dependencies nor dependents, by index.
  package var alone: [Int] { nodes.filter { $0.fanIn == 0 && $0.fanOut == 0 }.map(\.node) }
  /// Nodes of the workspace's own modules whose lines are unknown or only partly known, by index.
  package var uncounted: [Int] {
    graph.nodes.indices.filter { node in
      graph.nodes[node].modules.contains {
        $0.missingSources != nil || ($0.lines == nil && $0.kind.hasSources && !$0.kind.isOutside)
      }
    }
  }
}
