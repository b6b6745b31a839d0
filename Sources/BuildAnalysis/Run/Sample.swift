package import BuildTrace

/// The measurement of one build.
package struct Sample: Sendable, Hashable, Codable {
  package enum Outcome: String, Sendable, Codable {
    case ok, failed, timeout
  }

  /// The arm's name.
  package var arm: String
  package var scenario: Scenario
  /// Counted from 1; 0 for a warm-up.
  package var round: Int
  /// The place within the round, counted from 1.
  package var position: Int
  package var warmup: Bool
  /// Which session made the build, where a run that was ended was gone on with: 2 or more; absent for the first.
  /// Each session begins with warm-ups of its own.
  package var session: Int?
  /// Which making of the round: 2 or more, where what was made before was disturbed; absent for the first.
  package var attempt: Int?
  /// From the start of the run to the start of this build, without the time between its sessions.
  package var offsetSeconds: Double
  /// Wall time of the builder's process, in turns that of its own turns; absent where it could not be started.
  package var seconds: Double?
  /// How the build took turns with those of other arms; absent where it ran alone.
  package var turns: HaltingMeans?
  /// Wall time from its start to its end, the turns of others included; absent where it ran alone.
  package var elapsedSeconds: Double?
  /// User and system time of the builder and of every process that it waited for.
  package var cpuSeconds: Double?
  /// The largest resident size that any one process of the build reached.
  package var peakBytes: Int?
  package var outcome: Outcome
  /// Why the outcome is not `ok`, in a sentence.
  package var reason: String?
  /// The modules whose objects the build left, as the compiler names them, sorted; external ones are among them.
  package var compiledModules: [String]?
  /// What was compiled again, by module; absent for clean builds, and where nobody could see it: such a change is
  /// unproved.
  package var rebuilt: [RebuiltModule]?
  /// Whether the `.swiftmodule` of the changed module is another one than before the change; absent where it has none.
  package var interfaceChanged: Bool?
  /// What else went on in the machine meanwhile; absent in runs of older versions.
  package var noise: BuildNoise?
  /// The build's output, relative to the run's folder; kept for builds that failed.
  package var log: String?
  /// What was recorded of the build, relative to the run's folder; absent where it was not recorded.
  package var trace: String?
  /// What each module took, by module; absent where the build was not recorded, or not wholly.
  package var modules: [ModuleSample]?
  /// What the CPU time went to, where `modules` is there.
  package var cpuShares: CPUShares?
  /// Wall time in which a linker ran; absent where the build was not recorded, or linked nothing.
  package var linkSeconds: Double?
  /// The size of the program or library that a clean build made; absent for a whole package.
  package var productBytes: Int?
  /// By how much this build of the combined app would have been shorter without what is there for one feature only, by a
  /// replay and by the name of the feature's arm. Absent where the build was not recorded, or its replay is not like it.
  package var savedSecondsWithout: [String: Double]?

  package init(
    arm: String, scenario: Scenario = .clean, round: Int, position: Int, warmup: Bool = false, session: Int? = nil,
    attempt: Int? = nil, offsetSeconds: Double, seconds: Double? = nil, turns: HaltingMeans? = nil,
    elapsedSeconds: Double? = nil, cpuSeconds: Double? = nil, peakBytes: Int? = nil,
    outcome: Outcome = .ok, reason: String? = nil, compiledModules: [String]? = nil, rebuilt: [RebuiltModule]? = nil,
    interfaceChanged: Bool? = nil, noise: BuildNoise? = nil, log: String? = nil, trace: String? = nil,
    modules: [ModuleSample]? = nil, cpuShares: CPUShares? = nil, linkSeconds: Double? = nil, productBytes: Int? = nil,
    savedSecondsWithout: [String: Double]? = nil
  ) {
    self.arm = arm
    self.scenario = scenario
    self.round = round
    self.position = position
    self.warmup = warmup
    self.session = session
    self.attempt = attempt
    self.offsetSeconds = offsetSeconds
    self.seconds = seconds
    self.turns = turns
    self.elapsedSeconds = elapsedSeconds
    self.cpuSeconds = cpuSeconds
    self.peakBytes = peakBytes
    self.outcome = outcome
    self.reason = reason
    self.compiledModules = compiledModules
    self.rebuilt = rebuilt
    self.interfaceChanged = interfaceChanged
    self.noise = noise
    self.log = log
    self.trace = trace
    self.modules = modules
    self.cpuShares = cpuShares
    self.linkSeconds = linkSeconds
    self.productBytes = productBytes
    self.savedSecondsWithout = savedSecondsWithout
  }
}

/// A module that a build compiled although it had been compiled before.
package struct RebuiltModule: Sendable, Hashable, Codable {
  /// As the compiler names it.
  package var module: String
  /// How many of its files were compiled.
  package var files: Int

  package init(module: String, files: Int) {
    self.module = module
    self.files = files
  }
}
