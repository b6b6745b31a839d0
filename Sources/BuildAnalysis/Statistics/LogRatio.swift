import CMath

/// The natural logarithm of how many times larger the first is. Of numbers that swap places only the sign changes, to
/// the last digit, and equal ratios of whole numbers are equal, so that both count as ties.
func logRatio(_ first: Double, _ second: Double) -> Double {
  first < second ? -log(second / first) : log(first / second)
}

extension Double {
  /// Whether it can be a measurement that others are divided by.
  var isPlausible: Bool { self > 0 && isFinite }
}

extension Interval {
  /// The interval of a ratio from that of its logarithm.
  var exponential: Interval { Interval(low: exp(low), high: exp(high), level: level) }
}
