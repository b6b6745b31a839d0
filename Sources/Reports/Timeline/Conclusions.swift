import BuildAnalysis
import ModuleGraph

/// Conclusions from a recorded build, as sentences: what limits it, what would help, and unexpected effects.
enum Conclusions {
  private static let shownLevers = 5

  /// Empty if not enough of the build was recorded.
  static func phrases(of timeline: Timeline) -> [Phrase] {
    if timeline.logged != nil { return LoggedAnswers.phrases(of: timeline) }
    guard let limit = timeline.limit else { return [] }
    let levers = timeline.levers(most: shownLevers)
    let found: [[Phrase?]] = [
      [
        sentence(limit, cores: timeline.cores),
        OtherPrograms.note(timeline.otherProgramsShare),
        preparation(timeline),
      ],
      [gains(levers, timeline), offPath(levers, timeline), interfaces(timeline), files(timeline)],
    ]
    return found.joined().compactMap(\.self)
  }

  /// The conclusions that answer what to do: what limits the build, and the largest gains.
  static func answer(of timeline: Timeline) -> [Phrase] {
    guard timeline.logged == nil, let limit = timeline.limit else { return [] }
    let levers = timeline.levers(most: shownLevers)
    return [sentence(limit, cores: timeline.cores), gains(levers, timeline), interfaces(timeline)].compactMap(\.self)
  }

  /// The others, which say how to read them.
  static func notes(on timeline: Timeline) -> [Phrase] {
    guard timeline.logged == nil else { return [] }
    let answer = Set(answer(of: timeline).map(\.text))
    return phrases(of: timeline).filter { !answer.contains($0.text) }
  }

  /// A note that the costs of files are those of another build.
  private static func files(_ timeline: Timeline) -> Phrase? {
    guard let costs = timeline.fileCosts else { return nil }
    let files: Phrase = "\(Phrase.counted(costs.fileCount, "file")) in \(Phrase.counted(costs.modules.count, "module"))"
    let took: Phrase = "\(Figure.seconds(costs.seconds)) and \(Figure.seconds(costs.cpuSeconds)) of CPU time"
    return "The costs of \(files) were measured by a second build with a compiler process for each file, which took "
      + "\(took). All other figures are those of the normal build."
  }

  private static func sentence(_ limit: BuildLimit, cores: Int) -> Phrase {
    bounds(limit, cores: cores) + (limit.isClose ? closeness : "")
  }

  private static func bounds(_ limit: BuildLimit, cores: Int) -> Phrase {
    let wall: Phrase = "\(Figure.seconds(limit.wallNanoseconds.asSeconds)) of wall time"
    let work = part(limit.coresNanoseconds, of: limit)
    let path = part(limit.criticalPathNanoseconds, of: limit)
    let number: Phrase =
      limit.cores < Double(cores)
      ? "the \(Figures.fixed(limit.cores, decimals: 1)) of \(Phrase.counted(cores, "core")) that other programs left"
      : Phrase.counted(cores, "core")
    switch limit.kind {
    case .cores:
      return "Cores limit this build: of its \(wall), its CPU time needs at least \(work) on \(number), the critical "
        + "path \(path). Less work in any module helps, not on that path alone."
    case .criticalPath:
      return "The critical path limits this build: of its \(wall), that path needs at least \(path), its CPU time "
        + "\(work) on \(number)."
    case .both:
      return "Cores and the critical path limit this build about equally: of its \(wall), its CPU time needs at least "
        + "\(work) on \(number), the critical path \(path)."
    case .neither:
      return "Neither cores nor the critical path limits this build: of its \(wall), its CPU time needs \(work) on "
        + "\(number), the critical path \(path). The rest is waiting: for `swift build` itself, the disk, or other programs."
    }
  }

  private static let closeness: Phrase =
    " That is close: below half of the wall time, neither would be called the limit, and another recording may fall on the other side."

  /// For example `99.8 s (91.1 %)`.
  private static func part(_ nanoseconds: Int, of limit: BuildLimit) -> Phrase {
    let share = Double(nanoseconds) / Double(max(1, limit.wallNanoseconds))
    return "\(Figure.seconds(nanoseconds.asSeconds)) (\(Figure.percent(share)))"
  }

  private static func gains(_ levers: [ModuleTiming], _ timeline: Timeline) -> Phrase? {
    guard let error = levers.first?.predictedGain?.relativeError else { return nil }
    let listed: [Phrase] = levers.map { lever in
      "\(lever.module.label) \(Phrase(.seconds(lever.predictedGain?.predictedSeconds)))"
    }
    let replay: Phrase =
      timeline.preparedReplayError == nil
      ? "computed from the recorded steps, \(Figure.percent(error)) off the measured time"
      : "computed from the recorded steps without the work that modules share, \(Figure.percent(error)) off the measured time"
    let names = listed.joined(separator: ", ")
    return "Largest predicted gains, if the module alone cost nothing: \(names) (\(replay))."
  }

  /// The cost that no module would gain, since another one would then have it.
  private static func preparation(_ timeline: Timeline) -> Phrase? {
    let shared = timeline.preparationMicroseconds.values.reduce(0, +)
    guard shared > 0 else { return nil }
    return
      "\(Figure.seconds(shared.fromMicroseconds)) of the modules' CPU time is shared work, which is no module's alone: the "
      + "first compilers of a clean build index the system's modules for all later ones, whichever modules they compile."
  }

  /// A note on modules off the critical path: they do not shorten it, but free cores for other modules.
  private static func offPath(_ levers: [ModuleTiming], _ timeline: Timeline) -> Phrase? {
    let critical = timeline.criticalModules
    let names = levers.map(\.module).filter { !critical.contains($0) }.map(\.label)
    guard !names.isEmpty else { return nil }
    let (are, gain, them) = names.count == 1 ? ("is", "gains", "it") : ("are", "gain", "them")
    return "\(names.inSentence) \(are) not on the critical path, but still \(gain): modules compete for cores, and "
      + "without \(them) the others would get theirs sooner."
  }

  /// The share of wall time from which on a gain by earlier starts is mentioned.
  private static let smallestShare = 0.01

  private static func interfaces(_ timeline: Timeline) -> Phrase? {
    guard let gain = timeline.unblocking.predictedGain?.predictedNanoseconds, timeline.replay.refusal == nil,
      let error = timeline.replay.relativeError, Double(gain) >= smallestShare * Double(timeline.span.nanoseconds)
    else { return nil }
    let replay: Phrase =
      timeline.preparedReplayError == nil
      ? "in the same way, \(Figure.percent(error)) off"
      : "computed from the recorded steps, \(Figure.percent(error)) off the measured time"
    return "Starting dependents when a module's interface is written, not when the whole module is compiled, is "
      + "predicted to gain \(Figure.seconds(gain.asSeconds)) (\(replay))."
  }
}

extension Replay {
  /// The replay's error, as in `−0.2 %`, if gains are predicted from it.
  var error: String? { refusal == nil ? relativeError.map { Figures.percent($0) } : nil }
}
