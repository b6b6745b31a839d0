/// How accurately the model of this build reproduces it.
///
/// The gain of a module is predicted by the same model with that module at zero cost. Therefore no gain is reported if
/// the model does not reproduce the measurement.
package struct Replay: Equatable, Sendable {
  /// The largest relative error of a replay that is used for predictions.
  package static let largestRelativeError = 0.05

  /// The reason why no gains are predicted.
  package enum Failure: Equatable, Sendable {
    /// The recording is incomplete, or the build failed.
    case incompleteTrace
    case nothingBuilt
    /// The error of the replay exceeds `largestRelativeError`.
    case unfaithful
  }

  /// Wall time of the build.
  package let measuredNanoseconds: Int
  /// Wall time of the unchanged replay; `nil` if there was none.
  package let predictedNanoseconds: Int?
  /// `nil` if gains were predicted.
  package let refusal: Failure?

  /// (Predicted − measured) ÷ measured; negative if the replay was faster.
  package var relativeError: Double? {
    guard let predictedNanoseconds, measuredNanoseconds > 0 else { return nil }
    return Double(predictedNanoseconds - measuredNanoseconds) / Double(measuredNanoseconds)
  }
}

/// The replays of a build: unchanged, and with changes if the unchanged one is accurate enough.
package struct Replays {
  private let model: BuildModel
  /// The duration of the unchanged replay, in nanoseconds from its first piece to its last; 0 if there was none.
  package let replayed: Double
  package let summary: Replay

  init(_ model: BuildModel, span: Span, isComplete: Bool, modules: Int) {
    self.model = model
    guard modules > 0 else {
      replayed = 0
      summary = Replay(measuredNanoseconds: span.nanoseconds, predictedNanoseconds: nil, refusal: .nothingBuilt)
      return
    }
    replayed = model.schedule.nanoseconds()
    // The time before the first process and after the last one does not change.
    let end = model.network.steps.reduce(0) { max($0, $1.span.endNanoseconds) }
    let around = model.startNanoseconds + span.endNanoseconds - end
    let predicted = Replay(
      measuredNanoseconds: span.nanoseconds, predictedNanoseconds: Int(replayed.rounded()) + around, refusal: nil)
    let isFaithful = predicted.relativeError.map { abs($0) <= Replay.largestRelativeError } ?? false
    summary = Replay(
      measuredNanoseconds: span.nanoseconds, predictedNanoseconds: predicted.predictedNanoseconds,
      refusal: !isComplete ? .incompleteTrace : isFaithful ? nil : .unfaithful)
  }

  /// The gain of each of some modules if it cost nothing, by index; empty if gains are not predicted.
  /// - Parameter schedule: the build with the shared preparation apart, which is used if its replay is accurate enough.
  /// - Complexity: one replay for each.
  func gains(of modules: [Int], in schedule: () -> Schedule) -> [Int: PredictedGain] {
    guard summary.refusal == nil, let plainError = summary.relativeError else { return [:] }
    let schedule = schedule()
    let whole = schedule.preparation == nil ? replayed : schedule.nanoseconds()
    let error = plainError + (whole - replayed) / Double(max(1, summary.measuredNanoseconds))
    let isFaithful = abs(error) <= Replay.largestRelativeError
    let (used, start) = isFaithful ? (schedule, whole) : (model.schedule, replayed)
    let gains = modules.map { module in
      let gain = PredictedGain(
        predictedNanoseconds: Int((start - used.nanoseconds(without: module)).rounded()),
        relativeError: isFaithful ? error : plainError)
      return (module, gain)
    }
    return Dictionary(uniqueKeysWithValues: gains)
  }

  /// The gain if the same work had different waits; `nil` if gains are not predicted.
  func gain(waiting builder: NetworkBuilder) -> PredictedGain? {
    guard summary.refusal == nil, let error = summary.relativeError else { return nil }
    let other = model.replayedNanoseconds(waiting: builder)
    return PredictedGain(predictedNanoseconds: Int((replayed - other).rounded()), relativeError: error)
  }
}
