/// The distribution of an integer statistic under the null hypothesis: exact, or a normal approximation.
///
/// The two tails are summed separately, each from its end, so that small probabilities are accurate.
enum NullDistribution {
  /// The probabilities of at most and of at least each value, indexed by the statistic.
  case exact(atMost: [Double], atLeast: [Double])
  /// - correction: the continuity correction, half the distance between adjacent values.
  case normal(mean: Double, deviation: Double, correction: Double)

  /// - Parameter weights: the number of equally likely outcomes for each value from 0 on, up to a positive factor.
  /// - Complexity: O(values).
  init(weights: [Double]) {
    let total = weights.reduce(0, +)
    self = .exact(
      atMost: weights.runningSums.map { $0 / total },
      atLeast: weights.reversed().runningSums.reversed().map { $0 / total })
  }

  func probability(atMost value: Int) -> Double {
    switch self {
    case .exact(let atMost, _): value < 0 ? 0 : atMost[min(value, atMost.count - 1)]
    case .normal(let mean, let deviation, let correction):
      deviation > 0 ? normalProbability(atMost: (Double(value) + correction - mean) / deviation) : 1
    }
  }

  func probability(atLeast value: Int) -> Double {
    switch self {
    case .exact(_, let atLeast): value < atLeast.count ? atLeast[max(value, 0)] : 0
    case .normal(let mean, let deviation, let correction):
      deviation > 0 ? normalProbability(atMost: (mean + correction - Double(value)) / deviation) : 1
    }
  }

  /// Twice the smaller tail, and at most 1.
  func twoSidedP(_ value: Int) -> Double {
    min(1, 2 * min(probability(atMost: value), probability(atLeast: value)))
  }

  /// The number of order statistics to omit at each end for a confidence interval that inverts the two-sided test.
  /// - Parameters:
  ///   - bound: an upper bound, exclusive, of the number to omit.
  ///   - statistic: the test statistic for each number of omitted ones; must not decrease.
  /// - Returns: `nil` if even the interval without omissions has an error probability above `alpha`.
  /// - Complexity: O(log bound).
  func cut(alpha: Double, below bound: Int, statistic: (Int) -> Int) -> Int? {
    let refused = (0..<bound).partitioningIndex { 2 * probability(atMost: statistic($0)) > alpha }
    return refused == 0 ? nil : refused - 1
  }
}

extension Sequence<Double> {
  fileprivate var runningSums: [Double] {
    var sum = 0.0
    return map { value in
      sum += value
      return sum
    }
  }
}
