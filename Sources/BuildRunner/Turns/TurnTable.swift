package import BuildAnalysis
import Synchronization

/// A build that can be halted.
package protocol TurnTaker: Sendable {
  /// Starts it, or lets it go on.
  func resume() async
  /// Halts it. When this returns nothing of it runs, since it is halted or has ended.
  func halt() async
}

/// Builds that are made at once: one of them has its turn, and the others are halted.
///
/// A shared machine is a tenth faster or slower from one build to the next. What takes turns as short as a tenth of a
/// second meets the same machine.
///
/// Each build has a seat. Nobody begins before all have taken theirs, or have given them up, and whoever has ended waits
/// for the others: what comes before and after a build disturbs none.
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

  /// How long a turn is. Halting and going on take about a hundredth of it.
  package static let turn = Duration.milliseconds(100)

  /// Makes a build in turns.
  ///
  /// - Parameter build: sits down with what can be halted and has not been started; it returns when the build has ended
  ///   and nothing of it is left.
  /// - Returns: what the build gives, and what else went on in the machine while the builds were made, when all have ended.
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

  package func sit(_ seat: Int, _ taker: any TurnTaker) {
    takers.withLock { $0[seat] = taker }
    seats[seat].taken.happen()
  }

  /// Says that a build has ended, or will not be made; more than once is as good as once.
  package func leave(_ seat: Int) {
    seats[seat].ended.happen()
    seats[seat].taken.happen()
  }

  /// Gives turns until all builds have ended.
  ///
  /// - Parameters:
  ///   - watch: looks at the machine meanwhile.
  ///   - turn: returns when a turn is over, or the build that has it has ended.
  /// - Throws: `CancellationError`; whoever makes the builds ends them.
  package func conduct(
    _ order: TurnOrder, watch: NoiseWatch = NoiseWatch(),
    turn: @Sendable (_ ended: Occurrence) async -> Void = { await $0.wait(atMost: TurnTable.turn) }
  ) async throws {
    defer { over.happen() }
    for seat in seats { await seat.taken.wait() }
    let noise = try await watch.watching { try await giveTurns(order, turn) }.noise
    self.noise.withLock { $0 = noise }
  }

  private func giveTurns(_ order: TurnOrder, _ turn: @Sendable (Occurrence) async -> Void) async throws {
    let takers = takers.withLock { $0 }
    var order = order
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
      await turn(ended)
      if !ended.hasHappened { await taker.halt() }
    }
  }
}

/// A seat at a table.
package struct Turn: Sendable {
  let table: TurnTable
  let seat: Int

  package init(_ table: TurnTable, seat: Int) { (self.table, self.seat) = (table, seat) }
}
