/// How noisy the machine was, and how that affected the figures.
package struct Quietness: Sendable, Hashable, Encodable {
  package enum Verdict: String, Sendable, Hashable, Codable {
    /// Almost no build was disturbed.
    case quiet
    /// Builds were disturbed, and the intervals account for it.
    case noisy
    /// The effect of the noise cannot be determined, or it leaves no result.
    case unusable
  }

  package let verdict: Verdict
  /// The number of measured rounds that count and whose noise is known.
  package let rounds: Int
  /// Those in which a build was disturbed, ascending.
  package let disturbedRounds: [Int]
  /// Those that were disturbed and repeated, ascending.
  package let replacedRounds: [Int]
  /// The most frequent disturbance in rounds that count, or if there is none, in repeated ones.
  package let cause: Disturbance?
  /// The largest share of the CPU time that others used during a build that counts.
  package let largestOutsideShare: Double?
  /// The half-width of the widest interval that the run has to determine, as a share; `nil` if an interval is missing.
  package let halfWidth: Double?
  /// The number of figures that the run has to determine.
  package let figures: Int
  /// Those whose interval is wider than ``largestHalfWidth``.
  package let wideFigures: Int
  /// Whether builds took turns, so that other programs disturbed all arms alike.
  package let isInTurns: Bool

  /// Up to this share of disturbed rounds, a session is quiet: one in twenty, like the error rate of the tests.
  static let quietShare = 0.05

  /// From this share on, disturbed rounds alone may determine the estimate: the breakdown point of Hodges and Lehmann's
  /// is 1 − 1/√2 (Hampel, Ronchetti, Rousseeuw & Stahel, “Robust Statistics”, 1986, 2.2), and that of a median is
  /// higher. The verdict then follows from the intervals: whether most of them are narrow.
  static let breakdownShare = 1 - 0.5.squareRoot()

  /// A wider interval shows little more than which arm is faster.
  package static let largestHalfWidth = 0.1
}

extension Quietness {
  /// - Parameter intervals: those of the figures that the run has to determine; `nil` for one without an interval.
  /// - Returns: `nil` if the noise of no measured build is known.
  /// - Complexity: O(samples).
  init?(of run: Run, _ measurements: Measurements, intervals: [Interval?]) {
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
    self.init(
      verdict: Self.verdict(share: share, Set(disturbed.flatMap(\.disturbances)), leavesResults: leavesResults),
      rounds: rounds,
      disturbedRounds: disturbedRounds, replacedRounds: Set(dropped.map(\.round)).sorted(),
      cause: Self.mostFrequent(in: disturbed.isEmpty ? dropped : disturbed),
      largestOutsideShare: counting.compactMap { $0.noise?.outsideShare }.max(),
      halfWidth: halfWidth.map { ($0 * 1e6).rounded() / 1e6 }, figures: intervals.count, wideFigures: wide,
      isInTurns: counting.contains { $0.turns != nil })
  }

  /// The most frequent cause; of equally frequent ones, the first by `Disturbance.allCases`.
  private static func mostFrequent(in samples: [Sample]) -> Disturbance? {
    let causes = samples.flatMap(\.disturbances)
    return Disturbance.allCases.filter(causes.contains).max { first, second in
      causes.count { $0 == first } < causes.count { $0 == second }
    }
  }

  /// Other programs use processors at random times, and the order of the arms is random as well. So their effect is
  /// part of the scatter and of the interval, except for differences in how arms use processors. The effect of sleep
  /// and of a lack of memory on a build has not been measured.
  private static func verdict(share: Double, _ causes: Set<Disturbance>, leavesResults: Bool) -> Verdict {
    if share <= quietShare { return .quiet }
    if share < breakdownShare { return .noisy }
    return leavesResults && causes.isSubset(of: [.processes, .steal]) ? .noisy : .unusable
  }
}

extension Sample {
  package var isDisturbed: Bool { !disturbances.isEmpty }

  fileprivate var disturbances: [Disturbance] { noise?.disturbances ?? [] }
}

extension BuildNoise {
  /// Whether the noise of the build is known.
  fileprivate var isKnown: Bool { outsideShare != nil || memoryPressure != nil || !disturbances.isEmpty }
}
