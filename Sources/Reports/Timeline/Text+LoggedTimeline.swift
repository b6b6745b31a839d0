import BuildAnalysis

extension Text {
  /// The phases of a build that was read from a log. Their parts, and the time of no step, add up to the log's duration.
  static func loggedPhases(_ timeline: Timeline, _ style: TextStyle) -> String {
    guard let phases = timeline.loggedPhases else { return "" }
    let hasCPU = timeline.hasCPUTimes
    var table = phases.rows.table([
      .text("phase") { $0.phase.rawValue }, .figures("steps") { Figures.count($0.steps) },
      .figures("wall") { Figures.seconds($0.wallNanoseconds.asSeconds) },
      .figures("CPU") { hasCPU ? Figures.seconds($0.cpuMicroseconds.fromMicroseconds) : Figures.absent },
      .figures("part of the time") { Figures.seconds($0.shareNanoseconds.asSeconds) },
      .figures("share") { share($0.shareNanoseconds.asSeconds, of: timeline) },
    ])
    for (name, seconds) in [
      ("no step ran", phases.idleNanoseconds.asSeconds), ("all", timeline.span.nanoseconds.asSeconds),
    ] {
      table.append([
        "phase": Phrase(name), "part of the time": Phrase(Figures.seconds(seconds)),
        "share": Phrase(share(seconds, of: timeline)),
      ])
    }
    return Text.table(table, style) + facts(timeline).map(line).joined()
  }

  /// What of the log is in no figure, or only in some.
  private static func facts(_ timeline: Timeline) -> [String] {
    guard let logged = timeline.logged else { return [] }
    var facts: [String] = []
    if let service = logged.inProcessMicroseconds, service > 0 {
      facts.append(
        "\(Figures.seconds(service.fromMicroseconds)) of steps ran within the build service, in no CPU time; nor is the work of daemons, such as on asset catalogs"
      )
    }
    if logged.staleSteps > 0 {
      facts.append(
        "\(logged.staleSteps.counted("step")) of earlier builds \(logged.staleSteps == 1 ? "is" : "are") in no figure")
    }
    if logged.cachedSteps > 0 { facts.append("\(logged.cachedSteps.counted("step")) came from a cache") }
    if logged.untimedSteps > 0 {
      facts.append("\(logged.untimedSteps.counted("step")) without possible times in no figure")
    }
    return facts
  }
}
