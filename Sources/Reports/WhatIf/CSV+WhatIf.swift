import Foresight

extension CSV {
  /// One row for each module whose rebuild after a change differs. All figures are predicted.
  static func rebuilds(_ forecast: Forecast) -> String {
    let columns: [Column<RebuildForecast>] = [
      .text("module") { $0.module.description },
      .text("origins") { $0.origins.map(\.description).joined(separator: " ") },
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

  /// One row for each module whose rebuild after a change that other modules can see is predicted.
  static func visibleChanges(_ forecast: Forecast) -> String {
    typealias Visible = RebuildForecast.Visible
    func estimates(
      _ side: String, _ visible: @escaping @Sendable (RebuildForecast) -> Visible?
    ) -> [Column<RebuildForecast>] {
      [
        .figures("files_\(side)") { number(visible($0)?.files) },
        .figures("predicted_cpu_seconds_\(side)") { number(visible($0)?.cpuSeconds.value) },
        .figures("predicted_seconds_\(side)") { number(visible($0)?.seconds.value) },
        .figures("predicted_seconds_low_\(side)") { number(visible($0)?.seconds.low) },
        .figures("predicted_seconds_high_\(side)") { number(visible($0)?.seconds.high) },
      ]
    }
    let columns: [Column<RebuildForecast>] =
      [.text("module") { $0.module.description }] + estimates("before") { $0.before?.visible }
      + estimates("after") { $0.after?.visible }
    return table(Table(forecast.rebuilds.filter { ($0.before?.visible ?? $0.after?.visible) != nil }, columns: columns))
  }

  /// One row for each executable. All figures are predicted.
  static func programs(_ forecast: Forecast) -> String {
    let columns: [Column<ProgramForecast>] = [
      .text("program") { $0.module.description },
      .figures("modules_before") { number($0.modulesBefore) },
      .figures("modules_after") { number($0.modulesAfter) },
      .figures("predicted_seconds_before") { number($0.secondsBefore) },
      .figures("predicted_seconds_after") { number($0.secondsAfter) },
    ]
    return table(Table(forecast.programs, columns: columns))
  }
}
