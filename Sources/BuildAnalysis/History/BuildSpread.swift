/// What builds that belong to no commit were like, such as those that people made and Xcode logged.
///
/// Each of them compiles something else: not their latest figure tells whether they became slower, but how they are distributed.
package struct BuildSpread: Sendable, Hashable {
  package let builds: Int
  /// Of the builds, in seconds.
  package let median: Double
  package let ninetiethPercentile: Double
  /// The seconds of all builds of a day together: the median over days with a build; `nil` if it is not known when they were.
  package let dayMedian: Double?
  /// The newest day with a build, as in `2026-02-03`, in UTC.
  package let newestDay: String?
  /// The seconds of its builds together.
  package let newestDaySeconds: Double?
}

extension HistoryTrend {
  /// `nil` if a build belongs to a commit, or if there is one build only.
  /// - Complexity: O(points · log points).
  package var spread: BuildSpread? {
    let seconds = points.map(\.seconds)
    guard points.count > 1, points.allSatisfy({ $0.revision == nil }), let median = seconds.median,
      let ninetieth = seconds.quantile(0.9)
    else { return nil }
    var days: [String: Double] = [:]
    for point in points {
      if let moment = point.moment { days[String(moment.prefix(10)), default: 0] += point.seconds }
    }
    let newest = days.max { $0.key < $1.key }
    return BuildSpread(
      builds: points.count, median: median, ninetiethPercentile: ninetieth, dayMedian: Array(days.values).median,
      newestDay: newest?.key, newestDaySeconds: newest?.value)
  }
}
