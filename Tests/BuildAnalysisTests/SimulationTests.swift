import Foundation
import Testing

@testable import BuildAnalysis

/// How often the statistics are right where the truth is known, since it was simulated.
///
/// The same seeds give the same counts, so nothing here fails by chance. `MODGAUGE_SOAK_SEED` and
/// `MODGAUGE_SOAK_COMPARISONS` make a campaign of 10,000 comparisons of it: script/soak.
struct SimulationTests {
  private static func setting(_ name: String) -> Int? { ProcessInfo.processInfo.environment[name].flatMap { Int($0) } }

  private let comparisons = setting("MODGAUGE_SOAK_COMPARISONS") ?? 250
  private let firstSeed = UInt64(setting("MODGAUGE_SOAK_SEED") ?? 1) << 32

  /// The share of the comparisons in which something happened, printed with the seed that repeats it.
  private func share(_ what: String, of some: Int? = nil, _ happens: (_ seed: UInt64) -> Bool) -> Double {
    let comparisons = some ?? comparisons
    let count = (0..<UInt64(comparisons)).count { happens(firstSeed + $0) }
    print("seed \(firstSeed >> 32): \(what) in \(count) of \(comparisons) comparisons")
    return Double(count) / Double(comparisons)
  }

  @Test(arguments: [8, 10]) func randomisedRoundsRaiseFewFalseAlarms(rounds: Int) {
    let session = SimulatedSession(rounds: rounds)
    let alarms = share("\(rounds) rounds: false alarms") { PairedRatio(session.pairs(seed: $0))?.isDifferent ?? true }
    #expect(alarms <= 0.055)
    #expect(alarms >= 0.01, "a test that never raises an alarm sees nothing")
  }

  @Test func roundsInBlocksTakeDriftForADifference() {
    // Where noise is small against the drift, which is when it shows.
    let session = SimulatedSession(rounds: 10, noise: 0.01)
    let blocks = share("blocks: false alarms") { seed in
      let (candidate, baseline) = session.blocks(seed: seed)
      return mannWhitneyP(candidate, baseline).map { $0 <= 0.05 } ?? true
    }
    let rounds = share("rounds: false alarms") { PairedRatio(session.pairs(seed: $0))?.isDifferent ?? true }
    #expect(blocks > 0.5)
    #expect(rounds <= 0.055)
  }

  @Test func runsOfDifferentSessionsRaiseFewFalseAlarmsWithoutDrift() {
    let session = SimulatedSession(rounds: 8, drift: 0)
    let alarms = share("sessions without drift: false alarms") { seed in
      let (candidate, baseline) = session.blocks(seed: seed)
      return UnpairedRatio(candidate, baseline)?.interval.map { $0.low > 1 || $0.high < 1 } ?? true
    }
    #expect(alarms <= 0.055)
  }

  @Test func anEffectOfHalfAgainTheMinimumIsNamedAndMeasured() {
    var session = SimulatedSession(rounds: 10)
    session.effect = exp(1.5 * log(session.minimumDetectable))
    let named = share("effect ×\(session.effect): named") { PairedRatio(session.pairs(seed: $0))?.isDifferent ?? false }
    let held = share("effect ×\(session.effect): interval holds it") { seed in
      PairedRatio(session.pairs(seed: seed))?.interval.map { ($0.low...$0.high).contains(session.effect) } ?? false
    }
    #expect(named >= 0.9)
    #expect(held >= 0.9)
  }

  @Test(arguments: [(6, 0.05), (8, 0.05), (10, 0.05), (10, 0.035), (20, 0.05), (60, 0.05)])
  func theMinimumEffectItselfIsNamedAboutFourTimesInFive(rounds: Int, alpha: Double) throws {
    var session = SimulatedSession(rounds: rounds, drift: 0)
    let deviation = session.noise * 2.0.squareRoot()
    session.effect = try #require(minimumDetectableRatio(deviation: deviation, pairs: rounds, alpha: alpha))
    let named = share("minimum effect of \(rounds) rounds at \(alpha): named") {
      PairedRatio(session.pairs(seed: $0), alpha: alpha)?.isDifferent ?? false
    }
    #expect((0.74...0.86).contains(named))
  }

  /// What reports say could have been seen, as the median of many sessions without an effect.
  @Test func whatCouldHaveBeenSeenIsSeenFourTimesInFive() throws {
    for rounds in [6, 10] {
      var session = SimulatedSession(rounds: rounds, drift: 0)
      let stated = try (0..<200).map { try #require(PairedRatio(session.pairs(seed: $0))?.minimumDetectable) }
      session.effect = try #require(stated.median)
      let named = share("stated effect of \(rounds) rounds: named") {
        PairedRatio(session.pairs(seed: $0))?.isDifferent ?? false
      }
      #expect((0.73...0.87).contains(named))
    }
  }

  @Test func aSingleOutlierHardlyChangesWhatCouldHaveBeenSeen() throws {
    let quiet = SimulatedSession(rounds: 10, noise: 0.02, drift: 0).pairs(seed: 3)
    var disturbed = quiet
    disturbed[4].0 *= 3
    let before = log(try #require(PairedRatio(quiet)?.minimumDetectable))
    let after = log(try #require(PairedRatio(disturbed)?.minimumDetectable))
    #expect(after < 1.8 * before, "\(before) \(after)")
  }

  @Test func stoppingAtNarrowIntervalsRaisesFewFalseAlarms() {
    // Of all noise this misleads most: with less, sessions end sooner, and with more, seldom by width.
    let rule = StoppingRule(maximumRounds: 40)
    let session = SimulatedSession(rounds: rule.maximumRounds, noise: 0.025)
    // Up to 33 looks each.
    let some = Self.setting("MODGAUGE_SOAK_COMPARISONS") ?? 60
    let alarms = share("stopping by width: false alarms", of: some) { seed in
      let pairs = session.pairs(seed: seed)
      let looks = (rule.minimumRounds...rule.maximumRounds).lazy.compactMap {
        PairedRatio(Array(pairs.prefix($0)), alpha: StoppingRule.alpha)
      }
      let last = looks.first {
        rule.reasonToStop(after: $0.pairs, intervals: [$0.interval], elapsedSeconds: 0) != nil
      }
      return last?.isDifferent ?? true
    }
    #expect(alarms <= 0.055)
  }

  /// What a gate says that looks at the pairs again and again, and confirms what is red.
  /// - Parameter confirms: whether there is time to confirm what is obvious, too.
  private func gated(
    _ session: SimulatedSession, limit: Double, seed: UInt64, confirms: Bool = true
  ) -> Gate.Verdict.Outcome {
    let limit = GateSettings.TimeLimit(scenario: "clean", measure: .wall, share: limit)
    let logs = [seed, seed ^ 0x5555_5555].map { session.pairs(seed: $0).map { log($0.0 / $0.1) } }
    func verdict(_ strata: [[Double]]) -> Gate.Verdict? {
      Gate(checks: 1).verdict(on: GateEvidence(figures: [.wall: .init(strata: strata, base: 10)]), limit)
    }
    for look in Gate.looks where look <= session.rounds {
      let first = verdict([Array(logs[0].prefix(look))])
      switch first?.outcome {
      case nil, .unresolved: continue
      case .passed: return .passed
      case .failed where !confirms && first?.isObvious == true: return .failed
      case .failed:
        let again = Array(logs[1].prefix(Gate.roundsToConfirm(look)))
        let isContradicted = exp(again.reduce(0, +) / Double(again.count)) - 1 <= limit.share
        return isContradicted ? .unresolved : verdict([Array(logs[0].prefix(look)), again])?.outcome ?? .unresolved
      }
    }
    return .unresolved
  }

  /// Of noise as on a quiet, a usual and a crowded machine, and with outliers.
  @Test(arguments: [(0.02, 0.0), (0.05, 0), (0.12, 0), (0.03, 0.1)])
  func `a gate that looks again and again is seldom red or green without reason`(noise: Double, outliers: Double) {
    var session = SimulatedSession(rounds: 32, noise: noise)
    session.outliers = outliers
    let some = max(comparisons, 600)
    for confirms in [true, false] {
      let red = share("gate, noise \(noise), outliers \(outliers): red at the limit", of: some) {
        gated(session, limit: 0, seed: $0, confirms: confirms) == .failed
      }
      #expect(red <= Gate.falseRed)
    }
    session.effect = 1.1
    let green = share("gate, noise \(noise), outliers \(outliers): ×1.1 is green at a limit of 3 %", of: some) {
      gated(session, limit: 0.03, seed: $0) == .passed
    }
    #expect(green <= Gate.falseGreen)
  }

  @Test func `a gate is red where it matters`() {
    var session = SimulatedSession(rounds: 32, noise: 0.05)
    session.effect = 1.3
    #expect(share("gate: ×1.3 is red at a limit of 3 %") { gated(session, limit: 0.03, seed: $0) == .failed } >= 0.97)
    (session.effect, session.noise) = (4, 0.12)
    #expect(share("gate: ×4 is red") { gated(session, limit: 0.03, seed: $0) == .failed } >= 0.99)
  }

  @Test func quietRoundsSeldomRaiseWarnings() {
    let session = SimulatedSession(rounds: 10, noise: 0.03, drift: 0)
    var counts = (slowFirst: 0, trend: 0)
    _ = share("a warning") { seed in
      let warnings = session.pairs(seed: seed).map(\.0).warnings
      for warning in warnings {
        if case .slowFirst = warning { counts.slowFirst += 1 }
        if case .trend = warning { counts.trend += 1 }
      }
      return !warnings.isEmpty
    }
    print("slow first \(counts.slowFirst), trend \(counts.trend)")
    #expect(Double(counts.slowFirst) / Double(comparisons) <= 0.03)
    #expect(Double(counts.trend) / Double(comparisons) <= 0.015)
  }
}

extension PairedRatio {
  /// Whether the interval excludes 1; without an interval nothing is claimed.
  fileprivate var isDifferent: Bool { interval.map { $0.low > 1 || $0.high < 1 } ?? false }
}
