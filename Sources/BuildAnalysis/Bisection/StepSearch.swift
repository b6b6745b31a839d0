import CMath

/// Finds the revision at which a noisy figure stepped: a Bayesian search.
///
/// The model: logarithms of seconds are normal, with one mean before the step, another one from it on, and one variance.
/// These are integrated out under flat priors (1/σ² for the variance), so that the probability of a revision follows
/// from the measurements alone and includes the uncertainty of the noise. Before any measurement, all revisions are
/// equally likely. The next measurement is made where the step is as likely before as after (the probabilistic bisection
/// of Horstein, “Sequential transmission using noiseless feedback”, IEEE Trans. Inf. Theory 9 (1963)).
package struct StepSearch: Sendable, Hashable {
  /// From the good one, which is 0, to the bad one.
  package let revisions: Int
  /// How probable a revision must be to be named.
  package let certainty: Double
  /// Whether the step that is looked for leads to larger figures.
  package let isUpward: Bool
  /// How often each end is measured at least, and at most where the two do not differ clearly.
  private static let measurementsOfEnd = 3...20
  /// By how many standard errors the ends must differ before the search begins.
  private static let clearDifference = 3.0
  /// Each end has at least this part of all measurements. Without it, ends that lie close together by chance mislead the
  /// search for long.
  private static let shareOfEnd = 8
  /// How often the two revisions that the step parts are measured at least, besides what was known before. What was
  /// measured in other sessions says where to look; it alone names nothing.
  private static let measurementsBesideStep = 2
  /// By revision, logarithms.
  private var values: [[Double]]
  /// By revision, how many of these were known before.
  private var known: [Int]
  /// Revisions that cannot be measured.
  private var skipped: Set<Int> = []

  /// - Parameters:
  ///   - revisions: at least 2, in their order; the first is good and the last one bad.
  ///   - certainty: between 0 and 1.
  ///   - isUpward: whether the step that is looked for leads to larger figures.
  package init(revisions: Int, certainty: Double = 0.95, isUpward: Bool = true) {
    self.revisions = revisions
    self.certainty = certainty
    self.isUpward = isUpward
    values = Array(repeating: [], count: revisions)
    known = Array(repeating: 0, count: revisions)
  }

  /// How many measurements there are.
  package var measurements: Int { values.reduce(0) { $0 + $1.count } }

  /// - Parameters:
  ///   - seconds: positive.
  ///   - wasKnown: whether another session has measured it.
  package mutating func note(_ seconds: Double, at revision: Int, wasKnown: Bool = false) {
    values[revision].append(log(seconds))
    if wasKnown { known[revision] += 1 }
  }

  /// Leaves out a revision that cannot be measured, and is neither of the two ends; what was known of it stays.
  package mutating func skip(_ revision: Int) { skipped.insert(revision) }

  package enum Step: Sendable, Hashable {
    case measure(revision: Int)
    /// The first bad revision: one, or several of which all but the last cannot be measured.
    case found(revisions: ClosedRange<Int>, probability: Double)
    /// The two ends do not differ, as far as so many measurements tell, or the other way around.
    case nothingToFind
  }

  /// What to do now: a measurement of the ends in turn until they differ clearly, then where it says most, until one
  /// revision is certain enough.
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

  /// Whether both ends were measured often enough for probabilities to mean something.
  package var isLocating: Bool { min(own(0), own(revisions - 1)) >= Self.measurementsOfEnd.lowerBound }

  /// How many measurements of a revision were not known before.
  private func own(_ revision: Int) -> Int { values[revision].count - known[revision] }

  /// What measurements can tell apart: every revision, but for those after one that cannot be measured.
  private var candidates: [ClosedRange<Int>] {
    var candidates: [ClosedRange<Int>] = []
    var start = 1
    for revision in 1..<revisions where !skipped.contains(revision) {
      candidates.append(start...revision)
      start = revision + 1
    }
    return candidates
  }

  /// The revision that can be measured at which it is as likely as not that the step is there or before.
  private func middle(of probabilities: [Double]) -> Int {
    var (before, best) = (0.0, (revision: 0, distance: Double.infinity))
    for (revision, probability) in probabilities.enumerated() {
      before += probability
      if abs(before - 0.5) < best.distance, !skipped.contains(revision) { best = (revision, abs(before - 0.5)) }
    }
    return best.revision
  }

  /// Of each revision, that it is the first bad one; 0 for the good one. Their sum is 1.
  ///
  /// All are alike until both ends were measured and there are three measurements.
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

  /// The bad side ÷ the good side, as the most probable revision parts them; `nil` until both ends were measured.
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

/// How many numbers, their sum and that of their squares.
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

  /// The squared distances from the mean.
  private var scatter: Double { max(0, squares - sum * sum / count) }

  /// How much larger the other's mean is, in standard errors of their difference. Not a number where nothing varies.
  func standardErrors(to other: Sums) -> Double {
    let variance = (scatter + other.scatter) / (count + other.count - 2)
    return (other.mean - mean) / (variance * (1 / count + 1 / other.count)).squareRoot()
  }

  /// That these and those have a mean each and one variance, without what is the same for every parting.
  func logLikelihood(with other: Sums) -> Double {
    let total = count + other.count
    guard count > 0, other.count > 0, total > 2 else { return 0 }
    // Numbers that are all the same must not make anything certain.
    let scatter = max(self.scatter + other.scatter, total * 1e-12)
    return -0.5 * (log(count) + log(other.count)) - 0.5 * (total - 2) * log(scatter)
  }
}
