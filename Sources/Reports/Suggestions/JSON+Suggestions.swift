import BuildAnalysis
import Foresight
import ModuleGraph

extension JSON {
  /// `modgauge.suggestions/1`.
  static func suggestions(_ report: SuggestionReport) throws -> String { try pretty(Document(report)) }

  /// The same without a recorded build.
  static func suggestions(_ report: CutReport) throws -> String { try pretty(CutDocument(report)) }
}

private struct CutDocument: Encodable {
  let schema = "modgauge.suggestions/1"
  let workspace: String
  let cuts: CutEntries?

  init(_ report: CutReport) { (workspace, cuts) = (report.name, report.cuts.map(CutEntries.init)) }
}

/// What a change recompiles, as shares of all lines.
private struct CutEntries: Encodable {
  struct Entry: Encodable {
    let from: String
    let to: String
    let savedShare: Double
  }

  let recompiledShare: Double
  let commits: Int?
  let dependencies: [Entry]

  init(_ cuts: CutRanking) {
    (recompiledShare, commits) = (cuts.share.rounded(decimals: 4), cuts.commits)
    let ids = cuts.graph.nodes.map(\.id)
    dependencies = cuts.rows.map {
      Entry(from: ids[$0.from], to: ids[$0.to], savedShare: $0.saved.rounded(decimals: 4))
    }
  }
}

private struct Document: Encodable {
  struct Reason: Encodable {
    let kind: String
    var cycle: [ModuleID]?
    var files: [String]?
    var modules: Int?
    var symbols: [String]?
    var fixedShare: Double?

    init(_ reason: Suggestion.Reason) {
      switch reason {
      case .unused: kind = "unused"
      case .cycle(let modules): (kind, cycle) = ("cycle", modules)
      case .rarelyImported(let paths, _): (kind, files) = ("rarely-imported", paths)
      case .importsUnknown: kind = "imports-unknown"
      case .interface: kind = "interface"
      case .waitedFor(let count): (kind, modules) = ("waited-for", count)
      case .seam(let openings): (kind, symbols) = ("seam", openings)
      case .large(let division): kind = division.rawValue
      case .small(let share): (kind, fixedShare) = ("small", share.milli)
      }
    }
  }

  /// The changes made for one reason.
  struct Part: Encodable {
    let changes: [String]
    let reason: Reason
    let isFollowUp: Bool
    let isOnCriticalPath: Bool
    let dependents: Int

    init(_ part: Candidate) {
      changes = part.changes.map(\.description)
      reason = Reason(part.reason)
      (isFollowUp, isOnCriticalPath, dependents) = (part.isFollowUp, part.isOnCriticalPath, part.dependents)
    }
  }

  struct Entry: Encodable {
    let changes: [String]
    /// `nil` if options cannot tell the changes.
    let command: String?
    let proposal: String
    let reason: Reason
    let isOnCriticalPath: Bool
    let dependents: Int
    let parts: [Part]
    let gain: JSON.Estimate
    let seconds: Double
    let rebuiltCPUSecondsBefore: Double
    let rebuiltCPUSecondsAfter: Double
    /// Of the proposal: what `what-if` predicts. `nil` for clean builds, whose seconds are `seconds`.
    let cleanSeconds: Double?
    let cleanGain: JSON.Estimate
    let assumptions: [String]

    init(_ suggestion: Suggestion, _ goal: Suggestions.Goal) {
      changes = suggestion.changes.map(\.description)
      command = SuggestionReport.command(suggestion.proposal)
      proposal = suggestion.proposal.yaml
      parts = suggestion.parts.map(Part.init)
      cleanSeconds = goal == .clean ? nil : suggestion.clean.seconds.milli
      cleanGain = JSON.Estimate(suggestion.clean.gain)
      assumptions = suggestion.clean.assumptions.map(\.description)
      reason = Reason(suggestion.reason)
      (isOnCriticalPath, dependents) = (suggestion.isOnCriticalPath, suggestion.parts[0].dependents)
      (gain, seconds) = (JSON.Estimate(suggestion.gain), suggestion.seconds.milli)
      rebuiltCPUSecondsBefore = suggestion.rebuiltBefore.milli
      rebuiltCPUSecondsAfter = suggestion.rebuiltAfter.milli
    }
  }

  struct Plan: Encodable {
    let gain: JSON.Estimate
    /// `nil` if options cannot tell the changes.
    let command: String?
    let proposal: String
    let steps: [Entry]
  }

  struct Untouched: Encodable {
    let module: ModuleID
    let cpuSeconds: Double
    let gainSeconds: Double
  }

  struct Distribution: Encodable {
    let mean: Double
    let median: Double
    let p90: Double

    init(_ distribution: Suggestions.Distribution) {
      (mean, median, p90) = (distribution.mean.milli, distribution.median.milli, distribution.p90.milli)
    }
  }

  let schema = "modgauge.suggestions/1"
  let workspace: String
  let build: String
  let goal: String
  let recordings: Int
  let measuredSeconds: Double
  let secondsBefore: Double
  let replayRelativeError: Double
  let otherProgramsShare: Double?
  let otherState: String?
  let leastGainSeconds: Double
  let level = Forecast.level
  let suggestions: [Entry]
  let plan: Plan?
  let untouched: [Untouched]
  /// `nil` if no suggestion splits a module.
  let fileCosts: [DividedEntry]?
  /// `nil` if no module could be divided.
  let index: [IndexEntry]?
  let commits: Int?
  let changesBefore: Distribution?
  let changesAfter: Distribution?
  let cuts: CutEntries?
  let candidates: Int
  let replays: Int

  init(_ report: SuggestionReport) {
    let found = report.suggestions
    (workspace, build, goal) = (report.name, report.build, found.goal.rawValue)
    (recordings, candidates, replays) = (found.recordings, found.candidates, found.replays)
    (measuredSeconds, secondsBefore) = (found.measuredSeconds.milli, found.seconds.milli)
    (replayRelativeError, leastGainSeconds) = (found.relativeError.rounded(decimals: 4), found.leastGain.milli)
    (otherProgramsShare, otherState) = (report.cautions.otherProgramsShare?.milli, report.cautions.otherState)
    suggestions = found.suggestions.map { Entry($0, found.goal) }
    plan = found.plan.last.map { last in
      Plan(
        gain: JSON.Estimate(found.planGain), command: SuggestionReport.command(last.proposal),
        proposal: last.proposal.yaml, steps: found.plan.map { Entry($0, found.goal) })
    }
    untouched = found.untouched.map {
      Untouched(module: $0.module, cpuSeconds: $0.cpuSeconds.milli, gainSeconds: $0.gainSeconds.milli)
    }
    fileCosts = found.divided.entries
    index = report.index.entries
    commits = found.commits
    changesBefore = found.changesBefore.map(Distribution.init)
    changesAfter = found.changesAfter.map(Distribution.init)
    cuts = report.cuts.map(CutEntries.init)
  }
}
