import BuildAnalysis
import CMath

extension Forecast {
  /// Combines the predictions from several recordings of the same build: medians, and prediction intervals for another
  /// build from the spread of the predictions.
  ///
  /// Everything except figures of the whole build comes from the recording with the median prediction.
  /// - Parameter recordings: at least one.
  /// - Throws: `ProposalError`.
  package init(_ recordings: [RecordedStructure], _ proposal: Proposal) throws(ProposalError) {
    var all: [Forecast] = []
    for recording in recordings { all.append(try recording.forecast(proposal)) }
    all.sort { $0.seconds.value < $1.seconds.value }
    self = all[all.count / 2]
    guard all.count > 1 else { return }
    self.recordings = all.count
    measuredSeconds = all.map(\.measuredSeconds).median ?? measuredSeconds
    measuredCPUSeconds = all.map(\.measuredCPUSeconds).median ?? measuredCPUSeconds
    relativeError = all.map(\.relativeError).max { abs($0) < abs($1) } ?? relativeError
    seconds = Estimate(all.map(\.seconds))
    gain = Estimate(gains: all.map(\.gain), value: measuredSeconds - seconds.value)
    cpuSeconds = Estimate(all.map(\.cpuSeconds))
  }
}

extension Forecast.Estimate {
  /// A gain with an interval at least as wide as the median interval, and as that of the mean by Student's t.
  fileprivate init(gains: [Self], value: Double) {
    let deviation = gains.map(\.value).standardDeviation ?? 0
    let quantile = studentQuantile(0.95, degreesOfFreedom: max(1, gains.count - 1))
    let spread = quantile * deviation / Double(gains.count).squareRoot()
    self.init(
      value: value, low: value - max(spread, gains.map { $0.value - $0.low }.median ?? 0),
      high: value + max(spread, gains.map { $0.high - $0.value }.median ?? 0))
  }

  /// The median with an interval at least as wide as the median interval. The variation between builds of the same code
  /// is estimated from the recordings: the 90 % prediction interval for another value, by Student's t on logarithms.
  fileprivate init(_ estimates: [Self]) {
    let (values, count) = (estimates.map(\.value), Double(estimates.count))
    let value = values.median ?? 0
    let deviation = values.map { log($0) }.standardDeviation ?? 0
    let quantile = studentQuantile(0.95, degreesOfFreedom: max(1, estimates.count - 1))
    let spread = exp(quantile * deviation * (1 + 1 / count).squareRoot())
    self.init(
      value: value, low: min(value / spread, estimates.map(\.low).median ?? value),
      high: max(value * spread, estimates.map(\.high).median ?? value))
  }
}
