/// Decides when a session has measured enough: by the width of its confidence intervals or by time, never by p, since
/// stopping as soon as p is small finds differences that do not exist.
///
/// Stopping by width also increases false alarms slightly, since a session ends when its rounds happen to lie close
/// together. With 95 % intervals and a decision after each round from the sixth on, simulations had up to 7 % false
/// alarms. Therefore all intervals of such a session, for the decision and in reports, use ``alpha``, which keeps false
/// alarms below 5.5 % from the eighth round on.
package struct StoppingRule: Sendable, Hashable {
  package enum Reason: Sendable, Hashable {
    /// Every interval is narrow enough.
    /// - widest: the half-width of the widest interval, as a share.
    case narrow(widest: Double)
    /// All planned rounds were made.
    case rounds
    /// The next round would exceed the time budget.
    case budget
    case decided
    /// The rounds that the budget allows would decide no gate.
    case hopeless
  }

  /// The error probability of each interval in a session that may stop because of their width.
  package static let alpha = 0.035

  /// The half-width up to which an interval is narrow enough, as a share: 0.015 for ±1.5 %.
  package var targetHalfWidth = 0.015
  /// The number of rounds before which narrow intervals do not end the session.
  package var minimumRounds = 8
  package var maximumRounds: Int
  /// The time budget of the whole session, in seconds; `nil` for no limit.
  package var budgetSeconds: Double?

  /// Whether to stop before the next round.
  /// - Parameters:
  ///   - rounds: the number of complete rounds.
  ///   - intervals: one interval at ``alpha`` for each figure that the session has to determine; `nil` counts as too
  ///     wide.
  ///   - elapsedSeconds: the time since the session's start.
  ///   - nextRoundSeconds: the expected duration of the next round; 0 if unknown.
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
  /// - Returns: `nil` if there are no intervals, or if one is `nil`.
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
