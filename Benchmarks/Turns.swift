import Foundation
import ModuleGraph
import Synchronization

/// Two things that are done at the same time, each for a tenth of a second in turn.
///
/// A shared machine is a tenth faster or slower from one build to the next. What takes turns this short meets the same
/// machine; ARCHITECTURE.md has the figures.
enum Turns {
  private static let length = Duration.milliseconds(100)

  /// What one took, in seconds.
  struct Cost {
    /// The sum of its turns.
    var wall: Double
    var processor: Double
  }

  /// - Parameters:
  ///   - groups: which the processes of each body join when they are started.
  ///   - bodies: as many.
  ///   - generator: decides whose turn is first, each time.
  /// - Returns: in the order of the bodies.
  static func take<Result: Sendable>(
    _ bodies: [@Sendable () async throws -> Result], in groups: [ControlGroup], _ generator: inout SeededGenerator
  ) async throws -> [(result: Result, cost: Cost)] {
    defer { for group in groups { try? group.resume() } }
    let before = try groups.map { try $0.processorSeconds }
    for group in groups { try await group.halt() }
    let ends = Ends(count: bodies.count)
    var walls = [Duration](repeating: .zero, count: bodies.count)
    let results = try await withThrowingTaskGroup { tasks in
      for (index, body) in bodies.enumerated() {
        tasks.addTask {
          defer { ends.mark(index) }
          return (index, try await body())
        }
      }
      var left = Array(bodies.indices)
      while !left.isEmpty {
        for index in generator.shuffled(left) {
          let start = ContinuousClock.now
          try groups[index].resume()
          try await Task.sleep(for: length)
          try await groups[index].halt()
          walls[index] += max(.zero, start.duration(to: ends.of(index) ?? .now))
        }
        left = left.filter { ends.of($0) == nil }
      }
      return try await tasks.reduce(into: []) { $0.append($1) }.sorted { $0.0 < $1.0 }
    }
    return try results.map { index, result in
      let processor = try groups[index].processorSeconds - before[index]
      return (result, Cost(wall: walls[index] / .seconds(1), processor: processor))
    }
  }
}

/// When each was done.
private final class Ends: Sendable {
  private let instants: Mutex<[ContinuousClock.Instant?]>

  init(count: Int) { instants = Mutex(Array(repeating: nil, count: count)) }

  func mark(_ index: Int) { instants.withLock { $0[index] = .now } }

  func of(_ index: Int) -> ContinuousClock.Instant? { instants.withLock { $0[index] } }
}
