import BuildAnalysis
import ModuleGraph

extension JSON {
  /// `modgauge.comparison/1`.
  static func comparison(_ report: ComparisonReport) throws -> String { try pretty(Document(report)) }
}

private struct Document: Encodable {
  struct State: Encodable {
    let name: String
    let revision: String?
    let dirty: Bool?

    init(_ side: ComparisonSide) {
      (name, revision, dirty) = (side.name, side.subject.revision, side.subject.dirty)
    }
  }

  struct CaseEntry: Encodable {
    struct Modules: Encodable {
      let cpuSecondsDifference: Double
      let explained: Double
      let unexplained: Double
      let modules: [ModuleChanges.Change]
    }

    struct Schedule: Encodable {
      let figures: [ScheduleChange.Change]
      let baseCriticalModules: [String]
      let headCriticalModules: [String]
    }

    let arm: String
    let scenario: Scenario
    let verdict: String
    let measure: TimeMeasure?
    let wall: FigureChange?
    let cpu: FigureChange?
    let baseFailures: Int
    let headFailures: Int
    let why: Modules?
    let schedule: Schedule?

    init(_ change: CaseChange, isComparable: Bool) {
      (arm, scenario, wall, cpu) = (change.arm, change.scenario, change.wall, change.cpu)
      (baseFailures, headFailures) = (change.failures.base.count, change.failures.head.count)
      measure = isComparable ? change.telling?.measure : nil
      verdict = isComparable ? change.telling?.change.verdict.rawValue ?? "not-measured" : "not-comparable"
      schedule = change.schedule.map {
        Schedule(figures: $0.changes, baseCriticalModules: $0.base, headCriticalModules: $0.head)
      }
      why = change.modules.map {
        Modules(
          cpuSecondsDifference: $0.difference, explained: $0.explained, unexplained: $0.unexplained, modules: $0.all)
      }
    }
  }

  struct ArmEntry: Encodable {
    let arm: String
    let counts: [CountChange]
    let addedModules: [ModuleID]
    let removedModules: [ModuleID]
    let addedDependencies: [Dependency]
    let removedDependencies: [Dependency]

    init(_ change: ArmChange) {
      (arm, counts) = (change.arm, change.counts)
      (addedModules, removedModules) = (change.added.map(\.id), change.removed.map(\.id))
      (addedDependencies, removedDependencies) = (change.addedDependencies, change.removedDependencies)
    }
  }

  struct GateEntry: Encodable {
    struct TimeEntry: Encodable {
      let arm: String
      let scenario: Scenario
      /// Absent if both measures may decide.
      let measure: TimeMeasure?
      let outcome: GateDecision.Outcome
      let allowedShare: Double
      let allowedSeconds: Double
      let verdict: Gate.Verdict?
      let confirmation: Gate.Verdict?
      let acceptance: String?
    }

    struct CountEntry: Encodable {
      let arm: String
      let figure: CountedFigure
      let scenario: Scenario?
      let outcome: GateDecision.Outcome
      let base: Int?
      let head: Int?
      let allowedGrowth: Int
    }

    let outcome: GateDecision.Outcome
    let times: [TimeEntry]
    let counts: [CountEntry]

    init(_ decision: GateDecision) {
      outcome = decision.outcome
      times = decision.times.map {
        TimeEntry(
          arm: $0.arm, scenario: $0.scenario, measure: $0.limit.measure, outcome: $0.outcome,
          allowedShare: $0.limit.share, allowedSeconds: $0.limit.seconds, verdict: $0.verdict,
          confirmation: $0.confirmation, acceptance: $0.acceptance)
      }
      counts = decision.counts.map {
        CountEntry(
          arm: $0.arm, figure: $0.change.figure, scenario: $0.change.scenario, outcome: $0.outcome,
          base: $0.change.base, head: $0.change.head, allowedGrowth: $0.growth)
      }
    }
  }

  let schema = "modgauge.comparison/1"
  let workspace: String
  let base: State
  let head: State
  let paired: Bool
  let comparable: Bool
  let mismatches: [RunMismatch]
  let cases: [CaseEntry]
  let arms: [ArmEntry]
  let onlyInBase: [String]
  let onlyInHead: [String]
  let gate: GateEntry?

  init(_ report: ComparisonReport) {
    let comparison = report.comparison
    gate = report.gate.map(GateEntry.init)
    workspace = comparison.head.subject.name
    (base, head) = (State(comparison.base), State(comparison.head))
    (paired, comparable) = (comparison.isPaired, comparison.isComparable)
    mismatches = comparison.mismatches
    cases = comparison.cases.map { [comparable] in CaseEntry($0, isComparable: comparable) }
    arms = comparison.arms.map(ArmEntry.init)
    (onlyInBase, onlyInHead) = (comparison.onlyInBase, comparison.onlyInHead)
  }
}
