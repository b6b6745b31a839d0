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

  package init(measuredNanoseconds: Int, predictedNanoseconds: Int?, refusal: Refusal?) {
    self.measuredNanoseconds = measuredNanoseconds
    self.predictedNanoseconds = predictedNanoseconds
    self.refusal = refusal
  }

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

  package init(predictedNanoseconds: Int, relativeError: Double) {
    self.predictedNanoseconds = predictedNanoseconds
    self.relativeError = relativeError
  }

  package var predictedSeconds: Double { Double(predictedNanoseconds) / 1e9 }
}
