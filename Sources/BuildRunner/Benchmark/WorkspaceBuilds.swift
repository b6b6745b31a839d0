package import BuildAnalysis
import BuildTrace
import ModuleGraph
import Workspace

/// Makes the builds of a benchmark in a private copy of the workspace; in one copy for each arm if arms are built at
/// once, or for each of two compared states.
package struct WorkspaceBuilds: BuildExecutor {
  /// A workspace of which arms are built.
  private struct State {
    let subject: BuildSubject
    /// By the arm's name; all the same if no two arms are built at once.
    let copies: [String: CopiedWorkspace]
    var dependencies: ResolvedDependencies
  }

  private let folders: BenchmarkFolders
  private let keepsTraces: Bool
  private let seed: UInt64
  /// The modules that exist only for one feature, by the feature's arm.
  private let marginalModules: [String: Set<ModuleID>]
  private var states: [State]
  /// By the arm's name, with the index of its state.
  private var arms: [String: (builds: ArmBuilds, state: Int)]

  /// Copies the workspace and creates a scratch folder for each arm.
  ///
  /// - Parameters:
  ///   - subjects: one, or two compared states, whose copies are in folders numbered in this order.
  ///   - run: the plan.
  ///   - resolved: each package's `Package.resolved`, if an earlier session created it.
  ///   - keepsTraces: whether the traces of measured builds are kept beside the run, with figures for each module.
  ///   - report: called when copying begins, and with what was copied.
  /// - Throws: `BenchmarkError`, what `report` throws, `CancellationError`.
  package init(
    of subjects: [BuildSubject], for run: Run, by method: BuildMethod, in folders: BenchmarkFolders,
    resolved: [String: String] = [:], keepsTraces: Bool = false, _ report: (Benchmark.Event) throws -> Void
  ) async throws {
    try report(.copying(to: run.plan.turns == nil && subjects.count == 1 ? folders.copy : folders.work))
    states = []
    for (index, subject) in subjects.enumerated() {
      let place = subjects.count == 1 ? folders : folders.apart(index + 1)
      states.append(
        State(
          subject: subject,
          copies: try await Self.copies(of: subject, for: run, in: place, isAlone: subjects.count == 1),
          dependencies: ResolvedDependencies(originals: subject.originals)))
    }
    try report(.copied(contents: Self.contents(of: states)))
    for copied in states.flatMap(\.copies.values) { try copied.copy.addResolved(resolved) }
    let warm = Set(run.cases.filter { !$0.scenario.isFromClean }.map(\.arm))
    let planned = subjects.flatMap(\.arms)
    try folders.prepare(
      arms: planned.map(\.scratchName), warmArms: Set(planned.filter { warm.contains($0.arm.name) }.map(\.scratchName)),
      testedPackages: run.plan.scenarios.contains(.tests)
        ? planned.flatMap { planned in planned.tests.map { (planned.scratchName, $0.package) } } : [])
    arms = Self.arms(of: states, method)
    (self.folders, self.keepsTraces, seed) = (folders, keepsTraces, run.plan.seed)
    let marginal = run.scopes().map { ($0.arm.name, Set($0.marginalModules ?? [])) }
    marginalModules = Dictionary(uniqueKeysWithValues: marginal.filter { !$0.1.isEmpty })
  }

  private static func arms(of states: [State], _ method: BuildMethod) -> [String: (builds: ArmBuilds, state: Int)] {
    var arms: [String: (builds: ArmBuilds, state: Int)] = [:]
    for (index, state) in states.enumerated() {
      let method = method.evaluatingManifests(anew: state.subject.workspace.looksAround)
        .building(state.subject.workspace.graph)
      for planned in state.subject.arms {
        arms[planned.arm.name] = state.copies[planned.arm.name].map { copied in
          let builds = ArmBuilds(
            planned: planned, method: method.measuring(in: copied.folders), folders: copied.folders,
            graph: state.subject.workspace.graph, sources: copied.sources)
          return (builds, index)
        }
      }
    }
    return arms
  }

  private static func copies(
    of subject: BuildSubject, for run: Run, in folders: BenchmarkFolders, isAlone: Bool
  ) async throws -> [String: CopiedWorkspace] {
    if isAlone, run.plan.turns != nil, subject.arms.count > 1 {
      return try await CopiedWorkspace.each(
        of: subject.arms, of: subject, in: folders, changedBy: run.plan.scenarios)
    }
    let shared = try await CopiedWorkspace(of: subject, in: folders, changedBy: run.plan.scenarios)
    return Dictionary(uniqueKeysWithValues: subject.arms.map { ($0.arm.name, shared) })
  }

  /// A hash of each file's contents; for two states, keyed by the state's number as well.
  private static func contents(of states: [State]) -> [String: String] {
    var all: [String: String] = [:]
    for (index, state) in states.enumerated() {
      let contents = state.copies.values.first?.copy.contents ?? [:]
      let prefix = states.count == 1 ? "" : "\(index + 1)/"
      for (path, hash) in contents { all[prefix + path] = hash }
    }
    return all
  }

  package mutating func build(_ build: Agenda.Build, session: Int?) async throws -> BuildResult {
    var ready = try ready(build, session: session)
    let result = try await ready.make(turn: nil)
    return try finish(ready, result)
  }

  package mutating func build(
    inTurns builds: [Agenda.Build], lasting seconds: [Double?], session: Int?
  ) async throws -> [BuildResult] {
    let servers = try LeftoverProcesses(temporaryFolder: folders.temporary).names()
    guard servers.isEmpty else { throw BenchmarkError.serverLeft(names: servers) }
    var ready = try builds.map { try self.ready($0, session: session) }
    let place = builds.first.map { UInt64($0.round) &* 1009 &+ UInt64($0.attempt ?? 1) } ?? 0
    let order = TurnOrder(lengths: seconds, seed: seed &+ place)
    let made = try await Self.make(ready, order)
    var results: [BuildResult] = []
    for (index, (arm, result)) in made.enumerated() {
      ready[index].arm = arm
      results.append(try finish(ready[index], result))
    }
    return results
  }

  private static func make(_ ready: [ReadyBuild], _ order: TurnOrder) async throws -> [(ArmBuilds, BuildResult)] {
    let table = TurnTable(seats: ready.count)
    let made = try await withThrowingTaskGroup { tasks in
      for (seat, build) in ready.enumerated() {
        tasks.addTask { () -> [Int: (ArmBuilds, BuildResult)] in
          defer { table.leave(seat) }
          var build = build
          let result = try await build.make(turn: Turn(table, seat: seat))
          return [seat: (build.arm, result)]
        }
      }
      tasks.addTask {
        try await table.conduct(order)
        return [:]
      }
      return try await tasks.reduce(into: [:]) { all, one in all.merge(one) { $1 } }
    }
    return made.sorted { $0.key < $1.key }.map(\.value)
  }

  /// A build for which everything that arms share is prepared.
  private struct ReadyBuild {
    let build: Agenda.Build
    let session: Int?
    var arm: ArmBuilds
    let state: Int
    let copied: CopiedWorkspace
    let places: [BuildFolders]
    let log: (path: String, name: String)

    /// - Parameter turn: `nil` for a build that runs alone.
    mutating func make(turn: Turn?) async throws -> BuildResult {
      try await arm.build(build.what.scenario, in: places, log: log.path, turn: turn)
    }
  }

  private mutating func ready(_ build: Agenda.Build, session: Int?) throws -> ReadyBuild {
    guard let (arm, state) = arms[build.what.arm], let copied = states[state].copies[build.what.arm] else {
      throw ArmError.unknownName(build.what.arm, nearest: [])
    }
    let places = places(of: build.what.scenario, for: arm.planned, in: copied.copy, states[state].dependencies)
    if build.isWarmup {
      for place in places {
        try states[state].dependencies.provide(place.scratch, for: place.package, resolvedIn: copied.copy)
      }
    }
    if build.what.scenario == .tests {
      try copied.manifests.install(arm.planned.tests)
    } else {
      try copied.manifests.install(arm.planned.target)
    }
    return ReadyBuild(
      build: build, session: session, arm: arm, state: state, copied: copied, places: places,
      log: folders.log(build, session: session))
  }

  /// The place of the arm's package, or for `tests` of each package that contains its tests.
  private func places(
    of scenario: Scenario, for planned: PlannedArm, in copy: PrivateCopy, _ dependencies: ResolvedDependencies
  ) -> [BuildFolders] {
    func place(_ package: String, _ scratch: Scratch) -> BuildFolders {
      BuildFolders(
        package: package, path: copy.packagePaths[package] ?? copy.root, scratch: scratch,
        mayResolve: dependencies.mayResolve(package))
    }
    guard scenario == .tests else {
      return [place(planned.package, folders.scratch(planned.scratchName, isWarm: !scenario.isFromClean))]
    }
    return planned.tests.map { place($0.package, folders.scratch(planned.scratchName, testing: $0.package)) }
  }

  /// Stores the files of a build, and completes its result.
  private mutating func finish(_ ready: ReadyBuild, _ made: BuildResult) throws -> BuildResult {
    var result = made
    let planned = ready.arm.planned
    arms[planned.arm.name] = (ready.arm, ready.state)
    if result.outcome == .ok { try FileTree.removeOne(ready.log.path) } else { result.log = ready.log.name }
    if result.outcome == .failed {
      try folders.checkSpace(log: ready.log.path)
      let copy = ready.copied.copy.path
      let isTested = ready.build.what.scenario == .tests
      if let reason = result.reason,
        let words = CompilerErrors.firstError(inLog: ready.log.path, copy: copy, ofTests: isTested)
      {
        result.reason = "\(reason): \(words)"
      }
    }
    if keepsTraces, !ready.build.isWarmup { keepTrace(of: ready, in: &result) }
    if result.outcome == .ok {
      for place in ready.places where place.mayResolve {
        states[ready.state].dependencies.settle(place.package, in: place.scratch, of: ready.copied.copy)
        result.resolved +=
          ready.copied.copy.resolved(place.package).map {
            [ResolvedVersions(package: place.package, text: $0)]
          } ?? []
      }
      for copied in states[ready.state].copies.values {
        try copied.copy.addResolved(Dictionary(uniqueKeysWithValues: result.resolved.map { ($0.package, $0.text) }))
      }
    }
    return result
  }

  /// Adds figures from the trace to a result. A trace that cannot be kept does not end the benchmark.
  private func keepTrace(of ready: ReadyBuild, in result: inout BuildResult) {
    guard let recording = result.recording else { return }
    do throws(BenchmarkError) {
      let trace = try recording.get()
      result.build.trace = try ready.copied.folders.keepTrace(of: ready.build, session: ready.session)
      guard trace.flaws.isEmpty else {
        result.notRecorded = "parts of its trace were lost"
        return
      }
      let graph = states[ready.state].subject.workspace.graph.part(builtFor: ready.arm.planned.arm)
      let timeline = Timeline(trace, graph: graph)
      result.build.modules = timeline.hasCPUTimes ? timeline.moduleSamples : nil
      // A log does not say what the builder itself took, nor when each compiler could have started.
      if timeline.logged == nil {
        result.build.cpuShares = timeline.cpuShares
        result.build.schedule = timeline.schedule
      }
      result.build.tasks = timeline.taskCount
      result.build.linkSeconds = timeline.linkSeconds
      if ready.arm.planned.arm.role == .combined, ready.build.what.scenario == .clean, !marginalModules.isEmpty {
        let replay = PartialReplay(trace, graph: graph)
        result.build.savedSecondsWithout = replay.map { replay in marginalModules.mapValues(replay.secondsSaved) }
      }
    } catch {
      result.notRecorded = "\(error)"
    }
  }

  package func finish() throws {
    for copied in states.flatMap(\.copies.values) { try copied.restore() }
    try folders.tidy()
  }
}
