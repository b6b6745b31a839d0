import Platform
import Synchronization

/// SIGINT and SIGTERM as cancellation of a task.
enum Interruption {
  /// The first signal that arrived; 0 before.
  static var receivedSignal: Int32 { received.load(ordering: .relaxed) }

  /// Runs a closure that a signal cancels, so that it can clean up.
  ///
  /// A signal handler may do next to nothing, so that it only sets a flag, which is checked ten times a second.
  static func cancelling<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) async throws -> Value {
    let signals = [ProcessSignal.interrupt, .terminate]
    for signal in signals {
      signal.handle { received.store($0, ordering: .relaxed) }
    }
    let task = Task { try await work() }
    let watch = Task {
      while receivedSignal == 0 { try await Task.sleep(for: .milliseconds(100)) }
      task.cancel()
    }
    defer {
      watch.cancel()
      for signal in signals { signal.restoreDefault() }
    }
    return try await task.value
  }
}

/// Global, since a C callback cannot capture anything. Writing an atomic is safe in a signal handler.
private let received = Atomic<Int32>(0)
