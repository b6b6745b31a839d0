package import BuildAnalysis
import BuildTrace

/// The result of one build of a benchmark: what was measured, and what the benchmark does with it.
@dynamicMemberLookup
package struct BuildResult: Sendable {
  package var build: BuildMeasurement
  /// Why figures that should have been recorded are missing; `nil` if none are.
  package var notRecorded: String?
  /// The versions that SwiftPM resolved for each package during this build.
  package var resolved: [ResolvedVersions] = []
  /// The recording; absent if it was not attempted.
  var recording: Result<BuildTrace, BenchmarkError>?

  package init(_ build: BuildMeasurement) { self.build = build }

  package subscript<Value>(dynamicMember figure: WritableKeyPath<BuildMeasurement, Value>) -> Value {
    get { build[keyPath: figure] }
    set { build[keyPath: figure] = newValue }
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
      BuildMeasurement(
        seconds: Double(build.wallNanoseconds) / 1e9,
        cpuSeconds: Double(build.userMicroseconds + build.systemMicroseconds) / 1e6, peakBytes: build.peakBytes,
        outcome: build.stopped == .timeout ? .timeout : reason == nil ? .ok : .failed, reason: reason))
    self.systemSeconds = Double(build.systemMicroseconds) / 1e6
    self.turns = build.turns?.means
    self.elapsedSeconds = build.turns.map { _ in Double(build.elapsedNanoseconds) / 1e9 }
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
