package import ModuleGraph

/// One of the two compared states, with the run that measured it.
package struct ComparisonSide: Sendable {
  package let findings: RunFindings
  /// The name shown to users: of a revision or a run.
  package let name: String
  /// The side whose arms belong to this state; `nil` for a run of one state.
  private let side: Arm.Side?

  /// - Parameter side: the state to use if the run measured two.
  package init(_ findings: RunFindings, named name: String, side: Arm.Side? = nil) {
    (self.findings, self.name, self.side) = (findings, name, side)
  }

  package var run: Run { findings.run }

  package var subject: Run.Subject { side == .base ? run.base ?? run.workspace : run.workspace }

  /// In the run's order.
  package var arms: [Arm] { run.arms.filter { $0.side == side } }

  /// The arm with a name that is the same in both states.
  package func arm(named plainName: String) -> Arm? { arms.first { $0.plainName == plainName } }

  /// The cases under names that are the same in both states, in the run's order.
  var cases: [Case] {
    let names = Dictionary(arms.map { ($0.name, $0.plainName) }, uniquingKeysWith: { first, _ in first })
    return run.cases.compactMap { build in names[build.arm].map { Case(arm: $0, scenario: build.scenario) } }
  }

  /// The case under the name that its run uses.
  func own(_ build: Case) -> Case {
    Case(arm: arm(named: build.arm)?.name ?? build.arm, scenario: build.scenario)
  }

  /// The measured samples that succeeded and count, in the order of their rounds.
  package func measured(_ build: Case) -> [Sample] { findings.measured(own(build)) }

  /// The failed builds of a case, including warm-ups; if it was not built because of a failed clean build, that one.
  func failed(_ build: Case) -> [Sample] {
    let build = own(build)
    return findings.cases.first { $0.case == build }.map { [$0.cleanFailure].compactMap(\.self) + $0.failedSamples }
      ?? []
  }

  /// The subgraph that an arm builds, with moved modules under their new ids.
  package func part(of arm: Arm, moved: [ModuleMove] = []) -> ModuleGraph {
    subject.graph.part(builtFor: arm).renaming(moved.filter { $0.before.id != $0.after.id })
  }
}
