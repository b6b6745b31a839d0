package import BuildTrace

package struct BuildMeasurement: Sendable, Hashable, Codable {
  package enum Outcome: String, Sendable, Codable {
    case ok, failed, timeout
  }

  /// The wall time of the builder's process, in turns only during its own turns; `nil` if it could not be started.
  package var seconds: Double?
  /// The means by which the build was halted during the turns of others; `nil` if it ran alone.
  package var turns: HaltingMeans?
  /// The wall time from start to end, including the turns of others; `nil` if it ran alone.
  package var elapsedSeconds: Double?
  /// User and system time of the builder and of every process that it waited for.
  package var cpuSeconds: Double?
  /// The part of `cpuSeconds` that was system time; `nil` in runs of older versions.
  package var systemSeconds: Double?
  /// The peak resident memory of the largest single process.
  package var peakBytes: Int?
  package var outcome = Outcome.ok
  /// Why the outcome is not `ok`, as a sentence.
  package var reason: String?
  /// The modules with object files after the build, including external ones; the compiler's module names, sorted.
  package var compiledModules: [String]?
  /// What was recompiled, by module; `nil` for clean builds, and if it could not be observed, so that the change is not
  /// known to have had any effect.
  package var rebuilt: [RebuiltModule]?
  /// Whether the build changed the `.swiftmodule` of the changed module; `nil` if it has none.
  package var interfaceChanged: Bool?
  /// The other activity on the machine; `nil` in runs of older versions.
  package var noise: BuildNoise?
  /// The path of the build's output, relative to the run's folder; kept only for failed builds.
  package var log: String?
  /// The path of the build's trace, relative to the run's folder; `nil` if it was not recorded.
  package var trace: String?
  /// The cost of each module, sorted by module; `nil` if the build was not recorded completely.
  package var modules: [ModuleSample]?
  /// How the CPU time was spent; present if `modules` is.
  package var cpuShares: CPUShares?
  /// The number of processes that compiled files, wrote or wrapped a module, or linked; `nil` if the build was not
  /// recorded completely, or its processes were only sampled.
  package var tasks: Int?
  /// The wall time during which a linker ran; `nil` if the build was not recorded, or linked nothing.
  package var linkSeconds: Double?
  /// The critical path and waiting times; `nil` if the build was not recorded completely, and in runs of older
  /// versions.
  package var schedule: BuildSchedule?
  /// Whether compilers closed what they inherited, so that no driver waited by chance for another compiler's output; `nil`
  /// if they did not, or are not known to have.
  package var closesInherited: Bool?
  /// The size of the executable or library that a clean build produced; `nil` for a whole package.
  package var productBytes: Int?
  /// How many seconds shorter this build of the combined app would have been without the modules that exist only for
  /// one feature: predicted by a replay, keyed by the name of the feature's arm. `nil` if the build was not recorded,
  /// or the replay is not accurate enough.
  package var savedSecondsWithout: [String: Double]?

  package init(
    seconds: Double? = nil, cpuSeconds: Double? = nil, peakBytes: Int? = nil, outcome: Outcome = .ok,
    reason: String? = nil, noise: BuildNoise? = nil
  ) {
    (self.seconds, self.cpuSeconds, self.peakBytes) = (seconds, cpuSeconds, peakBytes)
    (self.outcome, self.reason, self.noise) = (outcome, reason, noise)
  }
}

/// A module that an incremental build recompiled.
package struct RebuiltModule: Sendable, Hashable, Codable {
  /// The compiler's module name.
  package var module: String
  /// The number of its recompiled files.
  package var files: Int

  package init(module: String, files: Int) {
    self.module = module
    self.files = files
  }
}
