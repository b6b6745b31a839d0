package import Workspace

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Where builds are measured while this process has the machine to itself: the folders, and what runs builds there.
package struct MeasuringPlace: Sendable {
  package let folders: BenchmarkFolders
  package let supervisor: Supervisor

  /// Whose builds are measured, and where everything goes.
  package struct Request: Sendable {
    let workspace: LoadedWorkspace
    let folders: BenchmarkFolders
    let recorder: String
    /// The folder of the results, absolute.
    package var output: String { folders.output }

    /// - Parameters:
    ///   - cache: the tool's cache folder, absolute.
    ///   - output: the folder of the results, absolute.
    ///   - recorder: the `modgauge-recorder` program, absolute.
    package init(_ workspace: LoadedWorkspace, cache: String, output: String, recorder: String) {
      self.workspace = workspace
      self.recorder = recorder
      folders = BenchmarkFolders(cache: cache, workspaceRoot: workspace.rootPath, output: output)
    }
  }

  /// Does something while nobody else times builds on this machine, in folders that can be written, and without what
  /// benchmarks that were killed have left.
  ///
  /// - Parameters:
  ///   - clearing: removes what stands where the results go; called once nothing else is in the way.
  ///   - body: what is done.
  /// - Throws: `BenchmarkError` where the machine is busy or a folder cannot be used; what the closures throw.
  package static func held<Value>(
    for request: Request, clearing: () throws -> Void = {}, _ body: (MeasuringPlace) async throws -> Value
  ) async throws -> Value {
    let folders = request.folders
    try folders.checkOutput(besides: request.workspace)
    let lock = try MachineLock(
      holder: "process \(ProcessInfo.processInfo.processIdentifier), of \(request.workspace.rootPath)")
    try await folders.clearLeftovers()
    try clearing()
    try folders.makeAll()
    let supervisor = try Supervisor(
      recorder: request.recorder, measurementPath: folders.measurement, temporaryFolder: folders.temporary)
    let value = try await body(MeasuringPlace(folders: folders, supervisor: supervisor))
    _ = consume lock
    return value
  }

  /// What records builds here.
  ///
  /// - Parameters:
  ///   - swiftBuild: `nil` for a builder that is not SwiftPM.
  ///   - version: the toolchain's, as in `6.3.1`; `nil` where it is not known.
  ///   - traceFile: where the trace is written; `nil` for a place of its own, where the next build's replaces it.
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
