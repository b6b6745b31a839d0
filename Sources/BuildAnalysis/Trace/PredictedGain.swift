/// How much earlier a build would have ended, predicted by a replay.
package struct PredictedGain: Hashable, Sendable {
  /// The difference to the unchanged replay. In rare cases negative: less work in one place can make the schedule worse
  /// elsewhere (Graham's anomalies).
  package let predictedNanoseconds: Int
  /// The error of the unchanged replay relative to the measured build.
  package let relativeError: Double

  package var predictedSeconds: Double { Double(predictedNanoseconds) / 1e9 }
}
