import Platform
package import Subprocess
import Synchronization

/// One run of a program, without a shell, in a session of its own.
package struct ChildProcess: Sendable {
  package struct Outcome: Sendable {
    package let succeeded: Bool
    /// The signal that ended it, if any.
    package let signal: Int32?
    package let outputBytes: [UInt8]
    package let errors: String

    package var output: String { String(decoding: outputBytes, as: UTF8.self) }
  }

  let program: String
  let arguments: [String]
  /// The complete environment of the child.
  let environment: [String: String]
  /// The `modgauge-recorder` that ends the child when this process ends, however that happens; `nil` without one.
  var supervisor: String? = nil

  /// The leaders of the sessions of children that run without a supervisor.
  private static let unsupervised = Mutex<Set<Int32>>([])

  /// Kills all children that would otherwise outlive this process, which ends; a supervisor ends its child by itself.
  package static func killAll() {
    for leader in unsupervised.withLock({ $0 }) {
      for process in (try? ProcessSession(ledBy: leader).running()) ?? [] { ProcessSignal.kill.send(to: process) }
    }
  }

  /// Runs the child to its end, draining both pipes at once.
  ///
  /// If the task is cancelled, the child and its descendants are ended: first by an interrupt, a second later by force.
  /// The second step is necessary because SwiftPM gives a manifest's program a process group of its own, and leaves it
  /// running when it is interrupted itself.
  /// - Parameter outputLimit: in bytes, for each pipe.
  /// - Returns: the output and how the child ended; failure is no error here.
  /// - Throws: `SubprocessError` if it cannot be started or writes too much; `CancellationError`.
  func run(outputLimit: Int) async throws -> Outcome {
    let outcome = try await attempt(outputLimit: outputLimit)
    guard supervisor != nil, outcome.errors.hasPrefix("modgauge-recorder: error: unknown mode") else { return outcome }
    // The recorder has another version.
    return try await ChildProcess(program: program, arguments: arguments, environment: environment)
      .run(outputLimit: outputLimit)
  }

  private func attempt(outputLimit: Int) async throws -> Outcome {
    let leader = Mutex<Int32?>(nil)
    func outcome(_ input: some InputProtocol) async throws -> Outcome {
      let result = try await Subprocess.run(
        configuration, input: input, output: .bytes(limit: outputLimit), error: .bytes(limit: outputLimit)
      ) { execution in
        let id = execution.processIdentifier.value
        leader.withLock { $0 = id }
        if supervisor == nil { _ = Self.unsupervised.withLock { $0.insert(id) } }
      }
      try Task.checkCancellation()
      return Outcome(
        succeeded: result.terminationStatus.isSuccess,
        signal: result.terminationStatus.signal,
        outputBytes: result.standardOutput,
        errors: String(decoding: result.standardError, as: UTF8.self))
    }
    defer { if let id = leader.withLock({ $0 }) { _ = Self.unsupervised.withLock { $0.remove(id) } } }
    do { return try await supervisor == nil ? outcome(.none) : outcome(Lifeline()) } catch {
      if let leader = leader.withLock({ $0 }) { _ = try? ProcessSession(ledBy: leader).end(gently: false) }
      try Task.checkCancellation()
      throw error
    }
  }

  private var configuration: Configuration {
    var options = PlatformOptions()
    options.createSession = true
    options.teardownSequence = [
      // The recorder itself gives the program two seconds.
      .send(signal: .interrupt, toProcessGroup: true, allowedDurationToNextStep: .seconds(supervisor == nil ? 1 : 20))
    ]
    return Configuration(
      executable: .path(FilePath(supervisor ?? program)),
      arguments: Arguments((supervisor == nil ? [] : ["run", "--", program]) + arguments),
      environment: .custom(Dictionary(uniqueKeysWithValues: environment.map { (.init(stringLiteral: $0), $1) })),
      platformOptions: options)
  }
}

/// A standard input that stays open and empty until the child has ended; it is closed when this process ends.
package struct Lifeline: InputProtocol {
  package init() {}

  package func write(with writer: StandardInputWriter) async throws {
    while !Task.isCancelled { try? await Task.sleep(for: .seconds(3600)) }
  }
}

extension TerminationStatus {
  fileprivate var signal: Int32? {
    if case .signaled(let number) = self { number } else { nil }
  }
}
