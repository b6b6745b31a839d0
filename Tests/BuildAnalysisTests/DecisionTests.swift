@testable import BuildAnalysis
import Foundation
import Testing

struct DecisionTests {
  private static func interval(_ low: Double, _ high: Double) -> Interval {
    Interval(low: low, high: high, level: 0.95)
  }

  @Test func narrowIntervalsEndASessionButNotBeforeEightRounds() {
    let rule = StoppingRule(maximumRounds: 20)
    let narrow = Self.interval(0.99, 1.01)
    #expect(rule.reasonToStop(after: 7, intervals: [narrow], elapsedSeconds: 0) == nil)
    guard case .narrow(let widest) = rule.reasonToStop(after: 8, intervals: [narrow, narrow], elapsedSeconds: 0) else {
      Issue.record("goes on")
      return
    }
    #expect(abs(widest - 0.01005) < 1e-5)
  }

  @Test func oneWideOrAbsentIntervalKeepsASessionGoing() {
    let rule = StoppingRule(maximumRounds: 20)
    let narrow = Self.interval(0.99, 1.01)
    #expect(rule.reasonToStop(after: 10, intervals: [narrow, Self.interval(0.9, 1.1)], elapsedSeconds: 0) == nil)
    #expect(rule.reasonToStop(after: 10, intervals: [narrow, nil], elapsedSeconds: 0) == nil)
    #expect(rule.reasonToStop(after: 10, intervals: [narrow, Self.interval(0, 0)], elapsedSeconds: 0) == nil)
    #expect(rule.reasonToStop(after: 10, intervals: [], elapsedSeconds: 0) == nil)
    #expect(rule.reasonToStop(after: 20, intervals: [narrow, nil], elapsedSeconds: 0) == .rounds)
  }

  @Test func aSessionEndsBeforeTheRoundThatWouldBreakTheBudget() {
    let rule = StoppingRule(maximumRounds: 20, budgetSeconds: 100)
    #expect(rule.reasonToStop(after: 3, intervals: [nil], elapsedSeconds: 80, nextRoundSeconds: 20) == nil)
    #expect(rule.reasonToStop(after: 3, intervals: [nil], elapsedSeconds: 80, nextRoundSeconds: 21) == .budget)
    #expect(rule.reasonToStop(after: 3, intervals: [nil], elapsedSeconds: 100) == .budget)
  }

  /// Wall times whose ratios scatter by one in a thousand around what is given.
  private static func evidence(
    _ ratio: Double, pairs: Int = 6, seconds: Double = 10, scatter: Double = 0.001, shift: Double = 0
  ) -> GateEvidence {
    let logs = (0..<pairs).map { log(ratio) + scatter * (Double($0) - Double(pairs - 1) / 2) }
    return GateEvidence(figures: [.wall: .init(strata: [logs], base: seconds, shift: shift)])
  }

  private static func verdict(
    _ evidence: GateEvidence, share: Double = 0.05, seconds: Double = 0, checks: Int = 1
  ) throws -> Gate.Verdict {
    let limit = GateSettings.TimeLimit(scenario: "clean", share: share, seconds: seconds)
    return try #require(Gate(checks: checks).verdict(on: evidence, limit))
  }

  @Test func `a gate is red where the evidence excludes its limit on one side, and green on the other`() throws {
    let verdicts = try [
      Self.verdict(Self.evidence(1.3), seconds: 0.2), Self.verdict(Self.evidence(0.95), seconds: 0.2),
      Self.verdict(Self.evidence(1.1, seconds: 1), seconds: 0.4), Self.verdict(Self.evidence(0.8), seconds: 0.2),
    ]
    #expect(verdicts.map(\.outcome) == [.failed, .passed, .passed, .passed])
    #expect(verdicts.map(\.limit) == [.share, .share, .seconds, .share])
    #expect(verdicts.map(\.threshold) == [0.05, 0.05, 0.4, 0.05])
    try #require(verdicts.count > 3)
    #expect(verdicts[3].slowdown < -0.19)
    #expect(verdicts.allSatisfy { $0.low < $0.slowdown && $0.slowdown < $0.high })
  }

  @Test func `two pairs show that builds take four times as long, but not that they take a tenth more`() throws {
    #expect(try Self.verdict(Self.evidence(4, pairs: 2)).outcome == .failed)
    #expect(try Self.verdict(Self.evidence(4, pairs: 1)).outcome == .unresolved, "one pair says nothing")
    let open = try Self.verdict(Self.evidence(1.1, pairs: 2))
    #expect(open.outcome == .unresolved && open.doubt == .open)
    let needed = try #require(open.pairsNeeded)
    #expect(try Self.verdict(Self.evidence(1.1, pairs: needed + 1, scatter: 0)).outcome == .failed)
  }

  @Test func `a difference at the limit itself is never told, however many rounds there are`() throws {
    let verdict = try Self.verdict(Self.evidence(1.05, pairs: 40))
    #expect(verdict.outcome == .unresolved && verdict.pairsNeeded == nil)
  }

  @Test func `what noise was measured to shift has to be exceeded, too`() throws {
    #expect(try Self.verdict(Self.evidence(1.3, shift: 0.17)).outcome == .unresolved)
    #expect(try Self.verdict(Self.evidence(4, shift: 0.17)).outcome == .failed, "noise never vetoes")
  }

  @Test func `of two measures, wall time decides where it can, else CPU time`() throws {
    let scattered = GateEvidence.Figure(strata: [[0.5, -0.3, 0.4, -0.2, 0.6, 0.3]], base: 10)
    let slower = GateEvidence.Figure(strata: [[0.25, 0.26, 0.27, 0.26, 0.25, 0.26]], base: 18)
    let even = GateEvidence.Figure(strata: [[0.001, 0, -0.001, 0, 0.002, 0]], base: 18)
    #expect(try Self.verdict(GateEvidence(figures: [.wall: scattered, .cpu: slower])).measure == .cpu)
    #expect(try Self.verdict(GateEvidence(figures: [.wall: scattered, .cpu: slower])).outcome == .failed)
    let both = try Self.verdict(GateEvidence(figures: [.wall: slower, .cpu: even]))
    #expect(both.outcome == .failed && both.measure == .wall)
    #expect(try Self.verdict(GateEvidence(figures: [.wall: scattered])).outcome == .unresolved)
  }

  @Test func `many checks need more evidence for each`() throws {
    let evidence = Self.evidence(1.3, pairs: 3)
    #expect(try Self.verdict(evidence).outcome == .failed)
    #expect(try Self.verdict(evidence, checks: 100).outcome == .unresolved)
  }

  @Test func `the sessions of exchanged folders count alike, so that what a folder does cancels out`() throws {
    let first = GateEvidence(figures: [.wall: .init(strata: [[0.12, 0.1, 0.11, 0.13, 0.12, 0.1]], base: 10)])
    let second = GateEvidence(figures: [.wall: .init(strata: [[-0.11, -0.12]], base: 10)])
    #expect(abs(try Self.verdict(first.adding(second)).slowdown) < 0.01)
  }
}
