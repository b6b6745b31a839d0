package import BuildAnalysis
package import ModuleGraph

/// `modgauge.timeline/1`: a timeline. Times are in seconds from the build's start.
package struct TimelineDocument: Document {
  package static let schema = Schema("timeline", version: 1)
  package static let title = "the analysis of a recorded build"
  package static let origin = "the modules.json that `modgauge record` wrote"

  /// A start and an end.
  package typealias Stretch = [Double]

  package struct Build: Codable, Sendable {
    package let workspace: String
    package let target: String
    package let configuration: String
    package let buildSystem: String?
    package let toolchain: String
    package let isClean: Bool
    package let cores: Int
    package let lanes: Int
    package let seconds: Double
    package let cpuSeconds: Double?
    /// `nil` if CPU times are not known.
    package let cpuShares: CPUShares?
    package let otherProcessesCPUSeconds: Double?
    /// How long the machine slept during the build.
    package let sleptSeconds: Double?
    /// Why this is not a complete build, as sentences.
    package let gaps: [String]
  }

  package struct Phase: Codable, Sendable {
    package let kind: String
    package let start: Double
    package let end: Double
    package let idleSeconds: Double
  }

  package struct Module: Codable, Sendable {
    package let name: String
    package let id: ModuleID?
    package let isTool: Bool
    package let start: Double
    package let end: Double
    /// Missing in documents of before 22 November 2026.
    package let wallSeconds: Double?
    package let cpuSeconds: Double?
    package let peakBytes: Int?
    package let waitingForDependenciesSeconds: Double
    package let waitingForCoreSeconds: Double
    package let waitingForOtherSeconds: Double
    package let emitModule: [Stretch]
    package let compile: [Stretch]
    package let link: [Stretch]
    package let compiledFiles: Int?
    package let lines: Int?
    package let cpuSecondsPerThousandLines: Double?
    package let unblocked: Double?
    package let emitted: Double?
    package let slackSeconds: Double
    package let isCritical: Bool
    package let predictedGainSeconds: Double?
    /// Names of modules; those built to run during the build are `NAME (tool)`.
    package let dependencies: [String]
    /// `nil` unless the build was read from a log.
    package let phases: [LogPhase]?
  }

  /// What only a log of a build says.
  package struct Log: Codable, Sendable {
    /// `clean`, `incremental` or `null`.
    package let kind: String
    /// Steps of earlier builds, which are in no figure.
    package let staleSteps: Int
    package let cachedSteps: Int
    package let untimedSteps: Int
    package let inProcessSeconds: Double?
    /// By module; absent if there are none.
    package let warnings: [String: Int]?
    package let phases: [LogPhase]
    /// With the parts of all phases, it adds up to the build's seconds.
    package let idleSeconds: Double
    package let withoutCompilingSeconds: Double
  }

  package struct LogPhase: Codable, Sendable {
    package let name: String
    package let steps: Int
    package let wallSeconds: Double
    /// While several steps ran, each has an equal part of the time.
    package let partSeconds: Double
    package let cpuSeconds: Double?
  }

  package struct Piece: Codable, Sendable {
    package let module: String?
    package let start: Double
    package let end: Double
    package let workSeconds: Double
  }

  package struct Window: Codable, Sendable {
    package let start: Double
    package let end: Double
    package let busyJobs: Double
    package let waitedFor: String?
  }

  package struct Unblocking: Codable, Sendable {
    package let model: String
    package let waitedSeconds: Double
    package let predictedGainSeconds: Double?
  }

  package struct Limit: Codable, Sendable {
    package let kind: String
    /// CPU time ÷ cores.
    package let coresSeconds: Double
    package let criticalPathSeconds: Double
  }

  package struct Replay: Codable, Sendable {
    package let predictedSeconds: Double?
    package let relativeError: Double?
    /// The error of the replay that the gains of modules come from; `nil` if it is that of this one.
    package let preparedRelativeError: Double?
    package let refusal: String?
  }

  package let build: Build
  package let phases: [Phase]
  /// `nil` unless the build was read from a log.
  package let log: Log?
  package let unattributedSeconds: Double
  package let modules: [Module]
  package let criticalPath: [Piece]
  package let starvedWindows: [Window]
  package let unblocking: Unblocking
  package let replay: Replay
  /// What keeps the build from being shorter; `nil` if the recording is incomplete. Like `conclusions` and
  /// `disturbances`, it is missing in documents of older versions.
  package let limit: Limit?
  /// What the figures mean, as sentences.
  package let conclusions: [String]?
  /// Why the figures may be wrong although the recording is complete, as sentences.
  package let disturbances: [String]?
  /// The cost of each file; `nil` if it was not measured.
  package let fileCosts: FileCosts?
  /// Pairs of a time and the number of jobs that were busy from then on.
  package let busyJobs: [[Double]]
  /// Pairs of a time and the number of cores that recorded processes used from then on.
  package let coresInUse: [[Double]]
  package let modulesNotInGraph: [String]
  package let modulesNotBuilt: [ModuleID]

  /// Why it is not a complete build, why there are no predictions, what the figures mean, and why they may be wrong.
  package typealias Sentences = (gaps: [String], refusal: String?, conclusions: [String], disturbances: [String])
}

extension TimelineDocument {
  package init(_ timeline: Timeline, of subject: RecordedSubject, _ sentences: Sentences) {
    let critical = timeline.criticalModules
    build = Build(timeline, subject, gaps: sentences.gaps)
    phases = timeline.phases.map {
      Phase(
        kind: $0.kind.rawValue, start: $0.span.startSeconds, end: $0.span.endSeconds,
        idleSeconds: $0.idleNanoseconds.asSeconds)
    }
    log = Log(timeline)
    unattributedSeconds = timeline.unattributedNanoseconds.asSeconds
    let phasesByModule = timeline.logged == nil ? [:] : timeline.loggedPhasesByModule
    modules = timeline.modules.map { timing in
      let phases = phasesByModule[timing.module]?.rows.map { LogPhase($0, hasCPUTimes: timeline.hasCPUTimes) }
      return Module(timing, isCritical: critical.contains(timing.module), phases: phases)
    }
    criticalPath = timeline.criticalPath.pieces.map {
      Piece(
        module: $0.module?.label, start: $0.span.startSeconds, end: $0.span.endSeconds,
        workSeconds: $0.workNanoseconds.asSeconds)
    }
    starvedWindows = timeline.starvedWindows.map {
      Window(
        start: $0.span.startSeconds, end: $0.span.endSeconds, busyJobs: $0.busyJobs.rounded(decimals: 3),
        waitedFor: $0.waitedFor?.label)
    }
    unblocking = Unblocking(
      model: timeline.unblocking.model.rawValue, waitedSeconds: timeline.unblocking.waitedNanoseconds.asSeconds,
      predictedGainSeconds: timeline.unblocking.predictedGain?.predictedNanoseconds.asSeconds)
    replay = Replay(
      predictedSeconds: timeline.replay.predictedNanoseconds?.asSeconds,
      relativeError: timeline.replay.relativeError?.rounded(decimals: 4),
      preparedRelativeError: timeline.preparedReplayError?.rounded(decimals: 4), refusal: sentences.refusal)
    limit = timeline.limit.map {
      Limit(
        kind: $0.kind.rawValue, coresSeconds: $0.coresNanoseconds.asSeconds,
        criticalPathSeconds: $0.criticalPathNanoseconds.asSeconds)
    }
    conclusions = sentences.conclusions
    disturbances = sentences.disturbances
    fileCosts = timeline.fileCosts
    busyJobs = timeline.busyJobs.steps.map { [$0.startNanoseconds.asSeconds, Double($0.value)] }
    coresInUse = timeline.coresInUse.steps.map { [$0.startNanoseconds.asSeconds, $0.value.rounded(decimals: 3)] }
    modulesNotInGraph = timeline.modulesNotInGraph.map(\.label)
    modulesNotBuilt = timeline.modulesNotBuilt
  }
}

extension TimelineDocument.Build {
  fileprivate init(_ timeline: Timeline, _ subject: RecordedSubject, gaps: [String]) {
    self.init(
      workspace: subject.workspace, target: subject.target, configuration: subject.configuration,
      buildSystem: subject.buildSystem, toolchain: subject.toolchain, isClean: subject.isClean, cores: timeline.cores,
      lanes: timeline.lanes, seconds: timeline.span.nanoseconds.asSeconds,
      cpuSeconds: timeline.cpuMicroseconds?.fromMicroseconds,
      cpuShares: timeline.hasCPUTimes ? timeline.cpuShares : nil,
      otherProcessesCPUSeconds: timeline.otherProcessesCPUMicroseconds?.fromMicroseconds,
      sleptSeconds: timeline.sleptSeconds, gaps: gaps)
  }
}

extension TimelineDocument.Log {
  fileprivate init?(_ timeline: Timeline) {
    guard let logged = timeline.logged, let kind = timeline.loggedKind, let phases = timeline.loggedPhases else {
      return nil
    }
    self.init(
      kind: kind.rawValue, staleSteps: logged.staleSteps, cachedSteps: logged.cachedSteps,
      untimedSteps: logged.untimedSteps, inProcessSeconds: logged.inProcessMicroseconds?.fromMicroseconds,
      warnings: logged.warnings.isEmpty ? nil : logged.warnings,
      phases: phases.rows.map { TimelineDocument.LogPhase($0, hasCPUTimes: timeline.hasCPUTimes) },
      idleSeconds: phases.idleNanoseconds.asSeconds,
      withoutCompilingSeconds: phases.withoutCompilingNanoseconds.asSeconds)
  }
}

extension TimelineDocument.LogPhase {
  fileprivate init(_ row: LoggedPhases.Row, hasCPUTimes: Bool) {
    self.init(
      name: row.phase.rawValue, steps: row.steps, wallSeconds: row.wallNanoseconds.asSeconds,
      partSeconds: row.shareNanoseconds.asSeconds,
      cpuSeconds: hasCPUTimes ? row.cpuMicroseconds.fromMicroseconds : nil)
  }
}

extension TimelineDocument.Module {
  fileprivate init(_ timing: ModuleTiming, isCritical: Bool, phases: [TimelineDocument.LogPhase]?) {
    self.init(
      name: timing.module.label, id: timing.id, isTool: timing.module.isTool,
      start: timing.span.startNanoseconds.asSeconds, end: timing.span.endNanoseconds.asSeconds,
      wallSeconds: timing.wallNanoseconds.asSeconds, cpuSeconds: timing.cpuSeconds,
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
      dependencies: timing.dependencies.map(\.label), phases: phases)
  }
}

extension Span {
  fileprivate var stretch: TimelineDocument.Stretch { [startNanoseconds.asSeconds, endNanoseconds.asSeconds] }
}

extension RecordedBuild {
  /// The costs in a timeline, from which the durations of other builds are estimated.
  /// - Returns: `nil` unless the timeline is that of a complete clean build.
  package init?(_ timeline: TimelineDocument) {
    let build = timeline.build
    guard build.isClean, build.gaps.isEmpty, timeline.modules.allSatisfy({ $0.cpuSeconds != nil }) else { return nil }
    self.init(
      configuration: build.configuration, cores: build.cores, seconds: build.seconds,
      modules: timeline.modules.map {
        Cost(name: $0.name, id: $0.id, cpuSeconds: $0.cpuSeconds ?? 0, dependencies: $0.dependencies)
      })
  }
}
