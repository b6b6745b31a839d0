/// The least number of a range that fulfils a condition which, once fulfilled, stays so: bisection over the numbers
/// that a `Double` can hold, so that the answer is exact.
/// - Returns: the range's upper bound where nothing below fulfils it.
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
  /// The place among all numbers that a `Double` can hold, counted from 0: neighbours differ by 1.
  fileprivate var ordinal: Int64 {
    let bits = Int64(bitPattern: bitPattern)
    return bits < 0 ? Int64.min &- bits : bits
  }

  fileprivate init(ordinal: Int64) {
    self.init(bitPattern: UInt64(bitPattern: ordinal < 0 ? Int64.min &- ordinal : ordinal))
  }
}

/// Many numbers that are never listed: the means, or the differences, of all pairs. Only counting those up to a bound
/// is needed to find the one of any rank, which takes O(n) memory where listing them takes O(n²).
protocol PairwiseValues {
  var count: Int { get }
  var range: ClosedRange<Double> { get }
  /// - Complexity: O(n).
  func count(atMost bound: Double) -> Int
}

extension PairwiseValues {
  /// The value that `rank` others come before.
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

/// The means of all pairs of values, each value with itself included.
struct WalshAverages: PairwiseValues {
  private let values: [Double]
  let range: ClosedRange<Double>

  /// - Returns: `nil` for no values.
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

/// The differences of each value of one series from each of another.
struct PairwiseDifferences: PairwiseValues {
  private let first: [Double]
  private let second: [Double]
  let range: ClosedRange<Double>

  /// - Returns: `nil` where either has no values.
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
