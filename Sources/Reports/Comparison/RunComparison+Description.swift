package import BuildAnalysis

extension Case {
  /// `App`, or `App, null`.
  var title: String { scenario == .clean ? arm : "\(arm), \(scenario.rawValue)" }
}

extension RunComparison {
  /// The arms that only one of the states has.
  var lonely: [(side: ComparisonSide, names: [String])] {
    [(base, onlyInBase), (head, onlyInHead)].filter { !$0.1.isEmpty }
  }
}

extension CaseChange {
  package var title: String { `case`.title }

  /// `slower`, `no change, could have detected ≥ 2.1 %`.
  /// - Parameter isComparable: if `false`, the verdict does not mention the figures.
  func verdict(isComparable: Bool) -> Phrase {
    guard isComparable else { return Phrase("not comparable").toned(.doubtful) }
    guard let (measure, change) = telling else { return Phrase(obstacle).toned(.bad) }
    let suffix = measure == .cpu ? " in CPU time" : ""
    return switch change.verdict {
    case .slower: Phrase("slower" + suffix).toned(.bad)
    case .faster: Phrase("faster" + suffix).toned(.good)
    case .unchanged:
      "no change" + Phrase(change.minimumDetectable.map { ", could have detected ≥ \(Figures.percent($0 - 1))" } ?? "")
    case .noisy: Phrase("too noisy").toned(.doubtful)
    case .tooFew: Phrase("too few rounds").toned(.doubtful)
    }
  }

  private var obstacle: String {
    switch (failures.base.isEmpty, failures.head.isEmpty) {
    case (true, true): medians.head == nil ? "not measured" : "not in the base"
    case (false, true): "base failed"
    case (true, false): "head failed"
    case (false, false): "both failed"
    }
  }
}

extension RunMismatch {
  package var title: String {
    switch kind {
    case .workspace: "Another workspace"
    case .configuration: "Different build configurations"
    case .builder: "Different builders or arguments"
    case .turns: "Builds in turns on one side only"
    case .machine: "Another machine"
    case .system: "Another system"
    case .toolchain: "Another toolchain"
    case .plan: "Another plan"
    }
  }
}

extension ScheduleChange.Figure {
  var title: String {
    switch self {
    case .criticalPath: "critical path"
    case .dependencyWait: "waiting for dependencies, all modules"
    case .coreWait: "waiting for a processor, all modules"
    }
  }
}

extension ModuleChanges.Kind {
  var description: String {
    switch self {
    case .added: "newly compiled"
    case .removed: "no longer compiled"
    case .slower: "slower"
    case .faster: "faster"
    case .unchanged: "may be chance"
    }
  }
}

extension CountChange {
  var title: String {
    let name =
      switch figure {
      case .modules: "modules"
      case .sources: "files"
      case .lines: "lines"
      case .dependencies: "dependencies"
      case .height: "height"
      case .criticalPathModules: "modules on the chain with the most lines"
      case .criticalPathLines: "lines on the chain with the most lines"
      case .tasks: "tasks run"
      case .compiledModules: "modules compiled"
      case .rebuiltModules: "modules rebuilt"
      case .rebuiltFiles: "files rebuilt"
      }
    return scenario.map { "\(name), \($0.rawValue)" } ?? name
  }
}
