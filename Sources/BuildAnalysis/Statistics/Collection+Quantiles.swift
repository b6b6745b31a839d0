/// Descriptive statistics, in the unit of the values. No value may be NaN.
extension Collection<Double> {
  /// The middle value, or the mean of the two middle ones; `nil` without values.
  /// - Complexity: O(n log n).
  package var median: Double? { sorted().quantileOfSorted(0.5) }

  /// A quantile: the value below which a share of the values lies, interpolated between adjacent values.
  ///
  /// Type 7 of Hyndman & Fan, “Sample Quantiles in Statistical Packages”, The American Statistician 50 (1996), the
  /// default of numpy, R and spreadsheets.
  /// - Parameter share: from 0 (the smallest value) to 1 (the largest); clamped to this range.
  /// - Returns: `nil` without values.
  /// - Complexity: O(n log n).
  package func quantile(_ share: Double) -> Double? { sorted().quantileOfSorted(share) }

  /// Tukey's fences, a number of interquartile ranges outside the quartiles; values beyond them are outliers.
  ///
  /// Tukey, “Exploratory Data Analysis”, 1977: 1.5 for “outside” values, 3 for “far out” ones.
  /// - Returns: `nil` without values.
  /// - Complexity: O(n log n).
  package func fences(ranges: Double = 1.5) -> ClosedRange<Double>? {
    let sorted = sorted()
    guard let low = sorted.quantileOfSorted(0.25), let high = sorted.quantileOfSorted(0.75) else { return nil }
    return (low - ranges * (high - low))...(high + ranges * (high - low))
  }

  /// The arithmetic mean; `nil` without values.
  /// - Complexity: O(n).
  package var mean: Double? { isEmpty ? nil : reduce(0, +) / Double(count) }

  /// The sample standard deviation (with divisor n − 1); `nil` for fewer than two values.
  /// - Complexity: O(n).
  package var standardDeviation: Double? {
    guard count > 1, let mean else { return nil }
    return (reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(count - 1)).squareRoot()
  }

  /// The coefficient of variation; `nil` for fewer than two values, or if the mean is not positive.
  /// - Complexity: O(n).
  package var coefficientOfVariation: Double? {
    guard let mean, let standardDeviation, mean > 0 else { return nil }
    return standardDeviation / mean
  }
}

extension Collection<(value: Double, weight: Double)> {
  /// The value below which half of the weight lies, or the mean of two values between which it does; `nil` without weight.
  /// - Complexity: O(n log n).
  package var weightedMedian: Double? {
    let sorted = filter { $0.weight > 0 }.sorted { $0.value < $1.value }
    let half = sorted.reduce(0) { $0 + $1.weight } / 2
    var below = 0.0
    for (index, (value, weight)) in sorted.enumerated() {
      below += weight
      if abs(below - half) <= 1e-9 * half, index + 1 < sorted.count { return (value + sorted[index + 1].value) / 2 }
      if below > half { return value }
    }
    return nil
  }
}

extension [Double] {
  /// - Complexity: O(1).
  package func quantileOfSorted(_ share: Double) -> Double? {
    guard let last = indices.last else { return nil }
    let place = Double(last) * Swift.min(1, Swift.max(0, share))
    let below = Int(place)
    let above = Swift.min(below + 1, last)
    return self[below] + (place - Double(below)) * (self[above] - self[below])
  }
}
