import Platform
package import Workspace

/// What is needed to measure builds: the folders, the supervisor, and the machine's lock.
package struct MeasuringEnvironment: Sendable {
  package let folders: BenchmarkFolders
  package let supervisor: Supervisor

  /// The workspace to measure, and the folders to use.
  package struct Request: Sendable {
    /// The workspace's folder, absolute.
    let root: String
    /// The folders of its packages, absolute, without symbolic links.
    let packages: [String]
    /// See ``LoadedWorkspace/looksAround``.
    private(set) var looksAround = false
    /// Called once if the machine is busy, with its holder; the request then waits. `nil` to refuse.
    fileprivate var whileBusy: (@Sendable (_ holder: String) -> Void)?
    package let folders: BenchmarkFolders
    let recorder: String
    /// The absolute folder of the results.
    package var output: String { folders.output }

    /// - Parameters:
    ///   - cache: the tool's cache folder, absolute.
    ///   - output: the folder of the results, absolute.
    ///   - recorder: the `modgauge-recorder` program, absolute.
    package init(_ workspace: LoadedWorkspace, cache: String, output: String, recorder: String) {
      self.init(
        root: workspace.rootPath, packages: workspace.packages.map(\.path), cache: cache, output: output,
        recorder: recorder)
      looksAround = workspace.looksAround
    }

    /// The same for a workspace whose states are loaded only when this process has the machine to itself.
    package init(root: String, packages: [String], cache: String, output: String, recorder: String) {
      (self.root, self.packages, self.recorder) = (root, packages, recorder)
      folders = BenchmarkFolders(cache: cache, workspaceRoot: root, output: output)
    }

    /// The same, which waits while the machine is busy.
    /// - Parameter whileBusy: called once if it is; `nil` to refuse instead.
    package func waiting(_ whileBusy: (@Sendable (_ holder: String) -> Void)?) -> Request {
      var request = self
      request.whileBusy = whileBusy
      return request
    }
  }

  /// Calls a closure while this process holds the machine's lock, with writable folders, and after removing what killed
  /// benchmarks have left.
  ///
  /// - Parameters:
  ///   - clearing: removes earlier results; called when everything else has succeeded.
  ///   - body: the closure.
  /// - Throws: `BenchmarkError` if the machine is busy or a folder cannot be used; what the closures throw.
  package static func held<Value>(
    for request: Request, clearing: () throws -> Void = {}, _ body: (MeasuringEnvironment) async throws -> Value
  ) async throws -> Value {
    let folders = request.folders
    try folders.checkOutput(besides: request.packages)
    let holder = "process \(CurrentProcess.id), of \(request.root)"
    let lock = try await MachineLock(holder: holder, path: folders.lockFile(), whileBusy: request.whileBusy)
    try await folders.clearLeftovers()
    try clearing()
    try folders.makeAll()
    let supervisor = try Supervisor(
      recorder: request.recorder, measurementPath: folders.measurement, temporaryFolder: folders.temporary
    ).evaluatingManifests(anew: request.looksAround)
    let value = try await body(MeasuringEnvironment(folders: folders, supervisor: supervisor))
    _ = consume lock
    return value
  }

  /// The recording method for builds here.
  ///
  /// - Parameters:
  ///   - swiftBuild: `nil` for a builder other than SwiftPM.
  ///   - version: the toolchain's version, as in `6.3.1`; `nil` if it is not known.
  ///   - traceFile: the file for the trace; `nil` for a default, which the next build overwrites.
  /// - Throws: `BenchmarkError`, `SubprocessError`, `CancellationError`.
  package func recording(
    of swiftBuild: SwiftBuild?, toolchain: Toolchain, version: String?, traceFile: String? = nil
  ) async throws -> BuildRecording {
    let source = try await BuildRecording.source(
      for: swiftBuild, version: version, toolchain: toolchain, recorder: supervisor.recorder, cacheFolder: folders.cache
    )
    return BuildRecording(source: source, traceFile: traceFile ?? folders.trace, toolchainVersion: version)
  }
}
