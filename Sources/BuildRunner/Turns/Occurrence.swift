import Synchronization

/// An event that happens once, for which several tasks can wait.
package final class Occurrence: Sendable {
  private struct State {
    var hasHappened = false
    var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
    var nextWaiter = 0
    /// Waiters whose task was cancelled before they waited.
    var cancelled: Set<Int> = []
  }

  private let state = Mutex(State())

  package init() {}

  package var hasHappened: Bool { state.withLock { $0.hasHappened } }

  /// Marks the event as having happened; further calls have no effect.
  package func happen() {
    let waiters = state.withLock { state in
      state.hasHappened = true
      defer { state.waiters = [:] }
      return Array(state.waiters.values)
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Returns when it has happened, or when the task is cancelled.
  package func wait() async {
    let number = state.withLock { state in
      state.nextWaiter += 1
      return state.nextWaiter
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          if state.hasHappened || state.cancelled.remove(number) != nil { return true }
          state.waiters[number] = continuation
          return false
        }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      let waiter = state.withLock { state in
        let waiter = state.waiters.removeValue(forKey: number)
        if waiter == nil { state.cancelled.insert(number) }
        return waiter
      }
      waiter?.resume()
    }
  }

  /// Returns when it has happened, when the task is cancelled, or after this time.
  package func wait(atMost duration: Duration) async {
    await withTaskGroup { tasks in
      tasks.addTask { try? await Task.sleep(for: duration) }
      tasks.addTask { await self.wait() }
      await tasks.next()
      tasks.cancelAll()
    }
  }
}
