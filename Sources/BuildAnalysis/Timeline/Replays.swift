/// The replays of a build: unchanged, and with changes if the unchanged one is near enough to what was measured.
struct Replays {
  private let model: BuildModel
  private let replayed: Double
  let summary: Replay

  init(_ model: BuildModel, span: Span, isComplete: Bool, modules: Int) {
    self.model = model
    guard modules > 0 else {
      replayed = 0
      summary = Replay(measuredNanoseconds: span.nanoseconds, predictedNanoseconds: nil, refusal: .nothingBuilt)
      return
    }
    replayed = model.replayedNanoseconds()
    // What comes before the first process and after the last one stays as it was.
    let end = model.network.steps.reduce(0) { max($0, $1.span.endNanoseconds) }
    let around = model.startNanoseconds + span.endNanoseconds - end
    let predicted = Replay(
      measuredNanoseconds: span.nanoseconds, predictedNanoseconds: Int(replayed.rounded()) + around, refusal: nil)
    let isFaithful = predicted.relativeError.map { abs($0) <= Replay.largestRelativeError } ?? false
    summary = Replay(
      measuredNanoseconds: span.nanoseconds, predictedNanoseconds: predicted.predictedNanoseconds,
      refusal: !isComplete ? .incompleteTrace : isFaithful ? nil : .unfaithful)
  }

  /// What each of some modules would gain if it cost nothing, by place; empty where that is not predicted.
  /// - Complexity: a replay for each.
  func gains(of modules: [Int]) -> [Int: PredictedGain] {
    guard summary.refusal == nil else { return [:] }
    let gains = modules.map { ($0, gain(replayed: model.replayedNanoseconds(without: $0))) }
    return Dictionary(uniqueKeysWithValues: gains)
  }

  /// What it would gain if the same work waited for other things; `nil` where that is not predicted.
  func gain(waiting builder: NetworkBuilder) -> PredictedGain? {
    summary.refusal == nil ? gain(replayed: model.replayedNanoseconds(waiting: builder)) : nil
  }

  private func gain(replayed other: Double) -> PredictedGain {
    PredictedGain(predictedNanoseconds: Int((replayed - other).rounded()), relativeError: summary.relativeError ?? 0)
  }
}
