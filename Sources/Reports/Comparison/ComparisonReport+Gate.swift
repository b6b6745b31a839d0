import BuildAnalysis
import ModuleGraph

/// One check of a gate, in words.
struct GateRow {
  let name: String
  let arm: String
  /// What of the arm is checked, which identifies the check across runs.
  var subject: [String] = []
  /// The figure that is counted; `nil` for time.
  var figure: CountedFigure?
  /// Of a head that does not build.
  var isBroken = false
  /// The head's median wall time; `nil` if there is none.
  var seconds: Double?
  let outcome: GateDecision.Outcome
  /// A sentence without a full stop.
  let description: String

  var title: String { "\(figure == nil ? "build time" : "limit"): \(name)" }
}

extension ComparisonReport {
  var gateRows: [GateRow] {
    guard let gate else { return [] }
    let medians = comparison.cases.keyed { ($0.case, $0.medians.head) }
    let times = gate.times.map { check in
      GateRow(
        name: check.name, arm: check.arm,
        subject: [check.scenario.rawValue] + (check.limit.measure == .cpu ? [TimeMeasure.cpu.rawValue] : []),
        isBroken: check.isBroken, seconds: medians[check.case] ?? nil, outcome: check.outcome,
        description: check.description + (check.outcome == .failed && !check.isBroken ? cause(of: check.case) : ""))
    }
    let counts = gate.counts.map {
      GateRow(
        name: $0.name, arm: $0.arm, subject: [$0.change.scenario?.rawValue ?? ""], figure: $0.change.figure,
        outcome: $0.outcome, description: $0.description)
    }
    let broken = gate.brokenCases.map { build in
      GateRow(
        name: build.title, arm: build.arm, subject: [build.scenario.rawValue, "build"], isBroken: true,
        outcome: .failed, description: "failed: the head does not build")
    }
    return times + counts + broken + unchangedRows
  }

  /// The modules that slowed a build, most first; of few pairs, the one that probably did.
  func causes(of change: CaseChange) -> [ModuleChanges.Change] {
    guard let modules = change.modules else { return [] }
    let likely = modules.likely.map { $0.difference > 0 ? [$0] : [] } ?? []
    return modules.telling.isEmpty ? likely : modules.telling.filter { $0.kind == .slower || $0.kind == .added }
  }

  /// Whether a build became slower: shown by its interval, or by the gate's pairs.
  func isSlower(_ change: CaseChange) -> Bool {
    change.telling?.change.verdict == .slower
      || gate?.times.contains { $0.case == change.case && $0.outcome == .failed && !$0.isBroken } == true
  }

  /// What slowed a build, as the end of a sentence: the module with most of the difference, and its files that grew, whose own
  /// costs are not known. Empty if no module stands out.
  private func cause(of build: Case) -> String {
    guard let change = comparison.cases.first(where: { $0.case == build }), let telling = causes(of: change).first,
      change.modules?.telling.first.map({ $0.module == telling.module }) ?? true
    else { return "" }
    let files = (telling.id.flatMap { growingFiles[$0] } ?? []).map {
      $0.split(separator: "/").last.map(String.init) ?? $0
    }
    return "; most of it in \(telling.module) (\(Self.signed(telling.difference)) of CPU time)"
      + (files.isEmpty ? "" : ", where \(files.listed(atMost: 3)) \(files.count == 1 ? "is" : "are") new or longer")
  }

  private var unchangedRows: [GateRow] {
    (comparison.head.run.unchanged ?? []).map { unchanged in
      GateRow(
        name: unchanged.arm, arm: unchanged.arm, outcome: .passed,
        description: unchanged.comments
          ? "unchanged: only comments and white space differ, so it was not built"
          : "unchanged: nothing that it is built from differs, so it was not built")
    }
  }

  /// The verdicts without a gate, which only a head that does not build fails.
  var ungatedRows: [GateRow] {
    comparison.cases.map { change in
      // A stored run may have enough other builds.
      if let failure = change.failures.head.first, comparison.isPaired || change.telling == nil {
        let reason = failure.reason.map { ": \($0)" } ?? ""
        return GateRow(
          name: change.title, arm: change.arm, subject: [change.scenario.rawValue, "build"], isBroken: true,
          outcome: .failed, description: "the head does not build\(reason)")
      }
      return change.telling == nil
        ? GateRow(name: change.title, arm: change.arm, outcome: .unresolved, description: "could not be compared")
        : GateRow(
          name: change.title, arm: change.arm, seconds: change.medians.head, outcome: .passed,
          description: change.sentence)
    }
  }

  var lonelyRows: [GateRow] {
    comparison.lonely.flatMap { side, names in
      names.map { GateRow(name: $0, arm: $0, outcome: .unresolved, description: "not compared: only in \(side.name)") }
    }
  }

  /// The gate's decision, and each of its checks, as lines of plain text.
  package var gateLines: [String] {
    gateBlocks.flatMap { block -> [String] in
      switch block {
      case .paragraph(let phrase): [phrase.text]
      case .list(let points): points.map { "- \($0.text)" }
      default: []
      }
    }
  }

  var gateBlocks: [Block] {
    guard let gate else { return [] }
    let title: Phrase =
      switch gate.outcome {
      case .passed: Phrase("Gate passed").toned(.good)
      case .failed: Phrase("Gate failed").toned(.bad)
      case .unresolved: Phrase("Gate could not tell").toned(.doubtful)
      }
    return [.paragraph("**\(title)**")] + .points(gateRows.map { "**\($0.name)**: \($0.description)." }) + budgetBlocks
  }

  /// What a budget that was too short should have been.
  private var budgetBlocks: [Block] {
    let findings = comparison.head.findings
    guard let gate, gate.outcome == .unresolved, let budget = findings.run.plan.stopping?.budgetSeconds,
      let needed = findings.budgetNeeded(by: gate)
    else { return [] }
    let minutes = Int((needed / 60).rounded(.up))
    return [
      .paragraph(
        "The time budget of \(Figures.roughly(budget)) ended the rounds; `--time-budget \(minutes)m` would do.")
    ]
  }
}

extension GateDecision.TimeCheck {
  fileprivate var name: String { `case`.title + (limit.measure == .cpu ? ", CPU time" : "") }

  fileprivate var description: String {
    if isBroken { return "failed: the head does not build" }
    guard let verdict else { return "could not be compared" }
    let seconds = limit.seconds > 0 ? " and \(Figures.seconds(limit.seconds))" : ""
    let measured = "\(verdict.description); allowed \(Figures.percent(limit.share))\(seconds)"
    switch verdict.outcome {
    case .passed: return "passed: \(measured)"
    case .unresolved: return "could not tell: \(measured); \(verdict.doubtWords)"
    case .failed:
      if let acceptance { return "slower and accepted (“\(acceptance)”): \(measured)" }
      guard let confirmation else {
        return "slower: \(measured)" + (verdict.isObvious ? "; so far beyond it that no second session is needed" : "")
      }
      return switch confirmation.outcome {
      case .failed: "slower: \(measured); confirmed in new copies: together \(confirmation.description)"
      case .passed: "passed: \(measured); a new session did not confirm it: together \(confirmation.description)"
      case .unresolved where confirmation.doubt == .unconfirmed:
        "slower: \(measured); not confirmed: repeat it in a new session, with another seed"
      case .unresolved:
        "could not tell: \(measured); with a new session \(confirmation.description); \(confirmation.doubtWords)"
      }
    }
  }
}

extension Gate.Verdict {
  /// As in `+21 % (at least +9 %) of CPU time in 4 pairs`.
  fileprivate var description: String {
    let bounds: String =
      switch outcome {
      case .failed: "at least \(Figures.signedPercent(low))"
      case .passed: "at most \(Figures.signedPercent(high))"
      case .unresolved: "\(Figures.signedPercent(low)) to \(Figures.signedPercent(high))"
      }
    return "\(Figures.signedPercent(slowdown)) (\(bounds)) of \(measure == .wall ? "wall" : "CPU") time in "
      + Figures.counted(pairs, "pair")
  }

  /// Why the gate could not decide, as a clause.
  fileprivate var doubtWords: String {
    switch doubt {
    case .unconfirmed: "a new session has yet to confirm it"
    case .notCompared, nil: "base and head could not be compared"
    case .contradicted: "the new session by itself is within the limit"
    case .open:
      pairsNeeded.map { "about \(Figures.counted($0 - pairs, "more round")) would tell" }
        ?? "a hundred rounds would not tell: the difference is too close to the limit"
    }
  }
}

extension GateDecision.CountCheck {
  fileprivate var name: String { "\(arm), \(change.title)" }

  fileprivate var description: String {
    guard let before = change.base, let after = change.head else { return "inconclusive: not known for both states" }
    let figures = "\(Figures.count(before)) before, \(Figures.count(after)) after"
    return outcome == .failed
      ? "grew by more than \(Figures.count(growth)): \(figures)" : "passed: \(figures)"
  }
}
