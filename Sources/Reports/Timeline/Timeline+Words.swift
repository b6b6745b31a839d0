import BuildAnalysis

extension Replay.Refusal {
  /// Why there are no predictions, as a sentence.
  var sentence: String {
    switch self {
    case .incompleteTrace: "the trace is incomplete"
    case .nothingBuilt: "no module was built"
    case .unfaithful: "computed from the recorded steps, the build does not take the measured time within 5 %"
    }
  }
}
