import BuildAnalysis
import BuildTrace
import ModuleGraph
import Workspace

/// Makes the builds of one arm: prepares the state from which a scenario starts, and times one build.
struct ArmBuilds {
  let planned: PlannedArm
  let method: BuildMethod
  let folders: BenchmarkFolders
  let graph: ModuleGraph
  /// The sources that are changed, by the module's name in scenarios.
  let sources: [String: CopiedSource]

  /// Whether the last build in the folder was a successful clean one.
  private(set) var isClean = false
  /// Whether the observer has seen a build compile something.
  private(set) var isSeen = false
  /// The number of changes so far, which makes each one unique.
  private(set) var changes = 0

  /// - Parameters:
  ///   - places: that of the arm's package, or for `tests` those of the packages that contain its tests; at least one.
  ///   - turn: the turn of the timed build; `nil` if it runs alone.
  /// - Throws: `BenchmarkError` if the build could not be started; `CancellationError`.
  mutating func build(
    _ scenario: Scenario, in places: [BuildFolders], log: String, turn: Turn? = nil
  ) async throws -> BuildResult {
    let warm = WarmBuild(planned: planned, method: method, place: places[0], turn: turn)
    do {
      switch scenario {
      case .clean: return try await clean(places[0], log, turn)
      case .tests:
        return try await CleanBuild(testsOf: planned, by: method, in: places, graph, turn: turn).run(log: log)
      // A selection of scenarios refuses the latter.
      case .firstNull, .changed: return try await firstNull(warm, log)
      case .null: return try await null(warm, log)
      case .incremental(let module, let change): return try await incremental(warm, module, change, log)
      case .alone(let module): return try await alone(warm, module, log)
      }
    } catch let failure as FailedStep {
      return method.result(of: failure)
    }
  }

  private mutating func clean(_ place: BuildFolders, _ log: String, _ turn: Turn?) async throws -> BuildResult {
    isClean = false
    let result = try await CleanBuild(of: planned, by: method, in: place, graph, turn: turn).run(log: log)
    isClean = result.outcome == .ok
    return result
  }

  private mutating func firstNull(_ warm: WarmBuild, _ log: String) async throws -> BuildResult {
    if !isClean {
      let clean = try await clean(warm.place, log, nil)
      guard clean.outcome == .ok else { return clean }
    }
    isClean = false
    // It may compile: SwiftPM links a plugin's tool again, so that the plugin generates its sources again.
    let step = try await warm.build(log: log)
    var result = result(of: step, reason: nil)
    result.rebuilt = step.rebuilt
    return result
  }

  private mutating func null(_ warm: WarmBuild, _ log: String) async throws -> BuildResult {
    if let failure = try await warm.settle(log: log, isSeen: &isSeen) { return failure }
    let step = try await warm.build(log: log)
    var result = result(
      of: step, reason: step.isNull ? nil : "nothing had changed since a null build, but the build \(step.description)")
    result.rebuilt = step.rebuilt
    return result
  }

  private func result(of step: WarmBuild.Step, reason: String?) -> BuildResult {
    var result = method.result(of: step.build, reason: reason)
    if let trace = step.trace {
      result.recording = .success(trace)
      result.take(trace)
    }
    return result
  }

  private mutating func incremental(
    _ warm: WarmBuild, _ name: String, _ change: SourceChange, _ log: String
  ) async throws -> BuildResult {
    guard let source = sources[name], let module = graph.module(named: name) else {
      throw ScenarioError.moduleNotBuilt(name)
    }
    if let failure = try await warm.settle(log: log, isSeen: &isSeen) { return failure }
    let before = try warm.place.scratch.interfaces(of: module.compiledName)
    changes += 1
    let step = try await source.changed(change, value: changes) { try await warm.build(log: log) }
    let isProved = !isSeen || step.rebuilt.contains { $0.module == module.compiledName }
    var result = result(
      of: step,
      reason: isProved ? nil : "after a \(change.rawValue) change in \(name) no file of it was compiled")
    let build = step.build.supervised
    if case .exited(let code) = build.termination, code != 0, build.stopped == nil {
      result.reason = "the workspace no longer builds after a \(change.rawValue) change in \(name) (exit code \(code))"
    }
    let after = try warm.place.scratch.interfaces(of: module.compiledName)
    result.interfaceChanged = before.isEmpty ? nil : before != after
    result.rebuilt = isSeen ? step.rebuilt : nil
    return result
  }

  private mutating func alone(_ warm: WarmBuild, _ name: String, _ log: String) async throws -> BuildResult {
    guard let module = graph.module(named: name) else { throw ScenarioError.moduleNotBuilt(name) }
    for settled in [nil, module.name] {
      if let failure = try await warm.settle(module: settled, log: log, isSeen: &isSeen) { return failure }
    }
    let aside = try warm.place.scratch.setAside(module, in: folders.aside)
    let step = try await warm.build(module: module.name, log: log)
    try aside.giveBack()
    let expected = step.rebuilt.map(\.module) == [module.compiledName]
    var result = result(
      of: step,
      reason: expected || !isSeen ? nil : "\(name) was to be built alone, but the build \(step.description)")
    result.rebuilt = isSeen ? step.rebuilt : nil
    return result
  }
}
