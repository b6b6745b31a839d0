/// How noisy the machine was, and whether the noise affected the figures.
package struct MachineNoise: Sendable, Hashable, Encodable {
  package let verdict: NoiseLevel
  /// The number of measured rounds that count and whose noise is known.
  package let rounds: Int
  /// The rounds in which a build was disturbed, ascending.
  package let disturbedRounds: [Int]
  /// The rounds that were disturbed and repeated, ascending.
  package let replacedRounds: [Int]
  /// The most frequent disturbance in rounds that count; if there is none, in repeated rounds.
  package let cause: Disturbance?
  /// The largest share of CPU time that other programs used during a build that counts.
  package let largestOutsideShare: Double?
  /// The half-width of the widest confidence interval of these figures, as a share; `nil` if an interval is missing.
  package let halfWidth: Double?
  /// The number of figures that the run has to determine.
  package let figures: Int
  /// The number of figures whose interval has a larger half-width than ``largestHalfWidth``.
  package let wideFigures: Int
  /// Whether builds ran in turns (interleaved), so that other programs disturbed all arms equally.
  package let isInTurns: Bool
  /// The mean share of CPU time that others used during the builds that count; `nil` if it is not known.
  package let meanOutsideShare: Double?

  /// A session with at most this share of disturbed rounds is quiet. Equals the significance level of the tests.
  static let quietShare = 0.05

  /// From this share on, disturbed rounds alone can determine the estimate: the breakdown point of the Hodges-Lehmann
  /// estimator is 1 − 1/√2 (Hampel, Ronchetti, Rousseeuw & Stahel, “Robust Statistics”, 1986, 2.2), and that of a
  /// median is higher. The verdict then depends on whether most of the confidence intervals are narrow.
  static let breakdownShare = 1 - 0.5.squareRoot()

  /// The largest half-width of a useful interval: a wider one shows little more than which arm is faster.
  package static let largestHalfWidth = 0.1
}

extension MachineNoise {
  /// - Parameter intervals: the confidence intervals of the figures that the run has to determine; `nil` for a figure
  ///   without one.
  /// - Returns: `nil` if the noise is not known for any measured build.
  /// - Complexity: O(samples).
  init?(of run: Run, _ measurements: Measurements, intervals: [Interval?] = []) {
    let replaced = measurements.replaced
    let known = zip(run.samples.indices, run.samples).filter { !$1.warmup && $1.noise?.isKnown == true }
    let counting = known.filter { !replaced.contains($0.0) }.map(\.1)
    guard !counting.isEmpty else { return nil }
    let disturbed = counting.filter(\.isDisturbed)
    let dropped = known.filter { replaced.contains($0.0) }.map(\.1)
    let rounds = Set(counting.map(\.round)).count
    let disturbedRounds = Set(disturbed.map(\.round)).sorted()
    let share = Double(disturbedRounds.count) / Double(rounds)
    let halfWidth = StoppingRule.widest(intervals)
    let wide = intervals.count { ($0?.relativeHalfWidth ?? .infinity) > Self.largestHalfWidth }
    let leavesResults = halfWidth != nil && 2 * wide < intervals.count
    let outsideShares = counting.compactMap { $0.noise?.outsideShare }
    self.init(
      verdict: Self.verdict(share: share, Set(disturbed.flatMap(\.disturbances)), leavesResults: leavesResults),
      rounds: rounds,
      disturbedRounds: disturbedRounds, replacedRounds: Set(dropped.map(\.round)).sorted(),
      cause: Self.mostFrequent(in: disturbed.isEmpty ? dropped : disturbed),
      largestOutsideShare: outsideShares.max(),
      halfWidth: halfWidth.map { $0.rounded(decimals: 6) }, figures: intervals.count, wideFigures: wide,
      isInTurns: counting.contains { $0.turns != nil },
      meanOutsideShare: outsideShares.mean.map { $0.rounded(decimals: 6) })
  }

  /// The most frequent cause; if there is a tie, the first in `Disturbance.allCases`.
  private static func mostFrequent(in samples: [Sample]) -> Disturbance? {
    let causes = samples.flatMap(\.disturbances)
    return Disturbance.allCases.filter(causes.contains).max { first, second in
      causes.count { $0 == first } < causes.count { $0 == second }
    }
  }

  /// Other programs use processors at random times, and the order of the arms is random as well. Their effect is
  /// therefore part of the scatter and of the confidence interval, except for differences in how arms use processors.
  /// The effects of sleep and of memory pressure on a build have not been measured.
  private static func verdict(share: Double, _ causes: Set<Disturbance>, leavesResults: Bool) -> NoiseLevel {
    if share <= quietShare { return .quiet }
    if share < breakdownShare { return .noisy }
    return leavesResults && causes.isSubset(of: [.processes, .steal]) ? .noisy : .unusable
  }
}

extension Sample {
  package var isDisturbed: Bool { !disturbances.isEmpty }

  fileprivate var disturbances: [Disturbance] { self.noise?.disturbances ?? [] }
}

extension BuildNoise {
  fileprivate var isKnown: Bool { outsideShare != nil || memoryPressure != nil || !disturbances.isEmpty }
}
