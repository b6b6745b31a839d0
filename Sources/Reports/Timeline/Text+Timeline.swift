package import BuildAnalysis

extension Text {
  /// A summary that fits a screen: the figures, the phases, the most expensive modules, the critical path, idle cores,
  /// and conclusions.
  package static func timeline(
    _ timeline: Timeline, of subject: RecordedSubject, sortedBy order: ModuleOrder = .cpu, _ style: TextStyle = .plain
  ) -> String {
    let answers = timeline.logged == nil ? [] : LoggedAnswers.phrases(of: timeline)
    return [
      answers.map { wrapped($0.text, style) }.joined(), head(timeline, subject),
      Conclusions.answer(of: timeline).map { wrapped($0.text, style) }.joined(),
      timeline.logged == nil ? phases(timeline, style) : loggedPhases(timeline, style), modules(timeline, order, style),
      path(timeline),
      windows(timeline),
      wrapped(trust(timeline), style) + Conclusions.notes(on: timeline).map { wrapped($0.text, style) }.joined(),
    ].filter { !$0.isEmpty }.joined(separator: "\n")
  }

  private static func head(_ timeline: Timeline, _ subject: RecordedSubject) -> String {
    let wall = timeline.span.seconds
    let cpu = timeline.cpuMicroseconds?.fromMicroseconds
    let share = cpu.map { "\(Figures.fixed($0 / max(wall, 1e-9) / Double(timeline.cores) * 100, decimals: 0)) % of" }
    let place =
      timeline.logged == nil
      ? "\(share ?? "on") \(Figures.counted(timeline.cores, "core"))"
      : "at most \(timeline.cores.counted("compiler")) at once"
    let used = timeline.hasCPUTimes ? " \(Figures.seconds(cpu)) CPU," : ""
    let figures = "\(Figures.seconds(wall)) wall,\(used) \(place)"
    let gaps =
      timeline.gaps.map { line("incomplete: \($0.sentence)") } + disturbances(timeline).map(line)
      + (unknown(timeline).map { [line($0)] } ?? [])
    return line(
      "\(subject.workspace), \(build(timeline, subject)): \(figures), "
        + Figures.counted(timeline.modules.count, "module")) + gaps.joined()
  }

  /// What was built, for example `incremental debug build of App`.
  static func build(_ timeline: Timeline, _ subject: RecordedSubject) -> String {
    let words = subject.configuration.isEmpty ? "build" : "\(subject.configuration) build"
    let build = "\(words) of \(subject.target)"
    if timeline.loggedKind == .null { return "\(build) that compiled nothing" }
    if subject.isClean { return "clean " + build }
    return timeline.modules.isEmpty ? "\(build) that compiled nothing" : "incremental " + build
  }

  /// The share of the cores' time that other programs normally use at most.
  private static let usualShare = 0.02

  /// Reasons to doubt the figures of a complete recording.
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

  /// What is unknown because modules are missing from the graph.
  static func unknown(_ timeline: Timeline) -> String? {
    let names = timeline.modulesNotInGraph.map(\.label)
    guard !names.isEmpty else { return nil }
    let more = names.count > shownUnknown ? " …" : ""
    return "\(Figures.counted(names.count, "module is", "modules are")) of packages that are not in the graph "
      + "(\(names.prefix(shownUnknown).joined(separator: ", "))\(more)): what they waited for is not known, so the critical "
      + "path and the gains may be larger"
  }

  private static func phases(_ timeline: Timeline, _ style: TextStyle) -> String {
    // Known of the time of compiling and linking only.
    let unseen = ("no process was active", timeline.unattributedNanoseconds.asSeconds)
    let rows = timeline.phases.map { ($0.kind.title, $0.span.seconds) } + (timeline.modules.isEmpty ? [] : [unseen])
    let columns: [Column<(name: String, seconds: Double)>] = [
      .text("phase") { $0.name },
      .figures("wall") { Figures.seconds($0.seconds) },
      .figures("share") { share($0.seconds, of: timeline) },
    ]
    return table(Table(rows, columns: columns), style) + (timeline.hasCPUTimes ? line("CPU: " + shares(timeline)) : "")
  }

  /// For example `modules 12.1 s (94.2 %), manifests 0.31 s (2.4 %), …`.
  private static func shares(_ timeline: Timeline) -> String {
    let parts: [(name: Phrase, seconds: Double)] =
      [("modules", timeline.cpuShares.modulesSeconds)] + timeline.cpuShares.besidesModules
    let all = max(timeline.cpuMicroseconds?.fromMicroseconds ?? parts.reduce(0) { $0 + $1.1 }, 1e-9)
    return parts.map { name, seconds in
      "\(name.text) \(Figures.seconds(seconds)) (\(Figures.percent(seconds / all)))"
    }.joined(separator: ", ")
  }

  static func share(_ seconds: Double, of timeline: Timeline) -> String {
    Figures.fixed(seconds / max(timeline.span.seconds, 1e-9) * 100, decimals: 1) + " %"
  }

  private static let shownModules = 10

  private static func modules(_ timeline: Timeline, _ order: ModuleOrder, _ style: TextStyle) -> String {
    guard !timeline.modules.isEmpty else { return "No module was compiled.\n" }
    let columns = [.text("module") { $0.module.label }] + times(timeline)
    let rest = timeline.modules.count - shownModules
    return table(Table(order.sorted(timeline.modules).prefix(shownModules), columns: columns), style)
      + (rest > 0 ? "… and \(Figures.counted(rest, "module")) more in modules.md\n" : "") + wrapped(legend, style)
  }

  /// The figures of a module, the same in text and Markdown.
  static func times(_ timeline: Timeline) -> [Column<ModuleTiming>] {
    let critical = timeline.criticalModules
    return [
      .figures("CPU") { Figures.seconds($0.cpuSeconds) },
      .figures("wall") { Figures.seconds($0.wallNanoseconds.asSeconds) },
      .figures("waited for dependencies") { Figures.seconds($0.waitingForDependenciesNanoseconds.asSeconds) },
      .figures("waited for a core") { Figures.seconds($0.waitingForCoreNanoseconds.asSeconds) },
      .figures("slack") { critical.contains($0.module) ? "critical" : Figures.seconds($0.slackNanoseconds.asSeconds) },
      .figures("predicted gain") { Figures.seconds($0.predictedGain?.predictedSeconds) },
    ]
  }

  /// Of a longer path, the largest parts are shown.
  private static let shownPieces = 30

  private static func path(_ timeline: Timeline) -> String {
    let pieces = timeline.criticalPath.pieces
    guard !pieces.isEmpty, !timeline.modules.isEmpty else { return "" }
    let work = timeline.criticalPath.workNanoseconds.asSeconds
    let shown = Set(
      pieces.indices.sorted { (pieces[$1].workNanoseconds, $0) < (pieces[$0].workNanoseconds, $1) }.prefix(shownPieces))
    let steps = pieces.indices.filter(shown.contains).map {
      "\(pieces[$0].module?.label ?? "linking") \(Figures.seconds(pieces[$0].workNanoseconds.asSeconds))"
    }
    let rest = pieces.count - steps.count
    let more = rest > 0 ? "; without \(rest.counted("shorter part")), which are in timeline.html" : ""
    return line(
      "critical path, \(Figures.seconds(work)) of work (\(share(work, of: timeline)) of the build): "
        + steps.joined(separator: " → ") + more)
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
    return lines.joined() + (rest > 0 ? "… and \(Figures.counted(rest, "shorter window")) in timeline.html\n" : "")
  }

  static let legend =
    "waited for a core: it could be compiled, and every core was busy. slack: how much later it could end without making the "
    + "build longer. predicted gain: how much shorter the build would be if the module cost nothing."

  /// What the predictions assume, and how far off they are where the truth is known.
  private static func trust(_ timeline: Timeline) -> String {
    let model =
      timeline.unblocking.model == .atEmitModule
      ? "what depends on a module could start once its interface was written"
      : "what depends on a module could start only once all of it was compiled"
    let replay = timeline.replay
    let told = "How far this can be trusted: in this build, \(model)."
    guard let predicted = replay.predictedNanoseconds, let error = replay.error else {
      return told + " No gain is predicted: \(replay.refusal?.sentence ?? "the build could not be computed again")."
    }
    return told
      + " Predictions are computed from the recorded steps and what each waited for; for the build as it was, that "
      + "gives \(Figures.seconds(predicted.asSeconds)), \(error) off the measured time."
  }
}

extension Phase.Kind {
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
