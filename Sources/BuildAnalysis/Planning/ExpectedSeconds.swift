import ModuleGraph

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

  /// The same by one recorded build, each build counted as a clean one of its arm.
  /// - Returns: `nil` where that had other cores or another configuration, or did not build all of these modules.
  package func expectedSeconds(by recorded: RecordedBuild) -> Double? {
    guard recorded.cores == environment.cores, recorded.configuration == plan.configuration, command == nil else {
      return nil
    }
    return expectedSeconds { arm in recorded.seconds(for: sourceModules(of: arm).map(\.id)) }
  }

  /// The same by the machine's calibration, which tells what a module costs here.
  ///
  /// Nothing is known of packages from elsewhere (``buildsOtherPackages``).
  /// - Returns: `nil` where that says nothing of it, or nobody knows how many lines there are.
  package func expectedSeconds(by calibration: Calibration) -> Double? {
    guard calibration.configuration == plan.configuration, command == nil, let calibrated = calibration.work else {
      return nil
    }
    return expectedSeconds { arm in
      work(of: arm).map { calibration.medianSeconds * $0.amount / calibrated.amount }
    }
  }

  /// What a clean build of an arm compiles, of the workspace's own packages; `nil` where not all lines are known.
  func work(of arm: Arm) -> BuildWork? {
    let lines = sourceModules(of: arm).filter { $0.kind != .external }.map(\.lines)
    let sum = lines.reduce(0) { $0 + ($1 ?? 0) }
    return lines.contains(nil) || sum == 0 ? nil : BuildWork(modules: lines.count, lines: sum)
  }

  /// Whether an arm builds modules of packages that are not in the workspace.
  package var buildsOtherPackages: Bool { arms.contains { sourceModules(of: $0).contains { $0.kind == .external } } }

  private func expectedSeconds(_ cleanSeconds: (Arm) -> Double?) -> Double? {
    var total = 0.0
    for arm in arms {
      guard let seconds = cleanSeconds(arm) else { return nil }
      total += seconds * Double(cases.count { $0.arm == arm.name } * (plan.warmups + plan.rounds))
    }
    return total
  }

  private func sourceModules(of arm: Arm) -> [Module] { workspace.graph.compiledModules(among: Set(arm.modules)) }
}

extension Arm {
  /// Its modules may have changed since.
  fileprivate func buildsTheSame(as other: Arm) -> Bool {
    (name, made, targets, builder, arguments, environment)
      == (other.name, other.made, other.targets, other.builder, other.arguments, other.environment)
  }
}
