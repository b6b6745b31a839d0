package import BuildAnalysis

extension CSV {
  /// One row for each built module, sorted by start. Times are in seconds from the build's start; an absent figure is
  /// empty.
  package static func modules(_ timeline: Timeline) -> String {
    let critical = timeline.criticalModules
    let path: [Column<ModuleTiming>] = [
      .figures("slack_seconds") { number($0.slackNanoseconds.asSeconds) },
      .text("critical") { critical.contains($0.module) ? "yes" : "no" },
    ]
    return table(Table(timeline.modules, columns: timings + path + gain))
  }

  private static let timings: [Column<ModuleTiming>] = [
    .text("module") { $0.module.name },
    .text("id") { $0.id?.description ?? "" },
    .text("built_for") { $0.module.isTool ? "tool" : "product" },
    .figures("start_seconds") { number($0.span.startNanoseconds.asSeconds) },
    .figures("end_seconds") { number($0.span.endNanoseconds.asSeconds) },
    .figures("wall_seconds") { number($0.wallNanoseconds.asSeconds) },
    .figures("cpu_seconds") { number($0.cpuSeconds) },
    .figures("waiting_for_dependencies_seconds") { number($0.waitingForDependenciesNanoseconds.asSeconds) },
    .figures("waiting_for_core_seconds") { number($0.waitingForCoreNanoseconds.asSeconds) },
    .figures("waiting_for_other_seconds") { number($0.waitingForOtherNanoseconds.asSeconds) },
    .figures("emit_module_seconds") { number($0.emitModule.total) },
    .figures("compile_seconds") { number($0.compile.total) },
    .figures("link_seconds") { number($0.link.total) },
    .figures("peak_bytes") { number($0.peakBytes) },
    .figures("compiled_files") { number($0.compiledFiles) },
    .figures("lines") { number($0.lines) },
    .figures("cpu_seconds_per_1000_lines") { number($0.cpuSecondsPerThousandLines) },
    .figures("unblocked_seconds") { number($0.unblockedNanoseconds?.asSeconds) },
    .figures("emitted_seconds") { number($0.emittedNanoseconds?.asSeconds) },
  ]

  private static let gain: [Column<ModuleTiming>] = [
    .figures("predicted_gain_seconds") { number($0.predictedGain?.predictedSeconds) },
    .figures("replay_relative_error") { number($0.predictedGain?.relativeError) },
  ]
}

extension [Span] {
  /// The sum of the durations of all spans in seconds, including overlaps.
  var total: Double { reduce(0) { $0 + $1.nanoseconds }.asSeconds }
}
