/// How quiet the machine was, and what its noise did to the figures.
package struct Quietness: Sendable, Hashable, Encodable {
  package enum Verdict: String, Sendable, Hashable, Codable {
    /// Next to nothing disturbed the builds.
    case quiet
    /// They were disturbed, and the intervals hold what that did.
    case noisy
    /// Nobody can tell what the noise did, or it left nothing to be told.
    case unusable
  }

  package let verdict: Verdict
  /// The measured rounds that count and of which something is known.
  package let rounds: Int
  /// Those of them in which a build was disturbed, rising.
  package let disturbedRounds: [Int]
  /// Those that were disturbed and made again, rising.
  package let replacedRounds: [Int]
  /// What disturbed most of the rounds that count, or, where none was, of those that were made again.
  package let cause: Disturbance?
  /// The largest share of the processor time that others took in a build that counts.
  package let largestOutsideShare: Double?
  /// How far the ends of the widest interval that the run is to tell lie from its middle, as a share; absent where one of
  /// them has no interval.
  package let halfWidth: Double?
  /// Whether builds took turns, so that other programs disturbed all arms alike.
  package let isInTurns: Bool

  /// Up to this share of disturbed rounds a session is quiet: one of twenty, what the tests themselves may err in.
  static let quietShare = 0.05

  /// From this share of disturbed rounds on, they alone may decide the estimate: Hodges and Lehmann's breaks down at
  /// 1 − 1/√2 (Hampel, Ronchetti, Rousseeuw & Stahel, “Robust Statistics”, 1986, 2.2). A median holds out longer. Then
  /// the verdict follows from what the noise did to the figures.
  static let breakdownShare = 1 - 0.5.squareRoot()

  /// An interval that is wider says of most comparisons no more than which arm is the faster.
  package static let largestHalfWidth = 0.1
}

extension Quietness {
  /// - Parameter halfWidth: of the widest interval that the run is to tell; absent where one has none.
  /// - Returns: `nil` where no measured build tells what else went on.
  /// - Complexity: O(samples).
  init?(of run: Run, _ measurements: Measurements, halfWidth: Double?) {
    let replaced = measurements.replaced
    let known = zip(run.samples.indices, run.samples).filter { !$1.warmup && $1.noise?.isKnown == true }
    let counting = known.filter { !replaced.contains($0.0) }.map(\.1)
    guard !counting.isEmpty else { return nil }
    let disturbed = counting.filter(\.isDisturbed)
    let dropped = known.filter { replaced.contains($0.0) }.map(\.1)
    let rounds = Set(counting.map(\.round)).count
    let disturbedRounds = Set(disturbed.map(\.round)).sorted()
    let share = Double(disturbedRounds.count) / Double(rounds)
    self.init(
      verdict: Self.verdict(share: share, Set(disturbed.flatMap(\.disturbances)), halfWidth: halfWidth), rounds: rounds,
      disturbedRounds: disturbedRounds, replacedRounds: Set(dropped.map(\.round)).sorted(),
      cause: Self.mostFrequent(in: disturbed.isEmpty ? dropped : disturbed),
      largestOutsideShare: counting.compactMap { $0.noise?.outsideShare }.max(),
      halfWidth: halfWidth.map { ($0 * 1e6).rounded() / 1e6 }, isInTurns: counting.contains { $0.turns != nil })
  }

  /// The cause in most samples; of equals the first of all cases.
  private static func mostFrequent(in samples: [Sample]) -> Disturbance? {
    let causes = samples.flatMap(\.disturbances)
    return Disturbance.allCases.filter(causes.contains).max { first, second in
      causes.count { $0 == first } < causes.count { $0 == second }
    }
  }

  /// Others who take processors do so by chance, and the order of the arms is by chance as well: what that does is in the
  /// scatter, and so in the interval, up to the difference that arms make by using processors differently. What sleep
  /// and a lack of memory do to a build, nobody has measured.
  private static func verdict(share: Double, _ causes: Set<Disturbance>, halfWidth: Double?) -> Verdict {
    if share <= quietShare { return .quiet }
    if share < breakdownShare { return .noisy }
    guard let halfWidth, causes.isSubset(of: [.processes, .steal]) else { return .unusable }
    return halfWidth <= largestHalfWidth ? .noisy : .unusable
  }
}

extension Sample {
  package var isDisturbed: Bool { !disturbances.isEmpty }

  fileprivate var disturbances: [Disturbance] { noise?.disturbances ?? [] }
}

extension BuildNoise {
  /// Whether it could tell a disturbance.
  fileprivate var isKnown: Bool { outsideShare != nil || memoryPressure != nil || !disturbances.isEmpty }
}
