package import BuildAnalysis

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
