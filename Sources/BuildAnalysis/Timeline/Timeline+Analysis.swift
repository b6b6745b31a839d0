package import BuildTrace
package import ModuleGraph

extension Timeline {
  /// Analyzes one recorded build.
  ///
  /// - Parameters:
  ///   - trace: the trace of the build, complete or not.
  ///   - graph: the dependencies, possibly including some whose conditions do not hold. Replays start modules that it
  ///     lacks as recorded.
  ///   - machineCPUMicroseconds: the CPU time of the whole machine during the build, in user and kernel mode; `nil` if
  ///     it was not read.
  ///   - sleptSeconds: how long the machine slept during the build; `nil` if it was not read.
  ///   - fileCosts: what each file costs by itself; `nil` if it was not measured.
  ///   - assumesPreparation: whether to assume the usual cost of compilers, and so the shared preparation, if too few
  ///     start late enough to show it.
  /// - Complexity: O(*n* log *n*) in processes and dependencies for each replay. The number of replays is smaller for
  ///   large builds.
  package init(
    _ trace: BuildTrace, graph: ModuleGraph, machineCPUMicroseconds: Int? = nil, sleptSeconds: Double? = nil,
    fileCosts: FileCosts? = nil, assumesPreparation: Bool = false
  ) {
    let analysis = TraceAnalysis(trace, graph)
    let (tree, tasks, model) = (analysis.tasks.tree, analysis.tasks, analysis.model)
    cores = trace.header.cores
    lanes = model.lanes.places
    span = tree.span
    let charged = trace.supervised.map { $0.userMicroseconds + $0.systemMicroseconds }
    logged = trace.header.logged
    cpuMicroseconds = tree.hasCPUTimes ? charged : nil
    cpuShares = CPUShares(tree, charged: charged, builder: trace.supervised?.ownMicroseconds)
    taskCount = logged == nil && trace.events.allSatisfy { $0.source == .recorder } ? tree.taskCount : nil
    otherProcessesCPUMicroseconds = machineCPUMicroseconds.flatMap { machine in charged.map { max(0, machine - $0) } }
    self.sleptSeconds = sleptSeconds
    self.fileCosts = fileCosts
    let preparation = RecordedPreparation(analysis, of: trace, assumes: assumesPreparation)
    modules = analysis.modules(preparation)
    jobs = tree.jobs
    preparationMicroseconds = preparation.microseconds(in: tree.jobs)
    phases = Phase.all(of: tasks, busyJobs: analysis.busyJobs)
    unattributedNanoseconds = phases.reduce(0) { $0 + ([.compile, .link].contains($1.kind) ? $1.idleNanoseconds : 0) }
    busyJobs = analysis.busyJobs
    coresInUse = StepFunction(adding: tree.jobs.flatMap(\.coresInUse))
    unblocking = analysis.unblocking
    criticalPath = analysis.criticalPath
    starvedWindows = analysis.starvedWindows
    replay = analysis.replays.summary
    unusedPlaceNanoseconds = analysis.unusedPlaceNanoseconds
    modulesNotInGraph = zip(tasks.built.modules, tasks.built.found).compactMap { $1 == nil ? $0 : nil }
    modulesNotBuilt = analysis.modulesNotBuilt(of: graph)
    gaps = analysis.gaps
    loggedPhases = logged == nil ? nil : LoggedPhases(tree.jobs, span: tree.span)
    loggedLimits =
      logged == nil
      ? nil
      : LoggedLimits(
        tree.jobs, span: tree.span, modules: modules.count, cores: cores, path: criticalPath, windows: starvedWindows)
  }
}

/// The analysis of a trace: its work network, and everything computed from it.
package struct TraceAnalysis {
  /// The total number of pieces to replay for predicted gains, which takes one or two tenths of a second. In large
  /// builds, gains are predicted only for the most promising modules.
  private static let mostReplayedPieces = 200_000
  /// The minimum number of modules with a prediction.
  private static let fewestGains = 12

  package let gaps: [Timeline.Gap]
  package let tasks: ModuleTasks
  let busyJobs: StepFunction<Int>
  package let builder: NetworkBuilder
  package let model: BuildModel
  private let chains: LongestChains
  package let replays: Replays
  package let observed: ObservedUnblocking
  private let cores: Int
  private let timings: ModuleTimings
  /// The start of the first compile process; `nil` if there was none.
  private let origin: Int?

  package init(_ trace: BuildTrace, _ graph: ModuleGraph) {
    var tree = JobTree(trace)
    let names = CompiledNames(graph)
    tree.nameLinkers(names.linked)
    let built = BuiltGraph(Set(tree.jobs.compactMap(\.module)), in: graph)
    tasks = ModuleTasks(tree, built)
    gaps = Timeline.Gap.all(of: trace, tree, isFollowed: built.isFollowed)
    busyJobs = StepFunction(adding: tree.jobs.flatMap { job in job.working.map { (span: $0, value: 1) } })
    observed = ObservedUnblocking(tasks)
    builder = NetworkBuilder(tasks, observed, model: observed.model)
    cores = trace.header.cores
    // A log does not say how many cores there were; many of its steps wait within the build service, and slow nothing down.
    let most = trace.header.logged == nil ? 0 : busyJobs.steps.reduce(0) { max($0, $1.value) }
    model = BuildModel(builder, tasks, busyJobs: busyJobs, cores: max(cores, most), lanes: trace.header.lanes)
    chains = model.schedule.chains()
    replays = Replays(model, span: tree.span, isComplete: gaps.isEmpty, modules: built.modules.count)
    origin = tasks.tasks.compactMap { [tasks] in tasks.start($0.compile) }.min()
    timings = ModuleTimings(
      tasks: tasks, builder: builder, model: model, observed: observed, chains: chains, origin: origin ?? 0)
  }

  /// - Parameter preparation: the cost that no module has alone, so that it is part of no module's gain.
  func modules(_ preparation: RecordedPreparation) -> [ModuleTiming] {
    let most = max(Self.fewestGains, Self.mostReplayedPieces / max(1, model.network.steps.count))
    return timings.modules(
      gains: replays.gains(of: timings.mostPromising(most), in: { schedule(with: preparation) }))
  }

  /// Empty if it is not known what waited for what.
  package var criticalPath: CriticalPath {
    gaps.contains(where: \.hidesDependencies)
      ? CriticalPath(pieces: []) : CriticalPath(model.network, chains, modules: tasks.built.modules)
  }

  var unblocking: Unblocking {
    guard observed.model != .atEmitModule else {
      return Unblocking(model: .atEmitModule, witness: observed.witness, waitedNanoseconds: 0, predictedGain: nil)
    }
    let early = NetworkBuilder(tasks, observed, model: .atEmitModule)
    return Unblocking(
      model: observed.model, witness: observed.witness, waitedNanoseconds: timings.waitedNanoseconds(against: early),
      predictedGain: replays.gain(waiting: early))
  }

  /// See ``Timeline/unusedPlaceNanoseconds``.
  var unusedPlaceNanoseconds: Int? {
    guard replays.summary.refusal == nil else { return nil }
    guard builder.usesEmitPlace.values.contains(false) else { return 0 }
    return replays.gain(waiting: NetworkBuilder(tasks, observed, model: observed.model, usesAllPlaces: true))?
      .predictedNanoseconds
  }

  var starvedWindows: [StarvedWindow] {
    let end = tasks.tree.jobs.map(\.span.endNanoseconds).max() ?? 0
    return StarvedWindowSearch(model.network, modules: tasks.built.modules)
      .windows(busyJobs, cores: cores, in: Span(min(origin ?? end, end), end))
  }

  func modulesNotBuilt(of graph: ModuleGraph) -> [ModuleID] {
    let compiled = Set(zip(tasks.built.modules, tasks.tasks).compactMap { $1.compile.isEmpty ? nil : $0.name })
    return graph.modules.filter { ($0.sources ?? 0) > 0 && !compiled.contains($0.compiledName) }.map(\.id)
  }
}

extension Timeline.Gap {
  fileprivate static func all(of trace: BuildTrace, _ tree: JobTree, isFollowed: Bool) -> [Timeline.Gap] {
    var gaps: [Timeline.Gap] = []
    if let supervised = trace.supervised {
      if supervised.stopped != nil {
        gaps.append(.stopped)
      } else if supervised.termination != .exited(code: 0) {
        gaps.append(.failed)
      }
    } else {
      gaps.append(.noEnd)
    }
    // Of a build that was killed, drivers are missing while their compilers are not.
    if gaps.isEmpty, tree.orphans > 0 { gaps.append(.startersMissing(jobs: tree.orphans)) }
    if !trace.flaws.isEmpty { gaps.append(.damagedTrace) }
    if trace.header.logged?.hasDependencies == false {
      gaps.append(.unknownDependencies)
    } else if !isFollowed {
      gaps.append(.tangledDependencies)
    }
    if tree.outside > 0 { gaps.append(.outsideOfBuild(jobs: tree.outside)) }
    let impossible =
      trace.header.logged != nil ? 0 : trace.events.count { $0.isImpossible(onCores: trace.header.cores) }
    if impossible > 0 { gaps.append(.impossibleTimes(jobs: impossible)) }
    return gaps
  }
}

extension CompilerEvent {
  /// Whether it used twice the CPU time that all processors have. Systems count in ticks, so a second more is possible.
  fileprivate func isImpossible(onCores cores: Int) -> Bool {
    Double(userMicroseconds + systemMicroseconds) / 1e6 > 2 * Double(cores) * Double(wallNanoseconds) / 1e9 + 1
  }
}

extension BuildTrace.Header {
  /// The maximum number of jobs that `swift build` ran at once.
  var lanes: Int { statedLanes ?? max(1, jobs) }

  /// The number of jobs in the arguments of `swift build`; `nil` if not given.
  package var statedLanes: Int? {
    for (index, word) in arguments.enumerated().reversed() {
      if ["-j", "--jobs"].contains(word), index + 1 < arguments.count, let lanes = Int(arguments[index + 1]) {
        return max(1, lanes)
      }
      for prefix in ["--jobs=", "-j"] where word.hasPrefix(prefix) {
        if let lanes = Int(word.dropFirst(prefix.count)) { return max(1, lanes) }
      }
    }
    return nil
  }
}

extension JobTiming {
  /// The job's average use of cores: its CPU time distributed evenly over the time that it worked, or over its whole
  /// span if it never worked.
  fileprivate var coresInUse: [(span: Span, value: Double)] {
    let working = working.isEmpty ? [span] : working
    let nanoseconds = working.reduce(0) { $0 + $1.nanoseconds }
    guard nanoseconds > 0 else { return [] }
    let value = Double(cpuMicroseconds) * 1000 / Double(nanoseconds)
    return value == 0 ? [] : working.map { ($0, value) }
  }
}
