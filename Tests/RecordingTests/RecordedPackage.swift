import BuildRunner
import BuildTrace
import Foundation
import TestSupport
import Workspace

/// A package in a folder of its own that is built with and without the recorder.
struct RecordedPackage {
  let folder: TestFolder
  let swiftBuild: SwiftBuild
  let recording: BuildRecording
  private let supervisor: Supervisor

  /// - Parameters:
  ///   - files: the package's, by paths relative to it.
  ///   - arguments: what `swift build` gets besides. None makes an index: that of the system's modules is most of the
  ///     work of such small packages.
  init(
    _ files: [String: String], jobs: Int? = nil, buildSystem: String = "native", arguments: [String] = []
  ) async throws {
    folder = try TestFolder()
    try folder.markAsOwn()
    try folder.write(files.reduce(into: [:]) { $0["package/" + $1.key] = $1.value })
    let recorder = Tool.built("modgauge-recorder").path
    let toolchain = try Toolchain()
    swiftBuild = SwiftBuild(
      swift: toolchain.swift, jobs: jobs, buildSystem: buildSystem,
      extraArguments: ["--disable-index-store"] + arguments)
    let source = try await BuildRecording.source(
      for: swiftBuild, version: nil, toolchain: toolchain, recorder: recorder,
      cacheFolder: folder.path + "/cache é with spaces")
    recording = BuildRecording(source: source, traceFile: folder.path + "/trace.jsonl")
    try FileManager.default.createDirectory(atPath: folder.path + "/tmp", withIntermediateDirectories: true)
    supervisor = try Supervisor(
      recorder: recorder, measurementPath: folder.path + "/record.json", temporaryFolder: folder.path + "/tmp")
  }

  struct Build {
    let trace: BuildTrace
    /// What `swift build` said, without what differs from one build to the next.
    let output: String
  }

  /// A clean build with the recorder.
  ///
  /// - Parameter source: `nil` for the one that suits the builder.
  func recorded(by source: (any TraceSource)? = nil) async throws -> Build {
    let chosen = BuildRecording(source: source ?? recording.source, traceFile: recording.traceFile)
    let trace = try await chosen.build(
      swiftBuild, .init(package: folder.path + "/package", scratch: folder.path + "/build"), clean: true,
      supervisor: supervisor, log: folder.path + "/log", timeoutSeconds: 600)
    return Build(trace: trace, output: try Self.normalized(folder.read("log")))
  }

  /// The same build without the recorder, in the same folder: what it said, and its exit code.
  func unrecorded() async throws -> (exitCode: Int32, output: String) {
    try? FileManager.default.removeItem(atPath: folder.path + "/build")
    let outcome = try await Tool(path: "/bin/sh")(
      [
        "-c", #"exec "$0" "$@" >log 2>&1"#, swiftBuild.swift, "build", "--package-path", folder.path + "/package",
        "--scratch-path", folder.path + "/build", "--configuration", "debug",
      ] + swiftBuild.statedArguments, in: folder.path, environment: ["TMPDIR": folder.path + "/tmp"])
    return (outcome.exitCode, try Self.normalized(folder.read("log")))
  }

  func products() throws -> [String: Data] {
    let built = folder.path + "/build/debug"
    return try TestFolder.contents(of: URL(filePath: built).resolvingSymlinksInPath().path()).filter {
      $0.key.hasSuffix(".o") || $0.key.hasSuffix(".swiftmodule")
    }
  }

  /// The lines without numbers of steps and seconds, sorted, since steps come in the order in which they end.
  private static func normalized(_ log: String) -> String {
    log.split(separator: "\n").filter { !$0.hasPrefix("[") || $0.contains("error") }
      .map { $0.replacing(/\([0-9.]+s\)/, with: "") }.sorted().joined(separator: "\n")
  }
}
