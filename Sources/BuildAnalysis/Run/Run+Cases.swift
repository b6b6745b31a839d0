/// One arm in one scenario: what is measured once in each round, and is a row in reports.
package struct Case: Sendable, Hashable {
  package let arm: String
  package let scenario: Scenario

  package init(arm: String, scenario: Scenario) {
    self.arm = arm
    self.scenario = scenario
  }
}

extension Sample {
  package var `case`: Case { Case(arm: arm, scenario: scenario) }
}

extension Run {
  /// Every arm in every scenario that applies to it, in the order of the arms, then of the scenarios.
  ///
  /// A module is changed for those arms that build it, or whose feature it is, and built alone for the reference.
  package var cases: [Case] {
    arms.flatMap { arm in
      plan.scenarios.filter { concerns($0, arm) }.map { Case(arm: arm.name, scenario: $0) }
    }
  }

  /// The cases in the order in which a round builds them, so that drift of the machine affects every case alike.
  ///
  /// A first null build follows the clean one of its arm where the round has one.
  /// - Parameter round: counted from 1; warm-ups are round 0.
  package func order(inRound round: Int) -> [Case] {
    let cases = self.cases
    let followers = Set(
      cases.filter { $0.scenario == .firstNull && cases.contains(Case(arm: $0.arm, scenario: .clean)) })
    return plan.shuffled(cases.filter { !followers.contains($0) }, inRound: round).flatMap { build -> [Case] in
      let follower = Case(arm: build.arm, scenario: .firstNull)
      return build.scenario == .clean && followers.contains(follower) ? [build, follower] : [build]
    }
  }

  private func concerns(_ scenario: Scenario, _ arm: Arm) -> Bool {
    guard let module = scenario.module else { return true }
    guard let id = workspace.graph.module(named: module)?.id, arm.modules.contains(id) else { return false }
    if case .alone = scenario { return arm.name == reference?.name }
    let isOfFeature = plan.featureScenarios?.contains(scenario) == true && arm.name != reference?.name
    return !isOfFeature || arm.featureModules?.contains(id) == true
  }
}
