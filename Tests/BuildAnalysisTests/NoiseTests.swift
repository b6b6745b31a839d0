import TestSupport
import Testing

@testable import BuildAnalysis

struct NoiseTests {
  private func reading(
    _ seconds: Double, busy: Double, own: Double, stolen: Double = 0, memoryWait: Double = 0, load: Double = 1,
    processors: Int = 2
  ) -> MachineReading {
    MachineReading(
      seconds: seconds, processors: processors, busySeconds: busy, stolenSeconds: stolen, ownSeconds: own,
      memoryWaitSeconds: memoryWait, load: load)
  }

  @Test func whatIsNotOursOfTheProcessorTimeWentToOthers() throws {
    // In 10 s two processors have 20 s: 14 were spent, 11 by the build; 1 was stolen.
    let noise = try #require(
      BuildNoise(
        before: reading(100, busy: 500, own: 50, load: 0.5), during: [],
        after: reading(110, busy: 514, own: 61, stolen: 1, memoryWait: 0.1, load: 2)))
    #expect(noise.otherShare == 0.15)
    #expect(noise.stolenShare == 0.05)
    #expect(noise.memoryPressure == 0.01)
    #expect(noise.load == .init(before: 0.5, during: nil, after: 2))
    #expect(noise.cpuPressure == nil && noise.megahertz == nil && noise.availableBytes == nil)
  }

  @Test func aMachineThatSleptDuringABuildMarksIt() throws {
    func noise(asleep: Double?) -> BuildNoise? {
      BuildNoise(
        before: MachineReading(seconds: 10, asleepSeconds: 3600), during: [],
        after: MachineReading(seconds: 20, asleepSeconds: asleep))
    }
    let slept = try #require(noise(asleep: 4200))
    #expect(slept.sleptSeconds == 600 && slept.disturbances == [.sleep])
    #expect(noise(asleep: 3600.0004)?.disturbances == [] && noise(asleep: 3600.0004)?.sleptSeconds == 0)
    #expect(noise(asleep: nil)?.sleptSeconds == nil)
    // Known to nobody but the clocks, and still no quiet session.
    var run = Run.example(rounds: 6)
    for index in run.samples.indices where run.samples[index].round > 3 { run.samples[index].noise = slept }
    #expect(run.findings.quietness?.verdict == .unusable && run.findings.quietness?.cause == .sleep)
  }

  @Test func aBuildTooShortForTheCountersHasNoShares() {
    let noise = BuildNoise(
      before: reading(0, busy: 0, own: 0), during: [], after: reading(0.4, busy: 0.2, own: 0, memoryWait: 0.004))
    #expect(noise?.outsideShare == nil && noise?.memoryPressure == 0.01 && noise?.disturbances == [])
  }

  @Test func countersThatRoundDifferentlyGiveNoNegativeShare() {
    let noise = BuildNoise(
      before: reading(0, busy: 0, own: 0), during: [], after: reading(1, busy: 1.99, own: 2.001))
    #expect(noise?.otherShare == 0)
  }

  @Test func theWorstOfWhatWasSeenMeanwhileIsKept() {
    func gauges(_ seconds: Double, _ load: Double, _ megahertz: Double, _ bytes: Int) -> MachineReading {
      MachineReading(seconds: seconds, load: load, availableBytes: bytes, megahertz: megahertz)
    }
    let noise = BuildNoise(
      before: gauges(0, 1, 3000, 9), during: [gauges(1, 4, 2000, 3), gauges(2, 3, 2500, 5)],
      after: gauges(3, 2, 2900, 8))
    #expect(noise?.load == .init(before: 1, during: 4, after: 2))
    #expect(noise?.megahertz == .init(before: 3000, during: 2000, after: 2900))
    #expect(noise?.availableBytes == .init(before: 9, during: 3, after: 8))
    #expect(noise?.otherShare == nil && noise?.disturbances == [])
  }

  @Test func processorsThatCameOrWentMakeSharesUnknown() {
    let noise = BuildNoise(
      before: reading(0, busy: 0, own: 0), during: [], after: reading(1, busy: 1, own: 0, processors: 4))
    #expect(noise?.outsideShare == nil)
    #expect(BuildNoise(before: reading(1, busy: 0, own: 0), during: [], after: reading(1, busy: 0, own: 0)) == nil)
  }

  @Test(
    arguments: [
      (BuildNoise(otherShare: 0.02, stolenShare: 0.01), []),
      (BuildNoise(otherShare: 0.3, stolenShare: 0), [.processes]),
      (BuildNoise(otherShare: 0.02, stolenShare: 0.2), [.steal]),
      (BuildNoise(otherShare: 0.04, stolenShare: 0.03), [.processes]), (BuildNoise(memoryPressure: 0.2), [.memory]),
      (BuildNoise(otherShare: 0.5, memoryPressure: 0.2), [.processes, .memory]), (BuildNoise(), []),
    ] as [(BuildNoise, [Disturbance])])
  func whatHitABuildIsNamed(noise: BuildNoise, disturbances: [Disturbance]) {
    #expect(noise.disturbances == disturbances)
  }

  /// A run of three arms in which others took a share of the processors, by round and arm.
  private func run(rounds: Int, others: [Int: Double]) -> Run {
    var run = Run.example(rounds: rounds)
    for index in run.samples.indices {
      let share = run.samples[index].arm == "CartApp" ? others[run.samples[index].round] : nil
      run.samples[index].noise = BuildNoise(otherShare: share ?? 0.01, stolenShare: 0)
    }
    return run
  }

  @Test func aSessionIsAsQuietAsItsRounds() throws {
    let quiet = try #require(run(rounds: 6, others: [:]).findings.quietness)
    #expect(quiet.verdict == .quiet && quiet.cause == nil && quiet.largestOutsideShare == 0.01)
    let noisy = try #require(run(rounds: 10, others: [2: 0.4, 7: 0.2]).findings.quietness)
    #expect(noisy.verdict == .noisy && noisy.disturbedRounds == [2, 7] && noisy.cause == .processes)
    #expect(noisy.rounds == 10 && noisy.largestOutsideShare == 0.4)
    #expect(run(rounds: 10, others: [2: 0.4, 7: 0.2, 9: 0.2]).findings.quietness?.verdict == .noisy)
    #expect(run(rounds: 20, others: [9: 0.2]).findings.quietness?.verdict == .quiet)
    #expect(run(rounds: 6, others: [0: 0.9]).findings.quietness?.verdict == .quiet, "warm-ups do not count")
    #expect(Run.example(rounds: 6).findings.quietness == nil, "nobody looked")
  }

  @Test func whatTheNoiseDidDecidesWhereMostRoundsWereDisturbed() throws {
    let everywhere = Dictionary(uniqueKeysWithValues: (1...10).map { ($0, 0.11) })
    let narrow = try #require(run(rounds: 10, others: everywhere).findings.quietness)
    #expect(narrow.verdict == .noisy && narrow.halfWidth.map { $0 < 0.06 } == true && !narrow.isInTurns)
    var scattered = run(rounds: 10, others: everywhere)
    for index in scattered.samples.indices where scattered.samples[index].arm == "CartApp" {
      let factor = scattered.samples[index].round.isMultiple(of: 2) ? 1.5 : 1
      scattered.samples[index].seconds? *= factor
    }
    let wide = try #require(scattered.findings.quietness)
    #expect(wide.verdict == .unusable && wide.halfWidth.map { $0 > 0.1 } == true)
    #expect((wide.wideFigures, wide.figures) == (1, 2))
    // One wide interval says nothing about the others.
    var short = run(rounds: 10, others: everywhere)
    short.plan.scenarios = [.clean, .null, .incremental(module: "Core", change: .body)]
    short.samples = [Scenario.clean, .null, .incremental(module: "Core", change: .body)].flatMap { scenario in
      (scenario == .null ? scattered : run(rounds: 10, others: everywhere)).samples.map { sample in
        var sample = sample
        sample.scenario = scenario
        return sample
      }
    }
    let mixed = try #require(short.findings.quietness)
    #expect(mixed.verdict == .noisy && (mixed.wideFigures, mixed.figures) == (1, 6))
    // Under six rounds no interval tells what it did.
    #expect(run(rounds: 5, others: everywhere).findings.quietness?.verdict == .unusable)
    // What these do, no interval holds.
    for noise in [BuildNoise(memoryPressure: 0.5), BuildNoise(sleptSeconds: 60)] {
      var run = run(rounds: 10, others: [:])
      for index in run.samples.indices { run.samples[index].noise = noise }
      #expect(run.findings.quietness?.verdict == .unusable)
    }
    var inTurns = run(rounds: 10, others: everywhere)
    for index in inTurns.samples.indices { inTurns.samples[index].turns = .cgroup }
    #expect(inTurns.findings.quietness?.isInTurns == true)
  }

  /// Each build of `CartApp` keeps one processor busy, and each of another arm `others`.
  private func run(othersBusy others: Double, share: Double) -> Run {
    var run = Run.example(rounds: 10)
    for index in run.samples.indices {
      let busy = run.samples[index].arm == "CartApp" ? 1 : others
      run.samples[index].cpuSeconds = run.samples[index].seconds.map { $0 * busy }
      run.samples[index].noise = BuildNoise(otherShare: share, stolenShare: 0)
    }
    return run
  }

  @Test func buildsThatKeepMoreProcessorsBusyAreKnown() throws {
    let findings = run(othersBusy: 1.8, share: 0.25).findings
    let uneven = try #require(findings.unevenComparison)
    #expect(uneven.busier.name == "App" && uneven.busier.busyProcessors == 1.8)
    #expect(uneven.other.name == "CartApp" && uneven.other.busyProcessors == 1)
    #expect(findings.quietness?.meanOutsideShare == 0.25)
    #expect(run(othersBusy: 0.8, share: 0.25).findings.unevenComparison?.busier.name == "CartApp")
    #expect(run(othersBusy: 1.05, share: 0.25).findings.unevenComparison == nil, "all are alike")
    var unknown = run(othersBusy: 1.8, share: 0.25)
    for index in unknown.samples.indices { unknown.samples[index].cpuSeconds = nil }
    #expect(unknown.findings.unevenComparison == nil)
    #expect([0.06, 0.13, 0.25, 0.4, 0.9].map(MeasuredShift.wall) == [0.03, 0.03, 0.07, 0.17, 0.17])
  }

  @Test func aRoundThatWasMadeAgainCountsOnceItIsWhole() throws {
    var run = run(rounds: 6, others: [3: 0.4])
    let first = run.samples.filter { $0.round == 3 }
    for (index, sample) in first.enumerated() {
      #expect(run.findings.quietness?.disturbedRounds == [3], "\(index) of \(first.count) builds were made again")
      #expect(run.samples.count - run.findings.replacedSamples.count == 21)
      var again = sample
      (again.attempt, again.seconds, again.noise) = (2, 1, BuildNoise(otherShare: 0, stolenShare: 0))
      run.samples.append(again)
    }
    let quietness = try #require(run.findings.quietness)
    #expect(quietness.verdict == .quiet && quietness.replacedRounds == [3] && quietness.cause == .processes)
    let replaced = run.samples.indices.filter { run.samples[$0].round == 3 }.prefix(3)
    #expect(run.findings.replacedSamples == Set(replaced))
    let measured = run.findings.measured(Case(arm: "App", scenario: .clean))
    #expect(measured.count { $0.seconds == 1 } == 1)
    #expect(run.findings.comparisons.map(\.wall.pairs) == [6, 6])
  }
}
