import ModuleGraph

/// Whose turn is next among builds that are made at once.
///
/// The one that has come least far has it, so that all end at about the same time, however long each takes, and meet the
/// same machine to their ends; of equals one by chance.
package struct TurnOrder: Sendable {
  /// How long each takes, in any unit; 1 for all where that is not known of each.
  private let lengths: [Double]
  private var turns: [Int]
  private var generator: SeededGenerator

  /// - Parameter lengths: about how long each takes alone, in the order of the builds; absent where nobody knows.
  package init(lengths: [Double?], seed: UInt64) {
    let known = lengths.compactMap { $0 }.filter { $0 > 0 && $0.isFinite }
    self.lengths = known.count == lengths.count ? known : lengths.map { _ in 1 }
    turns = lengths.map { _ in 0 }
    generator = SeededGenerator(seed: seed)
  }

  /// Gives the next turn.
  /// - Parameter left: the places of those that have not ended.
  /// - Returns: `nil` where there is none.
  package mutating func next(of left: [Int]) -> Int? {
    let progress = left.map { Double(turns[$0]) / lengths[$0] }
    guard let least = progress.min() else { return nil }
    let equals = zip(left, progress).filter { $0.1 <= least }.map(\.0)
    let next = equals.count == 1 ? equals[0] : generator.shuffled(equals)[0]
    turns[next] += 1
    return next
  }
}
