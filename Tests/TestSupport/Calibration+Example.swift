package import BuildAnalysis

extension Calibration {
  /// Of 24 rounds of an arm and itself, of which the other one was slower in the last eight.
  package static func example() -> Calibration? {
    var run = Run.example(rounds: 0)
    run.arms.removeLast()
    run.samples = (1...24).flatMap { round in
      run.arms.enumerated().map { index, arm in
        let scatter = Double((round * 7 + index * 5) % 11) / 20
        return Sample(
          arm: arm.name, round: round, position: index + 1, offsetSeconds: Double(round),
          seconds: 3 + scatter + (index == 1 && round > 16 ? 0.6 : 0),
          noise: BuildNoise(otherShare: round == 3 ? 0.2 : 0.01, stolenShare: 0))
      }
    }
    return Calibration(run, rounds: 8, date: "2026-11-21T18:00:00Z")
  }
}
