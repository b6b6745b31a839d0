package import BuildTrace
import Platform
import Workspace

/// Records builds.
package struct BuildRecording: Sendable {
  package let source: any TraceSource

  /// The absolute path of the trace file during the build; the same for all builds of a package.
  package private(set) var traceFile: String

  /// The compiler's version for the trace's header; `nil` if it is not known.
  package let toolchainVersion: String?

  package init(source: any TraceSource, traceFile: String, toolchainVersion: String? = nil) {
    self.source = source
    self.traceFile = traceFile
    self.toolchainVersion = toolchainVersion
  }

  /// The same recording method with another file.
  func writing(to traceFile: String) -> BuildRecording {
    var other = self
    other.traceFile = traceFile
    return other
  }

  /// What is built, and where.
  package struct Subject: Sendable {
    let package: String
    let scratch: String
    let product: String?

    /// - Parameters:
    ///   - package: the package's folder.
    ///   - scratch: for a clean build, emptied before, except for SwiftPM's downloads.
    ///   - product: `nil` for everything that SwiftPM builds by default.
    package init(package: String, scratch: String, product: String? = nil) {
      (self.package, self.scratch, self.product) = (package, scratch, product)
    }
  }

  /// Builds a package and returns its trace, `supervised` included. A failed build is shown by the trace.
  ///
  /// - Parameters:
  ///   - log: the file for the output of `swift build`.
  ///   - timeoutSeconds: the timeout, after which the build is ended and the result says so.
  ///   - turn: `nil` for a build that runs alone.
  /// - Throws: `BenchmarkError` if the build could not be tried at all, or the trace could not be kept;
  ///   `CancellationError`.
  package func build(
    _ swiftBuild: SwiftBuild, _ subject: Subject, clean: Bool, supervisor: Supervisor, log: String,
    timeoutSeconds: Int?, turn: Turn? = nil
  ) async throws -> BuildTrace {
    if clean { try Scratch(path: subject.scratch).clean() }
    let command = swiftBuild.command(
      package: subject.package, scratch: subject.scratch, product: subject.product, mayResolve: true)
    return try await record(arguments: swiftBuild.statedArguments, inTurns: turn != nil) { environment, options in
      try await supervisor.run(
        command, log: log, timeoutSeconds: timeoutSeconds, environment: environment, options: options,
        turn: turn)
    }.trace.get()
  }

  /// A build with its trace.
  package struct Recorded: Sendable {
    package let build: MeasuredBuild
    /// A failure to write or read the trace does not affect the build.
    package let trace: Result<BuildTrace, BenchmarkError>
  }

  /// Runs a build and reads its trace.
  ///
  /// The file's former contents are removed. Afterwards it contains the trace, even if the build was cancelled:
  /// `read()` returns as much of it as there is.
  /// - Parameters:
  ///   - arguments: the build's arguments for the header: `SwiftBuild.statedArguments`.
  ///   - isInTurns: whether it takes turns with others. Its compilers then close what they inherit, so that less of its
  ///     time is chance.
  ///   - build: runs the build with the given environment and supervisor options.
  /// - Throws: what `build` throws.
  package func record(
    arguments: [String], inTurns isInTurns: Bool,
    _ build: (_ environment: [String: String], _ supervisorOptions: [String]) async throws -> MeasuredBuild
  ) async throws -> Recorded {
    let header = BuildTrace.Header(
      build: String(UInt64.random(in: 0 ... .max), radix: 16), startNanoseconds: MonotonicClock.nowNanoseconds,
      cores: HostMachine.usableProcessors, jobs: HostMachine.processors, toolchain: toolchainVersion,
      arguments: arguments, closesInherited: isInTurns && source.closesInherited)
    let isBegun = result { () throws(BenchmarkError) in try begin(header) }
    let made = try await build(
      source.environment(traceFile: traceFile, in: OwnEnvironment.variables),
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

  /// Reads the trace of the last recorded build, even if that was interrupted.
  ///
  /// - Throws: `BenchmarkError` if the file cannot be read or is no trace.
  package func read() throws(BenchmarkError) -> BuildTrace {
    let bytes = try FileTree.read(traceFile)
    do throws(TraceError) {
      guard let trace = try BuildTrace.builds(in: bytes).last else { throw .cut }
      return trace
    } catch {
      throw .fileSystem(doing: "read", path: traceFile, reason: "\(error)")
    }
  }

  /// Removes the trace of an earlier build; anything but a regular file, such as a link, is kept.
  func forget() throws(BenchmarkError) {
    if (try? FileStatus(of: traceFile, followsLast: false))?.kind == .file { try FileTree.removeOne(traceFile) }
  }

  private func append(_ line: String) throws(BenchmarkError) {
    try FileTree.doing("write", traceFile) {
      let file = try FileDescriptor.open(traceFile, .writeOnly, options: .append)
      try file.closeAfter { _ = try file.writeAll(Array(line.utf8)) }
    }
  }
}
