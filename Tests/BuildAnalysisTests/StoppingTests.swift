import BuildAnalysis
import ModuleGraph
import TestSupport
import Testing

/// When a run whose rounds are not fixed ends, and what is left to build of any run.
struct StoppingTests {
  /// A run that an engine would have made: it builds what the agenda says, each in the seconds that are given.
  private func made(
    _ plan: Run, failing: Set<String> = [], seconds: (_ build: Case, _ round: Int) -> Double = { _, _ in 10 }
  ) -> Run {
    var agenda = Agenda(plan)
    var offset = plan.secondsSoFar
    while let builds = agenda.nextRound() {
      for build in builds where !agenda.isBroken(build.what) {
        let duration = seconds(build.what, build.round)
        agenda.note(
          Sample(
            arm: build.what.arm, scenario: build.what.scenario, round: build.round, position: build.position,
            warmup: build.isWarmup, offsetSeconds: offset, seconds: duration,
            outcome: failing.contains(build.what.arm) ? .failed : .ok))
        offset += duration
      }
    }
    return agenda.run
  }

  private func plan(rounds: Int, _ stopping: Run.Plan.Stopping? = nil, warmups: Int = 1) -> Run {
    var run = Run.example(rounds: 0)
    run.samples = []
    (run.plan.rounds, run.plan.stopping, run.plan.warmups) = (rounds, stopping, warmups)
    return run
  }

  private func scattered(_ build: Case, _ round: Int) -> Double {
    var random = SeededGenerator(seed: UInt64(round) &* 31 &+ UInt64(build.arm.utf8.count))
    return 10 + Double(random.below(1000)) / 200
  }

  @Test func fixedRoundsAreAllMadeWhateverTheirWidth() {
    let run = made(plan(rounds: 9))
    #expect(run.findings.ending.reason == .rounds)
    #expect(run.findings.ending.rounds == 9 && run.findings.ending.halfWidth == nil)
    #expect(run.samples.count == 3 * 10)
    #expect(run.findings.ending.seconds == 300)
    #expect(made(plan(rounds: 1, warmups: 3)).samples.count { $0.warmup } == 3 * 3)
  }

  @Test func roundsEndAtTheEighthWhereAllIsSteadyAndTheIntervalsAreOfTheirOwnLevel() throws {
    let run = made(plan(rounds: 100, Run.Plan.Stopping())) { _, round in 10 + 0.001 * Double(round) }
    #expect(run.findings.ending.reason == .narrow && run.findings.ending.rounds == 8)
    #expect(try #require(run.findings.ending.halfWidth) < 0.015)
    let fixed = made(plan(rounds: 8)) { _, round in 10 + 0.001 * Double(round) }
    let levels = (
      run.findings.comparisons.compactMap(\.wall.level).min(), fixed.findings.comparisons.compactMap(\.wall.level).min()
    )
    #expect(try #require(levels.0) >= 1 - StoppingRule.alpha && #require(levels.1) < 1 - StoppingRule.alpha)
  }

  @Test func roundsGoOnWhileOneIntervalIsWideUpToThoseThatAreAllowed() throws {
    let run = made(plan(rounds: 12, Run.Plan.Stopping())) { build, round in
      build.arm == "Search" ? scattered(build, round) : 10
    }
    #expect(run.findings.ending.reason == .rounds && run.findings.ending.rounds == 12)
    #expect(try #require(run.findings.ending.halfWidth) > 0.015)
  }

  @Test func aBudgetEndsBetweenRoundsAndNeverWithinOne() {
    // A warm-up and each round take 30 s.
    let run = made(plan(rounds: 100, Run.Plan.Stopping(targetHalfWidth: 1e-9, budgetSeconds: 160)), seconds: scattered)
    #expect(run.findings.ending.reason == .budget)
    #expect(run.findings.ending.seconds <= 160 && run.findings.ending.seconds > 160 - 45)
    #expect(run.samples.count == 3 * (run.findings.ending.rounds + 1))
  }

  @Test func theFirstRoundIsMadeWhateverTheBudget() {
    let run = made(plan(rounds: 100, Run.Plan.Stopping(budgetSeconds: 1)))
    #expect(run.findings.ending.reason == .budget && run.findings.ending.rounds == 1)
  }

  @Test func anArmWhoseWarmUpFailsIsNeitherBuiltAgainNorWaitedFor() {
    let run = made(plan(rounds: 100, Run.Plan.Stopping()), failing: ["Search"])
    #expect(run.findings.ending.reason == .narrow && run.findings.ending.rounds == 8)
    #expect(run.samples.count { $0.arm == "Search" } == 1)
  }

  @Test func whereNothingBuildsTheRunEndsEarly() {
    let run = made(plan(rounds: 100, Run.Plan.Stopping()), failing: ["App", "CartApp", "Search"])
    #expect(run.findings.ending.reason == .early && run.findings.ending.rounds == 0)
    #expect(run.samples.count == 3)
  }

  @Test func anArmAloneIsMeasuredUntilItsMedianIsKnown() {
    var lonely = plan(rounds: 100, Run.Plan.Stopping(targetHalfWidth: 0.1))
    lonely.arms.removeLast(2)
    let run = made(lonely, seconds: scattered)
    #expect(run.findings.ending.reason == .narrow)
    #expect((run.findings.ending.halfWidth ?? 1) <= 0.1)
  }

  @Test(arguments: 0...40) func aRunThatWasCutAnywhereIsGoneOnWithToTheSameRounds(cut: Int) {
    let whole = made(plan(rounds: 11))
    var begun = whole
    begun.samples = Array(whole.samples.prefix(cut))
    #expect((begun.findings.ending.reason == .early) == (cut < whole.samples.count))
    let resumed = made(begun)
    let places = { (run: Run) in
      run.samples.filter { !$0.warmup }.map { "\($0.round) \($0.position) \($0.arm)" }
    }
    #expect(places(resumed) == places(whole))
    // Each session warms up what it has to measure.
    let rest = Set(whole.samples.dropFirst(cut).filter { !$0.warmup }.map(\.arm))
    #expect(Set(resumed.samples.dropFirst(cut).filter(\.warmup).map(\.arm)) == rest)
  }

  @Test func aRunThatHadAReasonToStopIsNotGoneOnWith() {
    let whole = made(plan(rounds: 100, Run.Plan.Stopping()))
    #expect(made(whole).samples.count == whole.samples.count)
  }

  @Test func whatIsLeftIsKnownFromTheFirstWarmUpsOn() {
    var agenda = Agenda(plan(rounds: 10_000))
    var pace = Pace()
    #expect(agenda.count == 30_003)
    let warmups = agenda.nextRound() ?? []
    #expect(agenda.remainingSeconds(warmups, pace: pace) == nil)
    for build in warmups {
      pace.note(build.what, isWarmup: true, seconds: 2)
      agenda.note(
        Sample(arm: build.what.arm, round: 0, position: build.position, warmup: true, offsetSeconds: 0, seconds: 2))
    }
    let first = agenda.nextRound() ?? []
    #expect(agenda.count == 30_000)
    #expect(agenda.remainingSeconds(first, pace: pace) == 60_000)
    #expect(agenda.remainingSeconds(first.dropFirst(), pace: pace) == 59_998)
  }

  @Test func aFormerRunOfTheSameBuildsTellsHowLongTheyTake() {
    let former = made(plan(rounds: 6)) { build, round in (build.arm == "App" ? 20 : 5) + (round == 0 ? 10 : 0) }
    // Twice 60 s, and ten times 30.
    #expect(plan(rounds: 10, warmups: 2).expectedSeconds(by: former) == 420.0)
    var other = plan(rounds: 10)
    other.plan.configuration = "release"
    #expect(other.expectedSeconds(by: former) == nil)
    other = plan(rounds: 10)
    other.arms[1].arguments = ["--jobs", "1"]
    #expect(other.expectedSeconds(by: former) == nil)
    other = plan(rounds: 10)
    other.plan.scenarios = [.clean, .null]
    #expect(other.expectedSeconds(by: former) == nil)
  }

  @Test func whatBringsAboutTheStateOfABuildCountsForItsPace() {
    var run = plan(rounds: 1)
    run.samples = [
      Sample(arm: "App", round: 0, position: 1, warmup: true, offsetSeconds: 0, seconds: 2),
      Sample(arm: "App", round: 1, position: 1, offsetSeconds: 10, seconds: 2),
      Sample(arm: "CartApp", round: 1, position: 2, session: 2, offsetSeconds: 100, seconds: 3),
    ]
    let pace = Pace(run)
    let app = Case(arm: "App", scenario: .clean)
    #expect(pace.seconds(for: [app], isWarmup: true) == 10)
    // The next build is another session's.
    #expect(pace.seconds(for: [app]) == 2)
  }
}
