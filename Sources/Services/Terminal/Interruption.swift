package import Platform
import Synchronization
import Workspace

/// SIGINT and SIGTERM: they cancel the task that runs, and end the process a moment later, whatever it is doing then.
package enum Interruption {
  /// The first signal that arrived; 0 before.
  package static var receivedSignal: Int32 { received.load(ordering: .relaxed) }

  private static let signals = [ProcessSignal.interrupt, .terminate]
  /// Cancels the innermost task that runs.
  private static let cancel = Mutex<(@Sendable () -> Void)?>(nil)

  /// How long a cancelled task may take to clean up and to tell what it has done, in nanoseconds. A second signal, or a
  /// task that does not notice that it was cancelled, is why this is bounded: nobody waits longer than a second.
  private static let graceNanoseconds = 8 * MonotonicClock.nanosecondsPerSecond / 10

  /// Runs a closure that a signal cancels, so that it can clean up.
  package static func cancelling<Value: Sendable>(
    _ work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let task = Task { try await work() }
    let outer = cancel.withLock { cancel in
      defer { cancel = { task.cancel() } }
      return cancel
    }
    defer { cancel.withLock { $0 = outer } }
    return try await task.value
  }

  /// Notices signals from now on, even if the program that started this one ignores them, as shells do in the background.
  package static func listen() {
    for signal in signals {
      signal.handle { _ = received.compareExchange(expected: 0, desired: $0, ordering: .relaxed) }
    }
  }

  /// Lets a signal end this process at once, as for any program.
  package static func stopListening() {
    for signal in signals { signal.restoreDefault() }
    if receivedSignal != 0 { CurrentProcess.exitAtOnce(128 + receivedSignal) }
  }

  /// Holds signals back until the main thread waits for them, which must be before any thread is started.
  package static func holdSignals() -> HeldSignals { HeldSignals(signals) }

  /// Waits on the main thread, which has nothing else to do, until another thread ends this process, or a signal arrives.
  ///
  /// A signal handler may do next to nothing, so that it only sets a flag. Where nothing can be cancelled, nothing has to
  /// be cleaned up, or the next command does it.
  package static func wait(for signals: HeldSignals) -> Never {
    while receivedSignal == 0 { signals.wait() }
    if let cancel = cancel.withLock({ $0 }) {
      cancel()
      signals.wait(atMostNanoseconds: graceNanoseconds)
    }
    ChildProcess.killAll()
    CurrentProcess.exitAtOnce(128 + receivedSignal)
  }
}

/// Global, since a C callback cannot capture anything. Writing an atomic is safe in a signal handler.
private let received = Atomic<Int32>(0)
