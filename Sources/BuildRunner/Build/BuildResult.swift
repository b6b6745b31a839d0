import BuildAnalysis
import BuildTrace

/// What one build of a benchmark took, and what is known of what it did.
struct BuildResult {
  var seconds: Double
  var cpuSeconds: Double
  var peakBytes: Int
  var outcome: Sample.Outcome
  var reason: String?
  var compiledModules: [String]?
  var rebuilt: [RebuiltModule]?
  var interfaceChanged: Bool?
  /// What was recorded of it; absent where that was not tried.
  var trace: Result<BuildTrace, BenchmarkError>?

  /// - Parameters:
  ///   - reason: what is wrong with a build that succeeded.
  ///   - failure: what is wrong with it in any case.
  init(_ build: SupervisedBuild, timeoutSeconds: Int?, reason: String?, failure: String? = nil) {
    let reason = failure ?? build.failure(timeoutSeconds: timeoutSeconds) ?? reason
    seconds = Double(build.wallNanoseconds) / 1e9
    cpuSeconds = Double(build.userMicroseconds + build.systemMicroseconds) / 1e6
    peakBytes = build.peakBytes
    outcome = build.stopped == .timeout ? .timeout : reason == nil ? .ok : .failed
    self.reason = reason
  }
}

extension SupervisedBuild {
  /// Why the build did not succeed, in a sentence; `nil` where it did.
  /// - Parameter what: what was run, at the beginning of the sentence.
  func failure(timeoutSeconds: Int?, of what: String = "the build") -> String? {
    switch (stopped, termination) {
    case (.timeout?, _): "\(what) was still running after \(timeoutSeconds ?? 0) s and was ended"
    case (_?, _): "\(what) was interrupted"
    case (nil, .exited(code: 0)): nil
    case (nil, .exited(let code)): "\(what) ended with exit code \(code)"
    case (nil, .signalled(let number)): "\(what) was ended by signal \(number)"
    }
  }
}
