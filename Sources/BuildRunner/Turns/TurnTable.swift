package import BuildAnalysis
import Synchronization

/// A build that can be halted.
package protocol TurnTaker: Sendable {
  /// Starts or resumes it.
  func resume() async
  /// Halts it. When this returns, none of its processes runs, since they are halted or have ended.
  func halt() async
}

/// Builds that are made at once: one of them has its turn, and the others are halted.
///
/// The speed of a shared machine varies from one build to the next. Builds that take turns as short as a fortieth of a
/// second run under the same conditions.
///
/// Each build has a seat. No build begins before all seats have been taken or given up, and a build that has ended
/// waits for the others, so that nothing that precedes or follows a build disturbs another one.
package final class TurnTable: Sendable {
  private struct Seat {
    let taken = Occurrence()
    let ended = Occurrence()
  }

  private let seats: [Seat]
  private let takers: Mutex<[Int: any TurnTaker]> = Mutex([:])
  private let over = Occurrence()
  private let noise = Mutex<BuildNoise?>(nil)

  package init(seats: Int) { self.seats = (0..<seats).map { _ in Seat() } }

  /// Makes a build in turns.
  ///
  /// - Parameter build: takes its seat with a taker that has not been started, and returns when the build has ended and
  ///   none of its processes is left.
  /// - Returns: the build's result, and the noise while the builds were made, when all have ended.
  func take<Value>(
    _ seat: Int, _ build: () async throws -> Value
  ) async throws -> (value: Value, noise: BuildNoise?) {
    let value: Value
    do {
      defer { leave(seat) }
      value = try await build()
    }
    await over.wait()
    return (value, noise.withLock { $0 })
  }

  /// Takes a seat. The builds begin when all seats have been taken or given up.
  package func sit(_ seat: Int, _ taker: any TurnTaker) {
    takers.withLock { $0[seat] = taker }
    seats[seat].taken.happen()
  }

  /// Gives up a seat: the build has ended, or will not be made. Further calls have no effect.
  package func leave(_ seat: Int) {
    seats[seat].ended.happen()
    seats[seat].taken.happen()
  }

  /// Gives turns until all builds have ended.
  ///
  /// - Parameters:
  ///   - watch: takes readings of the machine meanwhile.
  ///   - turn: returns after the given time, or when the build whose turn it is has ended.
  /// - Throws: `CancellationError`; the builds must then be ended by whoever makes them.
  package func conduct(
    _ order: TurnOrder, watch: NoiseWatch = NoiseWatch(),
    turn: @Sendable (_ ended: Occurrence, _ length: Duration) async -> Void = { await $0.wait(atMost: $1) }
  ) async throws {
    defer { over.happen() }
    for seat in seats { await seat.taken.wait() }
    let noise = try await watch.watching { try await giveTurns(order, turn) }.noise
    self.noise.withLock { $0 = noise }
  }

  private func giveTurns(_ order: TurnOrder, _ turn: @Sendable (Occurrence, Duration) async -> Void) async throws {
    let takers = takers.withLock { $0 }
    var (order, length) = (order, TurnLength())
    while true {
      try Task.checkCancellation()
      let left = takers.keys.filter { !seats[$0].ended.hasHappened }.sorted()
      guard let next = order.next(of: left), let taker = takers[next] else { return }
      let ended = seats[next].ended
      await taker.resume()
      guard left.count > 1 else {
        await ended.wait()
        continue
      }
      await turn(ended, length.duration)
      guard !ended.hasHappened else { continue }
      let start = ContinuousClock.now
      await taker.halt()
      length.halted(in: .now - start)
    }
  }
}

/// A seat at a table, for one build.
package struct Turn: Sendable {
  let table: TurnTable
  let seat: Int

  package init(_ table: TurnTable, seat: Int) { (self.table, self.seat) = (table, seat) }
}
