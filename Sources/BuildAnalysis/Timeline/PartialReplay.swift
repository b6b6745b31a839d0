package import BuildTrace
package import ModuleGraph

/// A recorded build that is done anew, in thought, with some of its modules alone.
package struct PartialReplay: Sendable {
  private let model: BuildModel
  private let modules: [BuiltModule]
  /// The modules that a linker made a program of.
  private let linked: Set<Int>
  /// What the longest of those linkers worked, in nanoseconds.
  private let longestLink: Double
  /// CPU time of each module's processes.
  private let cpuMicroseconds: [Int]
  /// What comes before the first process and after the last one.
  private let aroundNanoseconds: Int
  /// Of the unchanged replay, against the measured build; see ``Replay/relativeError``.
  package let relativeError: Double

  /// - Parameters:
  ///   - trace: of a whole build.
  ///   - graph: with all of its modules.
  /// - Returns: `nil` where the replay of the whole build is not near enough to what was measured.
  /// - Complexity: that of a ``Timeline``.
  package init?(_ trace: BuildTrace, graph: ModuleGraph) {
    let analysis = TraceAnalysis(trace, graph)
    let replay = analysis.replays.summary
    guard replay.refusal == nil, let error = replay.relativeError, let predicted = replay.predictedNanoseconds else {
      return nil
    }
    let tasks = analysis.tasks
    model = analysis.model
    modules = tasks.built.modules
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

  /// How long the same build would have taken with some modules alone. Nobody has measured that.
  ///
  /// Where none of them is a program, one is linked at the end: as large a part of the longest link as the modules are of
  /// the build's CPU time.
  /// - Parameter names: modules with all that they depend on, as recorded builds name them.
  /// - Complexity: a replay.
  package func seconds(building names: Set<String>) -> Double {
    let kept = Set(modules.indices.filter { names.contains(modules[$0].label) })
    let part = model.network.part(of: { $0.module.map(kept.contains) ?? true })
    let work = Simulation.nanoseconds(
      of: part, cores: model.cores, lanes: model.lanes.places, drivers: model.drivers)
    let all = cpuMicroseconds.reduce(0, +)
    let share = all > 0 ? Double(kept.reduce(0) { $0 + cpuMicroseconds[$1] }) / Double(all) : 0
    let link = kept.isDisjoint(with: linked) ? longestLink * share : 0
    return (work + link + Double(aroundNanoseconds)) / 1e9
  }
}

extension WorkNetwork {
  /// The same without some pieces, which no other must wait for.
  fileprivate func part(of isKept: (Step) -> Bool) -> WorkNetwork {
    var places: [Int: Int] = [:]
    var kept: [Step] = []
    for (index, step) in steps.enumerated() where isKept(step) {
      places[index] = kept.count
      kept.append(step)
    }
    return WorkNetwork(
      steps: kept,
      waits: waits.edges.compactMap { edge in
        places[edge.from].flatMap { from in places[edge.to].map { (from, $0) } }
      })
  }
}
