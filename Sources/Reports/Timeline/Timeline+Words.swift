import BuildAnalysis

extension Timeline.Gap {
  /// The sentence for people.
  var sentence: String {
    switch self {
    case .noEnd: "the end of the build was not recorded: it was interrupted or killed, or the machine stopped"
    case .failed: "the build failed; what had not been built by then is missing"
    case .stopped: "the build was stopped before its end"
    case .damagedTrace: "parts of the trace were lost"
    case .outsideOfBuild(let jobs):
      "\(Figures.counted(jobs, "process", "processes")) were outside the time of the build and "
        + "\(jobs == 1 ? "was" : "were") cut: the clock jumped, or they outlived it"
    }
  }
}

extension Replay.Refusal {
  /// Why there are no predictions, as a sentence.
  var sentence: String {
    switch self {
    case .incompleteTrace: "the trace is incomplete"
    case .nothingBuilt: "no module was built"
    case .unfaithful: "the replay does not reproduce the measured time within 5 %"
    }
  }
}
