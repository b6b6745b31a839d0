package import BuildAnalysis

extension CSV {
  package static var sampleHeader: String { table(Table([], columns: columns(of: nil))) }

  /// One row for each build of a run, without a header. Seconds have at most six decimals.
  package static func samples(of run: Run) -> String {
    let text = table(Table(run.samples, columns: columns(of: run)))
    return String(text.dropFirst(sampleHeader.count))
  }

  private static func columns(of run: Run?) -> [Column<Sample>] {
    let constant = [
      ("run", run?.identity), ("workspace", run?.workspace.name), ("revision", run?.workspace.revision),
      ("committed", run?.workspace.committed), ("branch", run?.workspace.branch),
      ("dirty", run?.workspace.dirty.map { $0 ? "true" : "false" }), ("started", run?.started),
      ("machine", run?.line.machine), ("compiler", run?.environment.compiler),
      ("configuration", run?.plan.configuration),
    ].map { name, value in Column<Sample>.text(name) { _ in value ?? "" } }
    return constant + [
      .text("arm") { $0.arm },
      .text("scenario") { $0.scenario.rawValue },
      .figures("round") { number($0.round) },
      .figures("position") { number($0.position) },
      .text("warmup") { $0.warmup ? "true" : "false" },
      .text("outcome") { $0.outcome.rawValue },
      .text("disturbed") { $0.noise == nil ? "" : $0.isDisturbed ? "true" : "false" },
      .figures("seconds") { number($0.seconds) },
      .figures("cpu_seconds") { number($0.cpuSeconds) },
      .figures("peak_bytes") { number($0.peakBytes) },
    ]
  }
}
