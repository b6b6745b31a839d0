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
      "suggestions": found.suggestions.map { suggestion($0, found.goal) },
      "plan": found.plan.last.map { last -> Object in
        [
          "gain": found.planGain.json, "command": SuggestionReport.command(last.proposal),
          "proposal": last.proposal.yaml, "steps": found.plan.map { suggestion($0, found.goal) },
        ]
      },
      "untouched": found.untouched.map { module -> Object in
        [
          "module": module.module, "cpuSeconds": module.cpuSeconds.milli, "gainSeconds": module.gainSeconds.milli,
        ]
      },
      // Absent if no suggestion splits a module, and if no module could be divided.
      "fileCosts": found.divided.json, "index": report.index.json,
      "commits": found.commits, "changesBefore": found.changesBefore.map(distribution),
      "changesAfter": found.changesAfter.map(distribution),
      "cuts": report.cuts.map(cuts), "candidates": found.candidates, "replays": found.replays,
    ])
  }

  /// The same without a recorded build.
  static func suggestions(_ report: CutReport) throws -> String {
    try pretty(["schema": "modgauge.suggestions/1", "workspace": report.name, "cuts": report.cuts.map(cuts)])
  }

  /// What a change recompiles, as shares of all lines.
  private static func cuts(_ ranking: CutRanking) -> Object {
    let ids = ranking.graph.nodes.map(\.id)
    return [
      "recompiledShare": ranking.share.rounded(decimals: 4), "commits": ranking.commits,
      "dependencies": ranking.rows.map { row -> Object in
        ["from": ids[row.from], "to": ids[row.to], "savedShare": row.saved.rounded(decimals: 4)]
      },
    ]
  }

  /// The changes made for one reason.
  private static func part(_ part: Candidate) -> Object {
    [
      "changes": part.changes.map(\.description), "reason": part.reason.json, "isFollowUp": part.isFollowUp,
      "isOnCriticalPath": part.isOnCriticalPath, "dependents": part.dependents,
    ]
  }

  private static func suggestion(_ found: Suggestion, _ goal: Suggestions.Goal) -> Object {
    [
      "changes": found.changes.map(\.description), "command": SuggestionReport.command(found.proposal),
      "proposal": found.proposal.yaml, "reason": found.reason.json, "isOnCriticalPath": found.isOnCriticalPath,
      "dependents": found.parts[0].dependents, "parts": found.parts.map(part), "gain": found.gain.json,
      "seconds": found.seconds.milli, "rebuiltCPUSecondsBefore": found.rebuiltBefore.milli,
      "rebuiltCPUSecondsAfter": found.rebuiltAfter.milli,
      // What `what-if` predicts of clean builds; absent for those, whose seconds are `seconds`.
      "cleanSeconds": goal == .clean ? nil : found.clean.seconds.milli, "cleanGain": found.clean.gain.json,
      "assumptions": found.clean.assumptions.map(\.description),
    ]
  }

  private static func distribution(_ figures: Suggestions.Distribution) -> Object {
    ["mean": figures.mean.milli, "median": figures.median.milli, "p90": figures.p90.milli]
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
