/// Finds lasting changes of level in a series of figures, one value after another: neither single spikes, nor drift, nor a
/// change of the noise alone.
///
/// A search for levels proposes places, and what speaks for a step at each is held against noise and drift
/// (``StepEvidence``). How large a step must be follows from the noise of the series itself.
package struct StepDetector: Sendable {
  /// A step is told from this probability on.
  package let threshold: Double
  /// So many values must be on either side.
  package static let fewest = 3

  package private(set) var values: [Double] = []
  private var search = LevelSearch()
  private var noise = NoiseEstimate()
  /// What was found when it was asked last. It depends on the values of a stretch and around it alone.
  private var known: [Stretch: Step] = [:]

  private struct Stretch: Hashable {
    let start: Int
    let place: Int
    let end: Int
    /// Where the values end that bear on it.
    let horizon: Int
  }

  package init(threshold: Double = 0.95) {
    self.threshold = threshold
  }

  /// - Complexity: linear in the pieces of the search, of which there are some dozens.
  package mutating func append(_ value: Double) {
    values.append(value)
    noise.append(value)
    // What the noise is like shows only after some values.
    if values.count <= NoiseEstimate.fewest {
      search = LevelSearch()
      for value in values { search.append(value, deviation: noise.deviation) }
    } else {
      search.append(value, deviation: noise.deviation)
    }
  }

  /// The steps so far, rising.
  ///
  /// The least probable place is given up and its neighbours are looked at again, until all that remain are probable.
  /// - Complexity: O(n) in the values around places that have others beside them than when it was asked last.
  package mutating func steps() -> [Step] {
    var found: [Stretch: Step] = [:]
    var places = search.changes.filter { $0 >= Self.fewest && $0 <= values.count - Self.fewest }
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

  /// From the place before to the place after, and not beyond what bears on it.
  private func stretch(around position: Int, of places: [Int]) -> Stretch {
    let place = places[position]
    return Stretch(
      start: max(position == 0 ? 0 : places[position - 1], place - StepEvidence.reach), place: place,
      end: min(position == places.count - 1 ? values.count : places[position + 1], place + StepEvidence.reach),
      horizon: min(values.count, place + StepEvidence.reach))
  }

  private func evidence(for stretch: Stretch) -> StepEvidence {
    // A short stretch tells too little of the noise.
    let around = max(0, stretch.place - StepEvidence.reach)..<stretch.horizon
    return StepEvidence(
      values[stretch.start..<stretch.end], at: stretch.place,
      deviation: NoiseEstimate(values[around]).deviation)
  }
}

/// How much the values of a series scatter around its level, by the differences of neighbours: a step is one of many, a
/// spike two.
private struct NoiseEstimate: Sendable {
  static let fewest = 16
  private static let window = 64
  /// A difference has the variance of two values; half of a normal distribution lies within 0.6745 deviations.
  private static let factor = 1 / (0.674_489_75 * 2.0.squareRoot())
  /// Nothing is exact to more than that share of its level.
  private static let resolution = 1e-4

  private var last: Double?
  private var differences: [Double] = []
  private(set) var deviation = 1.0

  init() {}

  /// Of values that are all there.
  init(_ values: ArraySlice<Double>) {
    differences = zip(values, values.dropFirst()).map { abs($1 - $0) }
    estimate(at: values.median ?? 0)
  }

  mutating func append(_ value: Double) {
    if let last {
      if differences.count == Self.window { differences.removeFirst() }
      differences.append(abs(value - last))
    }
    last = value
    estimate(at: value)
  }

  private mutating func estimate(at level: Double) {
    let scatter = (differences.median ?? 0) * Self.factor
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
