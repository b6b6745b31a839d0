package import BuildTrace
package import ModuleGraph

/// Replays of a recorded build with only some of its modules.
package struct PartialReplay: Sendable {
  private let schedule: Schedule
  /// The build with the shared preparation apart, which exists when modules are recompiled.
  private let prepared: Schedule
  private let modules: [BuiltModule]
  /// The id in the graph of each built module.
  private let ids: [ModuleID?]
  /// The modules that were linked to an executable.
  private let linked: Set<Int>
  /// The work of the longest link job, in nanoseconds.
  private let longestLink: Double
  /// The CPU time of each built module.
  private let cpuMicroseconds: [Int]
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
    schedule = analysis.model.schedule
    prepared = analysis.schedule(with: RecordedPreparation(analysis, of: trace))
    modules = tasks.built.modules
    ids = tasks.built.found.map { $0?.id }
    linked = Set(tasks.tasks.indices.filter { !tasks.tasks[$0].link.isEmpty && !tasks.runsDuringBuild($0) })
    let linkers = Set(tasks.tree.jobs.indices.filter { tasks.tree.jobs[$0].kind == .link })
    longestLink =
      analysis.model.network.steps.filter { $0.job.map(linkers.contains) ?? false }.map(\.workNanoseconds).max() ?? 0
    var cpuMicroseconds = [Int](repeating: 0, count: tasks.built.modules.count)
    for job in tasks.tree.jobs {
      if let place = job.module.flatMap(tasks.built.place) { cpuMicroseconds[place] += job.cpuMicroseconds }
    }
    self.cpuMicroseconds = cpuMicroseconds
    aroundNanoseconds = predicted - Int(analysis.replays.replayed.rounded())
    relativeError = error
  }

  /// The predicted duration of the same build with only some modules, in seconds.
  ///
  /// If none of them is an executable, the time for linking one is added: the time of the longest link × the modules'
  /// share of the CPU time.
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
    return kept.isEmpty
      ? nil
      : (prepared.keeping(kept, isClean: false).nanoseconds() - prepared.keeping([], isClean: false).nanoseconds())
        / 1e9
  }

  private func seconds(keeping kept: Set<Int>) -> Double {
    let work = schedule.keeping(kept, isClean: false).nanoseconds()
    let all = cpuMicroseconds.reduce(0, +)
    let share = all > 0 ? Double(kept.reduce(0) { $0 + cpuMicroseconds[$1] }) / Double(all) : 0
    let link = kept.isDisjoint(with: linked) ? longestLink * share : 0
    return (work + link + Double(aroundNanoseconds)) / 1e9
  }
}
