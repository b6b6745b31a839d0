import CMath

/// The mean change of a figure on the scale of logarithms, with its standard error: for the tests of many figures at
/// once, whose p-values must be able to be much smaller than the 2 · 2⁻ⁿ of a rank test.
package struct LogShift: Sendable, Hashable {
  package let mean: Double
  /// Estimated from the values themselves.
  package let error: Double
  package let degreesOfFreedom: Int

  /// - Parameter logRatios: one for each pair.
  /// - Returns: `nil` for fewer than two.
  package init?(logRatios: [Double]) {
    guard let mean = logRatios.mean, let deviation = logRatios.standardDeviation else { return nil }
    (self.mean, error) = (mean, deviation / Double(logRatios.count).squareRoot())
    degreesOfFreedom = logRatios.count - 1
  }

  /// The same between two unpaired samples of positive figures, with Welch's degrees of freedom, rounded down.
  /// - Returns: `nil` if either has fewer than two.
  package init?(from base: [Double], to head: [Double]) {
    let logs = [base, head].map { $0.map { log($0) } }
    guard let before = logs[0].mean, let after = logs[1].mean, let one = logs[0].standardDeviation,
      let other = logs[1].standardDeviation
    else { return nil }
    let parts = (one * one / Double(base.count), other * other / Double(head.count))
    let (sum, squares) = (
      parts.0 + parts.1,
      parts.0 * parts.0 / Double(base.count - 1) + parts.1 * parts.1 / Double(head.count - 1)
    )
    (mean, error) = (after - before, sum.squareRoot())
    degreesOfFreedom = max(1, squares > 0 ? Int(sum * sum / squares) : base.count + head.count - 2)
  }
}

/// The shift of one of many figures.
package struct SizedShift: Sendable, Hashable {
  package let shift: LogShift
  /// How large the figure is. Small figures scatter more.
  package let size: Double
}

extension [SizedShift] {
  /// How many figures on each side share their typical error.
  private static let neighbours = 10

  /// Two-sided p-values of Student's t test, with a standard error of at least the typical one of figures of about the
  /// same size: with few rounds, some of many figures scatter little by chance, and would seem certain.
  ///
  /// A lower bound of the error can only raise p-values. With outliers, the test is conservative, since each of them
  /// raises the error more than the mean.
  /// - Returns: in the same order.
  /// - Complexity: O(figures · log figures).
  package var p: [Double] {
    let order = indices.sorted { (self[$0].size, $0) < (self[$1].size, $1) }
    var p = Array<Double>(repeating: 1, count: count)
    for (place, index) in order.enumerated() {
      let near = order[Swift.max(0, place - Self.neighbours)..<Swift.min(count, place + Self.neighbours + 1)]
      let shift = self[index].shift
      let error = Swift.max(shift.error, near.map { self[$0].shift.error }.median ?? 0)
      // A change that rounding alone could make is none.
      guard abs(shift.mean) > 1e-12 else { continue }
      p[index] = 2 * studentProbability(atMost: -abs(shift.mean / error), degreesOfFreedom: shift.degreesOfFreedom)
    }
    return p
  }
}
