import BuildAnalysis

extension JSON {
  /// The format of `hyperfine --export-json`, for hyperfine's scripts: one result for each arm and scenario.
  ///
  /// `user` and `system` are missing, since a run only contains their sum.
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
