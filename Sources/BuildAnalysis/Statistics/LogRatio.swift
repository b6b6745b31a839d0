import CMath

/// The natural logarithm of `first` ÷ `second`. Swapping the numbers changes only the sign, to the last digit, and
/// equal ratios of integers have equal logarithms, so that both cases count as ties.
func logRatio(_ first: Double, _ second: Double) -> Double {
  first < second ? -log(second / first) : log(first / second)
}

extension Double {
  /// Whether it can be a measurement: positive and finite.
  var isPlausible: Bool { self > 0 && isFinite }
}

extension Interval {
  /// The interval of a ratio, from that of its logarithm.
  var exponential: Interval { Interval(low: exp(low), high: exp(high), level: level) }
}
