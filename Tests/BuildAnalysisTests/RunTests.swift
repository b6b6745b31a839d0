import BuildAnalysis
import ModuleGraph
import Testing
import TestSupport

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
    #expect(comparison.pairs == 5)
    #expect(comparison.low == nil && comparison.high == nil && comparison.level == nil && comparison.p == nil)
  }

  @Test func sixRoundsHaveAnInterval() throws {
    let comparison = try #require(Run.example(rounds: 6).findings.comparisons.first)
    let (low, high) = (try #require(comparison.low), try #require(comparison.high))
    #expect(low <= comparison.ratio && comparison.ratio <= high && high < 1)
    #expect(comparison.p == 2 / 64.0)
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
    #expect(try #require(run.findings.comparisons.first).pairs == 5)
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
