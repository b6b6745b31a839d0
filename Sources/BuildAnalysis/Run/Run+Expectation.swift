extension Run {
  /// How long all builds that are planned, or allowed, will take, by what they took in a former run.
  /// - Returns: `nil` where that is another machine, or has not made all of these builds.
  package func expectedSeconds(by former: Run) -> Double? {
    guard former.environment.cpu == environment.cpu, former.environment.cores == environment.cores,
      former.plan.configuration == plan.configuration,
      arms.allSatisfy({ arm in former.arms.contains { $0.buildsTheSame(as: arm) } })
    else { return nil }
    let pace = Pace(former)
    guard let warmups = pace.seconds(for: cases, isWarmup: true, repeated: plan.warmups),
      let rounds = pace.seconds(for: cases, repeated: plan.rounds)
    else { return nil }
    return warmups + rounds
  }
}

extension Arm {
  /// Its modules may have changed since.
  fileprivate func buildsTheSame(as other: Arm) -> Bool {
    (name, targets, builder, arguments, environment)
      == (other.name, other.targets, other.builder, other.arguments, other.environment)
  }
}
