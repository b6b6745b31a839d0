/// A kind of findings that a workspace switches off.
package struct AdviceOff: Hashable, Sendable, Encodable {
  package let id: String
  package let reason: String

  package init(id: String, reason: String) { (self.id, self.reason) = (id, reason) }
}

/// What a finding costs in a recorded build.
package struct AdvicePrice: Hashable, Sendable {
  /// The gain in wall time that a replay predicts, in seconds, with its interval.
  package struct Gain: Hashable, Sendable, Encodable {
    package let seconds: Double
    package let low: Double
    package let high: Double

    package init(seconds: Double, low: Double, high: Double) {
      (self.seconds, self.low, self.high) = (seconds, low, high)
    }
  }

  /// Of the modules that it concerns; `nil` if none of them was built.
  package let cpuSeconds: Double?
  /// The sum over these modules, or over the script phases of the targets that it concerns.
  package let wallSeconds: Double?
  package let gain: Gain?
  /// Whether what it can save at most is below what the recording resolves.
  package let isNoise: Bool

  /// - Parameter resolution: the smallest difference of a build's wall time that the recording resolves, in seconds.
  package init(_ finding: AdviceFinding, cpuSeconds: Double?, wallSeconds: Double?, gain: Gain?, resolution: Double) {
    (self.cpuSeconds, self.wallSeconds, self.gain) = (cpuSeconds, wallSeconds, gain)
    let isBounded = finding.isAvoidable || !finding.scripts.isEmpty
    isNoise =
      gain.map { $0.seconds < resolution || $0.low <= 0 } ?? (isBounded && wallSeconds.map { $0 < resolution } ?? false)
  }
}
