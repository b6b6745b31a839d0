/// How much slower a head may be than its base before a gate turns red.
///
/// Red takes all of this: the ratio's interval lies above 1; the slowdown is larger than a percentage, than an absolute
/// number of seconds and than what the measurement could see at all; and, of many candidates, p is small enough after
/// Benjamini and Hochberg's adjustment. A red gate is to be confirmed by a new session. What is not red passes only if
/// the measurement could have seen a slowdown beyond the limit, or its interval excludes one.
package struct Gate: Sendable, Hashable {
  /// The limit that the slowdown was compared with: the largest of the three.
  package enum Limit: String, Sendable, Hashable, Encodable {
    case share, seconds
    case minimumDetectable = "minimum-detectable"
  }

  /// A head against its base, and how much slower it may be.
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
      /// Neither was shown: there are too few rounds, or too much scatter.
      case unresolved
    }

    package let outcome: Outcome
    /// How much slower the head is, as a share: 0.05 for 5 %; negative where it is faster.
    package let slowdown: Double
    /// The share that the slowdown has to exceed, and where it comes from.
    package let threshold: Double
    package let limit: Limit
    /// After Benjamini and Hochberg's adjustment for all candidates that have a p; absent without one.
    package let adjustedP: Double?
  }

  package var alpha: Double

  package init(alpha: Double = 0.05) { self.alpha = alpha }

  /// - Parameter candidates: all that the gate decides on at once.
  /// - Returns: one for each, in their order.
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
    let outcome = outcome(change, slowdown, floor: floor, detectable: detectable, adjustedP)
    let limit: Limit =
      detectable > floor ? .minimumDetectable : seconds > candidate.smallestShare ? .seconds : .share
    return Verdict(
      outcome: outcome, slowdown: slowdown, threshold: max(floor, detectable), limit: limit, adjustedP: adjustedP)
  }

  private func outcome(
    _ change: FigureChange, _ slowdown: Double, floor: Double, detectable: Double, _ adjustedP: Double?
  ) -> Verdict.Outcome {
    guard let low = change.low, let high = change.high, let adjustedP else { return .unresolved }
    let isUnusable = change.verdict == .noisy
    if !isUnusable, low > 1, slowdown > max(floor, detectable), adjustedP <= alpha { return .failed }
    let isExcluded = high - 1 <= floor
    let wasVisible = slowdown <= floor && detectable <= floor
    return !isUnusable && (isExcluded || wasVisible) ? .passed : .unresolved
  }
}
