/// The smallest number in a range that satisfies a monotonic condition, found by bisection over all values of `Double`,
/// so that the result is exact.
/// - Returns: the range's upper bound if no smaller number satisfies it.
/// - Complexity: at most 64 evaluations of the condition.
func least(in range: ClosedRange<Double>, where isFulfilled: (Double) -> Bool) -> Double {
  var (low, high) = (range.lowerBound.ordinal, range.upperBound.ordinal)
  while low < high {
    let middle = low &+ Int64(UInt64(bitPattern: high &- low) / 2)
    if isFulfilled(Double(ordinal: middle)) { high = middle } else { low = middle + 1 }
  }
  return Double(ordinal: low)
}

extension Double {
  /// The index of the number among all values of `Double`; those of adjacent values differ by 1.
  fileprivate var ordinal: Int64 {
    let bits = Int64(bitPattern: bitPattern)
    return bits < 0 ? Int64.min &- bits : bits
  }

  fileprivate init(ordinal: Int64) {
    self.init(bitPattern: UInt64(bitPattern: ordinal < 0 ? Int64.min &- ordinal : ordinal))
  }
}

/// The means or differences of all pairs, without storing them. Counting those up to a bound suffices to find the value
/// at any rank, in O(n) memory instead of O(n²).
protocol PairwiseValues {
  var count: Int { get }
  var range: ClosedRange<Double> { get }
  /// - Complexity: O(n).
  func count(atMost bound: Double) -> Int
}

extension PairwiseValues {
  /// The value at a rank, counted from 0 in ascending order.
  /// - Complexity: O(n).
  func value(atRank rank: Int) -> Double { least(in: range) { count(atMost: $0) > rank } }

  /// - Complexity: O(n).
  var median: Double {
    let upper = value(atRank: count / 2)
    return count.isMultiple(of: 2) ? (value(atRank: count / 2 - 1) + upper) / 2 : upper
  }

  /// - Complexity: O(n).
  func interval(leavingOut cut: Int, level: Double) -> Interval {
    Interval(low: value(atRank: cut), high: value(atRank: count - 1 - cut), level: level)
  }
}

/// The Walsh averages: the means of all pairs of values, including each value paired with itself.
struct WalshAverages: PairwiseValues {
  private let values: [Double]
  let range: ClosedRange<Double>

  /// - Returns: `nil` without values.
  init?(_ values: [Double]) {
    self.values = values.sorted()
    guard let low = self.values.first, let high = self.values.last else { return nil }
    range = low...high
  }

  var count: Int { values.count * (values.count + 1) / 2 }

  func count(atMost bound: Double) -> Int {
    var (count, end) = (0, values.count)
    for (first, value) in values.enumerated() {
      while end > first, (value + values[end - 1]) / 2 > bound { end -= 1 }
      guard end > first else { break }
      count += end - first
    }
    return count
  }
}

/// The Walsh averages within each of several strata. Each counts as often as its stratum's integer weight, which is
/// approximately (size of the largest stratum + 1) ÷ (size + 1).
struct StratifiedAverages: PairwiseValues {
  private let strata: [(values: [Double], averages: WalshAverages, weight: Int)]
  let range: ClosedRange<Double>

  /// - Returns: `nil` without values.
  init?(_ strata: [[Double]]) {
    let largest = strata.map(\.count).max() ?? 0
    self.strata = strata.compactMap { values in
      let weight = (Double(largest + 1) / Double(values.count + 1)).rounded()
      return WalshAverages(values).map { (values, $0, Int(weight)) }
    }
    let values = strata.joined()
    guard let low = values.min(), let high = values.max() else { return nil }
    range = low...high
  }

  var count: Int { strata.reduce(0) { $0 + $1.weight * $1.averages.count } }

  func count(atMost bound: Double) -> Int { strata.reduce(0) { $0 + $1.weight * $1.averages.count(atMost: bound) } }

  /// Twice the contribution of each value to the test statistic if positive, assuming no ties.
  var doubledRanks: [Int] { strata.flatMap { stratum in (1...stratum.values.count).map { 2 * $0 * stratum.weight } } }

  /// The number of averages that the interval of a level leaves out at each end, and the level that it attains.
  /// - Returns: `nil` if there are too few values for the level.
  func cut(alpha: Double) -> (cut: Int, level: Double)? {
    let distribution = SignedRank.distribution(ranks: doubledRanks)
    let cut = distribution.cut(alpha: alpha, below: (count + 1) / 2) { 2 * $0 }
    return cut.map { ($0, 1 - 2 * distribution.probability(atMost: 2 * $0)) }
  }

  /// The two-sided p-value of the signed-rank test for a centre of 0; see ``Swift/Array/signedRankP``.
  var signedRankP: Double {
    var (ranks, positive) = ([Int](), 0)
    for stratum in strata {
      let values = stratum.values.filter { $0 != 0 }
      let own = values.map(abs).doubledMidranks.map { $0 * stratum.weight }
      positive += zip(values, own).reduce(0) { $1.0 > 0 ? $0 + $1.1 : $0 }
      ranks += own
    }
    return SignedRank.distribution(ranks: ranks).twoSidedP(positive)
  }
}

/// The differences between each value of one sample and each value of another.
struct PairwiseDifferences: PairwiseValues {
  private let first: [Double]
  private let second: [Double]
  let range: ClosedRange<Double>

  /// - Returns: `nil` if either is empty.
  init?(_ first: [Double], _ second: [Double]) {
    self.first = first.sorted()
    self.second = second.sorted()
    guard let firstLow = self.first.first, let firstHigh = self.first.last, let secondLow = self.second.first,
      let secondHigh = self.second.last
    else { return nil }
    range = (firstLow - secondHigh)...(firstHigh - secondLow)
  }

  var count: Int { first.count * second.count }

  func count(atMost bound: Double) -> Int {
    var (count, start) = (0, 0)
    for value in first {
      while start < second.count, value - second[start] > bound { start += 1 }
      count += second.count - start
    }
    return count
  }
}
