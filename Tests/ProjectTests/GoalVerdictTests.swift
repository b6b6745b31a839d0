@testable import BuildAnalysis
import Testing

@testable import Benchmarks

/// What `Benchmarks` says of its goals.
@Suite struct GoalVerdictTests {
  private static func interval(_ low: Double, _ high: Double) -> Interval {
    Interval(low: low, high: high, level: 0.95)
  }

  @Test func aGoalIsMetInsideMissedOutsideAndElseUnresolved() {
    #expect(GoalVerdict(Self.interval(0.99, 1.01), goal: 0.98...1.02) == .met)
    #expect(GoalVerdict(Self.interval(0.98, 1.02), goal: 0.98...1.02) == .met)
    #expect(GoalVerdict(Self.interval(1.03, 1.05), goal: 0.98...1.02) == .missed)
    #expect(GoalVerdict(Self.interval(0.5, 0.6), goal: 0.98...1.02) == .missed)
    #expect(GoalVerdict(Self.interval(1.01, 1.05), goal: 0.98...1.02) == .unresolved)
    #expect(GoalVerdict(Self.interval(0.9, 1.1), goal: 0.98...1.02) == .unresolved)
    #expect(GoalVerdict(nil, goal: 0...2) == .unresolved)
  }
}
