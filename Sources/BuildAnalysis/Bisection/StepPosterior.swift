import CMath

/// The probability of each place of a step, given measurements on a machine whose speed may drift.
///
/// The model, for logarithms of seconds: a level, a step from the sought revision on, a drift of the machine, and normal
/// noise. The drift is a random walk over the time of the session. Its speed is unknown: the probabilities are a mean
/// over several speeds, including none, each weighted by how well it explains the measurements. The noise (with prior
/// 1/σ²), the level (flat) and the step (normal, of one of two sizes relative to the noise) are integrated out as well.
/// Before any measurement, all revisions are equally likely.
///
/// For a given speed, the drift is removed by a Kalman filter, whose innovations are independent: Durbin & Koopman, “Time
/// Series Analysis by State Space Methods”, 2nd ed., 6.2.
package struct StepPosterior: Sendable {
  package struct Measurement: Sendable, Hashable {
    let revision: Int
    let logSeconds: Double
    /// When it began, in seconds from the first one; `nil` if unknown.
    let offsetSeconds: Double?
    /// The variance of its noise, relative to that of an undisturbed build.
    let inflation: Double
    /// Whether it was made in another session, with a drift of its own.
    let wasKnown: Bool
  }

  /// For each revision, the probability that it is the first one after the step; 0 for the good one. Their sum is 1.
  package let probabilities: [Double]
  /// The probability that there is no step in the given direction, but one in the other.
  package let doubt: Double

  /// Ways in which the machine's speed may change: not at all, steadily, or at random.
  private static let drifts =
    [Drift(variance: 0, slope: 0, prior: 12), Drift(variance: 0, slope: 0.2, prior: 2)]
    + [0.01, 0.03, 0.1, 0.3, 1, 3].map { Drift(variance: $0, slope: 0, prior: 1) }
  /// The variance of the differences between sessions, relative to that of the noise.
  private static let sessions = [0.0, 1, 10, 100]
  /// The standard deviation of steps, relative to that of the noise: small ones, which take many builds, are as likely
  /// as large ones. With a flat prior, a search for a small step would too early mistake chance for a large one.
  private static let sizes = [1.5, 10]

  /// - Parameters:
  ///   - measurements: those of this session in the order in which they were made.
  ///   - revisions: their number.
  ///   - isUpward: whether the step is an increase.
  /// - Returns: `nil` until both ends were measured and there are three measurements.
  /// - Complexity: O(measurements · measured revisions).
  init?(of measurements: [Measurement], revisions: Int, isUpward: Bool) {
    let places = Set(measurements.map(\.revision)).sorted()
    guard places.first == 0, places.last == revisions - 1, measurements.count > 2 else { return nil }
    // Measurements cannot tell the revisions between two measured ones apart.
    let hypotheses = Self.hypotheses(measurements, stepAt: Array(places.dropFirst()), isUpward: isUpward)
    let largest = hypotheses.map(\.logEvidence).max() ?? 0
    var shares = [Double](repeating: 0, count: places.count - 1)
    var total = 0.0
    for hypothesis in hypotheses {
      let weight = exp(hypothesis.logEvidence - largest)
      shares[hypothesis.part] += weight * hypothesis.inDirection
      total += weight * Double(places[hypothesis.part + 1] - places[hypothesis.part])
    }
    var probabilities = [Double](repeating: 0, count: revisions)
    for (part, share) in shares.enumerated() {
      for revision in (places[part] + 1)...places[part + 1] { probabilities[revision] = share }
    }
    let sum = probabilities.reduce(0, +)
    doubt = max(0, 1 - sum / total)
    self.probabilities = sum > 0 ? probabilities.map { $0 / sum } : Self.uniform(revisions)
  }

  /// Every combination of a place, a drift and a size of the step.
  private static func hypotheses(
    _ measurements: [Measurement], stepAt places: [Int], isUpward: Bool
  ) -> [Hypothesis] {
    let gaps = gaps(between: measurements)
    let values = measurements.map(\.logSeconds)
    let sides = places.map { place in measurements.map { $0.revision >= place ? 1.0 : 0 } }
    var hypotheses: [Hypothesis] = []
    for session in measurements.contains(where: \.wasKnown) ? sessions : [0] {
      for drift in drifts {
        let regression = Regression(of: values, DriftFilter(measurements, gaps, drift, session: session))
        for (part, side) in sides.enumerated() {
          hypotheses += regression.hypotheses(part, side, sizes: sizes, isUpward: isUpward, logPrior: log(drift.prior))
        }
      }
    }
    return hypotheses
  }

  /// All revisions but the good one, equally likely.
  static func uniform(_ revisions: Int) -> [Double] {
    [0] + Array(repeating: 1 / Double(revisions - 1), count: revisions - 1)
  }

  /// The time from each measurement of this session to the next one, in units of the median of these times. If times are
  /// unknown, all are 1.
  private static func gaps(between measurements: [Measurement]) -> [Double] {
    let own = measurements.filter { !$0.wasKnown }
    let offsets = own.compactMap(\.offsetSeconds)
    let seconds = zip(offsets.dropFirst(), offsets).map { max(0, $0 - $1) }
    guard offsets.count == own.count, let unit = seconds.median, unit > 0 else {
      return Array(repeating: 1, count: max(0, own.count - 1))
    }
    return seconds.map { $0 / unit }
  }
}

/// How the speed of a machine may change from one build to the next, relative to the standard deviation of the noise.
private struct Drift {
  /// The variance of a random walk's step.
  let variance: Double
  /// The standard deviation of a steady change.
  let slope: Double
  /// How likely it is before any measurement, relative to others.
  let prior: Double
}

/// A place, a speed of the drift and a size of the step.
private struct Hypothesis {
  /// The measured revisions between which the step is.
  let part: Int
  /// Up to a constant that is the same for all.
  let logEvidence: Double
  /// The probability that the step is in the given direction.
  let inDirection: Double
}

/// Turns measurements into independent numbers of equal variance, by subtracting from each the drift predicted from
/// those before it.
private struct DriftFilter {
  /// For each measurement: its standard deviation given those before it, and the share of its prediction error by which
  /// the drift is corrected.
  private var scales: [Double] = []
  private var gains: [Double] = []
  private(set) var logDeterminant = 0.0
  /// A steady change, and the part of it that is removed.
  private var ramp: (numbers: [Double], share: Double)?

  init(_ measurements: [StepPosterior.Measurement], _ gaps: [Double], _ drift: Drift, session: Double) {
    var (uncertainty, elapsed, gaps) = (0.0, 0.0, gaps[...])
    var times: [Double] = []
    for measurement in measurements {
      // A session of its own says nothing about the drift of this one.
      let (former, noise) =
        measurement.wasKnown ? (0, measurement.inflation + session) : (uncertainty, measurement.inflation)
      let variance = former + noise
      scales.append(variance.squareRoot())
      gains.append(former / variance)
      logDeterminant += log(variance)
      times.append(measurement.wasKnown ? 0 : elapsed)
      if !measurement.wasKnown {
        let gap = gaps.popFirst() ?? 0
        uncertainty = former * noise / variance + drift.variance * gap
        elapsed += gap
      }
    }
    guard drift.slope > 0 else { return }
    let numbers = self(times)
    let square = product(numbers, numbers)
    // The root of the inverse of 1 + slope² · ramp · rampᵀ.
    let growth = 1 + drift.slope * drift.slope * square
    ramp = (numbers, square > 0 ? (1 - 1 / growth.squareRoot()) / square : 0)
    logDeterminant += log(growth)
  }

  /// - Complexity: O(numbers).
  func callAsFunction(_ numbers: [Double]) -> [Double] {
    var (drift, independent) = (0.0, numbers)
    for index in numbers.indices {
      let surprise = numbers[index] - (gains[index] > 0 ? drift : 0)
      drift += gains[index] * surprise
      independent[index] = surprise / scales[index]
    }
    if let ramp {
      let removed = ramp.share * product(independent, ramp.numbers)
      for index in numbers.indices { independent[index] -= removed * ramp.numbers[index] }
    }
    return independent
  }
}

/// A linear model with a level and a step, for filtered measurements.
private struct Regression {
  private let filter: DriftFilter
  private let level: [Double]
  private let values: [Double]
  /// Inner products of these two.
  private let levelSquare: Double
  private let levelValue: Double
  private let valueSquare: Double

  init(of values: [Double], _ filter: DriftFilter) {
    self.filter = filter
    self.values = filter(values)
    level = filter(Array(repeating: 1, count: values.count))
    (levelSquare, levelValue) = (product(level, level), product(level, self.values))
    valueSquare = product(self.values, self.values) - levelValue * levelValue / levelSquare
  }

  /// - Parameters:
  ///   - side: 1 for measurements after the step, 0 for others.
  ///   - sizes: the standard deviations of the step's prior, relative to that of the noise.
  /// - Returns: one for each size.
  /// - Complexity: O(measurements · sizes).
  func hypotheses(
    _ part: Int, _ side: [Double], sizes: [Double], isUpward: Bool, logPrior: Double
  ) -> [Hypothesis] {
    let step = filter(side)
    let levelStep = product(level, step)
    let stepSquare = product(step, step) - levelStep * levelStep / levelSquare
    let stepValue = product(step, values) - levelStep * levelValue / levelSquare
    let freedom = values.count - 1
    return sizes.map { size in
      let precision = stepSquare + 1 / (size * size)
      // A lower bound: identical numbers must not lead to infinite certainty.
      let scatter = max(valueSquare - stepValue * stepValue / precision, Double(values.count) * 1e-12)
      let ratio = stepValue / (precision * scatter / Double(freedom)).squareRoot()
      let logDeterminant = filter.logDeterminant + log(levelSquare * precision * size * size)
      return Hypothesis(
        part: part, logEvidence: logPrior - 0.5 * (logDeterminant + Double(freedom) * log(scatter)),
        inDirection: studentProbability(atMost: isUpward ? ratio : -ratio, degreesOfFreedom: freedom))
    }
  }
}

private func product(_ left: [Double], _ right: [Double]) -> Double {
  var sum = 0.0
  for index in left.indices { sum += left[index] * right[index] }
  return sum
}
