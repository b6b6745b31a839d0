import BuildAnalysis

extension JSON {
  /// The format of `hyperfine --export-json`, for hyperfine's scripts and for services that read it: one result for each
  /// arm and scenario.
  ///
  /// Its readers require `user` and `system`. Runs of older versions contain only the sum, which is then all `user`.
  static func hyperfine(_ findings: RunFindings) throws -> String {
    try pretty(["results": findings.summaries.map { result($0, findings) }])
  }

  private static func result(_ summary: Summary, _ findings: RunFindings) -> Object {
    let builds = findings.measured(summary.case).filter { $0.seconds != nil }
    let times = builds.compactMap(\.seconds)
    let scenario = summary.scenario.rawValue
    let memory = builds.compactMap(\.peakBytes)
    let processor = builds.compactMap { build in build.cpuSeconds.map { (all: $0, system: build.systemSeconds ?? 0) } }
    return [
      "command": summary.case.title,
      "mean": times.reduce(0, +) / Double(times.count), "stddev": orNull(times.standardDeviation),
      "median": summary.median, "min": summary.min, "max": summary.max,
      "user": orNull(processor.map { $0.all - $0.system }.mean),
      "system": orNull(processor.map(\.system).mean),
      "times": times, "memory_usage_byte": memory.count == times.count ? memory : nil,
      "exit_codes": times.map { _ in 0 }, "parameters": ["arm": summary.arm, "scenario": scenario],
    ]
  }

  /// `null` if absent, as hyperfine writes it.
  private static func orNull(_ value: Double?) -> any Encodable { value }
}
