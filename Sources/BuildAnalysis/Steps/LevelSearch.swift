import CMath

/// Divides a series into parts of one level each, one value after another.
///
/// Exact optimum of a cost that bounds what a single value can cost (the biweight loss), so that a spike is paid for once
/// and makes no part of its own: Fearnhead and Rigaill, “Changepoint Detection in the Presence of Outliers”, JASA 114
/// (2019). The cost of the best division, as a function of the last level, is kept as pieces of parabolas.
struct LevelSearch: Sendable {
  /// A part of the function: `a θ² + b θ + c` up to a level.
  private struct Piece {
    var end: Double
    var a = 0.0
    var b = 0.0
    var c = 0.0
    /// Where the part begins whose level this would be.
    let since: Int

    /// The least cost between two levels.
    func minimum(from start: Double) -> Double {
      guard a > 0 else { return c }
      let level = max(start, min(end, -b / (2 * a)))
      return (a * level + b) * level + c
    }
  }

  /// What a further part costs, and what one value costs at most; in variances of the noise. Three values far away must
  /// cost more than two changes for an excursion, and one value less than a change.
  private static let (change, bound) = (8.0, 7.0)

  private var pieces = [Piece(end: .infinity, since: 0)]
  /// Of each value: where the last part begins of the best division that ends there.
  private var starts: [Int] = []

  var count: Int { starts.count }

  /// - Parameter deviation: of the noise at this place; positive.
  /// - Complexity: linear in the pieces, of which there are some dozens.
  mutating func append(_ value: Double, deviation: Double) {
    if !starts.isEmpty { allowChange() }
    let weight = 1 / (deviation * deviation)
    let reach = Self.bound.squareRoot() * deviation
    var next: [Piece] = []
    next.reserveCapacity(pieces.count + 2)
    var start = -Double.infinity
    for piece in pieces {
      // Far below the value, near it, and far above.
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

  /// Adds what a piece has between two levels, changed.
  /// - Returns: where that ends.
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

  /// Where the parts begin but the first, rising, in the best division of all values.
  var changes: [Int] {
    var changes: [Int] = []
    var end = starts.count
    while end > 0, starts[end - 1] > 0 {
      end = starts[end - 1]
      changes.append(end)
    }
    return changes.reversed()
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

  /// Where a level costs more than the best one and a change, a new part begins instead.
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
