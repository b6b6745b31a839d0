import CMath
import ModuleGraph

/// A test of whether groups of log ratios, such as those of several machines, have the same centre.
///
/// Cochran's Q: the sum of the squared distances of the groups' means from the common mean, each divided by the
/// variance of the group's mean (“The Combination of Estimates from Different Experiments”, Biometrics 10 (1954)). Its
/// chi-squared distribution is valid only for large groups. Therefore p is computed by simulation: the share of
/// simulated values that are at least as large, for groups with the same sizes and variances and a common centre, whose
/// variances are estimated again (Krishnamoorthy, Lu & Mathew, “A parametric bootstrap approach for ANOVA with unequal
/// variances”, Computational Statistics & Data Analysis 51 (2007)).
package struct Heterogeneity: Sendable, Hashable {
  package let q: Double
  package let p: Double
  /// The number of compared groups: those with at least two values.
  package let groups: Int

  private static let draws = 1999
  /// An arbitrary constant, so that reports are reproducible.
  private static let seed: UInt64 = 1

  fileprivate struct Group {
    let size: Double
    let mean: Double
    /// The variance of the mean.
    let variance: Double
  }

  /// - Returns: `nil` for fewer than two groups with at least two values.
  /// - Complexity: O(values) for each of 1,999 draws.
  package init?(_ groups: [[Double]]) {
    let groups = groups.filter { $0.count > 1 }
    guard groups.count > 1 else { return nil }
    let found = groups.map { values in
      let (size, mean) = (Double(values.count), values.reduce(0, +) / Double(values.count))
      let scatter = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
      // A lower bound: identical numbers must not lead to infinite certainty.
      return Group(size: size, mean: mean, variance: max(scatter / (size - 1), 1e-12) / size)
    }
    let observed = Self.statistic(found)
    var normal = NormalNumbers(seed: Self.seed)
    let larger = (0..<Self.draws).count { _ in
      Self.statistic(found.map { $0.drawn(&normal) }) >= observed
    }
    (q, self.groups) = (observed, groups.count)
    p = Double(larger + 1) / Double(Self.draws + 1)
  }

  fileprivate static func statistic(_ groups: [Group]) -> Double {
    let weights = groups.map { 1 / $0.variance }
    let mean = zip(groups, weights).reduce(0) { $0 + $1.0.mean * $1.1 } / weights.reduce(0, +)
    return zip(groups, weights).reduce(0) { $0 + ($1.0.mean - mean) * ($1.0.mean - mean) * $1.1 }
  }
}

extension Heterogeneity.Group {
  /// A simulated group of the same size and variance with a centre of 0.
  fileprivate func drawn(_ normal: inout NormalNumbers) -> Self {
    let mean = normal.next() * variance.squareRoot()
    let freedom = Int(size) - 1
    let scatter = (0..<freedom).reduce(0.0) { sum, _ in
      let number = normal.next()
      return sum + number * number
    }
    return Self(size: size, mean: mean, variance: variance * scatter / Double(freedom))
  }
}
