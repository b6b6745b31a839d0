/// How well the model of this build repeats it.
///
/// What a module would gain is predicted by the same model with that module at zero, so no gain is told where the model
/// does not repeat what was measured.
package struct Replay: Equatable, Sendable {
  /// A replay whose wall time is off by more is not used for predictions.
  package static let largestRelativeError = 0.05

  /// Why gains are absent.
  package enum Refusal: Equatable, Sendable {
    /// Not all of the build was recorded, or it failed.
    case incompleteTrace
    /// No module was built.
    case nothingBuilt
    /// The replay is off by more than `largestRelativeError`.
    case unfaithful
  }

  /// Wall time of the build.
  package let measuredNanoseconds: Int
  /// Wall time of the unchanged replay; `nil` where there was none.
  package let predictedNanoseconds: Int?
  /// `nil` where gains were predicted.
  package let refusal: Refusal?

  /// Predicted less measured, as a part of measured; negative where the replay was too quick.
  package var relativeError: Double? {
    guard let predictedNanoseconds, measuredNanoseconds > 0 else { return nil }
    return Double(predictedNanoseconds - measuredNanoseconds) / Double(measuredNanoseconds)
  }
}

/// How much sooner a build would have ended, by a replay. Nobody has measured that.
package struct PredictedGain: Hashable, Sendable {
  /// Against the unchanged replay. Seldom negative: less work in one place can order the rest worse (Graham's anomalies).
  package let predictedNanoseconds: Int
  /// That of the unchanged replay against the measured build.
  package let relativeError: Double

  package var predictedSeconds: Double { Double(predictedNanoseconds) / 1e9 }
}

/// The replays of a build: unchanged, and with changes if the unchanged one is near enough to what was measured.
struct Replays {
  private let model: BuildModel
  /// The unchanged replay, in nanoseconds from its first piece to its last; 0 where there was none.
  let replayed: Double
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
