import BuildAnalysis
import BuildTrace
import ModuleGraph

/// How the builds of a benchmark are made.
package struct BuildMethod: Sendable {
  let builder: Builder
  private(set) var supervisor: Supervisor
  /// `nil` if builds are not recorded. If some builds of a scenario are, all are, since the compiler's path is among
  /// the inputs that SwiftPM compares.
  private(set) var recording: BuildRecording?
  /// The timeout of each build; `nil` for none.
  let timeoutSeconds: Int?
  /// What logs of `xcodebuild` are read with: the workspace's modules, and the file for the trace; `nil` for no file.
  private var logged = (graph: ModuleGraph(), traceFile: String?.none)

  /// - Parameters:
  ///   - recording: required for scenarios other than clean ones.
  ///   - timeoutSeconds: the timeout of each build; `nil` for none.
  package init(
    builder: Builder, supervisor: Supervisor, recording: BuildRecording? = nil, timeoutSeconds: Int? = nil
  ) {
    self.builder = builder
    self.supervisor = supervisor
    self.recording = recording
    self.timeoutSeconds = timeoutSeconds
  }

  /// The same method with other files for measurements, so that builds in different folders can be made at once.
  func measuring(in folders: BenchmarkFolders) -> BuildMethod {
    var method = self
    method.supervisor = supervisor.measuring(at: folders.measurement)
    method.recording = recording?.writing(to: folders.trace)
    method.logged.traceFile = folders.trace
    return method
  }

  /// See ``Supervisor/evaluatingManifests(anew:)``.
  func evaluatingManifests(anew isNeeded: Bool) -> BuildMethod {
    var method = self
    method.supervisor = supervisor.evaluatingManifests(anew: isNeeded)
    return method
  }

  /// The same method for a state of the workspace.
  func building(_ graph: ModuleGraph) -> BuildMethod {
    var method = self
    method.logged.graph = graph
    return method
  }

  /// The same without recording.
  var unrecorded: BuildMethod {
    var method = self
    method.recording = nil
    return method
  }

  /// One build, and its recording.
  struct Outcome: Sendable {
    let build: MeasuredBuild
    /// `nil` if builds are not recorded, or `xcodebuild` failed before there was a log.
    let trace: Result<BuildTrace, BenchmarkError>?
  }

  /// Makes one build.
  /// - Parameter turn: `nil` for a build that runs alone.
  /// - Throws: `FailedStep`; `BenchmarkError` if the build could not be started; `CancellationError`.
  func make(_ call: BuildCall, log: String, turn: Turn? = nil) async throws -> Outcome {
    if let xcodebuild = builder.xcodebuild { return try await make(call, by: xcodebuild, log: log, turn: turn) }
    guard let recording else {
      return Outcome(
        build: try await supervisor.run(call, log: log, timeoutSeconds: timeoutSeconds, turn: turn), trace: nil)
    }
    let recorded = try await recording.record(arguments: builder.statedArguments, inTurns: turn != nil) {
      environment, options in
      try await supervisor.run(
        call, log: log, timeoutSeconds: timeoutSeconds, environment: environment, options: options,
        turn: turn)
    }
    return Outcome(build: recorded.build, trace: recorded.trace)
  }

  /// Makes a build with `xcodebuild`, whose own log is its trace.
  private func make(_ call: BuildCall, by xcodebuild: Xcodebuild, log: String, turn: Turn?) async throws -> Outcome {
    let scratch = call.scratch ?? call.stepDirectory
    try xcodebuild.forgetResults(in: scratch)
    let build = try await supervisor.run(call, log: log, timeoutSeconds: timeoutSeconds, turn: turn)
    guard let trace = xcodebuild.trace(in: scratch, of: logged.graph) else {
      guard failure(of: build) != nil else { throw BenchmarkError.xcodeLogMissing(folder: scratch) }
      return Outcome(build: build, trace: nil)
    }
    if let file = logged.traceFile { try FileTree.write(trace.jsonLines.utf8, to: file) }
    return Outcome(build: build, trace: .success(trace))
  }

  /// The result of a build.
  /// - Parameters:
  ///   - reason: why a successful build does not count.
  ///   - name: what was run, as the beginning of a sentence.
  func result(of build: MeasuredBuild, reason: String?, named name: String = BuildCall.build) -> BuildResult {
    let failure = build.supervised.failure(timeoutSeconds: timeoutSeconds, of: name)
    var result = BuildResult(build.supervised, timeoutSeconds: timeoutSeconds, reason: reason, failure: failure)
    result.noise = build.noise
    return result
  }

  /// The result of a build that does not count because a step before or after it failed.
  func result(of failure: FailedStep) -> BuildResult {
    BuildResult(failure.build, timeoutSeconds: timeoutSeconds, reason: nil, failure: failure.reason)
  }

  /// Why a build failed, as a sentence; `nil` if it succeeded.
  func failure(of build: MeasuredBuild) -> String? { build.supervised.failure(timeoutSeconds: timeoutSeconds) }
}
