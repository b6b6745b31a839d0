/// A bisection: the search for the revision at which builds of an arm became slower or faster. Holds the plan and the
/// builds made so far; every result is derived from this record.
package struct Bisection: Sendable, Hashable {
  package struct Revision: Sendable, Hashable, Codable {
    package let commit: String
    /// The first line of the commit message.
    package let subject: String
    /// The author date in UTC: `2026-02-03T04:05:06Z`.
    package let authored: String
    /// The commit merged by a two-parent merge; `nil` for other commits.
    package let merged: String?

    package init(commit: String, subject: String, authored: String, merged: String? = nil) {
      (self.commit, self.subject, self.authored, self.merged) = (commit, subject, authored, merged)
    }

    package var shortCommit: String { String(commit.prefix(10)) }
  }

  /// One build of a revision, or the medians of a stored run of it.
  package struct Build: Sendable, Hashable, Codable {
    /// The index of the revision in `revisions`.
    package let revision: Int
    /// The time from the beginning of the search to the beginning of this build, pauses included; `nil` for a stored
    /// run, and in searches of older versions.
    package var offsetSeconds: Double?
    /// Whether it is a revision's first build, which is not measured; `nil` for other builds.
    package var warmup: Bool?
    package var outcome: BuildMeasurement.Outcome
    /// Wall time; `nil` if no build could be started, for example because a manifest cannot be read.
    package var seconds: Double?
    package var cpuSeconds: Double?
    /// Why the outcome is not `ok`, as a sentence.
    package var reason: String?
    /// The path of the build's output, relative to the bisection's folder; kept only for failed builds.
    package var log: String?
    package var noise: BuildNoise?
    /// The stored run that the medians come from; `nil` for a build made by this bisection.
    package var run: String?

    package init(
      revision: Int, offsetSeconds: Double? = nil, warmup: Bool? = nil, outcome: BuildMeasurement.Outcome = .ok,
      seconds: Double? = nil, cpuSeconds: Double? = nil, reason: String? = nil, log: String? = nil,
      noise: BuildNoise? = nil, run: String? = nil
    ) {
      (self.revision, self.offsetSeconds, self.warmup) = (revision, offsetSeconds, warmup)
      (self.outcome, self.seconds) = (outcome, seconds)
      (self.cpuSeconds, self.reason, self.log, self.noise, self.run) = (cpuSeconds, reason, log, noise, run)
    }
  }

  package enum Direction: String, Sendable, Hashable, Codable {
    case slower, faster
  }

  package struct Plan: Sendable, Hashable, Codable {
    package var arm: String
    package var scenario: Scenario
    package var measure: HistoryTrend.Measure
    package var direction: Direction
    /// The probability that a revision must reach to be reported.
    package var confidence: Double
    /// The maximum number of builds, including warm-ups.
    package var maxBuilds: Int
    /// `debug` or `release`.
    package var configuration: String
    /// The builder's arguments, without paths and the product.
    package var arguments: [String]

    package init(
      arm: String, scenario: Scenario = .clean, measure: HistoryTrend.Measure = .seconds,
      direction: Direction = .slower, confidence: Double = 0.95, maxBuilds: Int, configuration: String = "debug",
      arguments: [String] = []
    ) {
      (self.arm, self.scenario, self.measure, self.direction) = (arm, scenario, measure, direction)
      (self.confidence, self.maxBuilds) = (confidence, maxBuilds)
      (self.configuration, self.arguments) = (configuration, arguments)
    }
  }

  package let workspace: String
  /// When the search began, in UTC: `2026-02-03T04:05:06Z`; `nil` in searches of older versions.
  package let started: String?
  package let environment: Run.Machine
  package let plan: Plan
  /// At least two, along first parents: from the good revision to the bad one.
  package let revisions: [Revision]
  /// Stored runs first, then builds in the order in which they were made.
  package var builds: [Build]

  package init(
    workspace: String, started: String? = nil, environment: Run.Machine, plan: Plan, revisions: [Revision],
    builds: [Build] = []
  ) {
    (self.workspace, self.started, self.environment, self.plan) = (workspace, started, environment, plan)
    (self.revisions, self.builds) = (revisions, builds)
  }
}

extension Bisection {
  /// The state of the search after all builds so far.
  package var search: StepSearch {
    var search = StepSearch(
      revisions: revisions.count, certainty: plan.confidence, isUpward: plan.direction == .slower)
    for build in builds {
      if build.outcome != .ok, build.revision != 0, build.revision != revisions.count - 1 {
        search.skip(build.revision)
      } else if let figure = figure(of: build) {
        search.note(
          figure, at: build.revision, offsetSeconds: build.offsetSeconds, inflation: build.noise?.inflation ?? 1,
          wasKnown: build.run != nil)
      }
    }
    return search
  }

  /// The figure that is searched for a step; `nil` if the build failed, was a warm-up, or has no such figure.
  package func figure(of build: Build) -> Double? {
    guard build.outcome == .ok, build.warmup != true else { return nil }
    let figure = plan.measure == .cpu ? build.cpuSeconds : build.seconds
    return figure.flatMap { $0.isPlausible ? $0 : nil }
  }

  /// The number of builds made, including warm-ups and failures.
  package var buildsMade: Int { builds.count { $0.run == nil && $0.seconds != nil } }

  /// The failed build because of which a revision is skipped; `nil` if it is not skipped.
  package func obstacle(at revision: Int) -> Build? { builds.last { $0.revision == revision && $0.outcome != .ok } }
}
