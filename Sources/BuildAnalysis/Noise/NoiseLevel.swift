/// How much noise affected the figures of a run.
package enum NoiseLevel: String, Sendable, Hashable, Codable {
  /// Almost no build was disturbed.
  case quiet
  /// Builds were disturbed, but the confidence intervals account for that.
  case noisy
  /// The effect of the noise cannot be determined, or it is too large for any result.
  case unusable
}
