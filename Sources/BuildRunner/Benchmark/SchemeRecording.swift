import BuildAnalysis
package import Workspace

/// Makes a clean build of a scheme, whose own log is the record.
package struct SchemeRecording: Sendable {
  private let xcodebuild: Xcodebuild
  private let builder: Builder
  private let place: MeasuringEnvironment
  private let timeoutSeconds: Int?

  package init(by xcodebuild: Xcodebuild, _ builder: Builder, in place: MeasuringEnvironment, timeoutSeconds: Int?) {
    (self.xcodebuild, self.builder, self.place, self.timeoutSeconds) = (xcodebuild, builder, place, timeoutSeconds)
  }

  /// Builds in a private copy of the workspace, after its packages were fetched, and removes all that was built afterwards.
  ///
  /// - Parameters:
  ///   - log: the file for the output of `xcodebuild`.
  ///   - read: is called with the path of the log that Xcode wrote.
  /// - Returns: what `read` returned, and why the build failed, with its compiler's words; `nil` if it did not.
  /// - Throws: `BenchmarkError`, also for a failed build without a log; `CancellationError`; what `read` throws.
  package func clean<Value>(
    _ planned: PlannedArm, of workspace: LoadedWorkspace, log: String, _ read: (_ path: String) throws -> Value
  ) async throws -> (value: Value, failure: String?) {
    let folders = place.folders
    let subject = BuildSubject(workspace: workspace, arms: [planned])
    let copy = try await PrivateCopy(
      of: workspace, at: folders.copy, leavingOut: folders.own, with: subject.xcodeProjects)
    try folders.makeAgain()
    try folders.prepare(arms: [planned.scratchName])
    let (scratch, scheme) = (folders.scratch(planned.scratchName), planned.target.productName ?? "")
    let resolution = xcodebuild.resolution(folder: copy.root, scratch: scratch.path, scheme: scheme)
    let resolving = try await place.supervisor.run(resolution, log: log, timeoutSeconds: timeoutSeconds).supervised
    if let reason = resolving.failure(timeoutSeconds: timeoutSeconds, of: "`xcodebuild -resolvePackageDependencies`") {
      throw BenchmarkError.xcodebuildFailed(words(of: reason, log, copy), log: log)
    }
    try scratch.clean()
    let call = builder.call(package: copy.root, scratch: scratch.path, product: scheme, mayResolve: true)
    let build = try await place.supervisor.run(call, log: log, timeoutSeconds: timeoutSeconds).supervised
    let failure = build.failure(timeoutSeconds: timeoutSeconds).map { words(of: $0, log, copy) }
    guard let path = xcodebuild.logs(in: scratch.path).first else {
      throw failure.map { .xcodebuildFailed($0, log: log) } ?? BenchmarkError.xcodeLogMissing(folder: scratch.path)
    }
    let value = try read(path)
    try folders.tidy()
    return (value, failure)
  }

  private func words(of reason: String, _ log: String, _ copy: PrivateCopy) -> String {
    CompilerErrors.firstError(inLog: log, copy: copy.path).map { "\($0) (\(reason))" } ?? reason
  }
}
