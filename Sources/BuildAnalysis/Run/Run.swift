package import ModuleGraph

/// One benchmark: what was built, on which machine, by which plan, and every build's measurement.
///
/// Everything that a report shows is computed from it, so that it can be drawn again without building.
package struct Run: Sendable, Hashable {
  package var environment: Machine
  package var workspace: Subject
  package var plan: Plan
  /// The combined app first, then the features in the order in which they were named.
  package var arms: [Arm]
  /// In the order in which they were built.
  package var samples: [Sample]
  /// What comparing a thing with itself said of the machine before; absent where nobody did.
  package var calibration: Calibration?

  package init(
    environment: Machine, workspace: Subject, plan: Plan, arms: [Arm], samples: [Sample] = [],
    calibration: Calibration? = nil
  ) {
    self.environment = environment
    self.workspace = workspace
    self.plan = plan
    self.arms = arms
    self.samples = samples
    self.calibration = calibration
  }
}

extension Run {
  /// The machine on which the builds ran. What could not be read is absent.
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
    /// The load average over one minute before the first build.
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
    /// The commit that git had checked out; absent outside git.
    package var revision: String?
    /// Whether the tree differed from that commit.
    package var dirty: Bool?
    package var graph: ModuleGraph

    package init(name: String, revision: String? = nil, dirty: Bool? = nil, graph: ModuleGraph) {
      self.name = name
      self.revision = revision
      self.dirty = dirty
      self.graph = graph
    }
  }

  /// What was decided before the first build.
  package struct Plan: Sendable, Hashable, Codable {
    /// Names of the arms.
    package var arms: [String]
    package var scenarios: [Scenario]
    /// Those of them that are measured in the combined app and where the changed module is the arm's feature, not
    /// wherever it is built; absent for none.
    package var featureScenarios: [Scenario]?
    package var warmups: Int
    /// As many as are made, or as are allowed where `stopping` may end the run before.
    package var rounds: Int
    /// Absent where the rounds are fixed.
    package var stopping: Stopping?
    /// How many disturbed rounds are made again at most; absent for none.
    package var retries: Int?
    /// Whether the builds of a round that belong together are made at once, in turns; absent where they never are.
    package var turns: TurnTaking?
    /// The seed of the order within the rounds.
    package var seed: UInt64
    /// `debug` or `release`.
    package var configuration: String
    /// The words, with their placeholders, of what is run before each build and after it, and not timed.
    package var prepare: [String]?
    package var cleanup: [String]?

    package init(
      arms: [String], scenarios: [Scenario] = [.clean], featureScenarios: [Scenario]? = nil, warmups: Int, rounds: Int,
      stopping: Stopping? = nil, retries: Int? = nil, turns: TurnTaking? = nil, seed: UInt64, configuration: String,
      prepare: [String]? = nil, cleanup: [String]? = nil
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
    }

    /// What a round has, in the order in which it is built: a random one that the seed decides.
    /// - Parameter round: counted from 1; warm-ups are round 0.
    package func shuffled<Element>(_ elements: [Element], inRound round: Int) -> [Element] {
      var generator = SeededGenerator(seed: seed &+ UInt64(round) &* 0xD1B5_4A32_D192_ED03)
      return generator.shuffled(elements)
    }
  }
}
