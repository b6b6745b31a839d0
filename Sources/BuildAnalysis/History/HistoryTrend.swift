/// One figure of a series over the commits of a line, and the steps in it.
package struct HistoryTrend: Sendable, Hashable {
  package enum Measure: String, Sendable, Codable, CaseIterable {
    case seconds, cpu
  }

  /// A commit. All of its runs on the line form one point, since they differ only by noise.
  package struct Point: Sendable, Hashable, Encodable {
    /// `nil` outside git.
    package let revision: String?
    /// The commit date, or if unknown, the start of the run, in UTC.
    package let moment: String?
    /// The median of the runs' medians, in seconds.
    package let seconds: Double
    package let runs: Int
  }

  package let line: HistoryLine
  package let series: HistorySeries
  package let measure: Measure
  /// From the oldest commit to the newest.
  package let points: [Point]
  /// Ascending by position.
  package let steps: [Step]

  /// Omits runs of a working tree with local changes, which belong to no commit.
  /// - Parameter threshold: the probability from which on a step is reported.
  /// - Returns: `nil` if no point is left.
  package init?(_ record: HistoryRecord, measure: Measure, threshold: Double) {
    var groups: [(first: HistoryEntry, seconds: [Double])] = []
    var places: [String: Int] = [:]
    for point in record.points where point.entry.dirty != true {
      guard let seconds = measure == .seconds ? point.figure.seconds : point.figure.cpuSeconds else { continue }
      if let revision = point.entry.revision, let place = places[revision] {
        groups[place].seconds.append(seconds)
      } else {
        if let revision = point.entry.revision { places[revision] = groups.count }
        groups.append((point.entry, [seconds]))
      }
    }
    guard !groups.isEmpty else { return nil }
    (line, series, self.measure) = (record.line, record.series, measure)
    points = groups.map { entry, seconds in
      Point(
        revision: entry.revision, moment: entry.committed ?? entry.started, seconds: seconds.median ?? 0,
        runs: seconds.count)
    }
    steps = points.map(\.seconds).steps(threshold: threshold)
  }

  /// Whether a step to slower builds may have come with one of the newest commits. Older steps are known, and would
  /// fail every later check.
  package func slowed(withinNewest count: Int) -> Bool {
    steps.contains { $0.after > $0.before && $0.candidates.upperBound >= points.count - count }
  }

  /// The commits between which a step lies: the last one certainly before it, if there is one, and the last one that
  /// may have caused it.
  package func bounds(of step: Step) -> (before: Point?, last: Point) {
    let lower = step.candidates.lowerBound
    return (lower > 0 ? points[lower - 1] : nil, points[step.candidates.upperBound])
  }
}
