@testable import BuildAnalysis
import Testing

@Suite struct HistoryTrendTests {
  private static func trend(_ seconds: [Double]) throws -> HistoryTrend {
    let line = HistoryLine(workspace: "Shop", machine: "Example", compiler: "Swift 6.3.1", configuration: "debug")
    let series = HistorySeries(arm: "App", scenario: .clean)
    let points = seconds.enumerated().map { index, seconds in
      HistoryRecord.Point(
        entry: HistoryEntry(
          identity: "\(index)", line: line, revision: "\(index)", committed: nil, started: nil, branch: nil,
          dirty: false,
          arms: 1, samples: 1, failures: 0),
        figure: HistoryFigure(series: series, seconds: seconds, cpuSeconds: nil, rounds: 1))
    }
    return try #require(
      HistoryTrend(HistoryRecord(line: line, series: series, points: points), measure: .seconds, threshold: 0.95))
  }

  @Test func `a step came with one of the newest commits if its first value is among them`() throws {
    let slower = try Self.trend(Array(repeating: 5, count: 8) + Array(repeating: 9, count: 5))
    #expect(slower.steps.map(\.candidates) == [8...8])
    #expect(slower.slowed(withinNewest: 5) && slower.slowed(withinNewest: 6) && !slower.slowed(withinNewest: 4))
    let faster = try Self.trend(Array(repeating: 9, count: 8) + Array(repeating: 5, count: 5))
    #expect(faster.steps.count == 1 && !faster.slowed(withinNewest: 13))
  }

  @Test func `a step that may be one of several lies between the commit before the first and the last of them`() throws
  {
    // The ninth value is as near to the level before as to the one after.
    let noise = [0.0, 0.3, -0.2, 0.25, -0.3, 0.1, -0.1, 0.2]
    let trend = try Self.trend(noise.map { 100 + $0 } + [101] + noise.map { 102 + $0 })
    let step = try #require(trend.steps.first)
    #expect(trend.steps.count == 1 && step.candidates == 8...9)
    let bounds = trend.bounds(of: step)
    #expect(bounds.before?.revision == "7" && bounds.last.revision == "9")
    #expect(trend.slowed(withinNewest: 8) && !trend.slowed(withinNewest: 7))
  }

  @Test func `builds that belong to no commit are a distribution, with the sum of a day`() throws {
    let line = HistoryLine(workspace: "Shop", machine: "Mac", compiler: "Xcode", configuration: "Debug")
    let series = HistorySeries(arm: "App", scenario: .changed)
    func spread(_ builds: KeyValuePairs<String, Double>, revision: String? = nil) -> BuildSpread? {
      let points = builds.map { moment, seconds in
        HistoryRecord.Point(
          entry: HistoryEntry(
            identity: moment, line: line, revision: revision, committed: nil, started: moment, branch: nil,
            dirty: false, arms: 1, samples: 1, failures: 0),
          figure: HistoryFigure(series: series, seconds: seconds, cpuSeconds: nil, rounds: 1))
      }
      let record = HistoryRecord(line: line, series: series, points: points)
      return HistoryTrend(record, measure: .seconds, threshold: 0.95)?.spread
    }
    let days: KeyValuePairs = [
      "2026-02-03T09:00:00Z": 10.0, "2026-02-03T10:00:00Z": 30, "2026-02-04T09:00:00Z": 20,
      "2026-02-05T09:00:00Z": 40, "2026-02-05T19:00:00Z": 60,
    ]
    #expect(
      spread(days)
        == BuildSpread(
          builds: 5, median: 30, ninetiethPercentile: 52, dayMedian: 40, newestDay: "2026-02-05", newestDaySeconds: 100)
    )
    #expect(spread(["2026-02-03T09:00:00Z": 10]) == nil && spread(days, revision: "abc") == nil)
  }
}
