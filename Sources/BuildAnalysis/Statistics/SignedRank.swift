#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// How many times slower one thing is than another, from pairs measured close together in time.
///
/// The estimate is Hodges and Lehmann's on log ratios: the median of all Walsh averages. Its interval inverts the
/// exact Wilcoxon signed-rank test, so the two agree: the interval excludes 1 just where p is below its alpha.
/// Hollander, Wolfe & Chicken, “Nonparametric Statistical Methods”, 3rd ed., 3.2 and 3.3.
package struct PairedRatio: Sendable, Hashable {
  package let ratio: Double
  /// Absent under six pairs, where no interval reaches 95 %.
  package let interval: Interval?
  /// Two-sided and exact, ties and zeros included; absent under six pairs.
  package let p: Double?

  /// - Parameters:
  ///   - pairs: positive numbers of one unit.
  ///   - alpha: the largest probability of missing the true ratio that is accepted.
  /// - Returns: `nil` for no pairs.
  /// - Complexity: O(n² log n) for the Walsh averages, O(n³) for the exact distribution.
  package init?(_ pairs: [(Double, Double)], alpha: Double = 0.05) {
    let logRatios = pairs.map { log($0.0 / $0.1) }
    let averages = logRatios.walshAverages
    guard let center = averages.median else { return nil }
    ratio = exp(center)
    let cumulative = SignedRankDistribution(ranks: (1...pairs.count).map { 2 * $0 })
    let reachable = 2 * cumulative.probability(atMost: 0) <= alpha
    interval = reachable ? Self.interval(averages, cumulative, alpha: alpha) : nil
    p = reachable ? logRatios.signedRankP : nil
  }

  private static func interval(_ averages: [Double], _ distribution: SignedRankDistribution, alpha: Double) -> Interval
  {
    var cut = 0
    while 2 * distribution.probability(atMost: 2 * (cut + 1)) <= alpha { cut += 1 }
    return Interval(
      low: exp(averages[cut]), high: exp(averages[averages.count - 1 - cut]),
      level: 1 - 2 * distribution.probability(atMost: 2 * cut))
  }
}

extension [Double] {
  /// The means of all pairs of values, each value with itself included, sorted.
  /// - Complexity: O(n² log n).
  fileprivate var walshAverages: [Double] {
    indices.flatMap { first in indices[first...].map { (self[first] + self[$0]) / 2 } }.sorted()
  }

  /// The exact two-sided p value of Wilcoxon's signed-rank test of a centre of 0.
  ///
  /// Zeros are left out (Wilcoxon's own treatment); ties get their mean rank, and the distribution is that of the
  /// ranks at hand, which is what enumerating all signs gives.
  /// - Returns: 1 where only zeros are left.
  /// - Complexity: O(n³).
  package var signedRankP: Double {
    let values = filter { $0 != 0 }.sorted { abs($0) < abs($1) }
    guard !values.isEmpty else { return 1 }
    let ranks = values.map(abs).doubledMidranks
    let positive = zip(values, ranks).reduce(0) { $1.0 > 0 ? $0 + $1.1 : $0 }
    let extreme = Swift.min(positive, ranks.reduce(0, +) - positive)
    return Swift.min(1, 2 * SignedRankDistribution(ranks: ranks).probability(atMost: extreme))
  }

  /// Twice the mean rank of each value of a sorted array, so that ties stay whole numbers.
  private var doubledMidranks: [Int] {
    var ranks: [Int] = []
    while ranks.count < count {
      let start = ranks.count
      let end = self[start...].firstIndex { $0 != self[start] } ?? count
      ranks += Array<Int>(repeating: start + 1 + end, count: end - start)
    }
    return ranks
  }
}

/// The distribution of the sum of those ranks whose sign is positive, when each sign is as likely as the other.
private struct SignedRankDistribution {
  /// How likely a sum of at most the index is.
  private let cumulative: [Double]

  /// - Complexity: O(ranks × their sum).
  init(ranks: [Int]) {
    var weights = [1.0]
    for rank in ranks {
      var next = weights.map { $0 / 2 } + Array(repeating: 0, count: rank)
      for (sum, weight) in weights.enumerated() { next[sum + rank] += weight / 2 }
      weights = next
    }
    var total = 0.0
    cumulative = weights.map { weight in
      total += weight
      return total
    }
  }

  func probability(atMost sum: Int) -> Double {
    cumulative[Swift.min(sum, cumulative.count - 1)]
  }
}
