import Platform
import Synchronization

/// SIGINT and SIGTERM as cancellation of a task.
enum Interruption {
  /// The first signal that arrived; 0 before.
  static var receivedSignal: Int32 { received.load(ordering: .relaxed) }

  private static let signals = [ProcessSignal.interrupt, .terminate]
  /// Cancels the innermost task that runs.
  private static let cancel = Mutex<(@Sendable () -> Void)?>(nil)

  /// Runs a closure that a signal cancels, so that it can clean up.
  static func cancelling<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) async throws -> Value {
    let task = Task { try await work() }
    let outer = cancel.withLock { cancel in
      defer { cancel = { task.cancel() } }
      return cancel
    }
    for signal in signals {
      signal.handle { received.store($0, ordering: .relaxed) }
    }
    defer {
      for signal in signals { signal.restoreDefault() }
      cancel.withLock { $0 = outer }
    }
    return try await task.value
  }

  /// Holds signals back until the main thread waits for them, which must be before any thread is started.
  static func holdSignals() -> HeldSignals { HeldSignals(signals) }

  /// Cancels what a signal that arrived is to cancel.
  ///
  /// A signal handler may do next to nothing, so that it only sets a flag, and the main thread, which waits, cancels.
  static func notice() {
    if receivedSignal != 0 { cancel.withLock { $0 }?() }
  }
}

/// Global, since a C callback cannot capture anything. Writing an atomic is safe in a signal handler.
private let received = Atomic<Int32>(0)
