import ModuleGraph

extension Run {
  /// What a history knows the run by, however much of it was measured when it was stored: 16 hexadecimal digits that
  /// follow from the plan and the first build. Absent where nothing was built.
  package var identity: String? {
    guard let first = samples.first else { return nil }
    let facts = [
      workspace.name, workspace.revision ?? "", started ?? "", "\(plan.seed)", plan.configuration,
      plan.arms.joined(separator: "\t"), plan.scenarios.map(\.rawValue).joined(separator: "\t"), first.arm,
      first.scenario.rawValue, "\(first.offsetSeconds)", "\(first.seconds ?? -1)", "\(first.cpuSeconds ?? -1)",
      line.machine, line.compiler,
    ]
    let digits = String(facts.joined(separator: "\n").stableHash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
