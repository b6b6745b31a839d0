import BuildAnalysis
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
}
