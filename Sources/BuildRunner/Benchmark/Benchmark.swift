package import BuildAnalysis
import BuildTrace
import ModuleGraph
package import Workspace

/// Builds arms against one another, round by round, and hands out each measurement as it is made.
package struct Benchmark: Sendable {
  private let run: Run
  private let arms: [PlannedArm]
  private let workspace: LoadedWorkspace
  private let builder: Builder
  private let supervisor: Supervisor
  private let folders: BenchmarkFolders
  private let timeoutSeconds: Int?
  private let failurePolicy: FailurePolicy
  private let resolved: [String: String]
  private let recording: BuildRecording?
  private let keepsTraces: Bool
  private let sites: [String: ChangeSite]

  /// - Parameters:
  ///   - run: the plan, and the samples of earlier sessions, whose builds are not made again.
  ///   - arms: what the plan's arms build, in the same order.
  ///   - timeoutSeconds: for each build; `nil` for none.
  ///   - resolved: each package's `Package.resolved`, where an earlier session had to make one.
  ///   - recording: needed for scenarios other than clean ones.
  ///   - keepsTraces: whether the traces of measured builds are kept beside the run, with figures for each module.
  ///   - sites: where changes are made, by the name that scenarios have for the module.
  package init(
    run: Run, arms: [PlannedArm], workspace: LoadedWorkspace, builder: Builder, supervisor: Supervisor,
    folders: BenchmarkFolders, timeoutSeconds: Int?, failurePolicy: FailurePolicy = .goOn,
    resolved: [String: String] = [:], recording: BuildRecording? = nil, keepsTraces: Bool = false,
    sites: [String: ChangeSite] = [:]
  ) {
    self.run = run
    self.arms = arms
    self.workspace = workspace
    self.builder = builder
    self.supervisor = supervisor
    self.folders = folders
    self.timeoutSeconds = timeoutSeconds
    self.failurePolicy = failurePolicy
    self.resolved = resolved
    self.recording = recording
    self.keepsTraces = keepsTraces
    self.sites = sites
  }

  /// What becomes of the other arms when a build fails.
  package enum FailurePolicy: String, Sendable, CaseIterable {
    case goOn = "continue"
    case stop
  }

  /// What happens, for whoever shows it.
  package enum Event: Sendable {
    case copying(to: String)
    /// A hash of what each file of the copy holds.
    case copied(contents: [String: String])
    /// SwiftPM has settled on versions for a package; the text of its `Package.resolved`.
    case resolved(package: String, text: String)
    /// The warm-ups are done.
    ///
    /// - seconds: how long all the rounds that are planned, or allowed, will take, by what the warm-ups took.
    case expecting(seconds: Double)
    /// `count` is absent where the run may end before its last round, `remainingSeconds` until every case has been built
    /// once; that counts this build and all that may come after it.
    case building(Case, round: Int, index: Int, count: Int?, remainingSeconds: Double?)
    case built(Sample)
    /// Something disturbed a round, which is made again.
    case repeating(round: Int)
    /// The build was measured, but not recorded, or not wholly.
    case notRecorded(reason: String)
    /// The warm-up failed, so that the rounds are not tried.
    case skipping(Case)
    /// A build failed, and no other is wanted then.
    case stopping
  }

  /// Copies the workspace and makes every build of the plan: warm-ups first, then the rounds, each in its own order.
  ///
  /// A build that fails is a sample like any other. A case whose warm-up fails is not built again.
  /// - Parameter report: called in order, from this task. What it throws ends the benchmark.
  /// - Throws: `BenchmarkError` where builds cannot be made at all; `CancellationError`.
  package func run(_ report: (Event) throws -> Void) async throws {
    try report(.copying(to: folders.copy))
    let copy = try await PrivateCopy(of: workspace, at: folders.copy, leavingOut: folders.own)
    try report(.copied(contents: copy.contents))
    try copy.addResolved(resolved)
    let manifests = try CopiedManifests(of: copy)
    try folders.prepare(
      arms: arms.map(\.arm.name), warmArms: Set(run.cases.filter { !$0.scenario.isFromClean }.map(\.arm)))
    let sources = try sources(in: copy)
    var caseBuilds = CaseBuilds(
      builder: builder, supervisor: supervisor, folders: folders, timeoutSeconds: timeoutSeconds,
      recording: recording, graph: workspace.graph, sources: sources)
    var dependencies = ResolvedDependencies(
      copy: copy, originals: Dictionary(uniqueKeysWithValues: workspace.packages.map { ($0.key, $0.path) }))
    let start = ContinuousClock.now - .seconds(run.secondsSoFar)
    var pace = Pace(run)
    var agenda = Agenda(run)
    var index = 0
    var isWarm = false
    rounds: while let builds = agenda.nextRound() {
      if !isWarm, builds.first?.isWarmup == false {
        isWarm = true
        if let seconds = agenda.remainingSeconds(builds, pace: pace) { try report(.expecting(seconds: seconds)) }
      }
      if let first = builds.first, first.attempt != nil { try report(.repeating(round: first.round)) }
      for (place, build) in builds.enumerated() where !agenda.isBroken(build.what) {
        guard let planned = arms.first(where: { $0.arm.name == build.what.arm }) else { continue }
        let count = agenda.count.map { index + $0 }
        index += 1
        try report(
          .building(
            build.what, round: build.round, index: index, count: count,
            remainingSeconds: agenda.remainingSeconds(builds[place...], pace: pace)))
        let scratch = folders.scratch(arm: build.what.arm, isWarm: !build.what.scenario.isFromClean)
        if build.isWarmup { try dependencies.provide(scratch, for: planned.package) }
        try manifests.install(planned.target)
        let log = folders.log(build, session: run.nextSession)
        let buildStart = ContinuousClock.now
        let result = try await caseBuilds.build(
          build.what.scenario, planned, packagePath: copy.packagePaths[planned.package] ?? copy.path,
          mayResolve: dependencies.mayResolve(planned.package), log: log.path)
        if result.outcome == .ok { try FileTree.remove(log.path) }
        var sample = sample(build, result, offset: start.duration(to: buildStart), log: log.name)
        if sample.outcome == .failed { try folders.checkSpace(log: sample.log) }
        pace.note(build.what, isWarmup: build.isWarmup, seconds: buildStart.duration(to: .now) / .seconds(1))
        agenda.note(sample)
        let complaint = keepsTraces && !build.isWarmup ? keep(result.trace, planned, in: &sample) : nil
        try report(.built(sample))
        if let complaint { try report(.notRecorded(reason: complaint)) }
        if sample.outcome == .ok, dependencies.mayResolve(planned.package) {
          dependencies.settle(planned.package, in: scratch)
          if let text = copy.resolved(planned.package) { try report(.resolved(package: planned.package, text: text)) }
        }
        if sample.outcome != .ok, failurePolicy == .stop {
          try report(.stopping)
          break rounds
        }
        if agenda.isBroken(build.what) { try report(.skipping(build.what)) }
      }
    }
    for source in sources.values { try source.restore() }
    try folders.tidy()
  }

  /// Adds to a sample what was recorded of its build. A trace that cannot be kept is no reason to end a benchmark.
  /// - Returns: why figures are missing; `nil` where none is.
  private func keep(
    _ trace: Result<BuildTrace, BenchmarkError>?, _ planned: PlannedArm, in sample: inout Sample
  ) -> String? {
    guard let trace else { return nil }
    do throws(BenchmarkError) {
      let trace = try trace.get()
      sample.trace = try folders.keepTrace(of: sample)
      guard trace.flaws.isEmpty else { return "parts of its trace were lost" }
      let timeline = Timeline(trace, graph: workspace.graph.part(builtFor: planned.arm))
      (sample.modules, sample.cpuShares) = (timeline.moduleSamples, timeline.cpuShares)
      return nil
    } catch {
      return "\(error)"
    }
  }

  /// The files that are changed, prepared for it.
  private func sources(in copy: PrivateCopy) throws(BenchmarkError) -> [String: CopiedSource] {
    var sources: [String: CopiedSource] = [:]
    for (name, site) in sites.sorted(by: { $0.key < $1.key }) {
      guard let package = workspace.package(site.module.package), let place = copy.packagePaths[package.key] else {
        throw .moduleNotBuilt(name)
      }
      sources[name] = try CopiedSource(
        path: place + (workspace.rootPath + "/" + site.path).dropFirst(package.path.count), in: copy.path,
        probe: site.probe,
        changes: Set(run.plan.scenarios.compactMap { $0.change(in: name) }))
    }
    return sources
  }

  private func sample(_ build: Agenda.Build, _ result: BuildResult, offset: Duration, log: String) -> Sample {
    Sample(
      arm: build.what.arm, scenario: build.what.scenario, round: build.round, position: build.position,
      warmup: build.isWarmup, session: run.nextSession, attempt: build.attempt,
      offsetSeconds: (offset / .seconds(1)).roundedToMicroseconds,
      seconds: result.seconds.roundedToMicroseconds, cpuSeconds: result.cpuSeconds, peakBytes: result.peakBytes,
      outcome: result.outcome, reason: result.reason, compiledModules: result.compiledModules, rebuilt: result.rebuilt,
      interfaceChanged: result.interfaceChanged, noise: supervisor.noise.latest,
      log: result.outcome == .ok ? nil : log)
  }
}

extension Run {
  /// The session that goes on with it; absent for the first.
  fileprivate var nextSession: Int? { samples.isEmpty ? nil : (samples.compactMap(\.session).max() ?? 1) + 1 }
}

extension Double {
  /// Finer than any clock that builds are measured with, and short to write.
  fileprivate var roundedToMicroseconds: Double { (self * 1e6).rounded() / 1e6 }
}
