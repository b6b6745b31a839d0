/// Detects change points in a series of figures, one value at a time: lasting changes of level, but not single spikes,
/// drift, or changes of the noise alone.
///
/// A search for levels (``LevelSearch``) proposes change points. For each of them, the evidence for a step is compared
/// with noise and drift (``StepEvidence``). The smallest detectable step depends on the noise of the series itself.
package struct StepDetector: Sendable {
  /// The probability from which on a step is reported.
  package let threshold: Double
  /// The minimum number of values on either side of a step.
  package static let fewest = 3

  package private(set) var values: [Double] = []
  private var search = LevelSearch()
  private var noise = NoiseEstimate()
  /// The steps found by the last call of ``steps()``. They depend only on the values in and around their stretches.
  private var known: [Stretch: Step] = [:]

  private struct Stretch: Hashable {
    let start: Int
    let place: Int
    let end: Int
    /// The end of the values that affect the result.
    let horizon: Int
  }

  package init(threshold: Double = 0.95) {
    self.threshold = threshold
  }

  /// - Complexity: O(pieces) of the search, of which there are usually a few dozen.
  package mutating func append(_ value: Double) {
    values.append(value)
    noise.append(value)
    // The noise can be estimated only after some values. Until then, the search is restarted with each estimate.
    if values.count <= NoiseEstimate.fewest {
      search = LevelSearch()
      for value in values { search.append(value, deviation: noise.deviation) }
    } else {
      search.append(value, deviation: noise.deviation)
    }
  }

  /// The steps so far, ascending by index.
  ///
  /// Removes the least probable step and evaluates its neighbours again, until all remaining steps reach the threshold.
  /// - Complexity: O(n) in the values around steps whose stretch changed since the last call.
  package mutating func steps() -> [Step] {
    var found: [Stretch: Step] = [:]
    var places = search.lastingChanges(of: Self.fewest).filter { $0 >= Self.fewest && $0 <= values.count - Self.fewest }
    func step(at position: Int) -> Step {
      let stretch = stretch(around: position, of: places)
      let step = found[stretch] ?? known[stretch] ?? evidence(for: stretch).step
      found[stretch] = step
      return step
    }
    var steps = places.indices.map(step)
    while let weakest = steps.indices.min(by: { steps[$0].probability < steps[$1].probability }),
      steps[weakest].probability < threshold
    {
      places.remove(at: weakest)
      steps.remove(at: weakest)
      for position in [weakest - 1, weakest] where places.indices.contains(position) {
        steps[position] = step(at: position)
      }
    }
    known = found
    return steps
  }

  /// The values between the previous and the next change point, at most ``StepEvidence/reach`` on either side.
  private func stretch(around position: Int, of places: [Int]) -> Stretch {
    let place = places[position]
    return Stretch(
      start: max(position == 0 ? 0 : places[position - 1], place - StepEvidence.reach), place: place,
      end: min(position == places.count - 1 ? values.count : places[position + 1], place + StepEvidence.reach),
      horizon: min(values.count, place + StepEvidence.reach))
  }

  private func evidence(for stretch: Stretch) -> StepEvidence {
    // A short stretch has too few values to estimate the noise.
    let around = max(0, stretch.place - StepEvidence.reach)..<stretch.horizon
    return StepEvidence(
      values[stretch.start..<stretch.end], at: stretch.place,
      deviation: NoiseEstimate(values[around]).deviation)
  }
}

/// A robust estimate of the noise of a series from the differences of adjacent values, of which a step affects only
/// one, and a spike two.
private struct NoiseEstimate: Sendable {
  static let fewest = 16
  private static let window = 64
  /// Converts the median absolute difference to a standard deviation: half of a normal distribution lies within 0.6745
  /// standard deviations, and a difference has the variance of two values.
  private static let factor = 1 / (0.674_489_75 * 2.0.squareRoot())
  /// The smallest noise, as a share of the level.
  private static let resolution = 1e-4

  private var last: Double?
  /// The latest differences, in their order and sorted.
  private var differences: [Double] = []
  private var sorted: [Double] = []
  private(set) var deviation = 1.0

  init() {}

  /// Estimates the noise of a complete series.
  init(_ values: ArraySlice<Double>) {
    sorted = zip(values, values.dropFirst()).map { abs($1 - $0) }.sorted()
    estimate(at: values.median ?? 0)
  }

  mutating func append(_ value: Double) {
    if let last {
      if differences.count == Self.window {
        let oldest = differences.removeFirst()
        sorted.remove(at: sorted.partitioningIndex { $0 >= oldest })
      }
      let difference = abs(value - last)
      differences.append(difference)
      sorted.insert(difference, at: sorted.partitioningIndex { $0 >= difference })
    }
    last = value
    estimate(at: value)
  }

  private mutating func estimate(at level: Double) {
    let scatter = (sorted.quantileOfSorted(0.5) ?? 0) * Self.factor
    deviation = max(scatter, abs(level) * Self.resolution, 1e-150)
  }
}

extension Sequence<Double> {
  /// The steps of a series; see ``StepDetector``.
  package func steps(threshold: Double = 0.95) -> [Step] {
    var detector = StepDetector(threshold: threshold)
    for value in self { detector.append(value) }
    return detector.steps()
  }
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
