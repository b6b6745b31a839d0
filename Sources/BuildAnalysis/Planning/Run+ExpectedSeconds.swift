import ModuleGraph

extension Run {
  /// The duration of all planned or allowed builds, in seconds, estimated from an earlier run.
  /// - Returns: `nil` if the earlier run comes from another machine or configuration, or lacks some of these builds.
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

  /// The duration of all planned or allowed builds, in seconds, estimated from one recorded build. Each is counted as a
  /// clean build of its arm.
  /// - Returns: `nil` if the recorded build used another number of cores or another configuration, or did not build all
  ///   of these modules.
  package func expectedSeconds(by recorded: RecordedBuild) -> Double? {
    guard recorded.cores == environment.cores, recorded.configuration == plan.configuration, command == nil else {
      return nil
    }
    return expectedSeconds { arm in recorded.seconds(for: sourceModules(of: arm).map(\.id)) }
  }

  /// The duration of all planned or allowed builds, in seconds, estimated from the cost of a module in the machine's
  /// calibration.
  ///
  /// Does not include packages outside the workspace (``buildsOtherPackages``).
  /// - Returns: `nil` if the calibration lacks that cost or has another configuration, or not all lines are known.
  package func expectedSeconds(by calibration: Calibration) -> Double? {
    guard calibration.configuration == plan.configuration, command == nil, let calibrated = calibration.work else {
      return nil
    }
    return expectedSeconds { arm in
      work(of: arm).map { calibration.medianSeconds * $0.amount / calibrated.amount }
    }
  }

  /// The work in a clean build of an arm, limited to the workspace's own packages; `nil` if not all lines are known.
  func work(of arm: Arm) -> BuildWork? {
    let lines = sourceModules(of: arm).filter { !$0.kind.isOutside }.map(\.lines)
    let sum = lines.reduce(0) { $0 + ($1 ?? 0) }
    return lines.contains(nil) || sum == 0 ? nil : BuildWork(modules: lines.count, lines: sum)
  }

  /// Whether an arm builds modules of packages outside the workspace.
  package var buildsOtherPackages: Bool { arms.contains { sourceModules(of: $0).contains { $0.kind.isOutside } } }

  private func expectedSeconds(_ cleanSeconds: (Arm) -> Double?) -> Double? {
    // The duration of tests cannot be estimated before they ran.
    guard !plan.scenarios.contains(.tests) else { return nil }
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
  /// Whether two arms specify the same build; their modules may differ.
  fileprivate func buildsTheSame(as other: Arm) -> Bool {
    (name, made, targets, builder, arguments, environment)
      == (other.name, other.made, other.targets, other.builder, other.arguments, other.environment)
  }
}
