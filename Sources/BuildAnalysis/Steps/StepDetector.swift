extension [Double] {
  /// The steps of a series, ascending by index: lasting changes of level, but not single spikes, drift, or changes of the
  /// noise alone.
  ///
  /// A search for levels (``LevelSearch``) proposes change points. For each of them, the evidence for a step is compared
  /// with noise and drift (``StepEvidence``). The smallest detectable step depends on the noise of the series itself.
  /// - Parameter threshold: the probability from which on a step is reported.
  /// - Complexity: O(n · pieces) of the search, of which there are usually a few dozen.
  package func steps(threshold: Double = 0.95) -> [Step] { StepDetector(values: self).steps(threshold: threshold) }
}

/// A lasting change of level in a series.
package struct Step: Sendable, Hashable {
  /// The most probable first value of the new level.
  package let index: Int
  /// The range that contains the first value of the new level with a probability of 95 %, given that there is a step.
  package let candidates: ClosedRange<Int>
  /// The probability that this is a step, and not noise or drift.
  package let probability: Double
  /// The levels before and after the step.
  package let before: Double
  package let after: Double

  /// 1.03 for 3 % more.
  package var ratio: Double { after / before }
}

private struct StepDetector {
  let values: [Double]

  /// The minimum number of values on either side of a step.
  private static let fewest = 3
  /// The number of values from which on the noise can be estimated.
  private static let fewestForNoise = 16
  /// The number of differences before a value from which its noise is estimated.
  private static let window = 64
  /// Converts the median absolute difference to a standard deviation: half of a normal distribution lies within 0.6745
  /// standard deviations, and a difference has the variance of two values.
  private static let deviationPerDifference = 1 / (0.674_489_75 * 2.0.squareRoot())
  /// The smallest noise, as a share of the level.
  private static let resolution = 1e-4

  /// Removes the least probable step and evaluates its neighbours again, until all remaining steps reach the threshold.
  func steps(threshold: Double) -> [Step] {
    var search = LevelSearch()
    for (index, value) in values.enumerated() { search.append(value, deviation: deviation(at: index)) }
    var places = search.lastingChanges(of: Self.fewest).filter { $0 >= Self.fewest && $0 <= values.count - Self.fewest }
    var steps = places.indices.map { step(at: $0, of: places) }
    while let weakest = steps.indices.min(by: { steps[$0].probability < steps[$1].probability }),
      steps[weakest].probability < threshold
    {
      places.remove(at: weakest)
      steps.remove(at: weakest)
      for position in [weakest - 1, weakest] where places.indices.contains(position) {
        steps[position] = step(at: position, of: places)
      }
    }
    return steps
  }

  /// By the values between the previous and the next change point, at most ``StepEvidence/reach`` on either side.
  private func step(at position: Int, of places: [Int]) -> Step {
    let place = places[position]
    // A short stretch has too few values to estimate the noise.
    let around = max(0, place - StepEvidence.reach)..<min(values.count, place + StepEvidence.reach)
    let start = max(position == 0 ? 0 : places[position - 1], around.lowerBound)
    let end = min(position == places.count - 1 ? values.count : places[position + 1], around.upperBound)
    let noise = Self.deviation(of: values[around], level: values[around].median ?? 0)
    return StepEvidence(values[start..<end], at: place, deviation: noise).step
  }

  /// The noise at a value, as the values up to it show it.
  private func deviation(at index: Int) -> Double {
    let last = max(index, min(values.count, Self.fewestForNoise) - 1)
    return Self.deviation(of: values[max(0, last - Self.window)...last], level: values[last])
  }

  /// A robust estimate from the differences of adjacent values, of which a step affects only one, and a spike two.
  private static func deviation(of values: ArraySlice<Double>, level: Double) -> Double {
    let difference = zip(values, values.dropFirst()).map { abs($1 - $0) }.median ?? 0
    return max(difference * deviationPerDifference, abs(level) * resolution, 1e-150)
  }
}
