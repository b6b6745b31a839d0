/// How quiet the machine was.
package struct Quietness: Sendable, Hashable, Encodable {
  package enum Verdict: String, Sendable, Hashable, Codable {
    case quiet, noisy, unusable
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

  /// Up to this share of disturbed rounds a session is quiet: one of twenty, what the tests themselves may err in.
  static let quietShare = 0.05

  /// From this share of disturbed rounds on, they alone may decide the estimate: Hodges and Lehmann's breaks down at
  /// 1 − 1/√2 (Hampel, Ronchetti, Rousseeuw & Stahel, “Robust Statistics”, 1986, 2.2). A median holds out longer.
  static let unusableShare = 1 - 0.5.squareRoot()
}

extension Quietness {
  /// - Returns: `nil` where no measured build tells what else went on.
  /// - Complexity: O(samples).
  init?(of run: Run, _ measurements: Measurements) {
    let replaced = measurements.replaced
    let known = zip(run.samples.indices, run.samples).filter { !$1.warmup && $1.noise?.isKnown == true }
    let counting = known.filter { !replaced.contains($0.0) }.map(\.1)
    guard !counting.isEmpty else { return nil }
    let disturbed = counting.filter(\.isDisturbed)
    let dropped = known.filter { replaced.contains($0.0) }.map(\.1)
    let rounds = Set(counting.map(\.round)).count
    let disturbedRounds = Set(disturbed.map(\.round)).sorted()
    self.init(
      verdict: Self.verdict(share: Double(disturbedRounds.count) / Double(rounds)), rounds: rounds,
      disturbedRounds: disturbedRounds, replacedRounds: Set(dropped.map(\.round)).sorted(),
      cause: Self.mostFrequent(in: disturbed.isEmpty ? dropped : disturbed),
      largestOutsideShare: counting.compactMap { $0.noise?.outsideShare }.max())
  }

  /// The cause in most samples; of equals the first of all cases.
  private static func mostFrequent(in samples: [Sample]) -> Disturbance? {
    let causes = samples.flatMap { $0.noise?.disturbances ?? [] }
    return Disturbance.allCases.filter(causes.contains).max { first, second in
      causes.count { $0 == first } < causes.count { $0 == second }
    }
  }

  private static func verdict(share: Double) -> Verdict {
    share <= quietShare ? .quiet : share < unusableShare ? .noisy : .unusable
  }
}

extension Sample {
  package var isDisturbed: Bool { noise?.disturbances.isEmpty == false }
}

extension BuildNoise {
  /// Whether it could tell a disturbance.
  fileprivate var isKnown: Bool { outsideShare != nil || memoryPressure != nil || !disturbances.isEmpty }
}
