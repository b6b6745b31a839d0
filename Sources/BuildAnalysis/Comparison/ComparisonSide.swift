import ModuleGraph

/// One of the two states that are compared, as a run measured it.
package struct ComparisonSide: Sendable {
  package let findings: RunFindings
  /// What people call it: a revision, or a run.
  package let name: String
  /// The arms that are meant; `nil` for a run of one state.
  private let side: Arm.Side?

  /// - Parameter side: of a run of two states, the one that is meant.
  package init(_ findings: RunFindings, named name: String, side: Arm.Side? = nil) {
    (self.findings, self.name, self.side) = (findings, name, side)
  }

  package var run: Run { findings.run }

  package var subject: Run.Subject { side == .base ? run.base ?? run.workspace : run.workspace }

  /// In their order.
  package var arms: [Arm] { run.arms.filter { $0.side == side } }

  /// The arm of a name that it has in either state.
  func arm(named plainName: String) -> Arm? { arms.first { $0.plainName == plainName } }

  /// Under the names that arms have in either state, in the run's order.
  var cases: [Case] {
    let names = Dictionary(arms.map { ($0.name, $0.plainName) }, uniquingKeysWith: { first, _ in first })
    return run.cases.compactMap { build in names[build.arm].map { Case(arm: $0, scenario: build.scenario) } }
  }

  /// The case as its run names it.
  func own(_ build: Case) -> Case {
    Case(arm: arm(named: build.arm)?.name ?? build.arm, scenario: build.scenario)
  }

  /// The measured rounds that succeeded and count, in their order.
  package func measured(_ build: Case) -> [Sample] { findings.measured(own(build)) }

  /// The builds of a case that failed, warm-ups included.
  func failed(_ build: Case) -> [Sample] {
    let build = own(build)
    return findings.cases.first { $0.case == build }?.failedSamples ?? []
  }

  /// The part of the graph that an arm builds, with modules under other ids where they moved.
  func part(of arm: Arm, moved: [ModuleMove] = []) -> ModuleGraph {
    subject.graph.part(builtFor: arm).renaming(moved.filter { $0.before.id != $0.after.id })
  }
}
