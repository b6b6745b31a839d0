import CMath

/// The natural logarithm of `first` ÷ `second`. Swapping the numbers changes only the sign, exactly to the last bit,
/// and equal ratios of integers have equal logarithms, so that ties are recognized in both cases.
func logRatio(_ first: Double, _ second: Double) -> Double {
  first < second ? -log(second / first) : log(first / second)
}

extension Double {
  /// Whether it can be a measurement: positive and finite.
  var isPlausible: Bool { self > 0 && isFinite }
}

extension Interval {
  /// The interval of a ratio, given that of its logarithm.
  var exponential: Interval { Interval(low: exp(low), high: exp(high), level: level) }
}
