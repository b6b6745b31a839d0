import CMath

/// Round numbers that divide values of different magnitudes into classes.
///
/// Of all divisions of the sorted values at round numbers, this is the one with the most uniform classes: the sum of
/// squared deviations of logarithms from their class's mean is minimal. Fisher, “On grouping for maximum homogeneity”,
/// J. Am. Stat. Assoc. 53 (1958). Values below a thousandth of the greatest one count as that.
struct Breaks {
  /// At most as many as requested, ascending: each is the upper bound of a class. No class is empty, nor is the last
  /// one, which has no bound.
  let bounds: [Double]

  /// - Complexity: O(n log n), and O(count · cuts²) for the at most 19 cuts that three decades of round numbers give.
  init(_ values: [Double], count: Int) {
    let sorted = values.filter(\.isFinite).sorted()
    guard let most = sorted.last, most > 0 else {
      bounds = []
      return
    }
    let floor = most / 1000
    let isWhole = sorted.allSatisfy { $0.rounded() == $0 }
    let cuts = Self.cuts(
      sorted, Self.roundNumbers(from: floor, to: most).filter { !isWhole || $0.value.rounded() == $0.value })
    let classes = Classes(sorted.map { log(max($0, floor)) })
    bounds = classes.best(of: cuts.map(\.place), count: count).map { cuts[$0].bound }
  }

  /// The numbers 1, 1.5, 2, 3, 5 and 7 times powers of ten, with a rank that is lower for rounder ones.
  private static func roundNumbers(from least: Double, to most: Double) -> [(value: Double, rank: Int)] {
    let mantissas = [(1.0, 0), (1.5, 3), (2, 1), (3, 2), (5, 1), (7, 3)]
    let exponents = Int(log10(least).rounded(.down))...Int(log10(most).rounded(.down))
    return exponents.flatMap { exponent in
      mantissas.map { (exponent < 0 ? $0.0 / pow(10, Double(-exponent)) : $0.0 * pow(10, Double(exponent)), $0.1) }
    }
  }

  /// The possible divisions of the values: after how many of them, and the roundest number there.
  private static func cuts(
    _ sorted: [Double], _ numbers: [(value: Double, rank: Int)]
  ) -> [(place: Int, bound: Double)] {
    var best: [Int: (value: Double, rank: Int)] = [:]
    for number in numbers {
      let place = sorted.partitioningIndex { $0 > number.value }
      guard place > 0, place < sorted.count, number.rank < best[place]?.rank ?? .max else { continue }
      best[place] = number
    }
    return best.sorted { $0.key < $1.key }.map { ($0.key, $0.value.value) }
  }
}

/// Runs of sorted numbers, and their uniformity.
private struct Classes {
  private let sums: [Double]
  private let squares: [Double]

  init(_ values: [Double]) {
    sums = values.reduce(into: [0]) { $0.append(($0.last ?? 0) + $1) }
    squares = values.reduce(into: [0]) { $0.append(($0.last ?? 0) + $1 * $1) }
  }

  /// The sum of the squared deviations from the mean.
  private func spread(_ start: Int, _ end: Int) -> Double {
    let sum = sums[end] - sums[start]
    return squares[end] - squares[start] - sum * sum / Double(end - start)
  }

  /// The indices of at most `count` cuts with the least spread; all if there are no more.
  func best(of cuts: [Int], count: Int) -> [Int] {
    guard cuts.count > count else { return Array(cuts.indices) }
    /// For each cut, the least spread of the values before it with this many classes, and the cuts that give it.
    var least = cuts.indices.map { (spread: spread(0, cuts[$0]), chosen: [$0]) }
    for _ in 1..<count {
      least = cuts.indices.map { last in
        let ways = (0..<last).map { (least[$0].spread + spread(cuts[$0], cuts[last]), least[$0].chosen + [last]) }
        return ways.min { $0.0 < $1.0 } ?? (.infinity, [last])
      }
    }
    let end = sums.count - 1
    let whole = cuts.indices.map { (least[$0].spread + spread(cuts[$0], end), least[$0].chosen) }
    return whole.min { $0.0 < $1.0 }?.1 ?? []
  }
}
