import BuildAnalysis

/// Formats of benchmark tracking services: the head's figures, in seconds.
extension JSON {
  /// The format `customSmallerIsBetter` of github-action-benchmark.
  static func smallerIsBetter(_ comparison: RunComparison) throws -> String {
    try pretty(
      ServiceFigure.all(of: comparison).map { figure in
        SmallerIsBetter(
          name: "\(figure.change.title) \(figure.measure.title)", unit: "s",
          value: figure.spread.median.rounded(decimals: 6),
          range: figure.spread.low.flatMap { low in
            figure.spread.high.map { "\(low.rounded(decimals: 6)) – \($0.rounded(decimals: 6))" }
          },
          extra: figure.change.sentence(of: figure.measure))
      })
  }

  /// Bencher Metric Format, with the confidence interval of the median as bounds.
  static func bencher(_ comparison: RunComparison) throws -> String {
    var benchmarks: [String: [String: BencherMetric]] = [:]
    for figure in ServiceFigure.all(of: comparison) {
      benchmarks[figure.change.title, default: [:]][figure.measure.slug] = BencherMetric(
        value: figure.spread.median.rounded(decimals: 6), lowerValue: figure.spread.low?.rounded(decimals: 6),
        upperValue: figure.spread.high?.rounded(decimals: 6))
    }
    return try pretty(benchmarks)
  }
}

private struct SmallerIsBetter: Encodable {
  let name: String
  let unit: String
  let value: Double
  let range: String?
  let extra: String
}

private struct BencherMetric: Encodable {
  let value: Double
  let lowerValue: Double?
  let upperValue: Double?

  enum CodingKeys: String, CodingKey {
    case value
    case lowerValue = "lower_value"
    case upperValue = "upper_value"
  }
}

/// A measure of one case in the head.
private struct ServiceFigure {
  let change: CaseChange
  let measure: TimeMeasure
  let spread: Spread

  /// The figures with at least one successful round.
  static func all(of comparison: RunComparison) -> [ServiceFigure] {
    comparison.cases.flatMap { change in
      let samples = comparison.head.measured(change.case)
      return [(TimeMeasure.wall, samples.compactMap(\.seconds)), (.cpu, samples.compactMap(\.cpuSeconds))]
        .compactMap { measure, values in
          Spread(values).map { ServiceFigure(change: change, measure: measure, spread: $0) }
        }
    }
  }
}

extension TimeMeasure {
  fileprivate var title: String { self == .wall ? "build time" : "CPU time" }
  fileprivate var slug: String { self == .wall ? "build-time" : "cpu-time" }
}
