import BuildAnalysis
import ModuleGraph

/// Two things measured in turn, the order within each pair by chance.
struct Pairs {
  private let ratio: PairedRatio
  let seconds: (first: [Double], second: [Double])

  /// - Parameters:
  ///   - count: how many pairs count; one more is run before them and forgotten.
  ///   - first: gives seconds, as do all.
  ///   - second: what the first is divided by.
  init(
    count: Int, seed: UInt64, first: () async throws -> Double, second: () async throws -> Double
  ) async throws {
    var generator = SeededGenerator(seed: seed)
    _ = try await (first(), second())
    var pairs: [(Double, Double)] = []
    for _ in 0..<count {
      if generator.below(2) == 0 {
        let own = try await first()
        pairs.append((own, try await second()))
      } else {
        let other = try await second()
        pairs.append((try await first(), other))
      }
    }
    try self.init(pairs)
  }

  /// What was measured already.
  init(_ pairs: [(Double, Double)]) throws {
    guard let ratio = PairedRatio(pairs) else { throw Failure.noPairs }
    self.ratio = ratio
    seconds = (pairs.map(\.0), pairs.map(\.1))
  }

  enum Failure: Error {
    case noPairs
    case failed(command: [String], words: String)
  }

  /// `ratio 1.003 (0.991 to 1.014 at 95.1 %), 20 pairs; medians 3.21 s and 3.20 s; goal 0.98 to 1.02: met`.
  func line(goal: ClosedRange<Double>) -> String {
    let medians = "medians \(Self.text(seconds.first.median, 4)) s and \(Self.text(seconds.second.median, 4)) s"
    guard let interval = ratio.interval else {
      return "ratio \(Self.text(ratio.ratio, 3)), \(seconds.first.count) pairs, too few for an interval; \(medians)"
    }
    let bounds =
      "\(Self.text(interval.low, 3)) to \(Self.text(interval.high, 3)) at \(Self.text(interval.level * 100, 1)) %"
    let goalText = (goal.lowerBound > 0 ? "\(goal.lowerBound) to " : "at most ") + "\(goal.upperBound)"
    return "ratio \(Self.text(ratio.ratio, 3)) (\(bounds)), \(seconds.first.count) pairs; \(medians); "
      + "goal \(goalText): \(GoalVerdict(interval, goal: goal))"
  }

  static func text(_ value: Double?, _ decimals: Int) -> String {
    guard let value else { return "–" }
    let scale = (0..<decimals).reduce(1.0) { scale, _ in scale * 10 }
    return "\((value * scale).rounded() / scale)"
  }
}
