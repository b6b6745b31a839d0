package import BuildAnalysis

extension CSV {
  /// One row for each module that was built, by start. Seconds from the build's start; an absent figure is empty.
  package static func modules(_ timeline: Timeline) -> String {
    let critical = timeline.criticalModules
    let rows = timeline.modules.map { timing -> [String] in
      [
        timing.module.name, timing.id?.description ?? "", timing.module.isTool ? "tool" : "product",
        number(timing.span.startNanoseconds.asSeconds), number(timing.span.endNanoseconds.asSeconds),
        number(timing.wallNanoseconds.asSeconds), number(timing.cpuMicroseconds.fromMicroseconds),
        number(timing.waitingForDependenciesNanoseconds.asSeconds), number(timing.waitingForCoreNanoseconds.asSeconds),
        number(timing.waitingForOtherNanoseconds.asSeconds), number(timing.emitModule.total),
        number(timing.compile.total),
        number(timing.link.total), timing.peakBytes.map(String.init) ?? "", timing.compiledFiles.map(String.init) ?? "",
        timing.lines.map(String.init) ?? "", number(timing.cpuSecondsPerThousandLines),
        number(timing.unblockedNanoseconds?.asSeconds), number(timing.emittedNanoseconds?.asSeconds),
        number(timing.slackNanoseconds.asSeconds), critical.contains(timing.module) ? "yes" : "no",
        number(timing.predictedGain?.predictedSeconds), number(timing.predictedGain?.relativeError),
      ]
    }
    return text(header: moduleHeader, rows: rows)
  }

  private static let moduleHeader = [
    "module", "id", "built_for", "start_seconds", "end_seconds", "wall_seconds", "cpu_seconds",
    "waiting_for_dependencies_seconds", "waiting_for_core_seconds", "waiting_for_other_seconds", "emit_module_seconds",
    "compile_seconds", "link_seconds", "peak_bytes", "compiled_files", "lines", "cpu_seconds_per_1000_lines",
    "unblocked_seconds", "emitted_seconds", "slack_seconds", "critical", "predicted_gain_seconds",
    "replay_relative_error",
  ]
}

extension [Span] {
  /// Seconds of all of them, whether they overlap or not.
  var total: Double { reduce(0) { $0 + $1.nanoseconds }.asSeconds }
}
