package import BuildAnalysis
import Documents
package import ModuleGraph

package struct PlanReport: Report {
  private let run: Run
  private let scopes: [ArmScope]
  private let expected: ExpectedDuration?
  private let estimate: BuildEstimate?

  /// - Parameters:
  ///   - run: a run without samples.
  ///   - expected: `nil` if the duration cannot be estimated.
  ///   - imports: by module, an import that is not available on this platform.
  ///   - estimates: estimates of single builds, and their source; `nil` without any.
  package init(
    _ run: Run, expected: ExpectedDuration?, imports: [ModuleID: MissingImport] = [:],
    estimates: (FeatureShares.Estimates, BuildEstimate)? = nil
  ) {
    (self.run, self.expected, estimate) = (run, expected, estimates?.1)
    scopes = run.scopes(imports: imports, estimates: estimates?.0 ?? .init())
  }

  package static let renderings: [Rendering<Self>] = [
    .text { $0.text($1) },
    .json {
      try PlanDocument($0.run, scopes: $0.scopes, expected: $0.expected, estimatedFrom: $0.estimate?.build).json()
    },
  ]

  /// What is compared, how often, and the expected duration.
  package var summary: String { Text.plan(run, expected: expected) }

  /// The summary, and what each arm compiles.
  package func text(_ style: TextStyle = .plain) -> String {
    Text.plan(run, expected: expected, style) + "\n"
      + Text.scopes(scopes, of: run.workspace.graph, estimate: estimate, style)
  }
}
