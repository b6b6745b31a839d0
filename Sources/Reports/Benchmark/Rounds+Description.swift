package import BuildAnalysis
import BuildTrace

extension ExpectedDuration {
  /// Estimated from the run's calibration; `nil` if there is none, or it does not apply to these builds.
  package init?(byCalibrationOf run: Run) {
    guard let calibration = run.calibration, let seconds = run.expectedSeconds(by: calibration),
      let cost = calibration.cpuSecondsPerModule
    else { return nil }
    let others = run.buildsOtherPackages ? "; packages from elsewhere are not counted" : ""
    self.init(
      seconds: seconds, of: run, source: .calibration,
      description: "the calibration of \(calibration.date.prefix(10)) with \(calibration.workspace) "
        + "(\(Figures.fixed(cost, decimals: 1)) CPU seconds a module, and as much again for each "
        + "\(Figures.count(BuildWork.linesPerModule)) lines\(others))")
  }

  /// For example `about 12 min, by the run of …`.
  package var sentence: String { sentence("") }

  /// - Parameter scope: what the duration is of, after it.
  package func sentence(_ scope: String) -> String {
    let duration = Figures.roughly(seconds) + scope
    return switch precision {
    case .about: "about \(duration), by \(description)"
    case .atMost: "at most \(duration), by \(description)"
    case .roughly: "very roughly \(duration), by \(description)"
    }
  }
}

extension TurnDecision {
  /// Whether builds take turns, and why, as a sentence; `nil` if turns were not an option.
  package var description: String? {
    switch self {
    case .alone(nil): nil
    case .alone(let reason?), .refused(let reason): "builds run alone: \(reason)"
    case .turns(nil): "the builds of a round take turns"
    case .turns(.calibration?): "the builds of a round take turns, since the machine's calibration was disturbed"
    case .turns(.warmups(let cause, let share)?):
      "the builds of a round take turns, since \(cause.description) disturbed the warm-ups"
        + (share.map { " (up to \(Figures.percent($0)) of the processor time)" } ?? "")
    }
  }
}

extension HaltingMeans {
  var description: String {
    switch self {
    case .cgroup: "a control group"
    case .signals: "signals"
    }
  }
}

extension RunFindings {
  /// Why no further round was made, as a sentence; `nil` if the number of rounds was fixed and all were made.
  package var endingWords: String? {
    let rounds = Figures.counted(ending.rounds, "round")
    guard ending.reason != .early else {
      guard run.samples.contains(where: { !$0.warmup }) || run.livingCases.count == cases.count else { return nil }
      return "The run was interrupted with \(ending.rounds) of \(Figures.counted(run.plan.rounds, "round")) complete."
    }
    guard let stopping = run.plan.stopping else { return nil }
    let target = stopping.targetHalfWidth.map { "±\(Figures.percent($0))" } ?? ""
    let widest = ending.halfWidth.map { "; the widest interval is ±\(Figures.percent($0)), not \(target)" } ?? ""
    switch ending.reason {
    case .narrow:
      return "Stopped after \(rounds): every interval is ±\(Figures.percent(ending.halfWidth)) or narrower "
        + "(\(target) was requested)."
    case .rounds: return "Stopped after \(rounds), the maximum\(widest)."
    case .budget:
      let budget = stopping.budgetSeconds.map { Figures.roughly($0) } ?? ""
      return "Stopped after \(rounds): the next would have exceeded \(budget)\(widest)." + shortfall
    case .decided: return "Stopped after \(rounds): the gate is decided."
    case .hopeless: return "Stopped after \(rounds): the rounds that the time budget allows would not decide the gate."
    case .early: return nil
    }
  }

  /// How many more rounds any claim would need.
  private var shortfall: String {
    guard ending.rounds < RunFindings.roundsForClaim else { return "" }
    let missing = RunFindings.roundsForClaim - ending.rounds
    let more = Pace(run).seconds(for: run.livingCases, repeated: missing).map {
      "; --time-budget \(Int(((ending.seconds + $0) / 60).rounded(.up)))m would do"
    }
    return " \(Figures.counted(missing, "more round")) would give an interval\(more ?? "")."
  }
}
