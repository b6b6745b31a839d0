import BuildAnalysis
import BuildTrace

/// How each build of a benchmark is made.
package struct BuildMethod: Sendable {
  let builder: Builder
  private(set) var supervisor: Supervisor
  /// `nil` where builds are not recorded. Where builds of one scenario are, all are: the compiler is part of what SwiftPM
  /// compares.
  private(set) var recording: BuildRecording?
  /// For each build; `nil` for none.
  let timeoutSeconds: Int?

  /// - Parameters:
  ///   - recording: needed for scenarios other than clean ones.
  ///   - timeoutSeconds: for each build; `nil` for none.
  package init(
    builder: Builder, supervisor: Supervisor, recording: BuildRecording? = nil, timeoutSeconds: Int? = nil
  ) {
    self.builder = builder
    self.supervisor = supervisor
    self.recording = recording
    self.timeoutSeconds = timeoutSeconds
  }

  /// The same with files of its own for what is measured, so that builds of different folders can be made at once.
  func measuring(in folders: BenchmarkFolders) -> BuildMethod {
    var method = self
    method.supervisor = supervisor.measuring(at: folders.measurement)
    method.recording = recording?.writing(to: folders.trace)
    return method
  }

  /// One build, and what was recorded of it.
  struct Made: Sendable {
    let build: MeasuredBuild
    /// `nil` where builds are not recorded.
    let trace: Result<BuildTrace, BenchmarkError>?
  }

  /// Makes one build.
  /// - Parameter turn: `nil` for one that has the machine to itself.
  /// - Throws: `FailedStep`, `BenchmarkError` where the build could not even be tried; `CancellationError`.
  func make(_ call: BuildCall, log: String, turn: Turn? = nil) async throws -> Made {
    guard let recording else {
      return Made(
        build: try await supervisor.run(call, log: log, timeoutSeconds: timeoutSeconds, turn: turn), trace: nil)
    }
    let recorded = try await recording.record(arguments: builder.statedArguments) { environment, options in
      try await supervisor.run(
        call, log: log, timeoutSeconds: timeoutSeconds, environment: environment, options: options,
        turn: turn)
    }
    return Made(build: recorded.build, trace: recorded.trace)
  }

  /// What a build is worth.
  /// - Parameter reason: what is wrong with one that succeeded.
  func result(of build: MeasuredBuild, reason: String?) -> BuildResult {
    var result = BuildResult(build.supervised, timeoutSeconds: timeoutSeconds, reason: reason)
    result.noise = build.noise
    return result
  }

  /// A build that counts for nothing, since something before or after it has failed.
  func result(of failure: FailedStep) -> BuildResult {
    BuildResult(failure.build, timeoutSeconds: timeoutSeconds, reason: nil, failure: failure.reason)
  }

  /// Why a build did not succeed, in a sentence; `nil` where it did.
  func failure(of build: MeasuredBuild) -> String? { build.supervised.failure(timeoutSeconds: timeoutSeconds) }
}
