import ModuleGraph
import Testing
import TestSupport

@testable import BuildAnalysis

struct RunTests {
  @Test func warmUpsDoNotCount() throws {
    let summary = try #require(Run.example(rounds: 3).findings.summaries.first { $0.arm == "App" })
    #expect(summary.rounds == 3)
    #expect((summary.min, summary.median, summary.max) == (20.25, 20.5, 20.75))
  }

  @Test func underSixRoundsThereIsARatioButNoInterval() throws {
    let comparison = try #require(Run.example(rounds: 5).findings.comparisons.first)
    #expect(comparison.arm == "CartApp")
    #expect(comparison.reference == "App")
    #expect(comparison.wall.pairs == 5)
    #expect(
      comparison.wall.low == nil && comparison.wall.high == nil && comparison.wall.level == nil
        && comparison.wall.p == nil)
  }

  @Test func sixRoundsHaveAnInterval() throws {
    let comparison = try #require(Run.example(rounds: 6).findings.comparisons.first)
    let (low, high) = (try #require(comparison.wall.low), try #require(comparison.wall.high))
    #expect(low <= comparison.wall.ratio && comparison.wall.ratio <= high && high < 1)
    #expect(comparison.wall.p == 2 / 64.0)
    // The CPU time of the example is a multiple of its wall time.
    let cpu = try #require(comparison.cpu)
    #expect(abs(cpu.ratio - comparison.wall.ratio) < 1e-9 && cpu.p == comparison.wall.p)
  }

  @Test func `the CPU time of a pair is compared on its own, over the pairs that have it`() throws {
    var run = Run.example(rounds: 8)
    for index in run.samples.indices {
      let sample = run.samples[index]
      let scatter = [0.8, 1.3][sample.round % 2]
      run.samples[index].seconds = sample.arm == "Search" ? 20 * scatter : 20
      run.samples[index].cpuSeconds = sample.arm == "Search" ? 30.9 + 0.01 * Double(sample.round) : 30
      if sample.round == 3, sample.arm == "App" { run.samples[index].cpuSeconds = nil }
    }
    let comparison = try #require(run.findings.comparisons.first { $0.arm == "Search" })
    let cpu = try #require(comparison.cpu)
    #expect(comparison.wall.pairs == 8 && cpu.pairs == 7)
    #expect(comparison.wall.isDifferent == false && cpu.isDifferent == true)
    #expect(abs(cpu.ratio - 1.0315) < 0.001)
    for index in run.samples.indices { run.samples[index].cpuSeconds = nil }
    #expect(run.findings.comparisons.allSatisfy { $0.cpu == nil })
  }

  @Test func `what builds lost by chance is left out of a ratio of its own`() throws {
    var run = Run.example(rounds: 8)
    for (index, sample) in run.samples.enumerated() {
      // In every third round, one of the two loses 2 s.
      let lost = (sample.round + (sample.arm == "App" ? 0 : 1)) % 3 == 0 ? 2.0 : 0
      run.samples[index].seconds = (sample.arm == "App" ? 20 : 10) + 0.01 * Double(sample.round) + lost
      run.samples[index].schedule = BuildSchedule(
        criticalPathSeconds: 1, criticalModules: [], dependencyWaitSeconds: 0, coreWaitSeconds: 0,
        unusedPlaceSeconds: lost)
    }
    let comparison = try #require(run.findings.comparisons.first { $0.arm == "Search" })
    let (wall, steady) = (comparison.wall, try #require(comparison.steady))
    #expect(abs(steady.ratio - 0.501) < 0.001)
    #expect(try #require(steady.halfWidth) < 0.01 && #require(wall.halfWidth) > 0.05)
    // Not of some rounds only: those may be the lucky ones.
    let last = try #require(run.samples.lastIndex { $0.arm == "Search" })
    run.samples[last].schedule?.unusedPlaceSeconds = nil
    #expect(run.findings.comparisons.first { $0.arm == "Search" }?.steady == nil)
  }

  @Test func aFailedArmHasNeitherSummaryNorComparison() {
    let run = Run.example(rounds: 6, failing: true)
    #expect(run.findings.summaries.map(\.arm) == ["App", "CartApp"])
    #expect(run.findings.comparisons.map(\.arm) == ["CartApp"])
  }

  @Test func aRoundInWhichTheReferenceFailedGivesNoPair() throws {
    var run = Run.example(rounds: 6)
    let lost = try #require(run.samples.firstIndex { $0.arm == "App" && $0.round == 4 })
    run.samples[lost].outcome = .failed
    #expect(try #require(run.findings.comparisons.first).wall.pairs == 5)
  }

  @Test func everyRoundBuildsEveryArmOnceInAnOrderThatTheSeedDecides() {
    let plan = Run.Plan(arms: ["A", "B", "C", "D"], warmups: 1, rounds: 40, seed: 3, configuration: "debug")
    let orders = (0...40).map { plan.shuffled(plan.arms, inRound: $0) }
    #expect(orders.allSatisfy { $0.sorted() == ["A", "B", "C", "D"] })
    #expect(Set(orders).count > 12, "rounds are shuffled independently")
    #expect(orders == (0...40).map { plan.shuffled(plan.arms, inRound: $0) })
    var other = plan
    other.seed = 4
    #expect(orders != (0...40).map { other.shuffled(other.arms, inRound: $0) })
  }

  @Test func everyCaseHasItsFindingsInTheOrderOfTheRun() throws {
    let run = Run.example(changing: "Core", .body, rebuilt: [("App", 1)])
    let findings = RunFindings(run)
    #expect(findings.cases.map(\.case) == run.cases)
    let cart = try #require(findings.cases.first { $0.case == Case(arm: "CartApp", scenario: .clean) })
    #expect(cart.savedSeconds == 10 && cart.rounds == 2 && cart.failures == 0)
    #expect(cart.modules == 3 && cart.lines == Tally(value: 2140, isExact: true))
    #expect(cart.summary == findings.summary(of: cart.case) && cart.comparison?.arm == "CartApp")
    let app = try #require(findings.cases.first { $0.isReference })
    #expect(app.savedSeconds == nil && app.ratio == 1 && app.comparison == nil)
  }

  @Test func aFailedCaseTellsItsFailures() throws {
    let search = try #require(RunFindings(.example(rounds: 3, failing: true)).cases.first { $0.arm.name == "Search" })
    #expect(search.summary == nil && search.ratio == nil)
    #expect(search.failures == 3 && search.failedSamples.map(\.round) == [0, 1, 2, 3])
  }
}
