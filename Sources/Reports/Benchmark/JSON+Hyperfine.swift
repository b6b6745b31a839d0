import BuildAnalysis

extension JSON {
  /// The format of `hyperfine --export-json`, for hyperfine's scripts and for services that read it: one result for each
  /// arm and scenario.
  ///
  /// Its readers require `user` and `system`. Runs of older versions contain only the sum, which is then all `user`.
  static func hyperfine(_ findings: RunFindings) throws -> String { try pretty(HyperfineExport(findings)) }
}

private struct HyperfineExport: Encodable {
  /// Encodes `nil` as `null`, as hyperfine does.
  struct Figure: Encodable {
    let value: Double?

    init(_ value: Double?) { self.value = value }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      if let value { try container.encode(value) } else { try container.encodeNil() }
    }
  }

  struct Result: Encodable {
    let command: String
    let mean: Double
    /// Null for a single build.
    let stddev: Figure
    let median: Double
    /// Means, like `system`.
    let user: Figure
    let system: Figure
    let min: Double
    let max: Double
    /// Seconds, in the order of the rounds.
    let times: [Double]
    /// `nil` unless it is known of all builds.
    let memory: [Int]?
    let exitCodes: [Int]
    let parameters: [String: String]

    enum CodingKeys: String, CodingKey {
      case command, mean, stddev, median, user, system, min, max, times, parameters
      case memory = "memory_usage_byte"
      case exitCodes = "exit_codes"
    }
  }

  let results: [Result]

  init(_ findings: RunFindings) {
    results = findings.summaries.map { summary in
      let builds = findings.measured(summary.case).filter { $0.seconds != nil }
      let times = builds.compactMap(\.seconds)
      let scenario = summary.scenario.rawValue
      let memory = builds.compactMap(\.peakBytes)
      let processor = builds.compactMap { build in build.cpuSeconds.map { (all: $0, system: build.systemSeconds ?? 0) }
      }
      return Result(
        command: summary.scenario == .clean ? summary.arm : "\(summary.arm), \(scenario)",
        mean: times.reduce(0, +) / Double(times.count), stddev: Figure(times.standardDeviation), median: summary.median,
        user: Figure(processor.map { $0.all - $0.system }.mean), system: Figure(processor.map(\.system).mean),
        min: summary.min, max: summary.max, times: times, memory: memory.count == times.count ? memory : nil,
        exitCodes: times.map { _ in 0 }, parameters: ["arm": summary.arm, "scenario": scenario])
    }
  }
}
