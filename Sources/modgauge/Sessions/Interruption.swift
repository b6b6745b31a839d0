import Platform
import Synchronization

/// SIGINT and SIGTERM, as cancellation.
enum Interruption {
  /// The first signal that came; 0 before.
  static var receivedSignal: Int32 { received.load(ordering: .relaxed) }

  /// Runs work that a signal cancels, and so gives it the time to clean up.
  ///
  /// A handler may do next to nothing, so it leaves a note, which is looked at ten times a second.
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

/// Outside the type, since a C callback captures nothing. Writing it is safe within a signal handler.
private let received = Atomic<Int32>(0)
