import BuildAnalysis

extension JSON {
  /// What `hyperfine --export-json` writes, so that its scripts draw a run as well: a result for each arm and scenario.
  ///
  /// Its `user` and `system` are left out: a run knows their sum.
  static func hyperfine(_ findings: RunFindings) throws -> String { try pretty(HyperfineExport(findings)) }
}

private struct HyperfineExport: Encodable {
  struct Result: Encodable {
    let command: String
    let mean: Double
    let stddev: Double?
    let median: Double
    let min: Double
    let max: Double
    /// Seconds, in the order of the rounds.
    let times: [Double]
    let exitCodes: [Int]
    let parameters: [String: String]

    enum CodingKeys: String, CodingKey {
      case command, mean, stddev, median, min, max, times, parameters
      case exitCodes = "exit_codes"
    }
  }

  let results: [Result]

  init(_ findings: RunFindings) {
    results = findings.summaries.map { summary in
      let times = findings.measured(summary.case).compactMap(\.seconds)
      let scenario = summary.scenario.rawValue
      return Result(
        command: summary.scenario == .clean ? summary.arm : "\(summary.arm), \(scenario)",
        mean: times.reduce(0, +) / Double(times.count), stddev: times.standardDeviation, median: summary.median,
        min: summary.min, max: summary.max, times: times, exitCodes: times.map { _ in 0 },
        parameters: ["arm": summary.arm, "scenario": scenario])
    }
  }
}
