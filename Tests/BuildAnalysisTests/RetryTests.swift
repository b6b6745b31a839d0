import BuildAnalysis
import TestSupport
import Testing

/// Which rounds are made again, since something disturbed them.
struct RetryTests {
  private func plan(rounds: Int, retries: Int?) -> Run {
    var run = Run.example(rounds: 0)
    run.samples = []
    (run.plan.rounds, run.plan.retries) = (rounds, retries)
    return run
  }

  /// A run that an engine would have made, in which some builds were disturbed.
  private func made(_ plan: Run, disturbed: (Agenda.Build) -> Bool) -> Run {
    var agenda = Agenda(plan)
    while let builds = agenda.nextRound() {
      for build in builds {
        agenda.note(
          Sample(
            arm: build.what.arm, scenario: build.what.scenario, round: build.round, position: build.position,
            warmup: build.isWarmup, attempt: build.attempt, offsetSeconds: Double(agenda.run.samples.count), seconds: 1,
            noise: BuildNoise(otherShare: disturbed(build) ? 0.4 : 0, stolenShare: 0)))
      }
    }
    return agenda.run
  }

  private func places(_ run: Run) -> [String] {
    run.samples.filter { $0.attempt != nil }.map { "\($0.round).\($0.attempt ?? 1) \($0.position)" }
  }

  @Test func disturbedRoundsAreMadeAgainAfterTheOthersInTheSameOrder() throws {
    let run = made(plan(rounds: 6, retries: 5)) { [2, 5].contains($0.round) && $0.attempt == nil && $0.position == 2 }
    #expect(places(run) == ["2.2 1", "2.2 2", "2.2 3", "5.2 1", "5.2 2", "5.2 3"])
    let quietness = try #require(run.findings.quietness)
    #expect(quietness.verdict == .quiet && quietness.replacedRounds == [2, 5] && quietness.disturbedRounds == [])
    #expect(run.findings.comparisons.allSatisfy { $0.wall.pairs == 6 })
    #expect(
      run.samples.filter { $0.attempt == 2 && $0.round == 2 }.map(\.arm)
        == run.samples.filter {
          $0.attempt == nil && $0.round == 2
        }.map(\.arm))
  }

  @Test func noMoreRoundsAreMadeAgainThanAreAllowed() {
    #expect(places(made(plan(rounds: 6, retries: nil)) { _ in true }).isEmpty)
    let run = made(plan(rounds: 3, retries: 4)) { $0.round != 2 && $0.position == 1 }
    // Each in turn, since both stay disturbed.
    #expect(places(run).filter { $0.hasSuffix(" 1") } == ["1.2 1", "3.2 1", "1.3 1", "3.3 1"])
    #expect(run.findings.quietness?.disturbedRounds == [1, 3])
    #expect(run.samples.indices.count { !run.samples[$0].warmup && !run.findings.replacedSamples.contains($0) } == 9)
  }

  @Test func disturbedWarmUpsAreNotMadeAgain() {
    #expect(places(made(plan(rounds: 6, retries: 2)) { $0.isWarmup }).isEmpty)
  }

  @Test(arguments: 12...21) func aRunThatWasCutWhileRoundsWereMadeAgainIsGoneOnWith(cut: Int) {
    let disturbed = { (build: Agenda.Build) in build.round == 2 && (build.attempt ?? 1) < 3 }
    let whole = made(plan(rounds: 4, retries: 2), disturbed: disturbed)
    #expect(whole.samples.count == 3 * (1 + 4 + 2))
    var begun = whole
    begun.samples = Array(whole.samples.prefix(cut))
    let resumed = made(begun, disturbed: disturbed)
    #expect(places(resumed) == places(whole))
    #expect(resumed.findings.quietness?.disturbedRounds == [])
    // Each session warms up what it has to build.
    #expect(resumed.samples.dropFirst(cut).count(where: \.warmup) == (cut < whole.samples.count ? 3 : 0))
  }
}
