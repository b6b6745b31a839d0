import BuildAnalysis

/// The distribution of a figure over the commits of a period.
///
/// The median alone is misleading: a few commits in a module that everything depends on may cost more than all others
/// together.
package struct RebuildSpread: Sendable, Hashable {
  package let sum: Double
  package let median: Double
  /// The 90th percentile of the figures.
  package let high: Double
  package let greatest: Double

  /// The number of commits whose figure is known.
  package let commits: Int

  /// - Returns: `nil` without figures.
  package init?(_ figures: [Double]) {
    guard let median = figures.median, let high = figures.quantile(0.9), let greatest = figures.max() else {
      return nil
    }
    (sum, self.median, self.high, self.greatest) = (figures.reduce(0, +), median, high, greatest)
    commits = figures.count
  }
}

extension Hotspots {
  /// The distributions of what single commits recompile, each without the commits whose figure is not known.
  package struct Spreads: Sendable, Hashable {
    package let modules: RebuildSpread?
    package let lines: RebuildSpread?
    package let cpuSeconds: RebuildSpread?
    package let seconds: RebuildSpread?
  }

  package var spreads: Spreads {
    let costs = rebuilds.map(\.cost)
    return Spreads(
      modules: RebuildSpread(costs.map { Double($0.modules) }),
      lines: RebuildSpread(costs.compactMap { $0.lines.map { Double($0.value) } }),
      cpuSeconds: RebuildSpread(costs.compactMap(\.cpuSeconds)), seconds: RebuildSpread(costs.compactMap(\.seconds)))
  }
}
