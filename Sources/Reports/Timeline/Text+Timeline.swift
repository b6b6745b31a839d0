package import BuildAnalysis

extension Text {
  /// One screen: the figures, the phases, the most expensive modules, the critical path, the idle cores, and what they
  /// mean.
  package static func timeline(
    _ timeline: Timeline, of subject: RecordedSubject, sortedBy order: ModuleOrder = .cpu
  ) -> String {
    [
      head(timeline, subject), phases(timeline), modules(timeline, order), path(timeline), windows(timeline),
      predictions(timeline), Conclusions.sentences(of: timeline).map { TextTable.wrapped($0) }.joined(),
    ].filter { !$0.isEmpty }.joined(separator: "\n")
  }

  private static func head(_ timeline: Timeline, _ subject: RecordedSubject) -> String {
    let state = subject.isClean ? "clean" : "incremental"
    let wall = timeline.span.seconds
    let cpu = timeline.cpuMicroseconds?.fromMicroseconds
    let share = cpu.map { "\(Figures.fixed($0 / max(wall, 1e-9) / Double(timeline.cores) * 100, decimals: 0)) % of" }
    let figures =
      "\(Figures.seconds(wall)) wall, \(Figures.seconds(cpu)) CPU, \(share ?? "on") \(count(timeline.cores, "core"))"
    let gaps =
      timeline.gaps.map { line("incomplete: \($0.sentence)") } + disturbances(timeline).map(line)
      + (unknown(timeline).map { [line($0)] } ?? [])
    return line(
      "\(subject.workspace), \(state) \(subject.configuration) build of \(subject.target): \(figures), "
        + count(timeline.modules.count, "module")) + gaps.joined()
  }

  /// Up to this share of the cores' time, what other programs took is always there.
  private static let usualShare = 0.02

  /// What makes the figures doubtful although the build was recorded.
  static func disturbances(_ timeline: Timeline) -> [String] {
    let others = timeline.otherProgramsShare.flatMap { share in
      share > usualShare
        ? "\(Figures.seconds(timeline.otherProcessesCPUMicroseconds?.fromMicroseconds)) of CPU time went to other programs "
          + "meanwhile (\(Figures.percent(share)) of all cores)" : nil
    }
    let slept = timeline.sleptSeconds.flatMap { seconds in
      seconds >= BuildNoise.shortestSleep ? "the machine slept for \(Figures.seconds(seconds)) meanwhile" : nil
    }
    return [others, slept].compactMap { $0 }
  }

  private static let shownUnknown = 5

  /// What is not known because modules are not in the graph.
  static func unknown(_ timeline: Timeline) -> String? {
    let names = timeline.modulesNotInGraph.map(\.label)
    guard !names.isEmpty else { return nil }
    let more = names.count > shownUnknown ? " …" : ""
    return "\(count(names.count, "module is", "modules are")) of packages that the graph does not hold "
      + "(\(names.prefix(shownUnknown).joined(separator: ", "))\(more)): what they waited for is not known, so the critical "
      + "path and the gains may be larger"
  }

  private static func phases(_ timeline: Timeline) -> String {
    let rows = timeline.phases.map { phase in
      [phase.kind.title, Figures.seconds(phase.span.seconds), share(phase.span.seconds, of: timeline)]
    }
    let unseen = timeline.unattributedNanoseconds.asSeconds
    return TextTable.text(
      header: ["phase", "wall", "share"],
      rows: rows + [["of it no process seen", Figures.seconds(unseen), share(unseen, of: timeline)]], flushLeft: 1)
      + line("CPU: " + shares(timeline))
  }

  /// `modules 12.1 s (94.2 %), manifests 0.31 s (2.4 %), …`.
  private static func shares(_ timeline: Timeline) -> String {
    let parts = [("modules", timeline.cpuShares.modulesSeconds)] + timeline.cpuShares.besidesModules
    let all = max(timeline.cpuMicroseconds?.fromMicroseconds ?? parts.reduce(0) { $0 + $1.1 }, 1e-9)
    return parts.map { name, seconds in
      "\(name.filter { $0 != "`" }) \(Figures.seconds(seconds)) (\(Figures.percent(seconds / all)))"
    }.joined(separator: ", ")
  }

  private static func share(_ seconds: Double, of timeline: Timeline) -> String {
    Figures.fixed(seconds / max(timeline.span.seconds, 1e-9) * 100, decimals: 1) + " %"
  }

  private static let shownModules = 10

  private static func modules(_ timeline: Timeline, _ order: ModuleOrder) -> String {
    let critical = timeline.criticalModules
    let modules = order.sorted(timeline.modules)
    let rows = modules.prefix(shownModules).map { timing in
      [
        timing.module.label, Figures.seconds(timing.cpuMicroseconds.fromMicroseconds),
        Figures.seconds(timing.wallNanoseconds.asSeconds),
        Figures.seconds(timing.waitingForDependenciesNanoseconds.asSeconds),
        Figures.seconds(timing.waitingForCoreNanoseconds.asSeconds),
        critical.contains(timing.module) ? "critical" : Figures.seconds(timing.slackNanoseconds.asSeconds),
        Figures.seconds(timing.predictedGain?.predictedSeconds),
      ]
    }
    guard !rows.isEmpty else { return "No module was compiled.\n" }
    let rest = modules.count - rows.count
    return TextTable.text(
      header: ["module", "CPU", "wall", "for dependencies", "for a core", "slack", "predicted gain"], rows: rows,
      flushLeft: 1) + (rest > 0 ? "… and \(count(rest, "module")) more in modules.md\n" : "")
  }

  private static func path(_ timeline: Timeline) -> String {
    let pieces = timeline.criticalPath.pieces
    guard !pieces.isEmpty else { return "" }
    let work = timeline.criticalPath.workNanoseconds.asSeconds
    let steps = pieces.map { "\($0.module?.label ?? "linking") \(Figures.seconds($0.workNanoseconds.asSeconds))" }
    return line(
      "critical path, \(Figures.seconds(work)) of work (\(share(work, of: timeline)) of the build): "
        + steps.joined(separator: " → "))
  }

  private static let shownWindows = 3

  private static func windows(_ timeline: Timeline) -> String {
    func lost(_ window: StarvedWindow) -> Double { window.span.seconds * (Double(timeline.cores) - window.busyJobs) }
    let windows = timeline.starvedWindows.sorted { lost($0) > lost($1) }
    let lines = windows.prefix(shownWindows).map { window in
      let cause = window.waitedFor.map { ": everything waited for \($0.label)" } ?? ""
      return line(
        "idle cores: \(Figures.seconds(window.span.seconds)) from \(Figures.seconds(window.span.startNanoseconds.asSeconds)), "
          + "\(Figures.fixed(window.busyJobs, decimals: 1)) of \(timeline.cores) busy\(cause)")
    }
    let rest = windows.count - lines.count
    return lines.joined() + (rest > 0 ? "… and \(count(rest, "shorter window")) in timeline.html\n" : "")
  }

  private static func predictions(_ timeline: Timeline) -> String {
    let model =
      timeline.unblocking.model == .atEmitModule
      ? "dependents started when a module's interface was emitted" : "dependents waited for all of a module"
    let replay = timeline.replay
    guard let predicted = replay.predictedNanoseconds, let error = replay.error else {
      return "\(model); no gain is predicted: \(replay.refusal?.sentence ?? "there was no replay")\n"
    }
    return "\(model); gains are predicted by a replay that took \(Figures.seconds(predicted.asSeconds)), "
      + "\(error) off the measured time\n"
  }
}

extension Phase.Kind {
  /// For people.
  var title: String {
    switch self {
    case .manifests: "manifests"
    case .plugins: "plugins"
    case .beforeFirstCompile: "before the first compile"
    case .compile: "compile"
    case .link: "link"
    case .afterLastJob: "after the last job"
    }
  }
}
