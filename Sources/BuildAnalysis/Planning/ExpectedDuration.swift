/// An estimate of how long a benchmark will take, and its source.
package struct ExpectedDuration: Sendable, Hashable, Codable {
  package enum Source: String, Sendable, Codable {
    /// An earlier run with the same builds.
    case run
    /// A recorded build of the same modules.
    case recording
    /// A calibration of this machine, whose modules are different code.
    case calibration
  }

  package enum Precision: String, Sendable, Codable {
    case about
    case atMost = "at-most"
    /// The actual duration may be half or twice as long, since the cost per line depends on the code.
    case roughly
  }

  /// The duration of all planned or allowed builds, limited by the budget.
  package let seconds: Double
  package let precision: Precision
  package let source: Source
  /// The name of the source, such as `the run of 2026-11-20T101500Z`.
  package let description: String

  private enum CodingKeys: String, CodingKey {
    case seconds, precision, source
    case description = "words"
  }

  /// - Parameter description: the name of the source.
  package init(seconds: Double, of run: Run, source: Source, description: String) {
    self.seconds = min(run.plan.stopping?.budgetSeconds ?? .infinity, seconds)
    let isUpperBound = run.plan.stopping != nil || (source == .recording && run.plan.scenarios != [.clean])
    precision = source == .calibration ? .roughly : isUpperBound ? .atMost : .about
    self.source = source
    self.description = description
  }
}
