package import BuildTrace
import Platform

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What turns a build into a recorded one.
package struct BuildRecording: Sendable {
  package let source: any TraceSource

  /// Where the trace is written while the build runs, absolute; the same for all builds of a package.
  package private(set) var traceFile: String

  /// The compiler's version, for the trace's header; `nil` where it is not known.
  package let toolchainVersion: String?

  package init(source: any TraceSource, traceFile: String, toolchainVersion: String? = nil) {
    self.source = source
    self.traceFile = traceFile
    self.toolchainVersion = toolchainVersion
  }

  /// The same into another file.
  func writing(to traceFile: String) -> BuildRecording {
    var other = self
    other.traceFile = traceFile
    return other
  }

  /// Builds a package and gives what was recorded of it, `supervised` included. A build that fails does so in the trace.
  ///
  /// - Parameters:
  ///   - scratchPath: emptied before, but for what SwiftPM downloads, if the build is to be clean.
  ///   - product: `nil` for all that SwiftPM builds by default.
  ///   - log: where the output of `swift build` goes.
  ///   - timeoutSeconds: after this it is ended, and the result says so.
  ///   - turn: `nil` for a build that has the machine to itself.
  /// - Throws: `BenchmarkError` where the build could not be tried, or the trace not be kept; `CancellationError`.
  package func build(
    _ swiftBuild: SwiftBuild, packagePath: String, scratchPath: String, product: String?, clean: Bool,
    supervisor: Supervisor, log: String, timeoutSeconds: Int?, turn: Turn? = nil
  ) async throws -> BuildTrace {
    if clean { try Scratch(path: scratchPath).clean() }
    let command = swiftBuild.command(package: packagePath, scratch: scratchPath, product: product, mayResolve: true)
    return try await record(arguments: swiftBuild.statedArguments) { environment, options in
      try await supervisor.run(
        command, log: log, timeoutSeconds: timeoutSeconds, environment: environment, options: options,
        turn: turn)
    }.trace.get()
  }

  /// A build, and what was recorded of it.
  package struct Recorded: Sendable {
    package let build: MeasuredBuild
    /// A build is none the worse for a trace that could not be written or read.
    package let trace: Result<BuildTrace, BenchmarkError>
  }

  /// Runs a build in whatever way and reads what was recorded of it.
  ///
  /// What the file held before is gone. Afterwards it holds the trace, also if the build was cancelled: `read()`
  /// gives as much of it as there is.
  /// - Parameters:
  ///   - arguments: what the header tells of the build: `SwiftBuild.statedArguments`.
  ///   - build: runs the build in the environment that it is given, by a supervisor with these options.
  /// - Throws: what `build` throws.
  package func record(
    arguments: [String],
    _ build: (_ environment: [String: String], _ supervisorOptions: [String]) async throws -> MeasuredBuild
  ) async throws -> Recorded {
    let header = BuildTrace.Header(
      build: String(UInt64.random(in: 0 ... .max), radix: 16), startNanoseconds: MonotonicClock.nowNanoseconds,
      cores: ProcessInfo.processInfo.activeProcessorCount, toolchain: toolchainVersion, arguments: arguments)
    let isBegun = result { () throws(BenchmarkError) in try begin(header) }
    let made = try await build(
      source.environment(traceFile: traceFile, in: ProcessInfo.processInfo.environment),
      source.supervisorOptions(traceFile: traceFile))
    let trace = result { () throws(BenchmarkError) in
      try isBegun.get()
      try append(made.supervised.jsonLine(build: header.build) + "\n")
      return try read()
    }
    return Recorded(build: made, trace: trace)
  }

  private func result<Value>(_ body: () throws(BenchmarkError) -> Value) -> Result<Value, BenchmarkError> {
    do throws(BenchmarkError) { return .success(try body()) } catch { return .failure(error) }
  }

  private func begin(_ header: BuildTrace.Header) throws(BenchmarkError) {
    try FileTree.write((header.jsonLine + "\n").utf8, to: traceFile)
  }

  /// Reads the trace of the last build that was recorded, even if that did not get to its end.
  ///
  /// - Throws: `BenchmarkError` where the file cannot be read or is no trace.
  package func read() throws(BenchmarkError) -> BuildTrace {
    let bytes = try FileTree.doing("read", traceFile) { try Data(contentsOf: URL(filePath: traceFile)) }
    do throws(TraceError) {
      guard let trace = try BuildTrace.builds(in: bytes).last else { throw .cut }
      return trace
    } catch {
      throw .fileSystem(doing: "read", path: traceFile, reason: "\(error)")
    }
  }

  /// Removes the trace of an earlier build; what is no file of its own, such as a link, stays.
  func forget() throws(BenchmarkError) {
    if (try? FileStatus(of: traceFile, followsLast: false))?.kind == .file { try FileTree.remove(traceFile) }
  }

  private func append(_ line: String) throws(BenchmarkError) {
    try FileTree.doing("write", traceFile) {
      let file = try FileDescriptor.open(traceFile, .writeOnly, options: .append)
      try file.closeAfter { _ = try file.writeAll(Array(line.utf8)) }
    }
  }
}
