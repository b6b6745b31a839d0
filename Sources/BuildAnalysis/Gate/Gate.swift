import CMath

/// Decides whether a head is too much slower than its base.
///
/// It fails if the evidence excludes that the slowdown is within the limit, passes if it excludes that it exceeds the
/// limit, and is unresolved in between. Noise widens what the evidence leaves possible; it never decides.
///
/// The evidence is judged after 2, 3, 4, 6, 8, 11, 16, 22 and 32 pairs, and where the session ends, so that an obvious
/// result needs few builds. Each of these at most ten looks spends a tenth of the error probability (Bonferroni), so that
/// looking again and again never adds up to more than stated; so do the checks, and the two measures, that are decided
/// on together.
package struct Gate: Sendable {
  /// The probability that any check turns red although no slowdown exceeds its limit.
  package static let falseRed = 1.0 / 60
  /// The probability that a check turns green although its slowdown exceeds the limit.
  package static let falseGreen = 0.1
  /// By which factor a slowdown must exceed the limit, with its lower bound, to be red where no second session confirms it.
  /// Copies and folders that were disturbed on purpose changed CPU times by less than 2 % (`reports/gate.md`).
  fileprivate static let obvious = 1.1
  package static let looks = [2, 3, 4, 6, 8, 11, 16, 22, 32]

  /// The limit that applied: the larger of the two.
  package enum Limit: String, Sendable, Hashable, Encodable {
    case share, seconds
  }

  package struct Verdict: Sendable, Hashable, Encodable {
    package enum Outcome: String, Sendable, Hashable, Encodable {
      case passed, failed
      /// Neither was shown, because there are too few rounds or too much scatter.
      case unresolved
    }

    package let outcome: Outcome
    /// The figure that decided; where none did, the one whose bounds are closer together.
    package let measure: TimeMeasure
    /// How much slower the head is, as a share: 0.05 for 5 %; negative if it is faster.
    package let slowdown: Double
    /// What the evidence leaves possible, as shares: a slowdown below `low` is excluded at the level of a failure, one
    /// above `high` at that of a pass. Both contain the shift that noise may cause.
    package let low: Double
    package let high: Double
    package let pairs: Int
    /// The share that the slowdown must exceed for a failure; `limit` is its origin.
    package let threshold: Double
    package let limit: Limit
    /// Why neither was shown; `nil` unless the outcome is unresolved.
    package let doubt: Doubt?
    /// With how many pairs in all such a difference with such a scatter would be decided; `nil` if it is decided, or if a
    /// hundred would not suffice.
    package let pairsNeeded: Int?
  }

  /// Why a gate can neither fail nor pass.
  package enum Doubt: String, Sendable, Hashable, Encodable {
    case notCompared = "not-compared"
    /// A new session has yet to confirm it.
    case unconfirmed
    /// A new session by itself showed no slowdown beyond the limit.
    case contradicted
    /// The evidence excludes neither.
    case open
  }

  /// The number of checks that are decided on together.
  private let checks: Int

  package init(checks: Int) { self.checks = max(1, checks) }

  /// The number of rounds that confirm a slowdown of this many pairs: half as many, since they add to the first ones.
  package static func roundsToConfirm(_ pairs: Int) -> Int { max(2, (pairs + 1) / 2) }

  /// - Returns: `nil` if there is nothing to judge.
  /// - Complexity: O(pairs).
  package func verdict(on evidence: GateEvidence, _ limit: GateSettings.TimeLimit) -> Verdict? {
    let measures = limit.measure.map { [$0] } ?? TimeMeasure.allCases
    let verdicts = measures.compactMap { verdict(on: evidence, limit, $0, of: measures.count) }
    let open = verdicts.min { ($0.pairsNeeded ?? .max, $0.high - $0.low) < ($1.pairsNeeded ?? .max, $1.high - $1.low) }
    guard let decided = verdicts.first(where: { $0.outcome != .unresolved }) else { return open }
    // Where both are red, and one is so without a second session, that one says so.
    return decided.outcome == .failed ? verdicts.first(where: \.isObvious) ?? decided : decided
  }

  private func verdict(
    on evidence: GateEvidence, _ limit: GateSettings.TimeLimit, _ measure: TimeMeasure, of measures: Int
  ) -> Verdict? {
    guard let figure = evidence.figure(measure), let shift = ModeratedShift(figure, of: measure) else { return nil }
    let tests = Double((Self.looks.count + 1) * measures)
    let alpha = (red: Self.falseRed / (tests * Double(checks)), green: Self.falseGreen / tests)
    let seconds = limit.seconds / figure.base
    let (threshold, doubtful) = (max(limit.share, seconds), log(1 + figure.shift))
    let bound = log(1 + threshold)
    let low = shift.mean - shift.margin(alpha: alpha.red) - doubtful
    let high = shift.mean + shift.margin(alpha: alpha.green) + doubtful
    let isEnough = shift.pairs >= Self.looks[0]
    let outcome: Verdict.Outcome =
      isEnough && low > bound ? .failed : isEnough && high <= bound ? .passed : .unresolved
    let needed = (max(shift.pairs + 1, Self.looks[0])...max(100, shift.pairs + 1)).first { pairs in
      shift.mean - shift.margin(alpha: alpha.red, pairs: pairs) - doubtful > bound
        || shift.mean + shift.margin(alpha: alpha.green, pairs: pairs) + doubtful <= bound
    }
    return Verdict(
      outcome: outcome, measure: measure, slowdown: exp(shift.mean) - 1, low: exp(low) - 1, high: exp(high) - 1,
      pairs: shift.pairs, threshold: threshold, limit: seconds > limit.share ? .seconds : .share,
      doubt: outcome == .unresolved ? .open : nil, pairsNeeded: outcome == .unresolved ? needed : nil)
  }
}

extension Gate.Verdict {
  /// Whether the slowdown exceeds the limit by more than what copies and folders can cause.
  var isFarBeyondLimit: Bool { 1 + low > Gate.obvious * (1 + threshold) }
  /// Whether it is shown without a second session.
  package var isObvious: Bool { outcome == .failed && isFarBeyondLimit }

  /// The same evidence, which decides nothing.
  func doubted(_ doubt: Gate.Doubt) -> Gate.Verdict {
    Gate.Verdict(
      outcome: .unresolved, measure: measure, slowdown: slowdown, low: low, high: high, pairs: pairs,
      threshold: threshold, limit: limit, doubt: doubt, pairsNeeded: nil)
  }
}
