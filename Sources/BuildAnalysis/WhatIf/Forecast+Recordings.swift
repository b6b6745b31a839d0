extension Forecast {
  /// Predicts from several recordings of one build: medians, and intervals that contain what each of them predicts.
  ///
  /// What is no figure of the whole build is that of the recording with the median prediction.
  /// - Parameter recordings: not empty.
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
    cpuSeconds = Estimate(all.map(\.cpuSeconds))
  }
}

extension Forecast.Estimate {
  fileprivate init(_ estimates: [Self]) {
    value = estimates.map(\.value).median ?? 0
    low = estimates.map(\.value).min().map { Swift.min($0, estimates.map(\.low).median ?? $0) } ?? 0
    high = estimates.map(\.value).max().map { Swift.max($0, estimates.map(\.high).median ?? $0) } ?? 0
  }
}
