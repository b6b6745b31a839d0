/// A build of which only some modules are built: the same for a recorded build and for a planned one.
package struct PartialSchedule: Sendable {
  package let schedule: Schedule
  /// The CPU time of each module's processes.
  package let cpuMicroseconds: [Int]
  /// The modules that are linked, except tools that run during the build.
  private let linked: Set<Int>
  /// The work of the longest link job.
  private let longestLinkNanoseconds: Double

  /// - Parameters:
  ///   - schedule: of all modules.
  ///   - tasks: that were scheduled.
  package init(_ schedule: Schedule, _ tasks: ModuleTasks) {
    self.schedule = schedule
    linked = Set(tasks.tasks.indices.filter { !tasks.tasks[$0].link.isEmpty && !tasks.runsDuringBuild($0) })
    let jobs = tasks.tree.jobs
    longestLinkNanoseconds =
      schedule.network.steps.filter { $0.job.map { jobs[$0].kind == .link } ?? false }.map(\.workNanoseconds).max() ?? 0
    var cpuMicroseconds = [Int](repeating: 0, count: tasks.built.modules.count)
    for job in jobs {
      if let place = job.module.flatMap(tasks.built.place) { cpuMicroseconds[place] += job.cpuMicroseconds }
    }
    self.cpuMicroseconds = cpuMicroseconds
  }

  /// The replayed duration of a build of some modules, in nanoseconds.
  ///
  /// If none of them is an executable, a clean build links one at the end: in the time of the longest link × the modules'
  /// share of the CPU time.
  /// - Parameters:
  ///   - kept: indices of modules, with or without their dependencies.
  ///   - isClean: otherwise everything else is up to date.
  package func nanoseconds(building kept: Set<Int>, isClean: Bool) -> Double {
    let all = cpuMicroseconds.reduce(0, +)
    let share = all > 0 ? Double(kept.reduce(0) { $0 + cpuMicroseconds[$1] }) / Double(all) : 0
    let link = isClean && kept.isDisjoint(with: linked) ? longestLinkNanoseconds * share : 0
    return schedule.keeping(kept, isClean: isClean).nanoseconds() + link
  }
}
