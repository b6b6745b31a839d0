package import BuildAnalysis

extension CSV {
  /// One row for each module that the recorded builds of an arm in a scenario compiled, the most expensive first.
  /// - Returns: `nil` if nothing was recorded.
  package static func modules(_ findings: RunFindings) -> String? {
    let summaries = findings.moduleSummaries
    guard !summaries.isEmpty else { return nil }
    let figures =
      spread("cpu_seconds", of: \.cpuSeconds) + spread("wall_seconds", of: \.seconds)
      + spread("cpu_seconds_per_1000_lines", of: \.cpuSecondsPerThousandLines)
    return table(Table(summaries, columns: what + figures + [.figures("peak_bytes") { number($0.peakBytes) }]))
  }

  private static let what: [Column<ModuleSummary>] = [
    .text("arm") { $0.arm },
    .text("scenario") { $0.scenario.rawValue },
    .text("module") { $0.module },
    .text("id") { $0.id?.description ?? "" },
    .text("built_for") { $0.isTool ? "tool" : "product" },
    .figures("rounds") { number($0.rounds) },
  ]

  private static func spread(
    _ name: String, of spread: @escaping @Sendable (ModuleSummary) -> Spread?
  ) -> [Column<ModuleSummary>] {
    [
      .figures("median_" + name) { number(spread($0)?.median) },
      .figures("min_" + name) { number(spread($0)?.min) },
      .figures("max_" + name) { number(spread($0)?.max) },
      .figures("median_low_" + name) { number(spread($0)?.low) },
      .figures("median_high_" + name) { number(spread($0)?.high) },
    ]
  }
}
