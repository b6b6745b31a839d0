import BuildAnalysis

extension Replay.Failure {
  /// Why there are no predictions, as a sentence.
  var sentence: String {
    switch self {
    case .incompleteTrace: "the trace is incomplete"
    case .nothingBuilt: "no module was built"
    case .unfaithful: "computed from the recorded steps, the build does not take the measured time within 5 %"
    }
  }
}

extension CPUShares {
  /// CPU time outside modules, by name, in display order; absent parts are omitted.
  var besidesModules: [(name: Phrase, seconds: Double)] {
    let rest: Phrase =
      builderSeconds == nil ? "`swift build` itself, and what was not recorded" : "not recorded"
    let parts: [(Phrase, Double?)] = [
      ("manifests", manifestsSeconds), ("compilers and linkers for no module", otherJobsSeconds),
      ("`swift build` itself", builderSeconds), (rest, unrecordedSeconds),
    ]
    return parts.compactMap { name, seconds in seconds.map { (name, $0) } }
  }
}

/// The note on a recorded build during which other programs used the processors, wherever something is based on it.
enum OtherPrograms {
  /// - Parameter share: the share of the cores' time that other programs used; `nil` if unknown.
  /// - Returns: `nil` if it is too small to matter.
  static func note(_ share: Double?) -> Phrase? {
    guard let share, share > BuildNoise.largestOutsideShare else { return nil }
    return "Other programs used \(Figure.percent(share)) of the cores during the recorded build, which made everything "
      + "longer: record it again on an idle machine before drawing conclusions."
  }
}
