package import ModuleGraph

/// The distribution of a figure over the measured rounds.
package struct Spread: Sendable, Hashable, Encodable {
  package let median: Double
  /// The exact confidence interval of the median, at a level of at least 95 %; `nil` for fewer than six rounds.
  package let low: Double?
  package let high: Double?
  package let min: Double
  package let max: Double

  /// - Returns: `nil` without values.
  package init?(_ values: [Double]) {
    guard let median = values.median, let min = values.min(), let max = values.max() else { return nil }
    let interval = values.medianInterval(alpha: 0.05)
    self.median = median
    low = interval?.low
    high = interval?.high
    self.min = min
    self.max = max
  }
}

/// The figures of one module over the measured rounds of one arm in one scenario.
package struct ModuleSummary: Sendable, Hashable, Encodable {
  package let arm: String
  package let scenario: Scenario
  /// The name that the compiler uses.
  package let module: String
  /// The module's id in the run's graph; `nil` if it is not there.
  package let id: ModuleID?
  /// Whether it was built as a tool that runs during the build.
  package let isTool: Bool
  /// The wall time during which at least one of its processes ran.
  package let seconds: Spread
  package let cpuSeconds: Spread
  package let cpuSecondsPerThousandLines: Spread?
  /// The peak memory of the largest single process.
  package let peakBytes: Int?
  /// The number of recorded rounds in which it was built.
  package let rounds: Int
}

extension ModuleSummary {
  /// The module summaries of one case, by decreasing CPU time.
  /// - Parameter measured: the case's successful rounds.
  static func all(of build: Case, _ measured: [Sample]) -> [ModuleSummary] {
    let byModule = Dictionary(grouping: measured.compactMap(\.modules).joined(), by: \.builtModule)
    return byModule.compactMap { ModuleSummary($0, of: build, $1) }.sorted { left, right in
      (right.cpuSeconds.median, left.module, left.isTool ? 1 : 0)
        < (left.cpuSeconds.median, right.module, right.isTool ? 1 : 0)
    }
  }

  private init?(_ module: BuiltModule, of build: Case, _ samples: [ModuleSample]) {
    guard let seconds = Spread(samples.map(\.seconds)), let cpu = Spread(samples.map(\.cpuSeconds)) else { return nil }
    self.init(
      arm: build.arm, scenario: build.scenario, module: module.name, id: samples.lazy.compactMap(\.id).first,
      isTool: module.isTool, seconds: seconds, cpuSeconds: cpu,
      cpuSecondsPerThousandLines: Spread(samples.compactMap(\.cpuSecondsPerThousandLines)),
      peakBytes: samples.compactMap(\.peakBytes).max(), rounds: samples.count)
  }
}
