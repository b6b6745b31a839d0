import CMath

/// The evidence for a step at an index of a series, as opposed to noise and drift.
struct StepEvidence {
  /// The prior: one step is expected in this many values.
  private static let expectedLength = 100.0
  /// The maximum number of values used on either side.
  static let reach = 100

  private let values: [Double]
  /// The index of the first value in the series, and the index of the step within the values (`place`).
  private let start: Int
  private let place: Int
  /// The variance inflation due to autocorrelation: the number of values with as much information as one independent
  /// value.
  private let inflation: Double
  private let plain: RobustFit
  private let stepped: RobustFit
  /// The difference in penalized log-likelihood (BIC) between the fits with and without a step.
  private let advantage: Double

  /// - Parameters:
  ///   - stretch: a section of the series with at least one value on either side of the step.
  ///   - index: the index of the step in the series.
  ///   - deviation: the standard deviation of the noise around the section.
  init(_ stretch: ArraySlice<Double>, at index: Int, deviation: Double) {
    let (values, place) = (Array(stretch), index - stretch.startIndex)
    func fit(_ hasSlope: Bool, _ hasStep: Bool) -> RobustFit {
      RobustFit(
        values, place: place, RobustFit.Shape(hasSlope: hasSlope, hasStep: hasStep), variance: deviation * deviation)
    }
    let fullest = fit(true, true)
    let inflation = fullest.inflation(of: values, place)
    let penalty = 0.5 * log(Double(values.count))
    func best(withStep hasStep: Bool) -> (fit: RobustFit, score: Double) {
      let fits = [fit(false, hasStep), hasStep ? fullest : fit(true, false)].map { fit in
        (fit, fit.logLikelihood / inflation - penalty * Double(fit.shape.parameters))
      }
      return fits[1].1 > fits[0].1 ? fits[1] : fits[0]
    }
    (self.values, self.place, self.inflation, start) = (values, place, inflation, stretch.startIndex)
    let (plain, stepped) = (best(withStep: false), best(withStep: true))
    (self.plain, self.stepped) = (plain.fit, stepped.fit)
    advantage = stepped.score - plain.score
  }

  /// - Returns: the step at its most probable index.
  var step: Step {
    let weights = placeWeights(of: stepped)
    let sum = weights.reduce(0, +)
    // The fit without a step has a place as well, where the noise changes. It must be averaged over all places, too.
    let others = placeWeights(of: plain)
    let odds = exp(
      min(
        600, advantage + log(sum) - log(others.reduce(0, +) / Double(others.count)) - log(Self.expectedLength)))
    let most = weights.indices.max { weights[$0] < weights[$1] } ?? 0
    let (low, high) = Self.bounds(of: weights, around: most, holding: 0.95 * sum)
    let before = stepped.mean(at: most, isAfter: false)
    return Step(
      index: start + 1 + most, candidates: (start + 1 + low)...(start + 1 + high), probability: odds / (1 + odds),
      before: before, after: before + stepped.step)
  }

  /// The range around the most probable place that contains a given weight, extended by the more probable neighbour
  /// first.
  private static func bounds(of weights: [Double], around most: Int, holding enough: Double) -> (Int, Int) {
    var (low, high, mass) = (most, most, weights[most])
    while mass < enough, low > 0 || high < weights.count - 1 {
      let (left, right) = (low > 0 ? weights[low - 1] : -1, high < weights.count - 1 ? weights[high + 1] : -1)
      if left > right {
        low -= 1
        mass += left
      } else {
        high += 1
        mass += right
      }
    }
    return (low, high)
  }

  /// The probability of each place, except for the first value, relative to the given one.
  private func placeWeights(of fit: RobustFit) -> [Double] {
    // If the step is elsewhere, the values in between change sides.
    let preferences = fit.preferenceForBefore(of: values)
    var weights = [Double](repeating: 1, count: values.count - 1)
    var sum = 0.0
    for later in (place + 1)..<max(place + 1, values.count) {
      sum += preferences[later - 1] / inflation
      weights[later - 1] = exp(min(300, sum))
    }
    sum = 0
    for earlier in (1..<place).reversed() {
      sum -= preferences[earlier] / inflation
      weights[earlier - 1] = exp(min(300, sum))
    }
    return weights
  }
}
