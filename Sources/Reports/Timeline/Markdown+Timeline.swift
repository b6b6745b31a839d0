package import BuildAnalysis

extension Markdown {
  /// The modules of a recorded build, and what their figures mean.
  package static func modules(
    _ timeline: Timeline, of subject: RecordedSubject, sortedBy order: ModuleOrder = .cpu
  ) -> String {
    let critical = timeline.criticalModules
    let rows = order.sorted(timeline.modules).map { timing in
      [
        (critical.contains(timing.module) ? "**\(escaped(timing.module.label))**" : escaped(timing.module.label)),
        Figures.seconds(timing.cpuMicroseconds.fromMicroseconds), Figures.seconds(timing.wallNanoseconds.asSeconds),
        Figures.seconds(timing.waitingForDependenciesNanoseconds.asSeconds),
        Figures.seconds(timing.waitingForCoreNanoseconds.asSeconds),
        critical.contains(timing.module) ? "critical" : Figures.seconds(timing.slackNanoseconds.asSeconds),
        Figures.seconds(timing.predictedGain?.predictedSeconds), timing.lines.map(Figures.count) ?? Figures.absent,
        timing.cpuSecondsPerThousandLines.map { Figures.fixed($0, decimals: 2) } ?? Figures.absent,
      ]
    }
    let state = subject.isClean ? "clean" : "incremental"
    let gaps = timeline.gaps.map { "\n**Incomplete:** \(escaped($0.sentence)).\n" }.joined()
    let unknown = Text.unknown(timeline).map { "\n\(escaped($0)).\n" } ?? ""
    let disturbances = Text.disturbances(timeline).map { "\n**Disturbed:** \(escaped($0)).\n" }.joined()
    let conclusions = Conclusions.sentences(of: timeline).map { "- \(escaped($0))\n" }.joined()
    let title =
      "# \(escaped(subject.workspace)): \(state) \(subject.configuration) build of \(escaped(subject.target))\n\n"
    let figures =
      "\(Figures.seconds(timeline.span.seconds)) wall, "
      + "\(Figures.seconds(timeline.cpuMicroseconds?.fromMicroseconds)) CPU on "
      + "\(Text.count(timeline.cores, "core")); Swift \(escaped(subject.toolchain)). One recorded build: a range needs several.\n"
    return title + figures + gaps + disturbances + unknown + (conclusions.isEmpty ? "" : "\n" + conclusions) + "\n"
      + table(
        header: [
          "module", "CPU", "wall", "waited for dependencies", "for a core", "slack", "predicted gain", "lines",
          "CPU s per 1,000 lines",
        ], rows: rows + rest(timeline)) + "\n\n" + note(timeline) + "\n"
  }

  /// What no module took, and the sum.
  private static func rest(_ timeline: Timeline) -> [[String]] {
    let parts = timeline.cpuShares.besidesModules.map { ("*\($0.name)*", Figures.seconds($0.seconds)) }
    let all = timeline.cpuMicroseconds.map { ("*all*", Figures.seconds($0.fromMicroseconds)) }
    return (parts + [all].compactMap(\.self)).map { [$0, $1] + Array(repeating: "", count: 7) }
  }

  private static func note(_ timeline: Timeline) -> String {
    let path =
      "Bold: on the critical path, \(Figures.seconds(timeline.criticalPath.workNanoseconds.asSeconds)) of work."
    guard let error = timeline.replay.error else {
      return path + " No gain is predicted: \(timeline.replay.refusal?.sentence ?? "there was no replay")."
    }
    return path + " Gains are predicted, by a replay that is \(error) off the "
      + "measured time."
  }
}
