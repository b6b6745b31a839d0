package import BuildAnalysis
package import BuildTrace

/// The result of one build of a benchmark: a sample without its place in the run.
package struct BuildResult: Sendable {
  /// Wall time; if builds take turns, only that of its own turns.
  package var seconds: Double
  /// How it was halted during the turns of others, and its wall time including these; `nil` if it ran alone.
  package var turns: HaltingMeans?
  package var elapsedSeconds: Double?
  /// `nil` if the builder does not say it.
  package var cpuSeconds: Double?
  /// The part of it that was system time.
  package var systemSeconds: Double?
  package var peakBytes: Int
  package var outcome: Sample.Outcome
  package var reason: String?
  package var compiledModules: [String]?
  package var rebuilt: [RebuiltModule]?
  package var interfaceChanged: Bool?
  /// The size of the product of a clean build.
  package var productBytes: Int?
  /// Other activity on the machine.
  package var noise: BuildNoise?
  /// The path of the build's output, relative to the run's folder; `nil` if it was not kept.
  package var log: String?
  /// Figures from the kept trace; `nil` if there is none.
  package var recorded: RecordedFigures?
  /// Why figures that should have been recorded are missing; `nil` if none are.
  package var notRecorded: String?
  /// The versions that SwiftPM resolved for each package during this build.
  package var resolved: [ResolvedVersions] = []
  /// The recording; absent if it was not attempted.
  var trace: Result<BuildTrace, BenchmarkError>?

  package init(
    seconds: Double, cpuSeconds: Double, peakBytes: Int, outcome: Sample.Outcome = .ok, reason: String? = nil,
    noise: BuildNoise? = nil
  ) {
    self.seconds = seconds
    self.cpuSeconds = cpuSeconds
    self.peakBytes = peakBytes
    self.outcome = outcome
    self.reason = reason
    self.noise = noise
  }
}

/// The figures that a kept trace provides.
package struct RecordedFigures: Sendable {
  /// The trace's path, relative to the run's folder.
  package var trace: String
  /// `nil` if parts of the trace are missing.
  package var modules: [ModuleSample]?
  package var cpuShares: CPUShares?
  package var tasks: Int?
  package var linkSeconds: Double?
  package var schedule: BuildSchedule?
  package var savedSecondsWithout: [String: Double]?

  package init(
    trace: String, modules: [ModuleSample]? = nil, cpuShares: CPUShares? = nil, linkSeconds: Double? = nil,
    savedSecondsWithout: [String: Double]? = nil
  ) {
    self.trace = trace
    self.modules = modules
    self.cpuShares = cpuShares
    self.linkSeconds = linkSeconds
    self.savedSecondsWithout = savedSecondsWithout
  }
}

/// The versions that SwiftPM resolved for a package.
package struct ResolvedVersions: Sendable, Hashable {
  /// The package's key.
  package let package: String
  /// The contents of its `Package.resolved`.
  package let text: String
}

extension BuildResult {
  /// - Parameters:
  ///   - reason: what is wrong although the build succeeded; `nil` if nothing is.
  ///   - failure: what is wrong in any case; `nil` if nothing is.
  init(_ build: SupervisedBuild, timeoutSeconds: Int?, reason: String?, failure: String? = nil) {
    let reason = failure ?? build.failure(timeoutSeconds: timeoutSeconds) ?? reason
    self.init(
      seconds: Double(build.wallNanoseconds) / 1e9,
      cpuSeconds: Double(build.userMicroseconds + build.systemMicroseconds) / 1e6, peakBytes: build.peakBytes,
      outcome: build.stopped == .timeout ? .timeout : reason == nil ? .ok : .failed, reason: reason)
    systemSeconds = Double(build.systemMicroseconds) / 1e6
    turns = build.turns?.means
    elapsedSeconds = build.turns.map { _ in Double(build.elapsedNanoseconds) / 1e9 }
  }
}

extension SupervisedBuild {
  /// Why the build did not succeed, as a sentence; `nil` if it did.
  /// - Parameter what: what was run, at the beginning of the sentence.
  func failure(timeoutSeconds: Int?, of what: String = BuildCall.build) -> String? {
    switch (stopped, termination) {
    case (.timeout?, _): "\(what) was still running after \(timeoutSeconds ?? 0) s and was terminated"
    case (.unhalted?, _): "\(what) could not be paused to take turns and was terminated"
    case (_?, _): "\(what) was interrupted"
    case (nil, .exited(code: 0)): nil
    case (nil, .exited(let code)): "\(what) exited with code \(code)"
    case (nil, .signalled(let number)): "\(what) was terminated by signal \(number)"
    }
  }
}
