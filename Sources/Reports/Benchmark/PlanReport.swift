package import BuildAnalysis
import Documents
package import ModuleGraph

/// What a benchmark is going to do.
package struct PlanReport: Report {
  private let run: Run
  private let scopes: [ArmScope]
  private let expected: ExpectedDuration?
  private let inferred: [String]
  private let estimate: BuildEstimate?

  /// - Parameters:
  ///   - run: without samples.
  ///   - expected: `nil` where nothing is known of how long these builds take.
  ///   - inferred: which roles of modules were inferred, in sentences.
  ///   - imports: by module, what it imports that does not exist here.
  ///   - estimates: of single builds, and where they come from; `nil` where there are none.
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

  /// What is compared, how often, and how long that takes.
  package var summary: String { Text.plan(run, expected: expected, inferred: inferred) }

  /// The same, with what each arm compiles.
  package var text: String {
    summary + "\n" + Text.scopes(scopes, of: run.workspace.graph, estimate: estimate)
  }
}
