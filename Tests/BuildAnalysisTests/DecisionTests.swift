import BuildAnalysis
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

  /// Pairs whose ratios scatter by one in a thousand around what is given.
  private static func candidate(
    _ ratio: Double, pairs: Int = 10, seconds: Double = 10, share: Double = 0.05, floor: Double = 0
  ) throws -> Gate.Candidate {
    let pairs = (0..<pairs).map {
      (base: seconds, head: seconds * ratio * (1 + 0.001 * Double($0 - pairs / 2)))
    }
    return Gate.Candidate(try #require(FigureChange(pairs: pairs)), smallestShare: share, smallestSeconds: floor)
  }

  @Test func aGateTurnsRedAboveTheLargestOfItsLimits() throws {
    let verdicts = Gate().verdicts(on: [
      try Self.candidate(1.1, floor: 0.2), try Self.candidate(1.04, floor: 0.2),
      try Self.candidate(1.1, seconds: 1, floor: 0.2), try Self.candidate(0.8, floor: 0.2),
    ])
    #expect(verdicts.map(\.outcome) == [.failed, .passed, .passed, .passed])
    #expect(verdicts.map(\.limit) == [.share, .share, .seconds, .share])
    #expect(verdicts.map(\.threshold) == [0.05, 0.05, 0.2, 0.05])
    #expect(verdicts[3].slowdown < -0.19)
  }

  @Test func whatCouldNotHaveSeenTheLimitIsNeitherRedNorGreen() throws {
    func outcome(_ ratios: [Double], share: Double) throws -> Gate.Verdict? {
      let change = try #require(FigureChange(pairs: ratios.map { (1.0, $0) }))
      return Gate().verdicts(on: [.init(change, smallestShare: share, smallestSeconds: 0)]).first
    }
    // Slower for certain, by less than such a scatter would show.
    let scattered = [0.999, 1.002, 1.004, 1.006, 1.01, 1.02, 1.04, 1.06, 1.08, 1.1]
    let verdict = try #require(try outcome(scattered, share: 0.001))
    #expect(verdict.outcome == .unresolved && verdict.limit == .minimumDetectable)
    let wide = [0.9, 1.1, 0.92, 1.08, 0.95, 1.06, 0.97, 1.02, 0.91, 1.1]
    #expect(try outcome(wide, share: 0.03)?.outcome == .unresolved)
    #expect(try outcome(wide, share: 0.2)?.outcome == .passed)
  }

  @Test func anUnusableSessionDecidesNothing() throws {
    let pairs = (0..<10).map { (base: 1.0, head: 1.5 + 0.001 * Double($0)) }
    let change = try #require(FigureChange(pairs: pairs, isUnusable: true))
    #expect(
      Gate().verdicts(on: [.init(change, smallestShare: 0.03, smallestSeconds: 0)]).map(\.outcome) == [.unresolved])
  }

  @Test func manyComparisonsNeedMoreRoundsToTurnRed() throws {
    func outcomes(others: Int) throws -> [Gate.Verdict.Outcome] {
      let same = try Self.candidate(1)
      return Gate().verdicts(on: [try Self.candidate(1.1)] + Array(repeating: same, count: others)).map(\.outcome)
    }
    #expect(try outcomes(others: 24)[0] == .failed)
    #expect(try outcomes(others: 25)[0] == .unresolved)
  }

  @Test func underSixRoundsAGateIsUnresolvedAndCountsForNoOther() throws {
    let verdicts = Gate().verdicts(on: [try Self.candidate(1.5, pairs: 5), try Self.candidate(1.5)])
    #expect(verdicts.map(\.outcome) == [.unresolved, .failed])
    #expect(verdicts[0].adjustedP == nil)
    #expect(verdicts[1].adjustedP == 2 / 1024.0)
  }
}
