package import BuildAnalysis
import Documents

/// What a benchmark is going to do.
package struct PlanReport: Report {
  private let run: Run
  private let expected: ExpectedDuration?

  /// - Parameters:
  ///   - run: without samples.
  ///   - expected: `nil` where nothing is known of how long these builds take.
  package init(_ run: Run, expected: ExpectedDuration?) {
    (self.run, self.expected) = (run, expected)
  }

  package static let renderings: [Rendering<Self>] = [
    .text(\.text), .json { try PlanDocument($0.run, expected: $0.expected).json() },
  ]

  /// For a terminal.
  package var text: String { Text.plan(run, expected: expected) }
}
