/// The changes in critical path and waiting times of a case's recorded builds.
package struct ScheduleChange: Sendable {
  package enum Figure: String, Sendable, Hashable, Encodable, CaseIterable {
    case criticalPath = "critical-path"
    case dependencyWait = "waiting-for-dependencies"
    case coreWait = "waiting-for-cores"
  }

  package struct Change: Sendable, Hashable, Encodable {
    package let figure: Figure
    /// Medians, in seconds.
    package let base: Double
    package let head: Double
    /// `nil` if a build did not wait at all, so that there is no ratio.
    package let change: FigureChange?

    package var difference: Double { change?.difference ?? head - base }
  }

  /// In the order of the figures.
  package let changes: [Change]
  /// The modules on the critical path of the build with the median critical path.
  package let base: [String]
  package let head: [String]
}

extension ScheduleChange {
  /// - Returns: `nil` if one state was not recorded.
  init?(_ series: SampleSeries, alpha: Double) {
    let (before, after) = (series.base.compactMap(\.schedule), series.head.compactMap(\.schedule))
    guard let base = before.median, let head = after.median else { return nil }
    let figures: [(Figure, (BuildSchedule) -> Double)] = [
      (.criticalPath, { $0.criticalPathSeconds }), (.dependencyWait, { $0.dependencyWaitSeconds }),
      (.coreWait, { $0.coreWaitSeconds }),
    ]
    changes = figures.compactMap { figure, value in
      guard let first = before.map(value).median, let second = after.map(value).median else { return nil }
      return Change(
        figure: figure, base: first, head: second,
        change: series.change(of: { $0.schedule.map(value) }, alpha: alpha))
    }
    (self.base, self.head) = (base.criticalModules, head.criticalModules)
  }
}

extension [BuildSchedule] {
  /// The schedule with the median critical path.
  fileprivate var median: BuildSchedule? {
    sorted { $0.criticalPathSeconds < $1.criticalPathSeconds }.dropFirst(count / 2).first
  }
}
