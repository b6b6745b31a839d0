package import BuildTrace
package import ModuleGraph

/// Replays a recorded build with only some of its modules.
package struct PartialReplay: Sendable {
  private let schedule: Schedule
  private let modules: [BuiltModule]
  /// The graph's module for each built one.
  private let ids: [ModuleID?]
  /// The modules that were linked to a program.
  private let linked: Set<Int>
  /// The work of the longest of these linkers, in nanoseconds.
  private let longestLink: Double
  /// The CPU time of each module's processes.
  private let cpuMicroseconds: [Int]
  /// The time before the first process and after the last one.
  private let aroundNanoseconds: Int
  /// The error of the unchanged replay relative to the measured build; see ``Replay/relativeError``.
  package let relativeError: Double

  /// - Parameters:
  ///   - trace: of a whole build.
  ///   - graph: with all of its modules.
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

  /// How long the same build would have taken with only some modules, in seconds. It is predicted, not measured.
  ///
  /// If none of them is a program, one is linked at the end: its link takes the share of the longest link that
  /// corresponds to the modules' share of the CPU time.
  /// - Parameter names: modules with all that they depend on, as recorded builds name them.
  /// - Complexity: a replay.
  package func seconds(building names: Set<String>) -> Double {
    seconds(keeping: Set(modules.indices.filter { names.contains(modules[$0].label) }))
  }

  /// By how much the same build would have been shorter without some modules, in seconds rounded to milliseconds. It is
  /// predicted, not measured.
  /// - Parameter excluded: modules that no remaining module waits for.
  /// - Complexity: two replays.
  package func secondsSaved(without excluded: Set<ModuleID>) -> Double {
    let kept = modules.indices.filter { ids[$0].map(excluded.contains) != true }
    let saved = seconds(keeping: Set(modules.indices)) - seconds(keeping: Set(kept))
    return (saved * 1e3).rounded() / 1e3
  }

  /// How long it takes to compile some modules again while all others are up to date, without the time for planning, in
  /// seconds. It is predicted, not measured.
  /// - Returns: `nil` if none of them was built.
  /// - Complexity: two replays.
  package func seconds(compilingAgain again: Set<ModuleID>) -> Double? {
    let kept = Set(modules.indices.filter { ids[$0].map(again.contains) == true })
    return kept.isEmpty
      ? nil
      : (schedule.keeping(kept, isClean: false).nanoseconds() - schedule.keeping([], isClean: false).nanoseconds())
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
