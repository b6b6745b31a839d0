package import BuildAnalysis

extension Markdown {
  /// The modules of a recorded build, with explanations of the figures.
  package static func modules(
    _ timeline: Timeline, of subject: RecordedSubject, sortedBy order: ModuleOrder = .cpu
  ) -> String {
    var rows = Table(order.sorted(timeline.modules), columns: columns(timeline))
    for (name, seconds) in timeline.hasCPUTimes ? timeline.cpuShares.besidesModules : [] {
      rows.append(["module": "*\(name)*", "CPU": Phrase(Figures.seconds(seconds))])
    }
    if let all = timeline.cpuMicroseconds {
      rows.append(["module": "*all*", "CPU": Phrase(Figures.seconds(all.fromMicroseconds))])
    }
    return head(timeline, subject) + table(rows) + "\n\n" + note(timeline) + "\n"
  }

  private static func columns(_ timeline: Timeline) -> [Column<ModuleTiming>] {
    let critical = timeline.criticalModules
    let name: Column<ModuleTiming> = .text(
      "module",
      phrase: { timing in
        let name = timing.module.label
        return critical.contains(timing.module) ? "**\(name)**" : Phrase(name)
      })
    return [name] + Text.times(timeline) + [
      .figures("lines") { Figures.count($0.lines) },
      .figures("CPU s per 1,000 lines") { Figures.fixed($0.cpuSecondsPerThousandLines, decimals: 2) },
    ]
  }

  /// What was built, how long it took, reasons for doubt, and explanations of the figures.
  private static func head(_ timeline: Timeline, _ subject: RecordedSubject) -> String {
    let gaps = timeline.gaps.map { "\n**Incomplete:** \(escaped($0.sentence)).\n" }.joined()
    let unknown = Text.unknown(timeline).map { "\n\(escaped($0)).\n" } ?? ""
    let disturbances = Text.disturbances(timeline).map { "\n**Disturbed:** \(escaped($0)).\n" }.joined()
    let conclusions = Conclusions.phrases(of: timeline).map { "- \(text($0))\n" }.joined()
    let title = "# \(escaped(subject.workspace)): \(escaped(Text.build(timeline, subject)))\n\n"
    let figures =
      "\(Figures.seconds(timeline.span.seconds)) wall, "
      + "\(Figures.seconds(timeline.cpuMicroseconds?.fromMicroseconds)) CPU "
      + (timeline.logged == nil
        ? "on \(Figures.counted(timeline.cores, "core")); Swift " : "; ")
      + "\(escaped(subject.toolchain)). One recorded build: a range needs several.\n"
    return title + figures + gaps + disturbances + unknown + (conclusions.isEmpty ? "" : "\n" + conclusions) + "\n"
  }

  private static func note(_ timeline: Timeline) -> String {
    guard !timeline.modules.isEmpty else { return "No module was built." }
    let path =
      Text.legend
      + "\n\nBold: on the critical path, \(Figures.seconds(timeline.criticalPath.workNanoseconds.asSeconds)) of work."
    guard timeline.replay.refusal == nil, let error = timeline.gainError else {
      return path
        + " No gain is predicted: \(timeline.replay.refusal?.sentence ?? "the build could not be computed again")."
    }
    return path
      + " Gains are predicted from the recorded steps; for the build as it was, that is \(Figures.percent(error)) off the measured time."
  }
}
