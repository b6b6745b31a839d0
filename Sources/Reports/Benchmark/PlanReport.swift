package import BuildAnalysis
import Documents

/// What a benchmark is going to do.
package struct PlanReport: Report {
  private let run: Run
  private let expected: ExpectedDuration?
  private let inferred: [String]

  /// - Parameters:
  ///   - run: without samples.
  ///   - expected: `nil` where nothing is known of how long these builds take.
  ///   - inferred: which roles of modules were inferred, in sentences.
  package init(_ run: Run, expected: ExpectedDuration?, inferred: [String] = []) {
    (self.run, self.expected, self.inferred) = (run, expected, inferred)
  }

  package static let renderings: [Rendering<Self>] = [
    .text(\.text), .json { try PlanDocument($0.run, expected: $0.expected, inferred: $0.inferred).json() },
  ]

  /// For a terminal.
  package var text: String { Text.plan(run, expected: expected, inferred: inferred) }
}
