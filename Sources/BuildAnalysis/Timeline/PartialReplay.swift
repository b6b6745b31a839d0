package import BuildTrace
package import ModuleGraph

/// Replays of a recorded build with only some of its modules.
package struct PartialReplay: Sendable {
  private let build: PartialSchedule
  /// The build with the shared preparation apart, which exists when modules are recompiled.
  private let prepared: PartialSchedule
  private let modules: [BuiltModule]
  /// The id in the graph of each built module.
  private let ids: [ModuleID?]
  /// The time before the first process plus the time after the last one.
  private let aroundNanoseconds: Int
  /// The error of the unchanged replay relative to the measured build; see ``Replay/relativeError``.
  package let relativeError: Double

  /// - Parameters:
  ///   - trace: the trace of a complete build.
  ///   - graph: a graph with all modules of the build.
  /// - Returns: `nil` if the unchanged replay is not accurate enough.
  /// - Complexity: that of a ``Timeline``.
  package init?(_ trace: BuildTrace, graph: ModuleGraph) {
    let analysis = TraceAnalysis(trace, graph)
    let replay = analysis.replays.summary
    guard replay.refusal == nil, let error = replay.relativeError, let predicted = replay.predictedNanoseconds else {
      return nil
    }
    let tasks = analysis.tasks
    build = PartialSchedule(analysis.model.schedule, tasks)
    prepared = PartialSchedule(analysis.schedule(with: RecordedPreparation(analysis, of: trace)), tasks)
    modules = tasks.built.modules
    ids = tasks.built.found.map { $0?.id }
    aroundNanoseconds = predicted - Int(analysis.replays.replayed.rounded())
    relativeError = error
  }

  /// The predicted duration of the same build with only some modules, in seconds.
  /// - Parameter names: modules with all of their dependencies, by their names in recorded builds.
  /// - Complexity: a replay.
  package func seconds(building names: Set<String>) -> Double {
    seconds(keeping: Set(modules.indices.filter { names.contains(modules[$0].label) }))
  }

  /// The predicted time that the same build would save without some modules, in seconds rounded to milliseconds.
  /// - Parameter excluded: modules that no remaining module depends on.
  /// - Complexity: two replays.
  package func secondsSaved(without excluded: Set<ModuleID>) -> Double {
    let kept = modules.indices.filter { ids[$0].map(excluded.contains) != true }
    let saved = seconds(keeping: Set(modules.indices)) - seconds(keeping: Set(kept))
    return (saved * 1e3).rounded() / 1e3
  }

  /// The predicted duration of recompiling some modules while all others are up to date, in seconds, without planning.
  /// - Returns: `nil` if the build contains none of them.
  /// - Complexity: two replays.
  package func seconds(compilingAgain again: Set<ModuleID>) -> Double? {
    let kept = Set(modules.indices.filter { ids[$0].map(again.contains) == true })
    guard !kept.isEmpty else { return nil }
    let seconds = [kept, []].map { prepared.nanoseconds(building: $0, isClean: false) / 1e9 }
    return seconds[0] - seconds[1]
  }

  private func seconds(keeping kept: Set<Int>) -> Double {
    (build.nanoseconds(building: kept, isClean: true) + Double(aroundNanoseconds)) / 1e9
  }
}
