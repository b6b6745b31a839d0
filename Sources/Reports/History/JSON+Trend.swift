import BuildAnalysis

/// `modgauge.trend/1`.
struct TrendDocument: Encodable {
  struct Entry: Encodable {
    let workspace, machine, compiler, configuration: String
    let arm, scenario: String
    let setup, module: String?
    let measure: String
    let points: [Point]
    /// Of builds that belong to no commit.
    let spread: Spread?
    let steps: [Change]
  }

  struct Point: Encodable {
    let revision, moment: String?
    let seconds: Double
    let runs: Int
  }

  struct Spread: Encodable {
    let builds: Int
    let medianSeconds, ninetiethPercentileSeconds: Double
    let dayMedianSeconds: Double?
    let newestDay: String?
    let newestDaySeconds: Double?
  }

  struct Change: Encodable {
    /// Indices of points, from 0: the most probable first one after the step, and the range of candidates.
    let point, firstCandidate, lastCandidate: Int
    /// The last commit before the step, and the last one that may have caused it.
    let after, upTo: String?
    let probability, beforeSeconds, afterSeconds, ratio: Double
  }

  let schema = "modgauge.trend/1"
  let trends: [Entry]

  init(_ report: TrendReport) {
    trends = report.trends.map { trend in
      Entry(
        workspace: trend.line.workspace, machine: trend.line.machine, compiler: trend.line.compiler,
        configuration: trend.line.configuration, arm: trend.series.arm, scenario: trend.series.scenario.rawValue,
        setup: trend.series.setup.isEmpty ? nil : trend.series.setup, module: trend.series.module,
        measure: trend.measure.rawValue,
        points: trend.points.map {
          Point(revision: $0.revision, moment: $0.moment, seconds: $0.seconds, runs: $0.runs)
        },
        spread: trend.spread.map {
          Spread(
            builds: $0.builds, medianSeconds: $0.median, ninetiethPercentileSeconds: $0.ninetiethPercentile,
            dayMedianSeconds: $0.dayMedian, newestDay: $0.newestDay, newestDaySeconds: $0.newestDaySeconds)
        },
        steps: trend.steps.map { step in
          let bounds = trend.bounds(of: step)
          return Change(
            point: step.index, firstCandidate: step.candidates.lowerBound, lastCandidate: step.candidates.upperBound,
            after: bounds.before?.revision, upTo: bounds.last.revision, probability: step.probability,
            beforeSeconds: step.before, afterSeconds: step.after, ratio: step.ratio)
        })
    }
  }
}
