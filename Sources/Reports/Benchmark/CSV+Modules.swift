package import BuildAnalysis

extension CSV {
  /// One row for each module that the recorded builds of an arm in a scenario compiled, the most expensive first.
  /// - Returns: `nil` where nothing was recorded.
  package static func modules(_ run: Run) -> String? {
    let summaries = run.moduleSummaries
    guard !summaries.isEmpty else { return nil }
    let rows = summaries.map { summary in
      [
        summary.arm, summary.scenario.rawValue, summary.module, summary.id?.description ?? "",
        summary.isTool ? "tool" : "product", "\(summary.rounds)",
      ] + fields(summary.cpuSeconds) + fields(summary.seconds) + fields(summary.cpuSecondsPerThousandLines) + [
        summary.peakBytes.map(String.init) ?? ""
      ]
    }
    let spreads = ["cpu_seconds", "wall_seconds", "cpu_seconds_per_1000_lines"].flatMap { name in
      ["median", "min", "max", "median_low", "median_high"].map { "\($0)_\(name)" }
    }
    return text(
      header: ["arm", "scenario", "module", "id", "built_for", "rounds"] + spreads + ["peak_bytes"], rows: rows)
  }

  private static func fields(_ spread: Spread?) -> [String] {
    [spread?.median, spread?.min, spread?.max, spread?.low, spread?.high].map(number)
  }
}
