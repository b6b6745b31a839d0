import BuildAnalysis

/// What a build that was read from a log answers first: what limited it, its dearest targets, and what part of it compiled nothing.
enum LoggedAnswers {
  private static let shownTargets = 5
  private static let shownPhases = 4

  static func phrases(of timeline: Timeline) -> [Phrase] {
    [
      limit(timeline), dearest(timeline), withoutCompiling(timeline), scripts(timeline), again(timeline),
      warnings(timeline),
    ].compactMap(\.self)
  }

  private static func limit(_ timeline: Timeline) -> Phrase {
    let whole: Phrase = "\(Figure.seconds(timeline.span.seconds))"
    if timeline.loggedKind == .null {
      return "Nothing was compiled or linked: all of the \(whole) went into planning, copies, scripts and waiting."
    }
    func part(_ seconds: Double) -> Phrase {
      "\(Figure.seconds(seconds)) of \(whole) (\(Figure.percent(seconds / max(timeline.span.seconds, 1e-9))))"
    }
    let limits = timeline.loggedLimits
    return limit(limits?.largest ?? .nothing, of: timeline, whole, part) + (limits?.rival.map(Self.closeness) ?? "")
  }

  private static func closeness(_ rival: LoggedLimit) -> Phrase {
    let cause: Phrase =
      switch rival {
      case .planning: "planning"
      case .script: "scripts"
      case .cores: "cores"
      case .criticalPath: "the critical path"
      case .module(let module, _): "the wait for \(module.label)"
      case .nothing: ""
      }
    guard rival != .nothing else { return " That is close: of a slightly smaller part, it would not be said." }
    return " That is close: \(cause) may limit another build of the same code."
  }

  private static func limit(
    _ limit: LoggedLimit, of timeline: Timeline, _ whole: Phrase, _ part: (Double) -> Phrase
  ) -> Phrase {
    switch limit {
    case .planning(let seconds):
      return "Planning limited this build: for \(part(seconds)), nothing was compiled yet."
    case .script(let module, let seconds):
      return "A script limited this build: for \(part(seconds)), only scripts of \(module?.label ?? "no target") ran."
    case .cores(let seconds):
      return
        "Cores limited this build: for \(part(seconds)), as many compilers and linkers ran as ever at once (\(Figure.count(timeline.cores)))."
    case .criticalPath(let seconds, let module):
      let longest = module.map { ", its longest part in \($0.label)" } ?? ""
      return
        "The critical path limited this build: \(part(seconds)) is work in which each part waited for the one before\(longest)."
    case .module(let module, let seconds):
      return "One target limited this build: for \(part(seconds)), everything waited for \(module.label)."
    case .nothing:
      return
        "Nothing alone limited this build of \(whole): neither cores, nor the critical path, a script, planning or a single target."
    }
  }

  private static func dearest(_ timeline: Timeline) -> Phrase? {
    let sorted = ModuleOrder.cpu.sorted(timeline.modules)
      .filter { ($0.cpuSeconds ?? $0.wallNanoseconds.asSeconds) > 0 }.prefix(shownTargets)
    guard !sorted.isEmpty, timeline.loggedKind != .null else { return nil }
    let targets = sorted.map { timing in
      let cost =
        timing.cpuSeconds.map { "\(Figures.seconds($0)) CPU" }
        ?? "\(Figures.seconds(timing.wallNanoseconds.asSeconds)) wall"
      let gain = timing.predictedGain.map { ", gain \(Figures.seconds($0.predictedSeconds))" } ?? ""
      return "\(timing.module.label) \(cost)\(gain)"
    }
    return "\(Phrase(replay(timeline))) The dearest targets: \(targets.joined(separator: "; "))."
  }

  private static func replay(_ timeline: Timeline) -> String {
    let error = timeline.replay.relativeError.map { "A replay of the unchanged build is \(Figures.percent($0)) off" }
    guard let refusal = timeline.replay.refusal else {
      return "\(error ?? ""); gains are those if a target cost nothing."
    }
    let words =
      switch timeline.gaps.first {
      case .unknownDependencies?: "the log does not say which targets depend on which"
      case .tangledDependencies?: "too many targets depend on too many others through targets without steps"
      case .failed?: "the build failed"
      case .noEnd?: "the log has no end"
      case let gap?: gap.sentence
      case nil: refusal == .unfaithful ? "the limit is 5 %" : refusal.sentence
      }
    return error.map { "\($0), and no gain is predicted: \(words)." } ?? "No gain is predicted: \(words)."
  }

  private static func withoutCompiling(_ timeline: Timeline) -> Phrase? {
    guard let phases = timeline.loggedPhases else { return nil }
    let seconds = phases.withoutCompilingNanoseconds.asSeconds
    var parts = phases.rows.filter { !$0.phase.compiles }.map { ($0.phase.rawValue, $0.besidesNanoseconds) }
    parts.append(("no step at all", phases.idleNanoseconds))
    let named = parts.filter { $0.1 > 0 }.sorted { $0.1 > $1.1 }.prefix(shownPhases)
      .map { "\($0.0) \(Figures.seconds($0.1.asSeconds))" }
    let share: Phrase = "\(Figure.percent(seconds / max(timeline.span.seconds, 1e-9)))"
    return
      "No compiling at all: \(Figure.seconds(seconds)) of \(Figure.seconds(timeline.span.seconds)) (\(share))\(named.isEmpty ? "" : ", in it \(named.joined(separator: ", "))")."
  }

  private static func scripts(_ timeline: Timeline) -> Phrase? {
    guard timeline.loggedKind == .null else { return nil }
    let scripts = timeline.jobs.filter { LoggedPhase(step: $0.step) == .scripts }
    let sums = Dictionary(grouping: scripts) { $0.module?.label ?? "no target" }
      .mapValues { $0.reduce(0) { $0 + $1.span.nanoseconds } }
    guard !sums.isEmpty else { return nil }
    let named = sums.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(shownTargets)
      .map { "\($0.key) \(Figures.seconds($0.value.asSeconds))" }
    return "Scripts ran although nothing was compiled: \(named.joined(separator: ", "))."
  }

  private static func warnings(_ timeline: Timeline) -> Phrase? {
    let counts = (timeline.logged?.warnings ?? [:]).sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    return list("Warnings", counts.map { "\($0.key) \(Figures.count($0.value))" })
  }

  /// The first of the targets, and the number of the others; `nil` if there are none.
  private static func list(_ title: String, _ targets: [String]) -> Phrase? {
    guard !targets.isEmpty else { return nil }
    let rest = targets.count > shownTargets ? " and \((targets.count - shownTargets).counted("target")) more" : ""
    return "\(title): \(targets.prefix(shownTargets).joined(separator: ", "))\(rest)."
  }

  private static func again(_ timeline: Timeline) -> Phrase? {
    guard timeline.loggedKind == .incremental else { return nil }
    let counts = timeline.modules.compactMap { timing in timing.compiledFiles.map { (timing.module.label, $0) } }
      .filter { $0.1 > 0 }.sorted { ($1.1, $0.0) < ($0.1, $1.0) }
    return list("Compiled again", counts.map { "\($0.0) \($0.1.counted("file"))" })
  }
}
