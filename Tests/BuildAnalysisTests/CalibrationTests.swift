import BuildAnalysis
import Foundation
import ModuleGraph
import TestSupport
import Testing

struct CalibrationTests {
  /// Rounds of two arms that build the same; the second takes so many times longer, by round.
  private func run(rounds: Int, seed: UInt64 = 1, noise: Double = 0.05, effect: (Int) -> Double = { _ in 1 }) -> Run {
    var run = Run.example(rounds: 1)
    run.arms = Array(run.arms.prefix(2))
    (run.plan.arms, run.plan.rounds) = (run.arms.map(\.name), rounds)
    var random = SeededGenerator(seed: seed)
    run.samples = (1...rounds).flatMap { round in
      run.arms.enumerated().map { index, arm in
        let seconds = 3 * exp(noise * random.normal()) * (index == 1 ? effect(round) : 1)
        return Sample(
          arm: arm.name, round: round, position: index + 1, offsetSeconds: 6 * Double(round), seconds: seconds,
          noise: BuildNoise(otherShare: 0.01, stolenShare: 0))
      }
    }
    return run
  }

  @Test func `what a folder does to builds is told apart from what the arms are`() throws {
    // The second arm is 1 % slower, and the second folder 5 %; from the ninth round on the arms have each other's.
    var run = run(rounds: 16)
    for place in run.samples.indices {
      let sample = run.samples[place]
      let isSecond = sample.arm == run.arms[1].name
      let folder = isSecond == (sample.round < 9) ? 1.05 : 1
      run.samples[place].seconds = (10 + Double(sample.round % 3) / 100) * (isSecond ? 1.01 : 1) * folder
    }
    let calibration = try #require(Calibration(run, rounds: 8, swappedFrom: 9, date: ""))
    let place = try #require(calibration.place)
    #expect(abs(place.value - 1.05) < 0.005 && abs(calibration.ratio.value - 1.01) < 0.05)
    #expect(Calibration(run, rounds: 8, date: "")?.place == nil)
  }

  @Test func theScatterOfPairsGivesTheSmallestEffectThatRoundsShow() throws {
    let calibration = try #require(Calibration(run(rounds: 400), rounds: 10, date: "2026-11-21T10:00:00Z"))
    #expect(calibration.comparisons == 40 && calibration.pairs == 400 && calibration.verdict == .quiet)
    // Two builds of 5 % each.
    #expect(abs(calibration.deviation.value - 0.0707) < 0.006)
    let bounds = try #require(calibration.deviation.low)...(try #require(calibration.deviation.high))
    #expect(bounds.contains(0.0707) && bounds.upperBound - bounds.lowerBound < 0.015)
    #expect(abs(calibration.coefficientOfVariation - 0.05) < 0.004)
    #expect(abs(calibration.medianSeconds - 3) < 0.05)
    let ten = try #require(calibration.detectable(rounds: 10))
    #expect(ten.value == minimumDetectableRatio(deviation: calibration.deviation.value, pairs: 10))
    #expect(try #require(ten.low) < ten.value && #require(ten.high) > ten.value)
    #expect(calibration.detectable.map(\.rounds) == [6, 8, 10, 15, 20, 30, 50])
    #expect(abs(calibration.promisedAlarmShare - 0.0488) < 0.0001)
    #expect(calibration.alarms <= 5)
  }

  @Test func anAlarmIsAComparisonWhoseIntervalExcludesOne() throws {
    // In the second of three comparisons everything takes 40 % longer.
    let run = run(rounds: 24) { (9...16).contains($0) ? 1.4 : 1 }
    let calibration = try #require(Calibration(run, rounds: 8, date: ""))
    #expect(calibration.alarms == 1 && calibration.comparisons == 3)
    #expect(calibration.alarmShare.value == 1.0 / 3)
    #expect(abs(try #require(calibration.alarmShare.low) - 0.0084) < 0.0001)
    #expect(abs(try #require(calibration.alarmShare.high) - 0.9057) < 0.0001)
  }

  @Test func anUnfinishedComparisonCountsForTheScatterAlone() throws {
    let calibration = try #require(Calibration(run(rounds: 17), rounds: 8, date: ""))
    #expect(calibration.comparisons == 2 && calibration.pairs == 17)
    #expect(Calibration(run(rounds: 7), rounds: 8, date: "") == nil)
    #expect(Calibration(.example(rounds: 8), rounds: 8, date: "") == nil, "three arms are no calibration")
  }

  @Test func itSpeaksForItsMachineAndToolchainAlone() throws {
    let calibration = try #require(Calibration(run(rounds: 8), rounds: 8, date: ""))
    var machine = calibration.environment
    (machine.kernel, machine.load) = ("Linux 7", 3)
    machine.memoryBytes = machine.memoryBytes.map { $0 - 4096 }
    #expect(calibration.speaks(for: machine))
    let changes: [(inout Run.Machine) -> Void] = [
      { $0.cores = 4 }, { $0.cpu = "Other" }, { $0.compiler = "Swift 6.4" }, { $0.memoryBytes = 8 << 30 },
    ]
    for change in changes {
      var other = machine
      change(&other)
      #expect(!calibration.speaks(for: other))
    }
  }

  @Test func nothingIsSaidOfTrialsThatWereNotMade() {
    #expect(binomialInterval(count: 0, of: 0) == nil)
    #expect(binomialInterval(count: 3, of: 2) == nil)
    #expect(binomialInterval(count: -1, of: 2) == nil)
    #expect(binomialInterval(count: 0, of: 4)?.low == 0)
    #expect(binomialInterval(count: 4, of: 4)?.high == 1)
  }
}
