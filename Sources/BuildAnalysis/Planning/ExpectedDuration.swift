/// What is known of how long a benchmark will take, and from where.
package struct ExpectedDuration: Sendable, Hashable, Codable {
  package enum Source: String, Sendable, Codable {
    /// A run that made the same builds.
    case run
    /// A recorded build of the same modules.
    case recording
    /// What modules of other code cost on this machine.
    case calibration
  }

  package enum Precision: String, Sendable, Codable {
    case about
    case atMost = "at-most"
    /// Half or twice as long would be no surprise: what a line costs depends on the code.
    case roughly
  }

  /// For all the builds that are planned, or allowed, but no longer than the budget.
  package let seconds: Double
  package let precision: Precision
  package let source: Source
  /// Where it comes from, in words: `the run of 2026-11-20T101500Z`.
  package let words: String

  /// - Parameter words: names the source.
  package init(seconds: Double, of run: Run, source: Source, words: String) {
    self.seconds = min(run.plan.stopping?.budgetSeconds ?? .infinity, seconds)
    let isUpperBound = run.plan.stopping != nil || (source == .recording && run.plan.scenarios != [.clean])
    precision = source == .calibration ? .roughly : isUpperBound ? .atMost : .about
    self.source = source
    self.words = words
  }
}
