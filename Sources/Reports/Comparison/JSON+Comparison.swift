import BuildAnalysis
import ModuleGraph

extension JSON {
  static func comparison(_ report: ComparisonReport) throws -> String {
    let comparison = report.comparison
    return try pretty([
      "schema": "modgauge.comparison/1", "workspace": comparison.head.subject.name,
      "base": side(comparison.base), "head": side(comparison.head),
      "paired": comparison.isPaired, "comparable": comparison.isComparable, "mismatches": comparison.mismatches,
      "cases": comparison.cases.map { change($0, isComparable: comparison.isComparable) },
      "arms": comparison.arms.map(arm),
      "onlyInBase": comparison.onlyInBase, "onlyInHead": comparison.onlyInHead,
      "gate": report.gate.map(gate),
    ])
  }

  private static func side(_ side: ComparisonSide) -> Object {
    ["name": side.name, "revision": side.subject.revision, "dirty": side.subject.dirty]
  }

  private static func change(_ change: CaseChange, isComparable: Bool) -> Object {
    let verdict = isComparable ? change.telling?.change.verdict.rawValue ?? "not-measured" : "not-comparable"
    return [
      "arm": change.arm, "scenario": change.scenario, "verdict": verdict,
      "measure": isComparable ? change.telling?.measure : nil, "wall": change.wall, "cpu": change.cpu,
      "baseFailures": change.failures.base.count, "headFailures": change.failures.head.count,
      "why": change.modules.map { modules -> Object in
        [
          "cpuSecondsDifference": modules.difference, "explained": modules.explained,
          "unexplained": modules.unexplained, "modules": modules.all,
        ]
      },
      "schedule": change.schedule.map { schedule -> Object in
        [
          "figures": schedule.changes, "baseCriticalModules": schedule.base, "headCriticalModules": schedule.head,
        ]
      },
    ]
  }

  private static func arm(_ change: ArmChange) -> Object {
    [
      "arm": change.arm, "counts": change.counts, "addedModules": change.added.map(\.id),
      "removedModules": change.removed.map(\.id), "addedDependencies": change.addedDependencies,
      "removedDependencies": change.removedDependencies,
    ]
  }

  private static func gate(_ gate: GateDecision) -> Object {
    [
      "outcome": gate.outcome,
      "times": gate.times.map { time -> Object in
        [
          "arm": time.arm, "scenario": time.scenario, "outcome": time.outcome,
          // Absent if both measures may decide.
          "measure": time.limit.measure,
          "allowedShare": time.limit.share, "allowedSeconds": time.limit.seconds,
          "verdict": time.verdict, "confirmation": time.confirmation, "acceptance": time.acceptance,
        ]
      },
      "counts": gate.counts.map { count -> Object in
        [
          "arm": count.arm, "figure": count.change.figure, "scenario": count.change.scenario,
          "outcome": count.outcome, "base": count.change.base, "head": count.change.head,
          "allowedGrowth": count.growth,
        ]
      },
    ]
  }
}
