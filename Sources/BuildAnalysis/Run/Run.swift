package import ModuleGraph

/// One benchmark: what was built, on which machine, by which plan, and the measurement of every build.
///
/// Everything in a report is computed from it, so that reports can be drawn again without building.
package struct Run: Sendable, Hashable {
  /// When it was begun, in UTC: `2026-02-03T04:05:06Z`; absent in runs of older versions.
  package var started: String?
  /// Of a merged run, the first machine's.
  package var environment: Machine
  /// Those that made a merged run, to which samples refer; `nil` for a run of one machine.
  package var machines: [Machine]?
  package var workspace: Subject
  /// The state that the workspace is compared with; absent where there is none.
  package var base: Subject?
  package var plan: Plan
  /// The combined app first, then the features in the order in which they were named.
  package var arms: [Arm]
  /// In the order in which they were built.
  package var samples: [Sample]
  /// The machine's calibration at that time; `nil` if there was none.
  package var calibration: Calibration?

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
  /// The machine on which the builds ran. What could not be read is `nil`.
  package struct Machine: Sendable, Hashable, Codable {
    package var cpu: String?
    /// Logical processors that the builds could use.
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
    /// The commit that git had checked out; `nil` outside git.
    package var revision: String?
    /// When that commit was made, in UTC: `2026-02-03T04:05:06Z`; absent outside git and in runs of older versions.
    package var committed: String?
    /// The branch that was built; absent where neither git nor the service that ran the build tells.
    package var branch: String?
    /// Whether the working tree differed from that commit.
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

  /// What was decided before the first build.
  package struct Plan: Sendable, Hashable, Codable {
    /// The names of the arms.
    package var arms: [String]
    package var scenarios: [Scenario]
    /// Those scenarios whose changes are measured only in the combined app and in the arm whose feature the changed
    /// module is, and not wherever the module is built; `nil` if there are none.
    package var featureScenarios: [Scenario]?
    package var warmups: Int
    /// The number of rounds, or the maximum if `stopping` may end the run earlier.
    package var rounds: Int
    /// `nil` if the number of rounds is fixed.
    package var stopping: Stopping?
    /// The maximum number of disturbed rounds to repeat; `nil` for none.
    package var retries: Int?
    /// Whether builds of a round that are compared are made at once, in turns; `nil` for never.
    package var turns: TurnTaking?
    /// The seed of the random order within rounds.
    package var seed: UInt64
    /// `debug` or `release`.
    package var configuration: String
    /// The arguments, with placeholders, of commands that run before and after each build and are not timed.
    package var prepare: [String]?
    package var cleanup: [String]?
    /// Which part of a plan this is that several machines carry out; `nil` for a whole one.
    package var shard: Shard?

    /// The part of one machine. Its rounds are numbered from 1.
    package struct Shard: Sendable, Hashable, Codable {
      /// Counted from 1.
      package let index: Int
      package let count: Int
      /// What the plan is known by.
      package let plan: String

      package init(_ place: ShardPlace, of plan: String) {
        (index, count, self.plan) = (place.index, place.count, plan)
      }

      package var words: String { "\(index)/\(count)" }
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

    /// The elements in the random order of a round, which the seed determines.
    /// - Parameter round: counted from 1; warm-ups are round 0.
    package func shuffled<Element>(_ elements: [Element], inRound round: Int) -> [Element] {
      var generator = SeededGenerator(seed: seed &+ UInt64(round) &* 0xD1B5_4A32_D192_ED03)
      return generator.shuffled(elements)
    }
  }
}
