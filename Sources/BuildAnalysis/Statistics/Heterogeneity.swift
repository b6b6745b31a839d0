import CMath
import ModuleGraph

/// Whether groups of log ratios, such as those of several machines, have one centre.
///
/// Cochran's Q: the squared distances of the groups' means from their common one, each divided by its own variance
/// (“The Combination of Estimates from Different Experiments”, Biometrics 10 (1954)). With the few rounds that a machine
/// makes, its chi-squared distribution raises too many alarms, so that p is that of the values permuted over the groups,
/// which holds for unequal variances as well as the groups grow (Pauly, Brunner & Konietschke, “Asymptotic permutation
/// tests in general factorial designs”, JRSS B 77 (2015)).
package struct Heterogeneity: Sendable, Hashable {
  package let q: Double
  package let p: Double
  /// How many groups were compared: those of two values or more.
  package let groups: Int

  private static let permutations = 1999
  /// Any, always the same, so that a report is.
  private static let seed: UInt64 = 1

  /// - Returns: `nil` under two groups of two values.
  /// - Complexity: O(values) for each of 1,999 permutations.
  package init?(_ groups: [[Double]]) {
    let groups = groups.filter { $0.count > 1 }
    guard groups.count > 1 else { return nil }
    let sizes = groups.map(\.count)
    var values = groups.flatMap(\.self)
    // Centred, so that nothing is lost in squares; and a scatter below this is that of rounding.
    let centre = values.reduce(0, +) / Double(values.count)
    values = values.map { $0 - centre }
    let least = 1e-12 + values.reduce(0) { $0 + $1 * $1 } * 1e-9
    let observed = Self.statistic(values, sizes, least: least)
    var generator = SeededGenerator(seed: Self.seed)
    var larger = 1
    for _ in 0..<Self.permutations {
      values = generator.shuffled(values)
      if Self.statistic(values, sizes, least: least) >= observed * (1 - 1e-9) { larger += 1 }
    }
    (q, self.groups) = (observed, groups.count)
    p = Double(larger) / Double(Self.permutations + 1)
  }

  private static func statistic(_ values: [Double], _ sizes: [Int], least: Double) -> Double {
    var (weights, weighted, squares) = (0.0, 0.0, 0.0)
    var start = 0
    for size in sizes {
      let group = values[start..<(start + size)]
      start += size
      let mean = group.reduce(0, +) / Double(size)
      let scatter = group.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } + least
      let weight = Double(size) * Double(size - 1) / scatter
      (weights, weighted, squares) = (weights + weight, weighted + weight * mean, squares + weight * mean * mean)
    }
    return max(0, squares - weighted * weighted / weights)
  }
}
