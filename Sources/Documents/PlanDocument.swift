package import BuildAnalysis
package import ModuleGraph

/// `modgauge.plan/1`: the builds that a benchmark will make, or may make, and how several machines share them.
package struct PlanDocument: Document {
  package static let schema = Schema("plan", version: 1)
  package static let title = "a benchmark's plan"
  package static let origin = "what `modgauge plan` wrote"

  package enum Command: String, Codable, Sendable, Hashable, CaseIterable {
    case bench, compare
  }

  package struct Build: Codable, Sendable, Hashable {
    package let arm: String
    package let scenario: Scenario
  }

  /// What an arm compiles, determined from the graph only.
  package struct Scope: Codable, Sendable, Hashable {
    package let arm: String
    /// The number of modules of the workspace.
    package let modules: Int
    /// `nil` unless the number is known exactly, like `lines`.
    package let sources: Int?
    package let lines: Int?
    /// The number of products of other packages, whose modules are not counted.
    package let externalProducts: Int
    /// The share of the combined app's modules; `nil` for the combined app, like `sourceShare` and `lineShare`.
    package let moduleShare: Double?
    package let sourceShare: Double?
    package let lineShare: Double?
    /// What the combined app would not compile without the feature; `nil` for the combined app, like `marginalLines`.
    package let marginalModules: [ModuleID]?
    package let marginalLines: Int?
    /// Estimated from a recorded build, never measured; `nil` without one, like `estimatedSecondsSaved`.
    package let estimatedSeconds: Double?
    package let estimatedSecondsSaved: Double?
    /// Why the arm cannot be built here, as clauses.
    package let obstacles: [String]

    package init(_ scope: ArmScope) {
      arm = scope.arm.name
      (modules, sources, lines) = (scope.part.modules, scope.part.sources?.exact, scope.part.lines?.exact)
      externalProducts = scope.part.externalProducts
      (moduleShare, sourceShare, lineShare) = (scope.moduleShare, scope.sourceShare, scope.lineShare)
      (marginalModules, marginalLines) = (scope.marginalModules, scope.marginal?.lines?.exact)
      (estimatedSeconds, estimatedSecondsSaved) = (scope.part.estimatedSeconds, scope.marginal?.estimatedSeconds)
      obstacles = scope.part.obstacles.map(\.description)
    }
  }

  /// The workspace's name.
  package let workspace: String
  package let plan: Run.Plan
  package let arms: [Arm]
  /// One for each arm; `nil` in documents of older versions.
  package let scopes: [Scope]?
  /// What each round builds.
  package let cases: [Build]
  /// The number of builds in all rounds and warm-ups.
  package let builds: Int
  /// `nil` if the duration cannot be estimated.
  package let expected: ExpectedDuration?
  /// Which roles were inferred, as sentences; `nil` if all roles were stated.
  package let inferred: [String]?
  /// The recorded build from which seconds are estimated; `nil` without one.
  package let estimatedFrom: String?
  /// `nil` in the output of `bench --dry-run`.
  package private(set) var command: Command?
  /// What the command is to do; `nil` for another command.
  package private(set) var bench: BenchRequest?
  package private(set) var compare: CompareRequest?
  /// The command's arguments; `nil` in documents that contain the request.
  package private(set) var words: [String]?
  /// The commit that is built; `nil` outside git.
  package private(set) var revision: String?
  /// The commit that `revision` is compared with; `nil` if there is none.
  package private(set) var base: String?

  package init(_ run: Run, scopes: [ArmScope], expected: ExpectedDuration?, estimatedFrom: String? = nil) {
    self.scopes = scopes.isEmpty ? nil : scopes.map(Scope.init)
    self.estimatedFrom = estimatedFrom
    workspace = run.workspace.name
    plan = run.plan
    arms = run.arms
    cases = run.cases.map { Build(arm: $0.arm, scenario: $0.scenario) }
    builds = cases.count * (plan.warmups + plan.rounds)
    self.expected = expected
    inferred = run.inference.flatMap { $0.sentences.isEmpty ? nil : $0.sentences }
  }

  /// The plan of a request whose builds several machines share.
  /// - Parameter run: a run without samples.
  package init(_ run: Run, carriedOutBy request: BenchRequest) {
    self.init(run, of: .bench)
    bench = request
  }

  package init(_ run: Run, carriedOutBy request: CompareRequest) {
    self.init(run, of: .compare)
    compare = request
  }

  private init(_ run: Run, of command: Command) {
    self.init(run, scopes: [], expected: nil)
    self.command = command
    (revision, base) = (run.workspace.revision, run.base?.revision)
  }

  /// The plan's identifier: 16 hexadecimal digits.
  package var identity: String {
    get throws {
      let digits = String(try json(.inline).stableHash, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }
  }
}
