package import BuildTrace
import Subprocess

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
#if canImport(System)
  import System
#else
  import SystemPackage
#endif

/// Runs builds under `modgauge-recorder supervise`, so that none outlives this process, whatever ends it.
package struct Supervisor: Sendable {
  /// The `modgauge-recorder` program, absolute.
  package let recorder: String
  /// Where the measurement of a build is handed over.
  let recordPath: String
  /// The private folder for temporary files of builds.
  let temporaryFolder: String
  /// What else went on in the machine during the last build.
  let noise = NoiseWatch()

  package init(recorder: String, recordPath: String, temporaryFolder: String) throws(BenchmarkError) {
    guard FileManager.default.isExecutableFile(atPath: recorder) else { throw .recorderMissing(path: recorder) }
    self.recorder = recorder
    self.recordPath = recordPath
    self.temporaryFolder = temporaryFolder
  }

  /// Runs a program to its end and gives what the system charged for it.
  ///
  /// A cancelled task ends it, and everything that it started.
  /// - Parameters:
  ///   - command: the program and its arguments.
  ///   - log: where its output goes.
  ///   - timeoutSeconds: after this it is ended, and the record says so.
  ///   - environment: what the program sees beyond this process's own.
  ///   - options: what the supervisor is told besides.
  /// - Throws: `BenchmarkError.recorderFailed`, `CancellationError`.
  package func run(
    _ command: [String], log: String, timeoutSeconds: Int?, environment: [String: String] = [:], options: [String] = []
  ) async throws -> SupervisedBuild {
    try? FileManager.default.removeItem(atPath: recordPath)
    let timeout = timeoutSeconds.map { ["--timeout", "\($0)"] } ?? []
    let words = ["supervise", "--record", recordPath, "--log", log] + timeout + options + ["--"] + command
    var options = PlatformOptions()
    // The recorder needs two seconds for a build that does not listen, and a little to count the dead.
    options.teardownSequence = [.send(signal: .terminate, allowedDurationToNextStep: .seconds(20))]
    var variables = environment
    variables["TMPDIR"] = temporaryFolder
    let result = try await noise.watching {
      try await Subprocess.run(
        .path(FilePath(recorder)), arguments: Arguments(words),
        environment: .inherit.updating(
          Dictionary(uniqueKeysWithValues: variables.map { (.init(stringLiteral: $0), $1) })), platformOptions: options,
        input: .inputWriter, output: .sequence, error: .string(limit: 1 << 16)
      ) { execution in
        // Standard input is the lifeline: open until the recorder has closed its end of the other pipe.
        for try await _ in execution.standardOutput {}
      }
    }
    try Task.checkCancellation()
    guard result.terminationStatus.isSuccess else {
      throw BenchmarkError.recorderFailed(words: result.standardError.split(separator: "\n").joined(separator: " "))
    }
    return try record()
  }

  private func record() throws(BenchmarkError) -> SupervisedBuild {
    let line = try FileTree.doing("read", recordPath) { try Data(contentsOf: URL(fileURLWithPath: recordPath)) }
    do { return try SupervisedBuild(jsonLine: line) } catch {
      throw .recorderFailed(words: "its record cannot be read: \(error)")
    }
  }
}
