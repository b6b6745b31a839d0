/// Decides whether a head is too much slower than its base.
///
/// A gate fails only if all of the following hold: the confidence interval of the ratio lies above 1; the slowdown
/// exceeds a percentage, an absolute number of seconds and the smallest detectable slowdown; and p is small enough
/// after the Benjamini-Hochberg adjustment over all candidates. A failure should be confirmed by a new session.
/// Otherwise the gate passes only if the measurement could have detected a slowdown beyond the limit, or if the
/// interval excludes one.
package struct Gate: Sendable, Hashable {
  /// The limit that applied: the largest of the three.
  package enum Limit: String, Sendable, Hashable, Encodable {
    case share, seconds
    case minimumDetectable = "minimum-detectable"
  }

  /// A comparison of a head with its base, and its limits.
  package struct Candidate: Sendable, Hashable {
    package var change: FigureChange
    /// A share: 0.05 for 5 %.
    package var smallestShare: Double
    package var smallestSeconds: Double

    package init(_ change: FigureChange, smallestShare: Double, smallestSeconds: Double) {
      (self.change, self.smallestShare, self.smallestSeconds) = (change, smallestShare, smallestSeconds)
    }
  }

  package struct Verdict: Sendable, Hashable, Encodable {
    package enum Outcome: String, Sendable, Hashable, Encodable {
      case passed, failed
      /// Neither was shown, because there are too few rounds or too much scatter.
      case unresolved
    }

    package let outcome: Outcome
    /// How much slower the head is, as a share: 0.05 for 5 %; negative if it is faster.
    package let slowdown: Double
    /// The share that the slowdown must exceed for a failure; `limit` is its origin.
    package let threshold: Double
    package let limit: Limit
    /// The p-value with the Benjamini-Hochberg adjustment over all candidates that have one; `nil` if there is none.
    package let adjustedP: Double?
    /// Why neither was shown; `nil` unless the outcome is unresolved.
    package let doubt: Doubt?
  }

  /// Why a gate can neither fail nor pass.
  package enum Doubt: String, Sendable, Hashable, Encodable {
    case notCompared = "not-compared"
    /// A new session has yet to confirm it.
    case unconfirmed
    case tooFewRounds = "too-few-rounds"
    /// The session was too disturbed for any conclusion.
    case unusableSession = "unusable-session"
    /// The interval is too wide for any conclusion.
    case wideInterval = "wide-interval"
    /// The slowdown exceeds the limits, but the interval includes no slowdown.
    case interval
    /// The interval lies above 1 and the slowdown above the limits, but p is too large after the adjustment.
    case adjustment
    /// The limit, or the slowdown beyond it, is smaller than what could be detected.
    case detectable = "minimum-detectable"
  }

  package var alpha: Double

  package init(alpha: Double = 0.05) { self.alpha = alpha }

  /// - Parameter candidates: all comparisons that the gate decides on together.
  /// - Returns: one verdict for each candidate, in their order.
  /// - Complexity: O(n log n).
  package func verdicts(on candidates: [Candidate]) -> [Verdict] {
    var adjusted = candidates.compactMap(\.change.p).benjaminiHochberg[...]
    return candidates.map { verdict(on: $0, adjustedP: $0.change.p == nil ? nil : adjusted.popFirst()) }
  }

  private func verdict(on candidate: Candidate, adjustedP: Double?) -> Verdict {
    let change = candidate.change
    let slowdown = change.ratio - 1
    let seconds = candidate.smallestSeconds / change.base
    let floor = max(candidate.smallestShare, seconds)
    let detectable = (change.minimumDetectable ?? 1) - 1
    let (outcome, doubt) = outcome(change, slowdown, floor: floor, detectable: detectable, adjustedP)
    let limit: Limit =
      detectable > floor ? .minimumDetectable : seconds > candidate.smallestShare ? .seconds : .share
    return Verdict(
      outcome: outcome, slowdown: slowdown, threshold: max(floor, detectable), limit: limit, adjustedP: adjustedP,
      doubt: doubt)
  }

  private func outcome(
    _ change: FigureChange, _ slowdown: Double, floor: Double, detectable: Double, _ adjustedP: Double?
  ) -> (Verdict.Outcome, Doubt?) {
    guard let low = change.low, let high = change.high, let adjustedP else { return (.unresolved, .tooFewRounds) }
    guard change.verdict != .noisy else {
      return (.unresolved, change.isTooWide ? .wideInterval : .unusableSession)
    }
    let isLarge = slowdown > max(floor, detectable)
    if low > 1, isLarge, adjustedP <= alpha { return (.failed, nil) }
    let isExcluded = high - 1 <= floor
    let wasVisible = slowdown <= floor && detectable <= floor
    if isExcluded || wasVisible { return (.passed, nil) }
    return (.unresolved, !isLarge ? .detectable : low > 1 ? .adjustment : .interval)
  }
}
