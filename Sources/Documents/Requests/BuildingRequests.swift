package import BuildAnalysis

/// What is built and compared, instead of what the roles of modules say.
package struct ArmRequest: Codable, Hashable, Sendable {
  package var combined: String?
  package var features: [String] = []

  package init() {}
}

/// How many rounds are made, and what ends a benchmark earlier.
package struct RoundRequest: Codable, Hashable, Sendable {
  package var rounds: Int?
  package var warmups: Int?
  /// In percent.
  package var halfWidth: Double?
  package var budgetSeconds: Double?
  package var retries: Int?
  package var turns: TurnTaking?
  /// Of the order within the rounds; `nil` for a random one.
  package var seed: UInt64?
  /// Of each build.
  package var timeoutSeconds = 3600

  package init() {}
}

/// Where results go, and how they look.
package struct ResultRequest: Codable, Hashable, Sendable {
  /// As in `json` or `html=report.html`.
  package var formats: [String] = []
  package var outputs: [String] = []
  package var isColored = true
  package var isVerbose = false

  package init() {}
}

/// The history that durations are expected from, and that runs are added to.
package struct HistoryRequest: Codable, Hashable, Sendable {
  /// `nil` for what the configuration says.
  package var file: String?
  package var isUsed = true

  package init() {}
}

/// A request to build a combined app and its features in rounds.
package struct BenchRequest: Codable, Hashable, Sendable {
  package var workspace = WorkspaceRequest()
  package var build = BuildRequest()
  package var rounds = RoundRequest()
  package var arms = ArmRequest()
  /// Names of scenarios; empty for the configuration's.
  package var scenarios: [String] = []
  /// The files that are changed, instead of the largest of each module.
  package var files: [String] = []
  package var buildsEachModule = false
  package var runsTests = false
  /// Whether even clean builds are recorded.
  package var records = false
  /// Whether features without a sample app get one; `nil` for what the configuration says.
  package var makesApps: Bool?
  package var stopsAtFailure = false
  /// Of the run; `nil` for a new one.
  package var folder: String?
  /// Whether the run in that folder is replaced.
  package var replaces = false
  package var history = HistoryRequest()
  package var result = ResultRequest()

  package init() {}
}

/// A request to build two states in rounds.
package struct CompareRequest: Codable, Hashable, Sendable {
  package var workspace = WorkspaceRequest()
  package var build = BuildRequest()
  package var rounds = RoundRequest()
  package var arms = ArmRequest()
  /// Whether only the named app is compared, or without a name the one that the roles say.
  package var isOfCombinedOnly = false
  /// A revision.
  package var base = ""
  /// A revision; `nil` for the working tree.
  package var head: String?
  /// Names of scenarios; empty for the configuration's.
  package var scenarios: [String] = []
  package var records = true
  /// Whether the configuration's limits are checked.
  package var isGated = false
  /// Of the run; `nil` for a new one.
  package var folder: String?
  /// Whether the run in that folder is replaced.
  package var replaces = false

  package init() {}
}

/// A request to find the revision at which builds became slower, or faster.
package struct BisectRequest: Codable, Hashable, Sendable {
  package var workspace = WorkspaceRequest()
  package var build = BuildRequest()
  /// Revisions before and after the change.
  package var good = ""
  package var bad = "HEAD"
  /// `nil` for the combined app.
  package var arm: String?
  package var scenario = "clean"
  package var measure = HistoryTrend.Measure.seconds
  package var direction = Bisection.Direction.slower
  /// The required probability of the answer.
  package var confidence = 0.95
  package var mostBuilds = 200
  /// Of each build.
  package var timeoutSeconds = 3600
  /// Of the search; `nil` for a new one.
  package var folder: String?
  /// Whether the search in that folder is replaced.
  package var replaces = false
  package var history = HistoryRequest()
  package var result = ResultRequest()

  package init() {}
}
