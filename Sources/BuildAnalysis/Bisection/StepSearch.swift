import CMath

/// A Bayesian search for the revision at which a noisy figure changed.
///
/// The model: logarithms of seconds are normally distributed, with one mean before the step, another from the step on,
/// and a common variance. These parameters are integrated out under flat priors (1/σ² for the variance), so that the
/// probability of a revision depends on the measurements alone and includes the uncertainty of the noise. Before any
/// measurement, all revisions are equally likely. The next measurement is made at the posterior median, where the step
/// is as likely before as after (the probabilistic bisection of Horstein, “Sequential transmission using noiseless
/// feedback”, IEEE Trans. Inf. Theory 9 (1963)).
package struct StepSearch: Sendable, Hashable {
  /// The number of revisions, from the good one (0) to the bad one.
  package let revisions: Int
  /// The probability that a revision must reach to be reported.
  package let certainty: Double
  /// Whether to search for an increase instead of a decrease.
  package let isUpward: Bool
  /// The minimum number of measurements of each end, and the maximum while the two do not differ clearly.
  private static let measurementsOfEnd = 3...20
  /// The number of standard errors by which the ends must differ before the search begins.
  private static let clearDifference = 3.0
  /// Each end gets at least one in this many measurements. Otherwise ends that lie close together by chance would
  /// mislead the search for a long time.
  private static let shareOfEnd = 8
  /// The minimum number of new measurements of the two revisions next to the step. Measurements of other sessions guide
  /// the search, but do not suffice to report a revision.
  private static let measurementsBesideStep = 2
  /// Logarithms of the measurements, by revision.
  private var values: [[Double]]
  /// The number of these that come from other sessions, by revision.
  private var known: [Int]
  /// Revisions that cannot be measured.
  private var skipped: Set<Int> = []

  /// - Parameters:
  ///   - revisions: their number, at least 2; the first is good and the last is bad.
  ///   - certainty: between 0 and 1.
  ///   - isUpward: whether to search for an increase instead of a decrease.
  package init(revisions: Int, certainty: Double = 0.95, isUpward: Bool = true) {
    self.revisions = revisions
    self.certainty = certainty
    self.isUpward = isUpward
    values = Array(repeating: [], count: revisions)
    known = Array(repeating: 0, count: revisions)
  }

  /// The number of measurements.
  package var measurements: Int { values.reduce(0) { $0 + $1.count } }

  /// - Parameters:
  ///   - seconds: positive.
  ///   - wasKnown: whether it was measured in another session.
  package mutating func note(_ seconds: Double, at revision: Int, wasKnown: Bool = false) {
    values[revision].append(log(seconds))
    if wasKnown { known[revision] += 1 }
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

  /// The next step: measure the ends in turn until they differ clearly, then where a measurement is most informative,
  /// until one revision is probable enough.
  /// - Complexity: O(revisions + measurements).
  package var next: Step {
    let (good, bad) = (Sums(values[0]), Sums(values[revisions - 1]))
    let fewest = min(own(0), own(revisions - 1))
    let gap = (isUpward ? 1 : -1) * good.standardErrors(to: bad)
    let isMeasured = fewest >= Self.measurementsOfEnd.lowerBound
    let isUnclear = !isMeasured || !(gap >= Self.clearDifference)
    if isUnclear, fewest >= Self.measurementsOfEnd.upperBound || (isMeasured && gap <= -Self.clearDifference) {
      return .nothingToFind
    }
    if isUnclear || Int(min(good.count, bad.count)) * Self.shareOfEnd < measurements {
      return .measure(revision: own(0) <= own(revisions - 1) ? 0 : revisions - 1)
    }
    let probabilities = self.probabilities
    let best = candidates.map { ($0, probabilities[$0].reduce(0, +)) }.max { $0.1 < $1.1 }
    guard let best, best.1 >= certainty else { return .measure(revision: middle(of: probabilities)) }
    let beside = [best.0.lowerBound - 1, best.0.upperBound].min { own($0) < own($1) }
    if let beside, own(beside) < Self.measurementsBesideStep { return .measure(revision: beside) }
    return .found(revisions: best.0, probability: best.1)
  }

  /// Whether the probabilities are meaningful: both ends were measured often enough, and something between them was
  /// measured as well.
  package var isLocating: Bool {
    min(own(0), own(revisions - 1)) >= Self.measurementsOfEnd.lowerBound
      && values.dropFirst().dropLast().contains { !$0.isEmpty }
  }

  /// The number of measurements of a revision made in this session.
  private func own(_ revision: Int) -> Int { values[revision].count - known[revision] }

  /// The ranges that measurements can distinguish: each measurable revision together with the skipped ones before it.
  private var candidates: [ClosedRange<Int>] {
    var candidates: [ClosedRange<Int>] = []
    var start = 1
    for revision in 1..<revisions where !skipped.contains(revision) {
      candidates.append(start...revision)
      start = revision + 1
    }
    return candidates
  }

  /// The measurable revision closest to the posterior median: the step is there or before with a probability of about
  /// 1/2.
  private func middle(of probabilities: [Double]) -> Int {
    var (before, best) = (0.0, (revision: 0, distance: Double.infinity))
    for (revision, probability) in probabilities.enumerated() {
      before += probability
      if abs(before - 0.5) < best.distance, !skipped.contains(revision) { best = (revision, abs(before - 0.5)) }
    }
    return best.revision
  }

  /// The probability of each revision being the first bad one; 0 for the good one. Their sum is 1.
  ///
  /// Uniform until both ends were measured and there are three measurements.
  /// - Complexity: O(revisions).
  package var probabilities: [Double] {
    var logs = Array(repeating: -Double.infinity, count: revisions)
    let all = values.reduce(into: Sums()) { $0.add($1) }
    var before = Sums()
    for revision in 1..<revisions {
      before.add(values[revision - 1])
      logs[revision] = before.logLikelihood(with: all.without(before))
    }
    let largest = logs.max() ?? 0
    let weights = logs.map { exp($0 - largest) }
    let sum = weights.reduce(0, +)
    return weights.map { $0 / sum }
  }

  /// Mean after ÷ mean before, split at the most probable revision; `nil` until both ends were measured.
  package var ratio: Double? {
    let probabilities = self.probabilities
    guard !values[0].isEmpty, let last = values.last, !last.isEmpty,
      let best = probabilities.indices.max(by: { probabilities[$0] < probabilities[$1] })
    else { return nil }
    let before = Sums(values[..<best].flatMap(\.self))
    let after = Sums(values[best...].flatMap(\.self))
    return exp(after.mean - before.mean)
  }
}

/// The count of some numbers, their sum and the sum of their squares.
private struct Sums {
  var count = 0.0
  var sum = 0.0
  var squares = 0.0

  init() {}

  init(_ numbers: [Double]) { add(numbers) }

  mutating func add(_ numbers: [Double]) {
    for number in numbers {
      count += 1
      sum += number
      squares += number * number
    }
  }

  func without(_ other: Sums) -> Sums {
    var rest = self
    rest.count -= other.count
    rest.sum -= other.sum
    rest.squares -= other.squares
    return rest
  }

  var mean: Double { sum / count }

  /// The sum of squared deviations from the mean.
  private var scatter: Double { max(0, squares - sum * sum / count) }

  /// How much larger the other mean is, in standard errors of the difference. NaN or infinite if nothing varies.
  func standardErrors(to other: Sums) -> Double {
    let variance = (scatter + other.scatter) / (count + other.count - 2)
    return (other.mean - mean) / (variance * (1 / count + 1 / other.count)).squareRoot()
  }

  /// The marginal log-likelihood of two groups with a mean each and a common variance, up to a constant that is the
  /// same for every split.
  func logLikelihood(with other: Sums) -> Double {
    let total = count + other.count
    guard count > 0, other.count > 0, total > 2 else { return 0 }
    // A lower bound: identical numbers must not lead to infinite certainty.
    let scatter = max(self.scatter + other.scatter, total * 1e-12)
    return -0.5 * (log(count) + log(other.count)) - 0.5 * (total - 2) * log(scatter)
  }
}
