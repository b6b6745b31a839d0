package import ModuleGraph

/// One benchmark: what was built, on which machine, according to which plan, and the measurement of every build.
///
/// Reports are computed from it alone, so that they can be created again without building.
package struct Run: Sendable, Hashable {
  /// When the run began, in UTC: `2026-02-03T04:05:06Z`; `nil` in runs of older versions.
  package var started: String?
  /// The machine; in a merged run, the first one.
  package var environment: Machine
  /// The machines of a merged run, to which samples refer; `nil` for a run of one machine.
  package var machines: [Machine]?
  package var workspace: Subject
  /// The state with which the workspace is compared; `nil` in a run of one state.
  package var base: Subject?
  package var plan: Plan
  /// The combined app first, then the features in the order in which the user named them.
  package var arms: [Arm]
  /// The roles that were inferred before the first build; `nil` if the user named the app and the features, and in runs
  /// of older versions.
  package var inference: Inference?
  /// In the order in which they were built.
  package var samples: [Sample]
  /// The machine's calibration at that time; `nil` if there was none.
  package var calibration: Calibration?
  /// What only one of two states has, so that it was not built; `nil` if both have the same arms.
  package var unpaired: Unpaired?
  /// The arms that are not built, since all that they are built from is the same in both states; `nil` if there are none.
  package var unchanged: [Unchanged]?
  /// The part of its plan that a merged run lacks; `nil` if it is complete.
  package var gaps: Gaps?

  /// What the graph showed about the roles of modules.
  package struct Inference: Sendable, Hashable, Codable {
    /// What the run uses of it, one sentence each: `combined app: App (its name says app)`.
    package let sentences: [String]
    /// The roles of all modules, sorted by id.
    package let roles: [ModuleRole]

    package init(sentences: [String], roles: [ModuleRole]) {
      (self.sentences, self.roles) = (sentences, roles)
    }
  }

  /// An arm that both states build from the same.
  package struct Unchanged: Sendable, Hashable, Codable {
    package let arm: String
    /// Whether comments or white space differ.
    package let comments: Bool

    package init(arm: String, comments: Bool) { (self.arm, self.comments) = (arm, comments) }
  }

  /// The names of arms that only the base or only the head has, sorted.
  package struct Unpaired: Sendable, Hashable, Codable {
    package let base: [String]
    package let head: [String]

    /// - Returns: `nil` if there are none.
    package init?(base: [String], head: [String]) {
      guard !base.isEmpty || !head.isEmpty else { return nil }
      (self.base, self.head) = (base.sorted(), head.sorted())
    }
  }

  /// The shards of a plan that are missing in a merged run, or have fewer rounds than planned; ascending.
  package struct Gaps: Sendable, Hashable, Codable {
    package let shards: Int
    package let missing: [Int]
    package let incomplete: [Int]

    /// - Returns: `nil` if nothing is missing.
    init?(shards: Int, missing: [Int], incomplete: [Int]) {
      guard !missing.isEmpty || !incomplete.isEmpty else { return nil }
      (self.shards, self.missing, self.incomplete) = (shards, missing, incomplete)
    }
  }

  package init(
    started: String? = nil, environment: Machine, machines: [Machine]? = nil, workspace: Subject,
    base: Subject? = nil, plan: Plan, arms: [Arm], samples: [Sample] = [], calibration: Calibration? = nil
  ) {
    self.started = started
    self.environment = environment
    self.machines = machines
    self.workspace = workspace
    self.base = base
    self.plan = plan
    self.arms = arms
    self.samples = samples
    self.calibration = calibration
  }
}

extension Run {
  /// The machine on which the builds ran. Values that could not be read are `nil`.
  package struct Machine: Sendable, Hashable, Codable {
    package var cpu: String?
    /// The number of logical processors that builds could use; 0 if unknown, as of a build that was read from a log.
    package var cores: Int
    package var memoryBytes: Int?
    package var os: String
    package var kernel: String?
    /// The first line of `swift --version`.
    package var compiler: String
    /// The processor's frequency governor, on Linux.
    package var governor: String?
    /// The one-minute load average before the first build.
    package var load: Double?

    package init(
      cpu: String? = nil, cores: Int, memoryBytes: Int? = nil, os: String, kernel: String? = nil, compiler: String,
      governor: String? = nil, load: Double? = nil
    ) {
      self.cpu = cpu
      self.cores = cores
      self.memoryBytes = memoryBytes
      self.os = os
      self.kernel = kernel
      self.compiler = compiler
      self.governor = governor
      self.load = load
    }
  }

  /// The workspace that was built.
  package struct Subject: Sendable, Hashable {
    package var name: String
    /// The checked-out commit; `nil` outside git.
    package var revision: String?
    /// The commit date in UTC: `2026-02-03T04:05:06Z`; `nil` outside git and in runs of older versions.
    package var committed: String?
    /// The branch that was built; `nil` if neither git nor the CI service tells.
    package var branch: String?
    /// Whether the working tree had local changes.
    package var dirty: Bool?
    package var graph: ModuleGraph

    package init(
      name: String, revision: String? = nil, committed: String? = nil, branch: String? = nil, dirty: Bool? = nil,
      graph: ModuleGraph
    ) {
      self.name = name
      self.revision = revision
      self.committed = committed
      self.branch = branch
      self.dirty = dirty
      self.graph = graph
    }
  }

  /// The settings of a run, fixed before the first build.
  package struct Plan: Sendable, Hashable, Codable {
    package var arms: [String]
    package var scenarios: [Scenario]
    /// The scenarios whose changes are measured only in the combined app and in the arm of the changed module's
    /// feature, instead of in all arms that build the module; `nil` if there are none.
    package var featureScenarios: [Scenario]?
    package var warmups: Int
    /// The number of rounds, or the maximum if `stopping` may end the run earlier.
    package var rounds: Int
    /// `nil` if the number of rounds is fixed.
    package var stopping: Stopping?
    /// The maximum number of disturbed rounds to repeat; `nil` for none.
    package var retries: Int?
    /// Whether compared builds of a round run interleaved, in turns; `nil` for never.
    package var turns: TurnTaking?
    /// The seed of the random order within rounds.
    package var seed: UInt64
    /// `debug` or `release`.
    package var configuration: String
    /// The commands, with placeholders, that run before and after each build. They are not timed.
    package var prepare: [String]?
    package var cleanup: [String]?
    /// The part of a plan that is divided among several machines; `nil` for a whole plan.
    package var shard: Shard?
    /// The limits that decide on the comparison; `nil` without a gate.
    package var gate: GateSettings?

    /// One machine's part of a plan. Its rounds are numbered from 1.
    package struct Shard: Sendable, Hashable, Codable {
      /// Counted from 1.
      package let index: Int
      package let count: Int
      /// The identifier of the whole plan.
      package let plan: String

      package init(_ place: ShardPosition, of plan: String) {
        (index, count, self.plan) = (place.index, place.count, plan)
      }

      package var description: String { "\(index)/\(count)" }
    }

    package init(
      arms: [String], scenarios: [Scenario] = [.clean], featureScenarios: [Scenario]? = nil, warmups: Int, rounds: Int,
      stopping: Stopping? = nil, retries: Int? = nil, turns: TurnTaking? = nil, seed: UInt64, configuration: String,
      prepare: [String]? = nil, cleanup: [String]? = nil, shard: Shard? = nil
    ) {
      self.arms = arms
      self.scenarios = scenarios
      self.featureScenarios = featureScenarios
      self.warmups = warmups
      self.rounds = rounds
      self.stopping = stopping
      self.retries = retries
      self.turns = turns
      self.seed = seed
      self.configuration = configuration
      self.prepare = prepare
      self.cleanup = cleanup
      self.shard = shard
    }

    /// The elements in the random order of a round, which depends only on the seed and the round.
    /// - Parameter round: counted from 1; warm-ups are round 0.
    package func shuffled<Element>(_ elements: [Element], inRound round: Int) -> [Element] {
      var generator = SeededGenerator(seed: seed &+ UInt64(round) &* 0xD1B5_4A32_D192_ED03)
      return generator.shuffled(elements)
    }
  }
}
