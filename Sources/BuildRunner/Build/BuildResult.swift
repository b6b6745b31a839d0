package import BuildAnalysis
package import BuildTrace

/// What one build of a benchmark took, and what is known of what it did: a sample but for its place in the run.
package struct BuildResult: Sendable {
  /// Wall time, in turns that of its own turns.
  package var seconds: Double
  /// How it took turns with others, and how long it took with theirs; absent where it ran alone.
  package var turns: HaltingMeans?
  package var elapsedSeconds: Double?
  package var cpuSeconds: Double
  package var peakBytes: Int
  package var outcome: Sample.Outcome
  package var reason: String?
  package var compiledModules: [String]?
  package var rebuilt: [RebuiltModule]?
  package var interfaceChanged: Bool?
  /// The size of what a clean build made.
  package var productBytes: Int?
  /// What else went on in the machine meanwhile.
  package var noise: BuildNoise?
  /// The build's output, relative to the run's folder; absent where it was not kept.
  package var log: String?
  /// What was recorded of the build, and kept; absent where nothing was, or nothing was to be.
  package var recorded: RecordedFigures?
  /// Why figures are missing that were to be recorded; absent where none is.
  package var notRecorded: String?
  /// What SwiftPM has settled on, where this build made it do so.
  package var resolved: ResolvedVersions?
  /// What was recorded of it; absent where that was not tried.
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

/// What a trace that was kept tells of its build.
package struct RecordedFigures: Sendable {
  /// The trace, relative to the run's folder.
  package var trace: String
  /// Absent where parts of the trace were lost.
  package var modules: [ModuleSample]?
  package var cpuShares: CPUShares?
  package var linkSeconds: Double?
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

/// The versions that SwiftPM has settled on for a package.
package struct ResolvedVersions: Sendable, Hashable {
  /// The package's key.
  package let package: String
  /// The text of its `Package.resolved`.
  package let text: String

  package init(package: String, text: String) {
    self.package = package
    self.text = text
  }
}

extension BuildResult {
  /// - Parameters:
  ///   - reason: what is wrong with a build that succeeded.
  ///   - failure: what is wrong with it in any case.
  init(_ build: SupervisedBuild, timeoutSeconds: Int?, reason: String?, failure: String? = nil) {
    let reason = failure ?? build.failure(timeoutSeconds: timeoutSeconds) ?? reason
    self.init(
      seconds: Double(build.wallNanoseconds) / 1e9,
      cpuSeconds: Double(build.userMicroseconds + build.systemMicroseconds) / 1e6, peakBytes: build.peakBytes,
      outcome: build.stopped == .timeout ? .timeout : reason == nil ? .ok : .failed, reason: reason)
    turns = build.turns?.means
    elapsedSeconds = build.turns.map { _ in Double(build.elapsedNanoseconds) / 1e9 }
  }
}

extension SupervisedBuild {
  /// Why the build did not succeed, in a sentence; `nil` where it did.
  /// - Parameter what: what was run, at the beginning of the sentence.
  func failure(timeoutSeconds: Int?, of what: String = "the build") -> String? {
    switch (stopped, termination) {
    case (.timeout?, _): "\(what) was still running after \(timeoutSeconds ?? 0) s and was terminated"
    case (.unhalted?, _): "\(what) could not be halted for the turns of others and was terminated"
    case (_?, _): "\(what) was interrupted"
    case (nil, .exited(code: 0)): nil
    case (nil, .exited(let code)): "\(what) exited with code \(code)"
    case (nil, .signalled(let number)): "\(what) was terminated by signal \(number)"
    }
  }
}
