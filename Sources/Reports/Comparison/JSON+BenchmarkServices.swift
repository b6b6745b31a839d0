import BuildAnalysis
import Documents

/// Formats of benchmark tracking services: the head's figures, in seconds.
extension JSON {
  /// The format `customSmallerIsBetter` of github-action-benchmark.
  static func smallerIsBetter(_ comparison: RunComparison) throws -> String {
    try JSONCodec.text(
      comparison.headFigures.map { figure -> Object in
        let (spread, title) = (figure.spread, figure.change.title)
        let range = spread.low.flatMap { low in
          spread.high.map { "\(low.rounded(decimals: 6)) – \($0.rounded(decimals: 6))" }
        }
        return [
          "name": "\(title) \(figure.measure.title)", "unit": "s", "value": spread.median.rounded(decimals: 6),
          "range": range, "extra": figure.change.sentence(of: figure.measure),
        ]
      })
  }

  /// Bencher Metric Format, with the confidence interval of the median as bounds.
  static func bencher(_ comparison: RunComparison) throws -> String {
    var benchmarks: [String: [String: Object]] = [:]
    for figure in comparison.headFigures {
      benchmarks[figure.change.title, default: [:]][figure.measure.slug] = [
        "value": figure.spread.median.rounded(decimals: 6), "lower_value": figure.spread.low?.rounded(decimals: 6),
        "upper_value": figure.spread.high?.rounded(decimals: 6),
      ]
    }
    return try JSONCodec.text(benchmarks)
  }
}

extension RunComparison {
  /// The measures of each case in the head.
  fileprivate var headFigures: [(change: CaseChange, measure: TimeMeasure, spread: Spread)] {
    cases.flatMap { change in
      let samples = head.measured(change.case)
      return [(TimeMeasure.wall, samples.compactMap(\.seconds)), (.cpu, samples.compactMap(\.cpuSeconds))]
        .compactMap { measure, values in Spread(values).map { (change, measure, $0) } }
    }
  }
}

extension TimeMeasure {
  fileprivate var title: String { self == .wall ? "build time" : "CPU time" }
  fileprivate var slug: String { self == .wall ? "build-time" : "cpu-time" }
}
