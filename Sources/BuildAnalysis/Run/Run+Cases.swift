/// One arm in one scenario. It is measured once in each round, and is a row in reports.
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
  /// Scenarios that change a module apply to the arms that build it; those in `Plan.featureScenarios` only to the
  /// reference and to the arm of the module's feature. Modules are built alone only for the reference. Tests apply to
  /// the arms that have any.
  package var cases: [Case] {
    arms.flatMap { arm in
      plan.scenarios.filter { concerns($0, arm) }.map { Case(arm: arm.name, scenario: $0) }
    }
  }

  /// The cases in the order in which a round builds them, so that drift of the machine affects all cases equally.
  ///
  /// A first null build directly follows the clean build of its arm, if the round has one. The two states of an arm are
  /// built directly one after the other, in random order. Warm-ups begin with the clean builds, since cases that start
  /// from a finished build are skipped if these fail.
  /// - Parameter round: counted from 1; warm-ups are round 0.
  package func order(inRound round: Int) -> [Case] {
    let cases = self.cases
    let followers = Set(
      cases.filter { $0.scenario == .firstNull && cases.contains(Case(arm: $0.arm, scenario: .clean)) })
    let order = shuffled(cases.filter { !followers.contains($0) }, inRound: round)
    let isFirst = { (build: Case) in round == 0 && build.scenario == .clean }
    return (order.filter(isFirst) + order.filter { !isFirst($0) }).flatMap { build -> [Case] in
      let follower = Case(arm: build.arm, scenario: .firstNull)
      return build.scenario == .clean && followers.contains(follower) ? [build, follower] : [build]
    }
  }

  private func shuffled(_ cases: [Case], inRound round: Int) -> [Case] {
    let shuffled = plan.shuffled(cases, inRound: round)
    guard isOfTwoStates else { return shuffled }
    let group = builtAtOnce
    let pairs = Dictionary(grouping: shuffled, by: group)
    return shuffled.map(group).uniqued.flatMap { pairs[$0] ?? [] }
  }

  /// Maps each case to a representative of the cases that run together if builds run in turns: all arms in one
  /// scenario, or in a run of two states, both states of one arm.
  var builtAtOnce: (Case) -> Case {
    guard isOfTwoStates else { return { Case(arm: "", scenario: $0.scenario) } }
    let names = Dictionary(arms.map { ($0.name, $0.plainName) }, uniquingKeysWith: { first, _ in first })
    return { Case(arm: names[$0.arm] ?? $0.arm, scenario: $0.scenario) }
  }

  /// The cases that are not built if the warm-up of one fails: that case; if it is clean, those of the arm that start from
  /// a finished build; and of each, the base that is built only for comparison.
  func lost(byFailureOf failed: Case) -> [Case] {
    let own =
      failed.scenario == .clean
      ? cases.filter { $0 == failed || ($0.arm == failed.arm && $0.scenario.needsFinishedBuild) } : [failed]
    return own + own.flatMap(pairedOnly)
  }

  /// The case of the base that is built only for comparison with a case of the head; none for other cases.
  func pairedOnly(with build: Case) -> [Case] {
    guard let head = arms.first(where: { $0.name == build.arm }), head.side == .head else { return [] }
    return arms.filter { $0.side == .base && $0.plainName == head.plainName }.map {
      Case(arm: $0.name, scenario: build.scenario)
    }
  }

  private func concerns(_ scenario: Scenario, _ arm: Arm) -> Bool {
    if scenario == .tests { return arm.tests != nil }
    guard let module = scenario.module else { return true }
    guard let id = subject(of: arm).graph.module(named: module)?.id, arm.modules.contains(id) else { return false }
    if case .alone = scenario { return arm.role == .combined }
    let isOfFeature = plan.featureScenarios?.contains(scenario) == true && arm.role != .combined
    return !isOfFeature || arm.featureModules?.contains(id) == true
  }
}
