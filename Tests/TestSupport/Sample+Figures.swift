package import BuildAnalysis

extension Sample {
  /// A sample with the figures that tests are about.
  package init(
    arm: String, scenario: Scenario = .clean, round: Int, position: Int, warmup: Bool = false, session: Int? = nil,
    attempt: Int? = nil, offsetSeconds: Double, seconds: Double?, cpuSeconds: Double? = nil, peakBytes: Int? = nil,
    outcome: BuildMeasurement.Outcome = .ok, reason: String? = nil, noise: BuildNoise? = nil
  ) {
    self.init(
      arm: arm, scenario: scenario, round: round, position: position, warmup: warmup, session: session,
      attempt: attempt, offsetSeconds: offsetSeconds,
      build: BuildMeasurement(
        seconds: seconds, cpuSeconds: cpuSeconds, peakBytes: peakBytes, outcome: outcome, reason: reason, noise: noise))
  }
}
