package import BuildAnalysis

extension CSV {
  /// One row for each arm and scenario. Seconds have at most six decimals; bytes and counts are integers.
  package static func builds(_ findings: RunFindings) -> String {
    table(Table(findings.cases, columns: builds + features(findings) + cpuComparison))
  }

  /// The facts about a feature are in the row of its clean builds.
  private static func features(_ findings: RunFindings) -> [Column<CaseFindings>] {
    let features = findings.features.keyed { ($0.arm.name, $0) }
    @Sendable func feature(_ row: CaseFindings) -> FeatureFindings? {
      row.scenario == .clean ? features[row.arm.name] : nil
    }
    return [
      .text("made") { $0.arm.made == true ? "true" : "" },
      .figures("link_seconds") { number($0.summary?.linkSeconds) },
      .figures("product_bytes") { number($0.summary?.productBytes) },
      .figures("shared_share") { number(feature($0)?.shared?.share) },
      .figures("marginal_modules") { number(feature($0)?.scope.marginal?.modules) },
      .figures("marginal_lines") { number(feature($0)?.scope.marginal?.lines) },
      .figures("marginal_seconds") { number(feature($0)?.marginalSeconds?.median) },
      .text("sentence") { feature($0)?.phrase(in: findings)?.text ?? "" },
    ]
  }

  private static let builds: [Column<CaseFindings>] = [
    .text("arm") { $0.arm.name },
    .text("role") { $0.arm.role.rawValue },
    .text("feature") { $0.arm.feature ?? "" },
    .text("scenario") { $0.scenario.rawValue },
    .figures("rounds") { number($0.rounds) },
    .figures("failed_rounds") { number($0.failures) },
    .figures("median_seconds") { number($0.summary?.median) },
    .figures("min_seconds") { number($0.summary?.min) },
    .figures("max_seconds") { number($0.summary?.max) },
    .figures("median_low_seconds") { number($0.summary?.low) },
    .figures("median_high_seconds") { number($0.summary?.high) },
    .figures("ratio") { number($0.ratio) },
    .figures("ratio_low") { number($0.comparison?.wall.low) },
    .figures("ratio_high") { number($0.comparison?.wall.high) },
    .figures("p") { number($0.comparison?.wall.p) },
    .figures("saved_seconds") { number($0.savedSeconds) },
    .figures("cpu_seconds") { number($0.summary?.cpuSeconds) },
    .figures("peak_bytes") { number($0.summary?.peakBytes) },
    .figures("modules") { number($0.modules) },
    .figures("source_files") { number($0.sources) },
    .figures("lines") { number($0.lines) },
    .figures("disturbed_rounds") { number($0.disturbances) },
    .figures("minimum_detectable_ratio") { number($0.comparison?.wall.minimumDetectable) },
    .text("warnings") { ($0.summary?.warnings ?? []).map(\.kind.rawValue).joined(separator: " ") },
    .text("outlier_rounds") { ($0.summary?.outlierRounds ?? []).map(String.init).joined(separator: " ") },
  ]

  private static let cpuComparison: [Column<CaseFindings>] = [
    .figures("cpu_ratio") { number($0.cpuRatio) },
    .figures("cpu_ratio_low") { number($0.comparison?.cpu?.low) },
    .figures("cpu_ratio_high") { number($0.comparison?.cpu?.high) },
    .figures("cpu_p") { number($0.comparison?.cpu?.p) },
    .figures("minimum_detectable_cpu_ratio") { number($0.comparison?.cpu?.minimumDetectable) },
    .figures("steady_ratio") { number($0.comparison?.steady?.ratio) },
    .figures("steady_ratio_low") { number($0.comparison?.steady?.low) },
    .figures("steady_ratio_high") { number($0.comparison?.steady?.high) },
  ]
}
