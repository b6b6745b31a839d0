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

  /// Of the modules that it concerns; `nil` if none of them was built, or no build was recorded.
  package let cpuSeconds: Double?
  /// The sum over these modules, or over the script phases of the targets that it concerns.
  package let wallSeconds: Double?
  package let gain: Gain?
  /// What carrying it out has shown; `nil` if that was not asked for, or cannot be done.
  package var proof: AdviceProof?
  /// Whether what it can save at most is below what the recording resolves.
  private let isPredictedNoise: Bool

  /// - Parameter resolution: the smallest difference of a build's wall time that the recording resolves, in seconds.
  package init(_ finding: AdviceFinding, cpuSeconds: Double?, wallSeconds: Double?, gain: Gain?, resolution: Double) {
    (self.cpuSeconds, self.wallSeconds, self.gain) = (cpuSeconds, wallSeconds, gain)
    let isBounded = finding.isAvoidable || finding.isBounded || !finding.scripts.isEmpty
    isPredictedNoise =
      gain.map { $0.seconds < resolution || $0.low <= 0 } ?? (isBounded && wallSeconds.map { $0 < resolution } ?? false)
  }

  /// Without a recorded build.
  package init(proof: AdviceProof) {
    (cpuSeconds, wallSeconds, gain, isPredictedNoise) = (nil, nil, nil, false)
    self.proof = proof
  }

  /// Whether nothing shows that it costs more than the noise: what was measured, or else what is predicted.
  package var isNoise: Bool {
    if case .measured(let builds)? = proof {
      builds.allSatisfy { $0.isDecided && !$0.isFaster }
    } else {
      isPredictedNoise
    }
  }

  /// Whether carrying it out makes builds slower, beyond doubt, and none faster.
  package var isHarmful: Bool {
    if case .measured(let builds)? = proof { isNoise && builds.contains(where: \.isSlower) } else { false }
  }
}

/// What carrying a finding out in a private copy has shown.
package enum AdviceProof: Hashable, Sendable {
  /// Builds of the workspace as it is, and with the change, in turns.
  package struct Measurement: Hashable, Sendable, Encodable {
    package let arm: String
    /// As in `clean` or `incremental:Core:body`.
    package let scenario: String
    /// Medians.
    package let baseSeconds: Double
    package let headSeconds: Double
    /// Head ÷ base, with its confidence interval; that is absent if there were too few rounds.
    package let ratio: Double
    package let low: Double?
    package let high: Double?
    package let isFaster: Bool

    package let isSlower: Bool
    /// Whether the rounds allow a conclusion at all.
    package let isDecided: Bool

    package init(
      arm: String, scenario: String, baseSeconds: Double, headSeconds: Double, ratio: Double, low: Double?,
      high: Double?, isFaster: Bool, isSlower: Bool, isDecided: Bool
    ) {
      (self.arm, self.scenario, self.baseSeconds, self.headSeconds) = (arm, scenario, baseSeconds, headSeconds)
      (self.ratio, self.low, self.high) = (ratio, low, high)
      (self.isFaster, self.isSlower, self.isDecided) = (isFaster, isSlower, isDecided)
    }
  }

  /// At least one.
  case measured([Measurement])
  /// Why not, as a clause.
  case untried(reason: String)
}
