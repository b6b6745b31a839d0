import BuildAnalysis
import Testing

struct WarningTests {
  @Test func aQuietSeriesHasNoWarnings() {
    #expect([10.0, 10.1, 9.9, 10.05, 9.95, 10.02, 9.98].warnings == [])
    #expect([Double]().warnings == [])
    #expect([10.0].warnings == [])
    #expect([10.0, 10, 10, 10, 10, 10].warnings == [])
  }

  @Test func aSlowFirstRoundIsToldAndMarkedAsAnOutlier() {
    let series = [14.0, 10.1, 9.9, 10.05, 9.95, 10, 10.02, 9.98]
    #expect(
      series.warnings == [
        .slowFirst(ratioToOthers: 1.4), .scattered(coefficientOfVariation: series.coefficientOfVariation ?? 0),
        .outliers(indices: [0]),
      ])
  }

  @Test func aFastFirstRoundIsNotASlowOne() {
    #expect([9.0, 10.1, 9.9, 10.05, 9.95, 10, 10.02, 9.98].warnings == [.outliers(indices: [0])])
  }

  @Test func aSteadyRiseIsATrend() {
    let warnings = (0..<7).map { 10 + 0.1 * Double($0) }.warnings
    guard warnings.count == 1, case .trend(let change, let p) = warnings[0] else {
      Issue.record("\(warnings)")
      return
    }
    #expect(abs(change - 10.55 / 10.05) < 1e-12)
    // Of 7! arrangements one rises throughout, one falls.
    #expect(abs(p - 2 / 5040) < 1e-12)
  }

  @Test func outliersOnEitherSideAreMarkedInTheirOrder() {
    #expect([10.0, 7, 10.1, 9.9, 13, 10.05, 9.95, 10.02, 9.98].warnings.last == .outliers(indices: [1, 4]))
  }
}
