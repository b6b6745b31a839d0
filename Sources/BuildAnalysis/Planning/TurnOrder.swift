import ModuleGraph

/// Decides which of several interleaved builds has the next turn.
///
/// This is the build with the least progress, so that all of them end at about the same time and run under the same
/// conditions until the end.
///
/// Of those that are equal within half a turn, it is the first in an order that is random for each `TurnOrder`, so that
/// builds of about the same length alternate. What disturbs one of them then disturbs the others within a tenth of a second.
/// If chance decided at each turn, one build would get several turns in a row from time to time.
package struct TurnOrder: Sendable {
  /// The duration of each build, in any unit; 1 for all unless all are known.
  private let lengths: [Double]
  private var turns: [Int]
  /// The place of each build in the random order.
  private let places: [Int]

  /// - Parameter lengths: the approximate duration of each build alone, in any unit and in the order of the builds;
  ///   `nil` if unknown.
  package init(lengths: [Double?], seed: UInt64) {
    let known = lengths.compactMap { $0 }.filter { $0 > 0 && $0.isFinite }
    self.lengths = known.count == lengths.count ? known : lengths.map { _ in 1 }
    turns = lengths.map { _ in 0 }
    var generator = SeededGenerator(seed: seed)
    places = generator.shuffled(Array(lengths.indices))
  }

  /// Chooses the next turn.
  /// - Parameter left: the indices of builds that have not ended.
  /// - Returns: `nil` if there are none.
  /// - Complexity: O(builds).
  package mutating func next(of left: [Int]) -> Int? {
    func progress(_ build: Int) -> Double { Double(turns[build]) / lengths[build] }
    guard let least = left.map(progress).min() else { return nil }
    let equals = left.filter { (progress($0) - least) * lengths[$0] < 0.5 }
    guard let next = equals.min(by: { places[$0] < places[$1] }) else { return nil }
    turns[next] += 1
    return next
  }
}
