import ModuleGraph

/// Decides which of several interleaved builds has the next turn.
///
/// This is the build with the least progress, so that all of them end at about the same time and run under the same
/// conditions until the end. Ties are broken at random.
package struct TurnOrder: Sendable {
  /// The duration of each build, in any unit; 1 for all unless all are known.
  private let lengths: [Double]
  private var turns: [Int]
  private var generator: SeededGenerator

  /// - Parameter lengths: the approximate duration of each build alone, in any unit and in the order of the builds;
  ///   `nil` if unknown.
  package init(lengths: [Double?], seed: UInt64) {
    let known = lengths.compactMap { $0 }.filter { $0 > 0 && $0.isFinite }
    self.lengths = known.count == lengths.count ? known : lengths.map { _ in 1 }
    turns = lengths.map { _ in 0 }
    generator = SeededGenerator(seed: seed)
  }

  /// Chooses the next turn.
  /// - Parameter left: the indices of builds that have not ended.
  /// - Returns: `nil` if there are none.
  package mutating func next(of left: [Int]) -> Int? {
    let progress = left.map { Double(turns[$0]) / lengths[$0] }
    guard let least = progress.min() else { return nil }
    let equals = zip(left, progress).filter { $0.1 <= least }.map(\.0)
    let next = equals.count == 1 ? equals[0] : generator.shuffled(equals)[0]
    turns[next] += 1
    return next
  }
}
