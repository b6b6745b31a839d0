/// How a statistic of whole numbers is distributed where nothing differs: exactly, or by its normal approximation.
///
/// The two tails are summed apart, each from its end, so that small probabilities keep their digits.
enum NullDistribution {
  /// By the statistic: how likely it is to be at most, and at least, that.
  case exact(atMost: [Double], atLeast: [Double])
  /// - correction: half the distance between neighbouring values, for continuity.
  case normal(mean: Double, deviation: Double, correction: Double)

  /// - Parameter weights: in how many equally likely ways each value from 0 on comes about, times any positive number.
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

  /// How many order statistics to leave out at either end for an interval that inverts the two-sided test.
  /// - Parameters:
  ///   - bound: more than what could be left out.
  ///   - statistic: the test's statistic where so many are left out; it must not fall.
  /// - Returns: `nil` where even leaving out none misses more often than `alpha`.
  /// - Complexity: O(log bound).
  func cut(alpha: Double, below bound: Int, statistic: (Int) -> Int) -> Int? {
    var (accepted, refused) = (-1, bound)
    while refused - accepted > 1 {
      let middle = accepted + (refused - accepted) / 2
      if 2 * probability(atMost: statistic(middle)) <= alpha { accepted = middle } else { refused = middle }
    }
    return accepted < 0 ? nil : accepted
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
