import BuildAnalysis
import ModuleGraph

extension JSON {
  static func comparison(_ report: ComparisonReport) throws -> String {
    let comparison = report.comparison
    return try pretty([
      "schema": "modgauge.comparison/1", "workspace": comparison.head.subject.name,
      "base": comparison.base.json, "head": comparison.head.json,
      "paired": comparison.isPaired, "comparable": comparison.isComparable, "mismatches": comparison.mismatches,
      "cases": comparison.cases.map { $0.json(isComparable: comparison.isComparable) },
      "arms": comparison.arms.map(\.json),
      "onlyInBase": comparison.onlyInBase, "onlyInHead": comparison.onlyInHead,
      "gate": report.gate?.json,
    ])
  }
}

extension ComparisonSide {
  fileprivate var json: JSON.Object {
    ["name": name, "revision": subject.revision, "dirty": subject.dirty]
  }
}

extension CaseChange {
  fileprivate func json(isComparable: Bool) -> JSON.Object {
    let verdict = isComparable ? telling?.change.verdict.rawValue ?? "not-measured" : "not-comparable"
    return [
      "arm": arm, "scenario": scenario, "verdict": verdict, "measure": isComparable ? telling?.measure : nil,
      "wall": wall, "cpu": cpu, "baseFailures": failures.base.count, "headFailures": failures.head.count,
      "why": modules?.json, "schedule": schedule?.json,
    ]
  }
}

extension ModuleChanges {
  fileprivate var json: JSON.Object {
    ["cpuSecondsDifference": difference, "explained": explained, "unexplained": unexplained, "modules": all]
  }
}

extension ScheduleChange {
  fileprivate var json: JSON.Object {
    ["figures": changes, "baseCriticalModules": base, "headCriticalModules": head]
  }
}

extension ArmChange {
  fileprivate var json: JSON.Object {
    [
      "arm": arm, "counts": counts, "addedModules": added.map(\.id), "removedModules": removed.map(\.id),
      "addedDependencies": addedDependencies, "removedDependencies": removedDependencies,
    ]
  }
}

extension GateDecision {
  fileprivate var json: JSON.Object {
    [
      "outcome": outcome,
      "times": times.map { time -> JSON.Object in
        [
          "arm": time.arm, "scenario": time.scenario, "outcome": time.outcome,
          // Absent if both measures may decide.
          "measure": time.limit.measure,
          "allowedShare": time.limit.share, "allowedSeconds": time.limit.seconds,
          "verdict": time.verdict, "confirmation": time.confirmation, "acceptance": time.acceptance,
        ]
      },
      "counts": counts.map { count -> JSON.Object in
        [
          "arm": count.arm, "figure": count.change.figure, "scenario": count.change.scenario,
          "outcome": count.outcome, "base": count.change.base, "head": count.change.head,
          "allowedGrowth": count.growth,
        ]
      },
    ]
  }
}
