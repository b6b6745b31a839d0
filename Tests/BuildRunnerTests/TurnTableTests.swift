import BuildAnalysis
import Synchronization
import Testing

@testable import BuildRunner

/// Who has the turn among builds that are made at once, whatever halts them.
@Suite struct TurnTableTests {
  /// Builds that need so many turns each, and never wait for a clock.
  private final class Script: Sendable {
    private struct State {
      var left: [Int]
      var running: Set<Int> = []
      var log: [String] = []
      var worst = 0
    }

    private let state: Mutex<State>
    let table: TurnTable

    init(turns: [Int]) {
      state = Mutex(State(left: turns))
      table = TurnTable(seats: turns.count)
    }

    var log: [String] { state.withLock { $0.log } }
    /// How many ran at once at most.
    var worst: Int { state.withLock { $0.worst } }

    struct Taker: TurnTaker {
      let script: Script
      let seat: Int

      func resume() async {
        script.note("+\(seat)") {
          $0.running.insert(seat)
          $0.worst = max($0.worst, $0.running.count)
        }
        // The last one is not interrupted.
        if script.isLast(seat) { script.end(seat) }
      }

      func halt() async { script.note("-\(seat)") { $0.running.remove(seat) } }
    }

    private func note(_ word: String, _ change: (inout State) -> Void) {
      state.withLock {
        $0.log.append(word)
        change(&$0)
      }
    }

    func isLast(_ seat: Int) -> Bool { state.withLock { $0.left.count { $0 > 0 } == 1 } }

    /// It will not be built.
    func leave(_ seat: Int) {
      state.withLock { $0.left[seat] = 0 }
      table.leave(seat)
    }

    func end(_ seat: Int) {
      note("end\(seat)") {
        $0.left[seat] = 0
        $0.running.remove(seat)
      }
      table.leave(seat)
    }

    /// A turn of whoever runs.
    func turn() {
      guard let seat = state.withLock({ $0.running.first }) else { return }
      let isOver = state.withLock {
        $0.left[seat] -= 1
        return $0.left[seat] == 0
      }
      if isOver { end(seat) }
    }
  }

  private func conduct(_ script: Script, lengths: [Double?]) async throws {
    try await script.table.conduct(TurnOrder(lengths: lengths, seed: 1), watch: NoiseWatch()) { _, _ in script.turn() }
  }

  @Test func `one has its turn at a time, and the last one runs to its end`() async throws {
    let script = Script(turns: [3, 2, 4])
    for seat in 0..<3 { script.table.sit(seat, Script.Taker(script: script, seat: seat)) }
    try await conduct(script, lengths: [nil, nil, nil])
    #expect(script.worst == 1)
    for seat in 0..<3 { #expect(script.log.count { $0 == "end\(seat)" } == 1) }
    // The longest one has nobody to take turns with in the end.
    #expect(script.log.suffix(2) == ["+2", "end2"])
  }

  @Test func `nobody begins before all sit, or have left`() async throws {
    let script = Script(turns: [2, 2, 2])
    script.table.sit(0, Script.Taker(script: script, seat: 0))
    async let conducted: Void = conduct(script, lengths: [1, 1, 1])
    for _ in 0..<20 { await Task.yield() }
    #expect(script.log.isEmpty)
    script.leave(1)
    for _ in 0..<20 { await Task.yield() }
    #expect(script.log.isEmpty)
    script.table.sit(2, Script.Taker(script: script, seat: 2))
    try await conducted
    #expect(script.log.contains("end0") && script.log.contains("end2") && !script.log.contains("+1"))
  }

  @Test func `who has ended waits for the others, and they share what was noted of the machine`() async throws {
    let script = Script(turns: [1, 5])
    let watched = try await withThrowingTaskGroup { tasks in
      for seat in 0..<2 {
        tasks.addTask {
          let (_, noise) = try await script.table.take(seat) {
            script.table.sit(seat, Script.Taker(script: script, seat: seat))
            while !script.log.contains("end\(seat)") { await Task.yield() }
          }
          #expect(script.log.contains("end0") && script.log.contains("end1"))
          return noise != nil
        }
      }
      tasks.addTask {
        try await conduct(script, lengths: [1, 5])
        return true
      }
      return try await tasks.reduce(into: [Bool]()) { $0.append($1) }
    }
    #expect(watched == [true, true, true])
  }

  @Test func `a build that fails before its first turn keeps nobody waiting`() async throws {
    let script = Script(turns: [0, 2])
    script.table.sit(1, Script.Taker(script: script, seat: 1))
    async let conducted: Void = conduct(script, lengths: [1, 1])
    await #expect(throws: BenchmarkError.diskFull(path: "/")) {
      try await script.table.take(0) { throw BenchmarkError.diskFull(path: "/") }
    }
    try await conducted
    #expect(script.log == ["+1", "end1"])
  }

  @Test func `a benchmark that is cancelled gives no more turns`() async throws {
    let script = Script(turns: [1_000_000, 1_000_000])
    for seat in 0..<2 { script.table.sit(seat, Script.Taker(script: script, seat: seat)) }
    let task = Task { try await conduct(script, lengths: [1, 1]) }
    while script.log.count < 10 { await Task.yield() }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    // Nobody who sits is waited for any more.
    _ = try await script.table.take(0) {}
  }

  @Test(arguments: [(1, 25), (5, 40), (1000, 100)])
  func `turns are eight times as long as halting, but not shorter than 25 ms and not longer than 100 ms`(
    halting: Int, expected: Int
  ) {
    var length = TurnLength()
    #expect(length.duration == .milliseconds(25))
    for milliseconds in [0, 2 * halting] { length.halted(in: .milliseconds(milliseconds)) }
    #expect(length.duration == .milliseconds(expected))
  }
}
