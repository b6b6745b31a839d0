import BuildAnalysis
import ModuleGraph
import Workspace

/// Makes the builds of a session: brings each arm into the state that its scenario starts from, and times one build.
struct CaseBuilds {
  let builder: Builder
  let supervisor: Supervisor
  let folders: BenchmarkFolders
  let timeoutSeconds: Int?
  /// `nil` where all scenarios are clean ones.
  let recording: BuildRecording?
  let graph: ModuleGraph
  /// The sources that are changed, by the name that scenarios have for their module.
  let sources: [String: CopiedSource]

  /// Arms whose last clean build succeeded and was not followed by any other in its folder.
  private var cleanArms: Set<String> = []
  /// Arms of which a build was seen to compile something.
  private var seenArms: Set<String> = []
  /// How many changes were made; each has its own number.
  private var changes = 0

  init(
    builder: Builder, supervisor: Supervisor, folders: BenchmarkFolders, timeoutSeconds: Int?,
    recording: BuildRecording?, graph: ModuleGraph, sources: [String: CopiedSource]
  ) {
    self.builder = builder
    self.supervisor = supervisor
    self.folders = folders
    self.timeoutSeconds = timeoutSeconds
    self.recording = recording
    self.graph = graph
    self.sources = sources
  }

  /// - Throws: `BenchmarkError` where the build could not even be tried; `CancellationError`.
  mutating func build(
    _ scenario: Scenario, _ planned: PlannedArm, packagePath: String, mayResolve: Bool, log: String
  ) async throws -> BuildResult {
    supervisor.noise.forget()
    do {
      return try await tried(scenario, planned, packagePath, mayResolve, log)
    } catch let failure as FailedStep {
      return BuildResult(failure.build, timeoutSeconds: timeoutSeconds, reason: nil, failure: failure.reason)
    }
  }

  private mutating func tried(
    _ scenario: Scenario, _ planned: PlannedArm, _ packagePath: String, _ mayResolve: Bool, _ log: String
  ) async throws -> BuildResult {
    guard scenario != .clean, let recording else { return try await clean(planned, packagePath, mayResolve, log) }
    let warm = WarmBuild(
      planned: planned, builder: builder, supervisor: supervisor, recording: recording, packagePath: packagePath,
      scratch: folders.scratch(arm: planned.arm.name, isWarm: !scenario.isFromClean), timeoutSeconds: timeoutSeconds,
      mayResolve: mayResolve)
    switch scenario {
    case .clean, .firstNull: return try await firstNull(warm, log)
    case .null: return try await null(warm, log)
    case .incremental(let module, let change): return try await incremental(warm, module, change, log)
    case .alone(let module): return try await alone(warm, module, log)
    }
  }

  private mutating func clean(
    _ planned: PlannedArm, _ packagePath: String, _ mayResolve: Bool, _ log: String
  ) async throws -> BuildResult {
    let result = try await CleanBuild(
      planned: planned, builder: builder, supervisor: supervisor, packagePath: packagePath,
      scratch: folders.scratch(arm: planned.arm.name), modules: graph.modules, timeoutSeconds: timeoutSeconds,
      mayResolve: mayResolve, recording: recording
    ).run(log: log)
    if result.outcome == .ok { cleanArms.insert(planned.arm.name) } else { cleanArms.remove(planned.arm.name) }
    return result
  }

  private mutating func firstNull(_ warm: WarmBuild, _ log: String) async throws -> BuildResult {
    if cleanArms.remove(warm.planned.arm.name) == nil {
      let clean = try await clean(warm.planned, warm.packagePath, warm.mayResolve, log)
      guard clean.outcome == .ok else { return clean }
      cleanArms.remove(warm.planned.arm.name)
    }
    return result(ofNull: try await warm.build(log: log), after: "a clean build")
  }

  private mutating func null(_ warm: WarmBuild, _ log: String) async throws -> BuildResult {
    if let failure = try await settle(warm, log) { return failure }
    return result(ofNull: try await warm.build(log: log), after: "a build of nothing")
  }

  private func result(of step: WarmBuild.Step, reason: String?) -> BuildResult {
    var result = BuildResult(step.build, timeoutSeconds: timeoutSeconds, reason: reason)
    result.trace = .success(step.trace)
    return result
  }

  private func result(ofNull step: WarmBuild.Step, after state: String) -> BuildResult {
    var result = result(
      of: step,
      reason: step.isNull ? nil : "nothing had changed since \(state), but the build \(step.words)")
    result.rebuilt = step.rebuilt
    return result
  }

  private mutating func settle(
    _ warm: WarmBuild, module: String? = nil, _ log: String
  ) async throws -> BuildResult? {
    var isSeen = seenArms.contains(warm.planned.arm.name)
    defer { if isSeen { seenArms.insert(warm.planned.arm.name) } }
    return try await warm.settle(module: module, log: log, isSeen: &isSeen)
  }

  private mutating func incremental(
    _ warm: WarmBuild, _ name: String, _ change: SourceChange, _ log: String
  ) async throws -> BuildResult {
    guard let source = sources[name], let module = graph.module(named: name) else {
      throw BenchmarkError.moduleNotBuilt(name)
    }
    if let failure = try await settle(warm, log) { return failure }
    let before = try warm.scratch.interfaces(of: module.compiledName)
    changes += 1
    try source.make(change, value: changes)
    let step: WarmBuild.Step
    do { step = try await warm.build(log: log) } catch {
      try? source.undo(change)
      throw error
    }
    try source.undo(change)
    let isSeen = seenArms.contains(warm.planned.arm.name)
    let isProved = !isSeen || step.rebuilt.contains { $0.module == module.compiledName }
    var result = result(
      of: step,
      reason: isProved ? nil : "after a \(change.rawValue) change in \(name) no file of it was compiled")
    if case .exited(let code) = step.build.termination, code != 0, step.build.stopped == nil {
      result.reason = "the workspace no longer builds after a \(change.rawValue) change in \(name) (exit code \(code))"
    }
    let after = try warm.scratch.interfaces(of: module.compiledName)
    result.interfaceChanged = before.isEmpty ? nil : before != after
    result.rebuilt = isSeen ? step.rebuilt : nil
    return result
  }

  private mutating func alone(_ warm: WarmBuild, _ name: String, _ log: String) async throws -> BuildResult {
    guard let module = graph.module(named: name) else { throw BenchmarkError.moduleNotBuilt(name) }
    if let failure = try await settle(warm, log) { return failure }
    if let failure = try await settle(warm, module: module.name, log) { return failure }
    let aside = try warm.scratch.setAside(module, in: folders.aside)
    let step = try await warm.build(module: module.name, log: log)
    try aside.giveBack()
    let isSeen = seenArms.contains(warm.planned.arm.name)
    let expected = step.rebuilt.map(\.module) == [module.compiledName]
    var result = result(
      of: step,
      reason: expected || !isSeen ? nil : "\(name) was to be built alone, but the build \(step.words)")
    result.rebuilt = isSeen ? step.rebuilt : nil
    return result
  }
}
