import CMath

/// What the builds of one case say about a limit: the log ratios of head to base, one for each round.
package struct GateEvidence: Sendable, Hashable {
  /// One figure of both states.
  package struct Figure: Sendable, Hashable {
    /// For each machine or session, the logarithms of head ÷ base of its rounds.
    package var strata: [[Double]]
    /// The median of the base, in seconds.
    package var base: Double
    /// By how much the noise of the session may have shifted the ratio, as a share; see ``MeasuredShift``.
    package var shift = 0.0
  }

  /// Missing where no round has the figure of both states.
  private(set) var figures: [TimeMeasure: Figure]

  func figure(_ measure: TimeMeasure) -> Figure? { figures[measure] }

  /// The evidence of both sessions. A folder may make builds faster or slower; since the states exchange folders, that
  /// cancels out in the mean of the sessions.
  package func adding(_ other: GateEvidence) -> GateEvidence {
    var sum = self
    for (measure, figure) in other.figures {
      sum.figures[measure]?.strata += figure.strata
      sum.figures[measure]?.shift = max(figure.shift, figures[measure]?.shift ?? 0)
    }
    return sum
  }
}

extension GateEvidence {
  /// - Parameters:
  ///   - noise: of the session; `nil` if it is not known.
  init(_ series: SampleSeries, noise: MachineNoise?) {
    let pairs = TimeMeasure.allCases.map { ($0, series.strata(of: $0.figure)) }
    let medians = [series.base, series.head].map { samples in
      TimeMeasure.allCases.map { samples.compactMap($0.figure).median }
    }
    let busy = medians.compactMap { sides -> Double? in
      guard let wall = sides[0], let cpu = sides[1], wall > 0, cpu > 0 else { return nil }
      return cpu / wall
    }
    let isUneven =
      busy.count == 2 && max(busy[0] / busy[1], busy[1] / busy[0]) >= UnevenComparison.smallestQuotient
    figures = [:]
    for (index, (measure, strata)) in pairs.enumerated() {
      guard let base = medians[0][index], base > 0 else { continue }
      let logs = strata.map { $0.filter { $0.base > 0 && $0.head > 0 }.map { logRatio($0.head, $0.base) } }
      figures[measure] = Figure(
        strata: logs.filter { !$0.isEmpty }, base: base, shift: isUneven ? noise?.shift(of: measure) ?? 0 : 0)
    }
  }
}

extension TimeMeasure {
  var figure: (Sample) -> Double? { self == .wall ? \.seconds : \.cpuSeconds }

  /// What pairs of builds typically scatter by, as the standard deviation of a log ratio: in the clean builds of the stored
  /// runs of `reports`, in turns, wall times by 2.0 to 4.1 % and CPU times by 1.7 to 2.9 %; one after the other, wall times by
  /// about 9 % on a busy machine.
  fileprivate var typicalDeviation: Double { self == .wall ? 0.06 : 0.025 }
}

extension MachineNoise {
  /// By how much the ratio of builds that use the processors differently may be shifted, as a share.
  fileprivate func shift(of measure: TimeMeasure) -> Double {
    let noise =
      verdict == .quiet
      ? 0 : measure == .cpu ? MeasuredShift.cpu : MeasuredShift.wall(outsideShare: meanOutsideShare ?? 1)
    return max(noise, isInTurns ? MeasuredShift.turns : 0)
  }
}

/// The mean of log ratios, with bounds that hold after few pairs, too.
///
/// A moderated t test: Smyth, “Linear models and empirical Bayes methods for assessing differential expression”,
/// Stat. Appl. Genet. Mol. Biol. 3 (2004). The variance of the pairs is averaged with the typical one, which counts as
/// much as four pairs, so that two pairs that happen to agree prove nothing, and two ratios of 4 do.
struct ModeratedShift: Sendable, Hashable {
  let mean: Double
  let pairs: Int
  private let variance: Double
  private let degreesOfFreedom: Int
  /// The variance of the mean for a variance of 1.
  private let weight: Double

  private static let typicalFreedom = 4

  /// - Returns: `nil` without pairs.
  init?(_ figure: GateEvidence.Figure, of measure: TimeMeasure) {
    self.init(strata: figure.strata, typicalDeviation: measure.typicalDeviation)
  }

  /// - Parameter strata: for each machine or session, the log ratios of its rounds.
  /// - Returns: `nil` without pairs.
  init?(strata: [[Double]], typicalDeviation typical: Double) {
    guard !strata.isEmpty else { return nil }
    let means = strata.map { $0.reduce(0, +) / Double($0.count) }
    let squares = zip(strata, means).reduce(0.0) { sum, part in
      part.0.reduce(sum) { $0 + ($1 - part.1) * ($1 - part.1) }
    }
    pairs = strata.reduce(0) { $0 + $1.count }
    mean = means.reduce(0, +) / Double(means.count)
    degreesOfFreedom = pairs - strata.count + Self.typicalFreedom
    variance = (Double(Self.typicalFreedom) * typical * typical + squares) / Double(degreesOfFreedom)
    weight = strata.reduce(0.0) { $0 + 1 / Double($1.count) } / Double(strata.count * strata.count)
  }

  /// How far the mean may be off with a probability of at most `alpha`, on one side.
  func margin(alpha: Double) -> Double {
    studentQuantile(1 - alpha, degreesOfFreedom: degreesOfFreedom) * (variance * weight).squareRoot()
  }

  /// The same if there were this many pairs.
  func margin(alpha: Double, pairs: Int) -> Double {
    let freedom = max(1, degreesOfFreedom + pairs - self.pairs)
    return studentQuantile(1 - alpha, degreesOfFreedom: freedom) * (variance / Double(pairs)).squareRoot()
  }
}
