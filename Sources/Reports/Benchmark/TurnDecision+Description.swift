package import BuildAnalysis
import BuildTrace

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
