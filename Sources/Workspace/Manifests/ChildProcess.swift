import Subprocess
import Synchronization

#if canImport(System)
  import System
#else
  import SystemPackage
#endif

/// One run of a program that is told everything by arguments, in a session of its own.
package struct ChildProcess: Sendable {
  package struct Outcome: Sendable {
    package let succeeded: Bool
    /// What ended it, as in `exited(1)`.
    package let ending: String
    package let outputBytes: [UInt8]
    package let errors: String

    package var output: String { String(decoding: outputBytes, as: UTF8.self) }
  }

  let program: String
  let arguments: [String]
  /// All that the child sees.
  let environment: [String: String]

  /// Runs it to its end, both pipes drained at the same time.
  ///
  /// A cancelled task ends the child and all that it started: first an interrupt, a second later the hard way. The
  /// second look is needed because SwiftPM gives a manifest's program a process group of its own, and leaves it
  /// running when it is interrupted itself.
  /// - Parameter outputLimit: in bytes, for each pipe.
  /// - Returns: what it wrote and how it ended; to fail is a way to end.
  /// - Throws: `SubprocessError` where it cannot be started or writes too much; `CancellationError`.
  func run(outputLimit: Int) async throws -> Outcome {
    let leader = Mutex<Int32?>(nil)
    do {
      var options = PlatformOptions()
      options.createSession = true
      options.teardownSequence = [
        .send(signal: .interrupt, toProcessGroup: true, allowedDurationToNextStep: .seconds(1))
      ]
      let configuration = Configuration(
        executable: .path(FilePath(program)),
        arguments: Arguments(arguments),
        environment: .custom(Dictionary(uniqueKeysWithValues: environment.map { (.init(stringLiteral: $0), $1) })),
        platformOptions: options)
      let result = try await Subprocess.run(
        configuration, input: .none, output: .bytes(limit: outputLimit), error: .bytes(limit: outputLimit)
      ) { execution in
        leader.withLock { $0 = execution.processIdentifier.value }
      }
      try Task.checkCancellation()
      return Outcome(
        succeeded: result.terminationStatus.isSuccess,
        ending: "\(result.terminationStatus)",
        outputBytes: result.standardOutput,
        errors: String(decoding: result.standardError, as: UTF8.self))
    } catch {
      if let leader = leader.withLock({ $0 }) { Session.kill(ledBy: leader) }
      try Task.checkCancellation()
      throw error
    }
  }
}
