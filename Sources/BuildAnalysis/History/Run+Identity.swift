import ModuleGraph

extension Run {
  /// The key of the run in a history: 16 hexadecimal digits, a hash of the plan and the first build. It does not depend
  /// on how much of the run was measured when it was stored. `nil` if nothing was built.
  package var identity: String? {
    guard let first = samples.first else { return nil }
    let facts = [
      workspace.name, workspace.revision ?? "", started ?? "", "\(plan.seed)", plan.configuration,
      plan.arms.joined(separator: "\t"), plan.scenarios.map(\.rawValue).joined(separator: "\t"), first.arm,
      first.scenario.rawValue, "\(first.offsetSeconds)", "\(first.seconds ?? -1)", "\(first.cpuSeconds ?? -1)",
      identifyingMachine, line.compiler,
    ]
    let digits = String(facts.joined(separator: "\n").stableHash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
