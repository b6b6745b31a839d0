import BuildAnalysis

extension CSV {
  /// One row for each module whose rebuild after a change differs. All figures are predicted.
  static func rebuilds(_ forecast: Forecast) -> String {
    let columns: [Column<RebuildForecast>] = [
      .words("module") { $0.module.description },
      .words("origins") { $0.origins.map(\.description).joined(separator: " ") },
      .figures("modules_before") { number($0.before?.modules) },
      .figures("modules_after") { number($0.after?.modules) },
      .figures("lines_before") { number($0.before?.lines) },
      .figures("lines_after") { number($0.after?.lines) },
      .figures("predicted_cpu_seconds_before") { number($0.before?.cpuSeconds) },
      .figures("predicted_cpu_seconds_after") { number($0.after?.cpuSeconds) },
      .figures("predicted_seconds_before") { number($0.before?.seconds) },
      .figures("predicted_seconds_after") { number($0.after?.seconds) },
    ]
    return table(Table(forecast.rebuilds, columns: columns))
  }

  /// One row for each executable. All figures are predicted.
  static func programs(_ forecast: Forecast) -> String {
    let columns: [Column<ProgramForecast>] = [
      .words("program") { $0.module.description },
      .figures("modules_before") { number($0.modulesBefore) },
      .figures("modules_after") { number($0.modulesAfter) },
      .figures("predicted_seconds_before") { number($0.secondsBefore) },
      .figures("predicted_seconds_after") { number($0.secondsAfter) },
    ]
    return table(Table(forecast.programs, columns: columns))
  }
}
