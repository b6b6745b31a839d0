import CMath
import ModuleGraph

/// A Bayesian search for the revision at which a noisy figure changed, on a machine whose speed may drift
/// (`StepPosterior`).
///
/// Measurements are made in pairs: one probably before the step, one probably after it, in random order. So a drift is
/// not mistaken for a step for long, and no revision is measured more than twice in a row. Both are made next to the
/// posterior median, where the step is about as likely before as after: the probabilistic bisection of Horstein,
/// “Sequential transmission using noiseless feedback”, IEEE Trans. Inf. Theory 9 (1963).
package struct StepSearch: Sendable, Hashable {
  /// The number of revisions, from the good one (0) to the bad one.
  package let revisions: Int
  /// The probability that a revision must reach to be reported.
  package let certainty: Double
  /// Whether to search for an increase instead of a decrease.
  package let isUpward: Bool
  /// The minimum number of measurements of each end, and the maximum while the two do not differ clearly.
  private static let measurementsOfEnd = 3...20
  /// The search begins when it is at most this probable that the ends do not differ in the given direction, and ends when
  /// it is at most the second: that of a normal number beyond two and three standard deviations.
  private static let doubtToBegin = 0.025
  private static let doubtToEnd = 0.00135
  /// Each end gets at least one in this many measurements. Otherwise ends that lie close together by chance would
  /// mislead the search for a long time.
  private static let shareOfEnd = 6
  /// The minimum number of new measurements of the two revisions next to the step. Measurements of other sessions guide
  /// the search, but do not suffice to report a revision.
  private static let measurementsBesideStep = 3
  private(set) var measured: [StepPosterior.Measurement] = []
  /// Revisions that cannot be measured.
  private var skipped: Set<Int> = []

  package init(revisions: Int, certainty: Double = 0.95, isUpward: Bool = true) {
    (self.revisions, self.certainty, self.isUpward) = (revisions, certainty, isUpward)
  }

  /// - Parameters:
  ///   - seconds: positive.
  ///   - offsetSeconds: when it began, in seconds from the beginning of the search; `nil` if unknown.
  ///   - inflation: the variance of its noise, relative to that of an undisturbed build.
  ///   - wasKnown: whether it was measured in another session.
  package mutating func note(
    _ seconds: Double, at revision: Int, offsetSeconds: Double? = nil, inflation: Double = 1, wasKnown: Bool = false
  ) {
    measured.append(
      StepPosterior.Measurement(
        revision: revision, logSeconds: log(seconds), offsetSeconds: offsetSeconds, inflation: inflation,
        wasKnown: wasKnown))
  }

  /// Skips a revision that cannot be measured and is not one of the two ends. Its existing measurements are kept.
  package mutating func skip(_ revision: Int) { skipped.insert(revision) }

  package enum Step: Sendable, Hashable {
    case measure(revision: Int)
    /// The first bad revision: a single one, or a range of which only the last can be measured.
    case found(revisions: ClosedRange<Int>, probability: Double)
    /// The measurements show no difference between the two ends, or one in the opposite direction.
    case nothingToFind
  }

  /// The next step: measure the ends until they differ clearly, then where a measurement is most informative, until one
  /// revision is probable enough.
  /// - Complexity: O(measurements · measured revisions + revisions).
  package var next: Step {
    let last = revisions - 1
    let fewest = min(own(0), own(last))
    guard fewest >= Self.measurementsOfEnd.lowerBound, let posterior else {
      return .measure(revision: takesBadSide { $0 == last } ? last : 0)
    }
    var sum = 0.0
    let reached = posterior.probabilities.map { probability in
      sum += probability
      return sum
    }
    let takesBadSide = takesBadSide { $0 == last || reached[$0] >= 0.5 }
    let end = takesBadSide ? last : 0
    if posterior.doubt > Self.doubtToBegin {
      let isOver = fewest >= Self.measurementsOfEnd.upperBound || posterior.doubt >= 1 - Self.doubtToEnd
      return isOver ? .nothingToFind : .measure(revision: end)
    }
    if posterior.doubt <= Self.doubtToEnd, let best = best(of: posterior.probabilities), best.probability >= certainty {
      let beside = (before: best.revisions.lowerBound - 1, after: best.revisions.upperBound)
      guard min(own(beside.before), own(beside.after)) < Self.measurementsBesideStep else {
        return .found(revisions: best.revisions, probability: best.probability)
      }
      return .measure(revision: takesBadSide ? beside.after : beside.before)
    }
    if own(end) * Self.shareOfEnd < measured.count(where: { !$0.wasKnown }) { return .measure(revision: end) }
    let side = reached.indices.filter { ($0 == last || reached[$0] >= 0.5) == takesBadSide && !skipped.contains($0) }
    return .measure(revision: side.min { abs(reached[$0] - 0.5) < abs(reached[$1] - 0.5) } ?? end)
  }

  /// Whether the probabilities are meaningful: both ends were measured often enough, and something between them was
  /// measured as well.
  package var isLocating: Bool {
    min(own(0), own(revisions - 1)) >= Self.measurementsOfEnd.lowerBound
      && measured.contains { ![0, revisions - 1].contains($0.revision) }
  }

  /// The probability of each revision being the first bad one; 0 for the good one. Their sum is 1.
  ///
  /// Uniform until both ends were measured and there are three measurements.
  /// - Complexity: O(measurements · measured revisions + revisions).
  package var probabilities: [Double] { posterior?.probabilities ?? StepPosterior.uniform(revisions) }

  private var posterior: StepPosterior? {
    StepPosterior(of: measured, revisions: revisions, isUpward: isUpward)
  }

  /// The number of measurements of a revision made in this session.
  private func own(_ revision: Int) -> Int { measured.count { $0.revision == revision && !$0.wasKnown } }

  /// Whether the next measurement is to be after the step: the two of a pair are on different sides, and which comes
  /// first is random, but follows from their number, so that a resumed search continues in the same way.
  private func takesBadSide(_ isBad: (_ revision: Int) -> Bool) -> Bool {
    let own = measured.filter { !$0.wasKnown }
    if let former = own.last, !own.count.isMultiple(of: 2) { return !isBad(former.revision) }
    var generator = SeededGenerator(seed: UInt64(own.count))
    return generator.below(2) == 1
  }

  /// The most probable of the ranges that measurements can distinguish: each measurable revision together with the
  /// skipped ones before it.
  private func best(of probabilities: [Double]) -> (revisions: ClosedRange<Int>, probability: Double)? {
    var candidates: [ClosedRange<Int>] = []
    var start = 1
    for revision in 1..<revisions where !skipped.contains(revision) {
      candidates.append(start...revision)
      start = revision + 1
    }
    return candidates.map { ($0, probabilities[$0].reduce(0, +)) }.max { $0.1 < $1.1 }
  }
}
