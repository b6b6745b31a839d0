import BuildAnalysis
import Foresight
import ModuleGraph

extension JSON {
  static func suggestions(_ report: SuggestionReport) throws -> String {
    let found = report.suggestions
    return try pretty([
      "schema": "modgauge.suggestions/1", "workspace": report.name, "build": report.build,
      "goal": found.goal.rawValue, "recordings": found.recordings,
      "measuredSeconds": found.measuredSeconds.milli, "secondsBefore": found.seconds.milli,
      "replayRelativeError": found.relativeError.rounded(decimals: 4),
      "otherProgramsShare": report.cautions.otherProgramsShare?.milli, "otherState": report.cautions.otherState,
      "leastGainSeconds": found.leastGain.milli, "level": Forecast.level,
      "suggestions": found.suggestions.map { $0.json(of: found.goal) },
      "plan": found.plan.last.map { last -> Object in
        [
          "gain": found.planGain.json, "command": SuggestionReport.command(last.proposal),
          "proposal": last.proposal.yaml, "steps": found.plan.map { $0.json(of: found.goal) },
        ]
      },
      "untouched": found.untouched.map { module -> Object in
        [
          "module": module.module, "cpuSeconds": module.cpuSeconds.milli, "gainSeconds": module.gainSeconds.milli,
        ]
      },
      // Absent if no suggestion splits a module, and if no module could be divided.
      "fileCosts": found.divided.json, "index": report.index.json,
      "commits": found.commits, "changesBefore": found.changesBefore?.json, "changesAfter": found.changesAfter?.json,
      "cuts": report.cuts?.json, "candidates": found.candidates, "replays": found.replays,
    ])
  }

  /// The same without a recorded build.
  static func suggestions(_ report: CutReport) throws -> String {
    try pretty(["schema": "modgauge.suggestions/1", "workspace": report.name, "cuts": report.cuts?.json])
  }
}

extension CutRanking {
  /// What a change recompiles, as shares of all lines.
  fileprivate var json: JSON.Object {
    let ids = graph.nodes.map(\.id)
    return [
      "recompiledShare": share.rounded(decimals: 4), "commits": commits,
      "dependencies": rows.map { row -> JSON.Object in
        ["from": ids[row.from], "to": ids[row.to], "savedShare": row.saved.rounded(decimals: 4)]
      },
    ]
  }
}

extension Suggestion.Reason {
  fileprivate var json: JSON.Object {
    switch self {
    case .unused: ["kind": "unused"]
    case .cycle(let modules): ["kind": "cycle", "cycle": modules]
    case .rarelyImported(let paths, _): ["kind": "rarely-imported", "files": paths]
    case .importsUnknown: ["kind": "imports-unknown"]
    case .interface: ["kind": "interface"]
    case .waitedFor(let count): ["kind": "waited-for", "modules": count]
    case .seam(let openings): ["kind": "seam", "symbols": openings]
    case .large(let division): ["kind": division.rawValue]
    case .small(let share): ["kind": "small", "fixedShare": share.milli]
    }
  }
}

extension Candidate {
  /// The changes made for one reason.
  fileprivate var json: JSON.Object {
    [
      "changes": changes.map(\.description), "reason": reason.json, "isFollowUp": isFollowUp,
      "isOnCriticalPath": isOnCriticalPath, "dependents": dependents,
    ]
  }
}

extension Suggestion {
  fileprivate func json(of goal: Suggestions.Goal) -> JSON.Object {
    [
      "changes": changes.map(\.description), "command": SuggestionReport.command(proposal), "proposal": proposal.yaml,
      "reason": reason.json, "isOnCriticalPath": isOnCriticalPath, "dependents": parts[0].dependents,
      "parts": parts.map(\.json), "gain": gain.json, "seconds": seconds.milli,
      "rebuiltCPUSecondsBefore": rebuiltBefore.milli, "rebuiltCPUSecondsAfter": rebuiltAfter.milli,
      // What `what-if` predicts of clean builds; absent for those, whose seconds are `seconds`.
      "cleanSeconds": goal == .clean ? nil : clean.seconds.milli, "cleanGain": clean.gain.json,
      "assumptions": clean.assumptions.map(\.description),
    ]
  }
}

extension Suggestions.Distribution {
  fileprivate var json: JSON.Object { ["mean": mean.milli, "median": median.milli, "p90": p90.milli] }
}
