package import BuildAnalysis
import BuildTrace
import ModuleGraph
import Workspace

/// Makes the builds of a benchmark in a private copy of the workspace.
package struct WorkspaceBuilds: BuildExecutor {
  private let subject: BuildSubject
  private let folders: BenchmarkFolders
  private let keepsTraces: Bool
  private let copy: PrivateCopy
  private let manifests: CopiedManifests
  private let sources: [String: CopiedSource]
  /// What is there for one feature only, by the feature's arm.
  private let marginalModules: [String: Set<ModuleID>]
  private var dependencies: ResolvedDependencies
  /// By the arm's name.
  private var arms: [String: ArmBuilds]

  /// Copies the workspace, and makes a scratch folder for each arm.
  ///
  /// - Parameters:
  ///   - run: the plan.
  ///   - resolved: each package's `Package.resolved`, where an earlier session had to make one.
  ///   - keepsTraces: whether the traces of measured builds are kept beside the run, with figures for each module.
  ///   - report: told when copying begins, and what was copied.
  /// - Throws: `BenchmarkError`, what `report` throws, `CancellationError`.
  package init(
    of subject: BuildSubject, for run: Run, by method: BuildMethod, in folders: BenchmarkFolders,
    resolved: [String: String] = [:], keepsTraces: Bool = false, _ report: (Benchmark.Event) throws -> Void
  ) async throws {
    try report(.copying(to: folders.copy))
    let copy = try await PrivateCopy(of: subject.workspace, at: folders.copy, leavingOut: folders.own)
    try report(.copied(contents: copy.contents))
    try copy.addResolved(resolved)
    manifests = try CopiedManifests(of: copy)
    try folders.prepare(
      arms: subject.arms.map(\.arm.name), warmArms: Set(run.cases.filter { !$0.scenario.isFromClean }.map(\.arm)))
    let sources = try subject.sources(in: copy, changedBy: run.plan.scenarios)
    arms = Dictionary(
      uniqueKeysWithValues: subject.arms.map { planned in
        let builds = ArmBuilds(
          planned, method: method, folders: folders, packagePath: copy.packagePaths[planned.package] ?? copy.path,
          graph: subject.workspace.graph, sources: sources)
        return (planned.arm.name, builds)
      })
    dependencies = ResolvedDependencies(
      copy: copy, originals: Dictionary(uniqueKeysWithValues: subject.workspace.packages.map { ($0.key, $0.path) }))
    (self.subject, self.folders, self.keepsTraces) = (subject, folders, keepsTraces)
    (self.copy, self.sources) = (copy, sources)
    let marginal = run.scopes().map { ($0.arm.name, Set($0.marginalModules ?? [])) }
    marginalModules = Dictionary(uniqueKeysWithValues: marginal.filter { !$0.1.isEmpty })
  }

  package mutating func build(_ build: Agenda.Build, session: Int?) async throws -> BuildResult {
    guard var arm = arms[build.what.arm] else { throw SelectionError.unknownName(build.what.arm, nearest: []) }
    let planned = arm.planned
    let scratch = folders.scratch(arm: planned.arm.name, isWarm: !build.what.scenario.isFromClean)
    if build.isWarmup { try dependencies.provide(scratch, for: planned.package) }
    try manifests.install(planned.target)
    let mayResolve = dependencies.mayResolve(planned.package)
    let log = folders.log(build, session: session)
    var result = try await arm.build(build.what.scenario, mayResolve: mayResolve, log: log.path)
    arms[build.what.arm] = arm
    if result.outcome == .ok { try FileTree.remove(log.path) } else { result.log = log.name }
    if result.outcome == .failed {
      try folders.checkSpace(log: log.path)
      if let reason = result.reason, let words = CompilerWords.firstError(inLog: log.path, copy: copy.path) {
        result.reason = "\(reason): \(words)"
      }
    }
    if keepsTraces, !build.isWarmup { keepTrace(of: build, session: session, planned, in: &result) }
    if result.outcome == .ok, mayResolve {
      dependencies.settle(planned.package, in: scratch)
      result.resolved = copy.resolved(planned.package).map { ResolvedVersions(package: planned.package, text: $0) }
    }
    return result
  }

  /// Adds to a result what was recorded of it. A trace that cannot be kept is no reason to end a benchmark.
  private func keepTrace(
    of build: Agenda.Build, session: Int?, _ planned: PlannedArm, in result: inout BuildResult
  ) {
    guard let recorded = result.trace else { return }
    do throws(BenchmarkError) {
      let trace = try recorded.get()
      result.recorded = RecordedFigures(trace: try folders.keepTrace(of: build, session: session))
      guard trace.flaws.isEmpty else {
        result.notRecorded = "parts of its trace were lost"
        return
      }
      let graph = subject.workspace.graph.part(builtFor: planned.arm)
      let timeline = Timeline(trace, graph: graph)
      result.recorded?.modules = timeline.moduleSamples
      result.recorded?.cpuShares = timeline.cpuShares
      result.recorded?.linkSeconds = timeline.linkSeconds
      if planned.arm.role == .combined, build.what.scenario == .clean, !marginalModules.isEmpty {
        let replay = PartialReplay(trace, graph: graph)
        result.recorded?.savedSecondsWithout = replay.map { replay in marginalModules.mapValues(replay.secondsSaved) }
      }
    } catch {
      result.notRecorded = "\(error)"
    }
  }

  package func finish() throws {
    for source in sources.values { try source.restore() }
    try folders.tidy()
  }
}
