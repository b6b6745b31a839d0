import BuildAnalysis
import ModuleGraph

/// A time line as it is written down: `modgauge.timeline/1`. Times are seconds from the build's start.
struct TimelineDocument: Encodable {
  static let schema = "modgauge.timeline/1"

  /// From, to.
  typealias Stretch = [Double]

  struct Build: Encodable {
    let workspace: String
    let target: String
    let configuration: String
    let buildSystem: String?
    let toolchain: String
    let isClean: Bool
    let cores: Int
    let lanes: Int
    let seconds: Double
    let cpuSeconds: Double?
    let cpuShares: CPUShares
    let otherProcessesCPUSeconds: Double?
    /// For how long the machine slept meanwhile.
    let sleptSeconds: Double?
    /// Why this is not the whole of a build.
    let gaps: [String]
  }

  struct Phase: Encodable {
    let kind: String
    let start: Double
    let end: Double
    let idleSeconds: Double
  }

  struct Module: Encodable {
    let name: String
    let id: ModuleID?
    let isTool: Bool
    let start: Double
    let end: Double
    let wallSeconds: Double
    let cpuSeconds: Double
    let peakBytes: Int?
    let waitingForDependenciesSeconds: Double
    let waitingForCoreSeconds: Double
    let waitingForOtherSeconds: Double
    let emitModule: [Stretch]
    let compile: [Stretch]
    let link: [Stretch]
    let compiledFiles: Int?
    let lines: Int?
    let cpuSecondsPerThousandLines: Double?
    let unblocked: Double?
    let emitted: Double?
    let slackSeconds: Double
    let isCritical: Bool
    let predictedGainSeconds: Double?
    /// Names, with `isTool` in the same way.
    let dependencies: [String]
  }

  struct Piece: Encodable {
    let module: String?
    let start: Double
    let end: Double
    let workSeconds: Double
  }

  struct Window: Encodable {
    let start: Double
    let end: Double
    let busyJobs: Double
    let waitedFor: String?
  }

  struct Unblocking: Encodable {
    let model: String
    let waitedSeconds: Double
    let predictedGainSeconds: Double?
  }

  struct Limit: Encodable {
    let kind: String
    /// CPU time ÷ cores.
    let coresSeconds: Double
    let criticalPathSeconds: Double
  }

  struct Replay: Encodable {
    let predictedSeconds: Double?
    let relativeError: Double?
    let refusal: String?
  }

  let schema = Self.schema
  let build: Build
  let phases: [Phase]
  let unattributedSeconds: Double
  let modules: [Module]
  let criticalPath: [Piece]
  let starvedWindows: [Window]
  let unblocking: Unblocking
  let replay: Replay
  /// What keeps the build from being shorter; absent where not all of it was recorded.
  let limit: Limit?
  /// What the figures mean, in sentences.
  let conclusions: [String]
  /// What makes them doubtful although all was recorded, in sentences.
  let disturbances: [String]
  /// From this time on, so many jobs worked.
  let busyJobs: [[Double]]
  /// From this time on, so many cores were in use by recorded processes.
  let coresInUse: [[Double]]
  let modulesNotInGraph: [String]
  let modulesNotBuilt: [ModuleID]

  init(_ timeline: Timeline, _ subject: RecordedSubject) {
    let critical = timeline.criticalModules
    build = Build(
      workspace: subject.workspace, target: subject.target, configuration: subject.configuration,
      buildSystem: subject.buildSystem, toolchain: subject.toolchain, isClean: subject.isClean, cores: timeline.cores,
      lanes: timeline.lanes, seconds: timeline.span.nanoseconds.asSeconds,
      cpuSeconds: timeline.cpuMicroseconds?.fromMicroseconds,
      cpuShares: timeline.cpuShares,
      otherProcessesCPUSeconds: timeline.otherProcessesCPUMicroseconds?.fromMicroseconds,
      sleptSeconds: timeline.sleptSeconds, gaps: timeline.gaps.map(\.sentence))
    phases = timeline.phases.map {
      Phase(
        kind: $0.kind.rawValue, start: $0.span.startNanoseconds.asSeconds, end: $0.span.endNanoseconds.asSeconds,
        idleSeconds: $0.idleNanoseconds.asSeconds)
    }
    unattributedSeconds = timeline.unattributedNanoseconds.asSeconds
    modules = timeline.modules.map { Module($0, isCritical: critical.contains($0.module)) }
    criticalPath = timeline.criticalPath.pieces.map {
      Piece(
        module: $0.module?.label, start: $0.span.startNanoseconds.asSeconds, end: $0.span.endNanoseconds.asSeconds,
        workSeconds: $0.workNanoseconds.asSeconds)
    }
    starvedWindows = timeline.starvedWindows.map {
      Window(
        start: $0.span.startNanoseconds.asSeconds, end: $0.span.endNanoseconds.asSeconds,
        busyJobs: $0.busyJobs.rounded(decimals: 3), waitedFor: $0.waitedFor?.label)
    }
    unblocking = Unblocking(
      model: timeline.unblocking.model.rawValue, waitedSeconds: timeline.unblocking.waitedNanoseconds.asSeconds,
      predictedGainSeconds: timeline.unblocking.predictedGain?.predictedNanoseconds.asSeconds)
    replay = Replay(
      predictedSeconds: timeline.replay.predictedNanoseconds?.asSeconds,
      relativeError: timeline.replay.relativeError?.rounded(decimals: 4),
      refusal: timeline.replay.refusal?.sentence)
    limit = timeline.limit.map {
      Limit(
        kind: $0.kind.rawValue, coresSeconds: $0.coresNanoseconds.asSeconds,
        criticalPathSeconds: $0.criticalPathNanoseconds.asSeconds)
    }
    conclusions = Conclusions.sentences(of: timeline)
    disturbances = Text.disturbances(timeline)
    busyJobs = timeline.busyJobs.steps.map { [$0.startNanoseconds.asSeconds, Double($0.value)] }
    coresInUse = timeline.coresInUse.steps.map { [$0.startNanoseconds.asSeconds, $0.value.rounded(decimals: 3)] }
    modulesNotInGraph = timeline.modulesNotInGraph.map(\.label)
    modulesNotBuilt = timeline.modulesNotBuilt
  }
}

extension TimelineDocument.Module {
  init(_ timing: ModuleTiming, isCritical: Bool) {
    self.init(
      name: timing.module.label, id: timing.id, isTool: timing.module.isTool,
      start: timing.span.startNanoseconds.asSeconds, end: timing.span.endNanoseconds.asSeconds,
      wallSeconds: timing.wallNanoseconds.asSeconds, cpuSeconds: timing.cpuMicroseconds.fromMicroseconds,
      peakBytes: timing.peakBytes,
      waitingForDependenciesSeconds: timing.waitingForDependenciesNanoseconds.asSeconds,
      waitingForCoreSeconds: timing.waitingForCoreNanoseconds.asSeconds,
      waitingForOtherSeconds: timing.waitingForOtherNanoseconds.asSeconds,
      emitModule: timing.emitModule.map(\.stretch), compile: timing.compile.map(\.stretch),
      link: timing.link.map(\.stretch), compiledFiles: timing.compiledFiles, lines: timing.lines,
      cpuSecondsPerThousandLines: timing.cpuSecondsPerThousandLines?.rounded(decimals: 3),
      unblocked: timing.unblockedNanoseconds?.asSeconds, emitted: timing.emittedNanoseconds?.asSeconds,
      slackSeconds: timing.slackNanoseconds.asSeconds, isCritical: isCritical,
      predictedGainSeconds: timing.predictedGain?.predictedNanoseconds.asSeconds,
      dependencies: timing.dependencies.map(\.label))
  }
}

extension BuiltModule {
  /// Unique in a build, for people too.
  var label: String { isTool ? name + " (tool)" : name }
}

extension Span {
  fileprivate var stretch: TimelineDocument.Stretch { [startNanoseconds.asSeconds, endNanoseconds.asSeconds] }
}

extension Int {
  /// Nanoseconds as seconds, to the microsecond.
  var asSeconds: Double { (Double(self) / 1e3).rounded() / 1e6 }

  /// Microseconds as seconds.
  var fromMicroseconds: Double { Double(self) / 1e6 }
}

extension Double {
  fileprivate func rounded(decimals: Int) -> Double {
    let scale = (0..<decimals).reduce(1.0) { scale, _ in scale * 10 }
    return (self * scale).rounded() / scale
  }
}

extension Timeline.Gap {
  /// For people.
  var sentence: String {
    switch self {
    case .noEnd: "the end of the build was not recorded: it was interrupted or killed, or the machine stopped"
    case .failed: "the build failed; what had not been built by then is missing"
    case .stopped: "the build was stopped before its end"
    case .damagedTrace: "parts of the trace were lost"
    case .outsideOfBuild(let jobs):
      "\(Figures.counted(jobs, "process", "processes")) lay outside of the build's time and "
        + "\(jobs == 1 ? "was" : "were") cut: the clock jumped, or they outlived it"
    }
  }
}

extension Replay.Refusal {
  /// Why nothing is predicted.
  var sentence: String {
    switch self {
    case .incompleteTrace: "the trace is incomplete"
    case .nothingBuilt: "no module was built"
    case .unfaithful: "the replay does not reproduce the measured time within 5 %"
    }
  }
}
