/// A search for the revision at which builds of an arm became slower, or faster: what was asked, and what was built so
/// far. Everything that it says follows from this record.
package struct Bisection: Sendable, Hashable {
  package struct Revision: Sendable, Hashable, Codable {
    package let commit: String
    /// The first line of its message.
    package let subject: String
    /// When it was written, in UTC: `2026-02-03T04:05:06Z`.
    package let authored: String
    /// For a merge, the merged commit; `nil` for others, and where several were merged.
    package let merged: String?

    package init(commit: String, subject: String, authored: String, merged: String? = nil) {
      (self.commit, self.subject, self.authored, self.merged) = (commit, subject, authored, merged)
    }

    package var shortCommit: String { String(commit.prefix(10)) }
  }

  /// One build, or what a run of the history says of a revision.
  package struct Build: Sendable, Hashable, Codable {
    /// Its place among the revisions.
    package let revision: Int
    /// The first build of a revision, which is not measured; `nil` for others.
    package var warmup: Bool?
    package var outcome: Sample.Outcome
    /// Wall time; `nil` if it could not be tried, as where a manifest cannot be read.
    package var seconds: Double?
    package var cpuSeconds: Double?
    /// Why the outcome is not `ok`, in a sentence.
    package var reason: String?
    /// The path of the build's output, relative to the folder of the search; kept for failed builds.
    package var log: String?
    package var noise: BuildNoise?
    /// The stored run whose medians these are; `nil` for a build of this search.
    package var run: String?

    package init(
      revision: Int, warmup: Bool? = nil, outcome: Sample.Outcome = .ok, seconds: Double? = nil,
      cpuSeconds: Double? = nil, reason: String? = nil, log: String? = nil, noise: BuildNoise? = nil,
      run: String? = nil
    ) {
      (self.revision, self.warmup, self.outcome, self.seconds) = (revision, warmup, outcome, seconds)
      (self.cpuSeconds, self.reason, self.log, self.noise, self.run) = (cpuSeconds, reason, log, noise, run)
    }
  }

  package enum Direction: String, Sendable, Hashable, Codable {
    case slower, faster
  }

  /// What was asked.
  package struct Plan: Sendable, Hashable, Codable {
    package var arm: String
    package var scenario: Scenario
    package var measure: HistoryTrend.Measure
    package var direction: Direction
    /// How probable a revision must be to be named.
    package var confidence: Double
    /// The most builds that may be made, warm-ups included.
    package var maxBuilds: Int
    /// `debug` or `release`.
    package var configuration: String
    /// The builder's arguments besides paths and the product.
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
  package let environment: Run.Machine
  package let plan: Plan
  /// At least two: the good one first, then each that follows along first parents, the bad one last.
  package let revisions: [Revision]
  /// What the history held first, then in the order in which they were built.
  package var builds: [Build]

  package init(
    workspace: String, environment: Run.Machine, plan: Plan, revisions: [Revision], builds: [Build] = []
  ) {
    (self.workspace, self.environment, self.plan) = (workspace, environment, plan)
    (self.revisions, self.builds) = (revisions, builds)
  }
}

extension Bisection {
  /// The search as far as it got.
  package var search: StepSearch {
    var search = StepSearch(
      revisions: revisions.count, certainty: plan.confidence, isUpward: plan.direction == .slower)
    for build in builds {
      if build.outcome != .ok, build.revision != 0, build.revision != revisions.count - 1 {
        search.skip(build.revision)
      } else if let figure = figure(of: build) {
        search.note(figure, at: build.revision, wasKnown: build.run != nil)
      }
    }
    return search
  }

  /// The figure that the search is about; `nil` for a build that failed, was a warm-up, or does not have it.
  package func figure(of build: Build) -> Double? {
    guard build.outcome == .ok, build.warmup != true else { return nil }
    let figure = plan.measure == .cpu ? build.cpuSeconds : build.seconds
    return figure.flatMap { $0.isPlausible ? $0 : nil }
  }

  /// How many builds were made, warm-ups and failures included.
  package var buildsMade: Int { builds.count { $0.run == nil && $0.seconds != nil } }

  /// Why a revision was left out; `nil` if it was not.
  package func obstacle(at revision: Int) -> Build? { builds.last { $0.revision == revision && $0.outcome != .ok } }
}
