/// When a session has measured enough: by the width of its intervals or by time, never by p, since stopping as soon as
/// p is small finds differences that do not exist.
///
/// Stopping by width has a small cost too, since rounds that happen to lie close together end a session. With 95 %
/// intervals and a decision after each round from the sixth on, simulations had up to 7 % false alarms. So the
/// intervals of such a session, both those that decide and those that are reported, use ``alpha``, which keeps false
/// alarms under 5.5 % from the eighth round on.
package struct StoppingRule: Sendable, Hashable {
  /// Why no further round is begun.
  package enum Reason: Sendable, Hashable {
    /// Every interval is narrow enough.
    /// - widest: the half-width of the widest, as a share.
    case narrow(widest: Double)
    /// All planned rounds were made.
    case rounds
    /// The next round would not end within the budget.
    case budget
  }

  /// The error probability of each interval of a session that may stop by their width.
  package static let alpha = 0.035

  /// The half-width up to which an interval is narrow enough, as a share: 0.015 for ±1.5 %.
  package var targetHalfWidth: Double
  /// With fewer rounds, narrow intervals do not count.
  package var minimumRounds: Int
  package var maximumRounds: Int
  /// The time for the whole session, in seconds; `nil` without a limit.
  package var budgetSeconds: Double?

  package init(
    targetHalfWidth: Double = 0.015, minimumRounds: Int = 8, maximumRounds: Int,
    budgetSeconds: Double? = nil
  ) {
    self.targetHalfWidth = targetHalfWidth
    self.minimumRounds = minimumRounds
    self.maximumRounds = maximumRounds
    self.budgetSeconds = budgetSeconds
  }

  /// Whether to stop before the next round.
  /// - Parameters:
  ///   - rounds: the number of complete rounds.
  ///   - intervals: one at ``alpha`` for each figure that the session has to determine; `nil` is not narrow.
  ///   - elapsedSeconds: since the session's start.
  ///   - nextRoundSeconds: the expected duration of the next round; 0 if it is not known.
  /// - Returns: `nil` to continue.
  /// - Complexity: O(intervals).
  package func reasonToStop(
    after rounds: Int, intervals: [Interval?], elapsedSeconds: Double, nextRoundSeconds: Double = 0
  ) -> Reason? {
    if rounds >= minimumRounds, let widest = Self.widest(intervals), widest <= targetHalfWidth {
      return .narrow(widest: widest)
    }
    if rounds >= maximumRounds { return .rounds }
    if let budgetSeconds, elapsedSeconds >= budgetSeconds || elapsedSeconds + nextRoundSeconds > budgetSeconds {
      return .budget
    }
    return nil
  }

  /// The half-width of the widest interval, as a share.
  /// - Returns: `nil` if there are none, or one is `nil`.
  static func widest(_ intervals: [Interval?]) -> Double? {
    let widths = intervals.compactMap { $0?.relativeHalfWidth }
    return widths.count == intervals.count ? widths.max() : nil
  }
}

extension Interval {
  /// The half-width as a share, on the scale on which ratios are additive: √(high ÷ low) − 1. `nil` if the interval
  /// contains 0.
  package var relativeHalfWidth: Double? { low > 0 ? (high / low).squareRoot() - 1 : nil }
}
