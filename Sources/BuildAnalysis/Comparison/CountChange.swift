import ModuleGraph

/// The change of a figure that is counted, not measured, and so needs no statistics.
package struct CountChange: Sendable, Hashable, Encodable {
  package let figure: CountedFigure
  /// `nil` for a figure of the graph.
  package let scenario: Scenario?
  /// `nil` if it is not known.
  package let base: Int?
  package let head: Int?

  package var difference: Int? { base.flatMap { base in head.map { $0 - base } } }
}

extension CountChange {
  /// The figures of an arm that are known in either state: first those of the graph, then those of the builds of each
  /// case.
  static func all(
    of arm: String, _ cases: [Case], from base: (side: ComparisonSide, part: ModuleGraph),
    to head: (side: ComparisonSide, part: ModuleGraph)
  ) -> [CountChange] {
    let (before, after) = (counts(of: base.part), counts(of: head.part))
    let ofGraph = CountedFigure.allCases.map {
      CountChange(figure: $0, scenario: nil, base: before[$0], head: after[$0])
    }
    let ofBuilds = cases.filter { $0.arm == arm }.flatMap { build -> [CountChange] in
      let (before, after) = (counts(of: base.side.measured(build)), counts(of: head.side.measured(build)))
      return CountedFigure.allCases.map {
        CountChange(figure: $0, scenario: build.scenario, base: before[$0], head: after[$0])
      }
    }
    return (ofGraph + ofBuilds).filter { $0.base != nil || $0.head != nil }
  }

  private static func counts(of graph: ModuleGraph) -> [CountedFigure: Int] {
    let own = graph.modules.filter { !$0.kind.isOutside }
    let indexed = IndexedGraph(own.map(\.id), graph.dependencies.lazy.filter { $0.from != $0.to })
    var counts: [CountedFigure: Int] = [
      .modules: own.count, .dependencies: indexed.edgeCount, .height: indexed.heights.max() ?? 0,
    ]
    counts[.sources] = own.tally(of: \.sources)?.exact
    counts[.lines] = own.tally(of: \.lines)?.exact
    if counts[.lines] != nil, let path = indexed.longestPath(weights: own.map { $0.lines ?? 0 }) {
      counts[.criticalPathModules] = path.components.reduce(0) { $0 + $1.count }
      counts[.criticalPathLines] = path.weight
    }
    return counts
  }

  private static func counts(of samples: [Sample]) -> [CountedFigure: Int] {
    var counts: [CountedFigure: Int] = [:]
    counts[.tasks] = samples.compactMap(\.tasks).max()
    counts[.compiledModules] = samples.compactMap { $0.compiledModules?.count }.max()
    let rebuilt = samples.compactMap(\.rebuilt)
    counts[.rebuiltModules] = rebuilt.map(\.count).max()
    counts[.rebuiltFiles] = rebuilt.map { $0.reduce(0) { $0 + $1.files } }.max()
    return counts
  }
}
