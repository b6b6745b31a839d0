/// How much slower a candidate may be than its baseline before the gate turns red.
///
/// Red takes all of this: the ratio's interval lies above 1; the slowdown is larger than a percentage, than an absolute
/// number of seconds and than what the measurement could see at all; and, of many candidates, p is small enough after
/// Benjamini and Hochberg's adjustment. A red gate is to be confirmed by a fresh batch of rounds.
package struct Gate: Sendable, Hashable {
  /// What a slowdown was held against: the largest of the three.
  package enum Limit: String, Sendable, Hashable {
    case share, seconds, minimumDetectable
  }

  /// A candidate against its baseline.
  package struct Candidate: Sendable, Hashable {
    /// Candidate ÷ baseline.
    package var ratio: PairedRatio
    /// The baseline's median, positive: what the absolute floor is a share of.
    package var baselineSeconds: Double

    package init(ratio: PairedRatio, baselineSeconds: Double) {
      self.ratio = ratio
      self.baselineSeconds = baselineSeconds
    }
  }

  package struct Verdict: Sendable, Hashable {
    package enum Outcome: String, Sendable, Hashable {
      case passed, failed
      /// Too few rounds for an interval: neither was shown.
      case unresolved
    }

    package let outcome: Outcome
    /// How much slower the candidate is, as a share: 0.05 for 5 %; negative where it is faster.
    package let slowdown: Double
    /// The share that the slowdown must exceed, and which limit it comes from.
    package let threshold: Double
    package let limit: Limit
    /// Adjusted for all candidates that have a p; `nil` without one.
    package let adjustedP: Double?
  }

  /// A share: 0.05 for 5 %.
  package var smallestShare: Double
  package var smallestSeconds: Double
  package var alpha: Double

  package init(smallestShare: Double, smallestSeconds: Double, alpha: Double = 0.05) {
    self.smallestShare = smallestShare
    self.smallestSeconds = smallestSeconds
    self.alpha = alpha
  }

  /// - Parameter candidates: all candidates that the gate decides on together.
  /// - Returns: one for each, in their order.
  /// - Complexity: O(n log n).
  package func verdicts(on candidates: [Candidate]) -> [Verdict] {
    var adjusted = candidates.compactMap(\.ratio.p).benjaminiHochberg[...]
    return candidates.map { verdict(on: $0, adjustedP: $0.ratio.p == nil ? nil : adjusted.popFirst()) }
  }

  private func verdict(on candidate: Candidate, adjustedP: Double?) -> Verdict {
    let slowdown = candidate.ratio.ratio - 1
    let (threshold, limit) = threshold(for: candidate)
    guard let interval = candidate.ratio.interval, let adjustedP else {
      return Verdict(outcome: .unresolved, slowdown: slowdown, threshold: threshold, limit: limit, adjustedP: nil)
    }
    let isRed = interval.low > 1 && slowdown > threshold && adjustedP <= alpha
    return Verdict(
      outcome: isRed ? .failed : .passed, slowdown: slowdown, threshold: threshold, limit: limit, adjustedP: adjustedP)
  }

  private func threshold(for candidate: Candidate) -> (Double, Limit) {
    let seconds = smallestSeconds / candidate.baselineSeconds
    let detectable = (candidate.ratio.minimumDetectable ?? 1) - 1
    if detectable > max(smallestShare, seconds) { return (detectable, .minimumDetectable) }
    return seconds > smallestShare ? (seconds, .seconds) : (smallestShare, .share)
  }
}
