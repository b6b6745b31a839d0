import CMath

/// Divides a series into segments of constant level, one value at a time (change-point detection).
///
/// Finds the exact optimum of a penalized cost with bounded loss per value (the biweight loss), so that a spike has a
/// bounded cost and does not become a segment of its own: Fearnhead and Rigaill, “Changepoint Detection in the Presence
/// of Outliers”, JASA 114 (2019). The cost of the best segmentation, as a function of the last level, is stored as a
/// piecewise quadratic function.
struct LevelSearch: Sendable {
  /// A piece of the cost function: `a θ² + b θ + c` for levels up to `end`.
  private struct Piece {
    var end: Double
    var a = 0.0
    var b = 0.0
    var c = 0.0
    /// The index at which a segment with this level begins.
    let since: Int

    /// The minimum cost for levels from `start` to `end`.
    func minimum(from start: Double) -> Double {
      guard a > 0 else { return c }
      let level = max(start, min(end, -b / (2 * a)))
      return (a * level + b) * level + c
    }
  }

  /// The penalty of a change point and the maximum loss of a value, in units of the noise variance. Three outliers must
  /// cost more than two change points, so that an excursion is detected, and one outlier must cost less than one.
  private static let (change, bound) = (8.0, 7.0)

  private var pieces = [Piece(end: .infinity, since: 0)]
  /// For each value, the start of the last segment in the best segmentation that ends there.
  private var starts: [Int] = []

  /// - Parameter deviation: the standard deviation of the noise at this value; positive.
  /// - Complexity: O(pieces), of which there are usually a few dozen.
  mutating func append(_ value: Double, deviation: Double) {
    if !starts.isEmpty { allowChange() }
    let weight = 1 / (deviation * deviation)
    let reach = Self.bound.squareRoot() * deviation
    var next: [Piece] = []
    next.reserveCapacity(pieces.count + 2)
    var start = -Double.infinity
    for piece in pieces {
      // Levels far below the value, near it, and far above it.
      start = Self.add(piece, from: start, upTo: value - reach, to: &next) { $0.c += Self.bound }
      start = Self.add(piece, from: start, upTo: value + reach, to: &next) { part in
        part.a += weight
        part.b -= 2 * weight * value
        part.c += weight * value * value
      }
      start = Self.add(piece, from: start, upTo: .infinity, to: &next) { $0.c += Self.bound }
    }
    pieces = next
    starts.append(best.since)
  }

  /// Appends the part of a piece between two levels, modified by `change`.
  /// - Returns: the level at which that part ends.
  @inline(__always)
  private static func add(
    _ piece: Piece, from start: Double, upTo limit: Double, to pieces: inout [Piece], change: (inout Piece) -> Void
  ) -> Double {
    let end = min(limit, piece.end)
    guard end > start else { return start }
    var part = piece
    part.end = end
    change(&part)
    pieces.append(part)
    return end
  }

  /// The change points of the best segmentation of all values, ascending: the start of each segment except the first.
  var changes: [Int] {
    var changes: [Int] = []
    var end = starts.count
    while end > 0, starts[end - 1] > 0 {
      end = starts[end - 1]
      changes.append(end)
    }
    return changes.reversed()
  }

  /// The change points without those of levels that last for fewer than `fewest` values, such as two adjacent spikes: of
  /// these, only the end is left, which is a step if the level after it differs from the one before.
  func lastingChanges(of fewest: Int) -> [Int] {
    let changes = changes
    return zip(changes, changes.dropFirst() + [.max]).filter { $1 - $0 >= fewest }.map(\.0)
  }

  private var best: (cost: Double, since: Int) {
    var best = (cost: Double.infinity, since: 0)
    var start = -Double.infinity
    for piece in pieces {
      let cost = piece.minimum(from: start)
      if cost < best.cost { best = (cost, piece.since) }
      start = piece.end
    }
    return best
  }

  /// Replaces the function where it exceeds its minimum plus the penalty of a change point: there, a new segment
  /// begins.
  private mutating func allowChange() {
    let limit = best.cost + Self.change
    let now = starts.count
    var next: [Piece] = []
    next.reserveCapacity(pieces.count + 2)
    var start = -Double.infinity
    func add(_ piece: Piece, upTo end: Double) {
      guard end > start else { return }
      if piece.since == now, next.last?.since == now {
        next[next.count - 1].end = end
      } else {
        var part = piece
        part.end = end
        next.append(part)
      }
      start = end
    }
    let fresh = Piece(end: 0, c: limit, since: now)
    for piece in pieces {
      guard piece.a > 0 else {
        add(piece.c > limit ? fresh : piece, upTo: piece.end)
        continue
      }
      let discriminant = piece.b * piece.b - 4 * piece.a * (piece.c - limit)
      guard discriminant > 0 else {
        add(fresh, upTo: piece.end)
        continue
      }
      let root = discriminant.squareRoot()
      add(fresh, upTo: min(piece.end, (-piece.b - root) / (2 * piece.a)))
      add(piece, upTo: min(piece.end, (-piece.b + root) / (2 * piece.a)))
      add(fresh, upTo: piece.end)
    }
    pieces = next
  }
}
