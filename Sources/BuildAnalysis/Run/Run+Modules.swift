package import ModuleGraph

/// What a figure was over the measured rounds.
package struct Spread: Sendable, Hashable, Encodable {
  package let median: Double
  /// The interval of the median, exact at 95 % or a little more; absent under six rounds.
  package let low: Double?
  package let high: Double?
  package let min: Double
  package let max: Double

  /// - Returns: `nil` for no values.
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

/// What the measured rounds of one arm in one scenario say of one module.
package struct ModuleSummary: Sendable, Hashable, Encodable {
  package let arm: String
  package let scenario: Scenario
  /// As the compiler names it.
  package let module: String
  /// The module in the run's graph; absent where the graph does not have it.
  package let id: ModuleID?
  /// Whether it was built to run during the build.
  package let isTool: Bool
  /// Wall time in which any of its processes ran.
  package let seconds: Spread
  package let cpuSeconds: Spread
  package let cpuSecondsPerThousandLines: Spread?
  /// The largest peak of any one process.
  package let peakBytes: Int?
  /// In how many recorded rounds it was built.
  package let rounds: Int
}

extension Run {
  /// One for each module that a recorded round of a case built; in the order of the cases, then the most expensive
  /// first. Empty where nothing was recorded.
  /// - Complexity: O(*n* log *n*) in the modules of all samples.
  package var moduleSummaries: [ModuleSummary] { cases.flatMap { moduleSummaries(of: $0) } }

  /// The case whose modules a report shows: of the reference, clean builds if they were recorded, or else the first that
  /// were; `nil` where none was.
  package var recordedCase: Case? {
    let recorded =
      reference.map { arm in cases.filter { $0.arm == arm.name && !moduleSummaries(of: $0).isEmpty } } ?? []
    return recorded.first { $0.scenario == .clean } ?? recorded.first
  }

  /// Those of one case, the most expensive first.
  package func moduleSummaries(of build: Case) -> [ModuleSummary] {
    let recorded = measured(arm: build.arm, scenario: build.scenario).compactMap(\.modules).joined()
    let byModule = Dictionary(grouping: recorded) { BuiltModule(name: $0.module, isTool: $0.isTool) }
    return byModule.compactMap { module, samples -> ModuleSummary? in
      guard let seconds = Spread(samples.map(\.seconds)), let cpu = Spread(samples.map(\.cpuSeconds)) else {
        return nil
      }
      return ModuleSummary(
        arm: build.arm, scenario: build.scenario, module: module.name, id: samples.lazy.compactMap(\.id).first,
        isTool: module.isTool, seconds: seconds, cpuSeconds: cpu,
        cpuSecondsPerThousandLines: Spread(samples.compactMap(\.cpuSecondsPerThousandLines)),
        peakBytes: samples.compactMap(\.peakBytes).max(), rounds: samples.count)
    }.sorted { left, right in
      (right.cpuSeconds.median, left.module, left.isTool ? 1 : 0)
        < (left.cpuSeconds.median, right.module, right.isTool ? 1 : 0)
    }
  }
}
