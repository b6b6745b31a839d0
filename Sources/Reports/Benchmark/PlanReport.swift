package import BuildAnalysis
import Documents
package import ModuleGraph

/// The plan of a benchmark.
package struct PlanReport: Report {
  private let run: Run
  private let scopes: [ArmScope]
  private let expected: ExpectedDuration?
  private let inferred: [String]
  private let estimate: BuildEstimate?

  /// - Parameters:
  ///   - run: a run without samples.
  ///   - expected: `nil` if the duration cannot be estimated.
  ///   - inferred: which roles were inferred, as sentences.
  ///   - imports: by module, an import that is not available on this platform.
  ///   - estimates: estimates of single builds, and their source; `nil` without any.
  package init(
    _ run: Run, expected: ExpectedDuration?, inferred: [String] = [], imports: [ModuleID: MissingImport] = [:],
    estimates: (FeatureShares.Estimates, BuildEstimate)? = nil
  ) {
    (self.run, self.expected, self.inferred, estimate) = (run, expected, inferred, estimates?.1)
    scopes = run.scopes(imports: imports, estimates: estimates?.0 ?? .init())
  }

  package static let renderings: [Rendering<Self>] = [
    .text(\.text),
    .json {
      try PlanDocument(
        $0.run, scopes: $0.scopes, expected: $0.expected, inferred: $0.inferred, estimatedFrom: $0.estimate?.build
      ).json()
    },
  ]

  /// What is compared, how often, and the expected duration.
  package var summary: String { Text.plan(run, expected: expected, inferred: inferred) }

  /// The summary, and what each arm compiles.
  package var text: String {
    summary + "\n" + Text.scopes(scopes, of: run.workspace.graph, estimate: estimate)
  }
}
