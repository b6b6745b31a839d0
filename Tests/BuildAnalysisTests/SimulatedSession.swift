import BuildAnalysis
import Foundation
import ModuleGraph

/// A session on a machine that drifts and is noisy, without building: each build takes its arm's time, times the drift
/// so far, times log-normal noise that knows nothing of the other builds'.
///
/// As recorded on an idle machine of two cores: a variation of 12 %, and 3 % of drift over a session.
struct SimulatedSession {
  var rounds: Int
  /// How many times longer the candidate takes.
  var effect = 1.0
  /// The standard deviation of the logarithm of a build's time.
  var noise = 0.12
  /// How much slower the last build is than the first, as a share.
  var drift = 0.03

  /// The share of builds that something else makes half as long again.
  var outliers = 0.0

  /// The rounds' pairs, candidate first. Within a round the plan's order says which is built first.
  func pairs(seed: UInt64) -> [(Double, Double)] {
    let plan = Run.Plan(
      arms: ["candidate", "baseline"], warmups: 0, rounds: rounds, seed: seed, configuration: "debug")
    var random = SeededGenerator(seed: seed &* 0x2545_F491_4F6C_DD1D)
    return (0..<rounds).map { round in
      var pair = (0.0, 0.0)
      for (position, arm) in plan.shuffled(plan.arms, inRound: round + 1).enumerated() {
        let time = seconds(after: Double(2 * round + position) / Double(2 * rounds - 1), &random)
        if arm == "candidate" { pair.0 = time * effect } else { pair.1 = time }
      }
      return pair
    }
  }

  /// One arm's rounds after all of the other's: what is done where nobody thinks of drift.
  func blocks(seed: UInt64) -> (candidate: [Double], baseline: [Double]) {
    var random = SeededGenerator(seed: seed &* 0x2545_F491_4F6C_DD1D)
    let all = (0..<(2 * rounds)).map { seconds(after: Double($0) / Double(2 * rounds - 1), &random) }
    return (all.suffix(rounds).map { $0 * effect }, Array(all.prefix(rounds)))
  }

  /// The smallest effect that so many rounds see four times in five, as a calibration with many runs would tell.
  var minimumDetectable: Double {
    minimumDetectableRatio(deviation: noise * 2.0.squareRoot(), pairs: rounds) ?? .infinity
  }

  private func seconds(after share: Double, _ random: inout SeededGenerator) -> Double {
    let disturbed = outliers > 0 && random.unit() < outliers ? 1.5 : 1
    return 10 * (1 + drift * share) * exp(noise * random.normal()) * disturbed
  }
}

extension SeededGenerator {
  /// A standard normal variable: Box & Muller, Annals of Mathematical Statistics 29 (1958).
  mutating func normal() -> Double { (-2 * log(1 - unit())).squareRoot() * cos(2 * .pi * unit()) }
}
