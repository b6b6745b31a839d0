extension Run {
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

  /// - Returns: `nil` where no measured build tells what else went on.
  /// - Complexity: O(samples).
  package var quietness: Quietness? {
    let replaced = replacedSamples
    let known = zip(samples.indices, samples).filter { !$1.warmup && $1.noise?.isKnown == true }
    let counting = known.filter { !replaced.contains($0.0) }.map(\.1)
    guard !counting.isEmpty else { return nil }
    let disturbed = counting.filter(\.isDisturbed)
    let dropped = known.filter { replaced.contains($0.0) }.map(\.1)
    let rounds = Set(counting.map(\.round)).count
    let disturbedRounds = Set(disturbed.map(\.round)).sorted()
    return Quietness(
      verdict: Quietness.verdict(share: Double(disturbedRounds.count) / Double(rounds)), rounds: rounds,
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

  /// All but those that were replaced, in their order.
  package var countingSamples: [Sample] {
    let replaced = replacedSamples
    return samples.indices.filter { !replaced.contains($0) }.map { samples[$0] }
  }

  /// The places of samples that do not count, since their round was made again.
  ///
  /// A round that was made again replaces what was measured before once it has every case that the first had: pairs are
  /// of one moment. What was not finished does not count itself.
  /// - Complexity: O(samples).
  package var replacedSamples: Set<Int> {
    guard samples.contains(where: { $0.attempt != nil }) else { return [] }
    var attempts: [Int: [Int: Set<Case>]] = [:]
    for sample in samples where !sample.warmup {
      attempts[sample.round, default: [:]][sample.attempt ?? 1, default: []].insert(sample.case)
    }
    let counting = attempts.mapValues { made in
      made.keys.filter { made[$0]?.isSuperset(of: made[1] ?? []) == true }.max() ?? 1
    }
    return Set(
      samples.indices.filter { index in
        !samples[index].warmup && (samples[index].attempt ?? 1) != counting[samples[index].round]
      })
  }
}

extension Run.Quietness {
  fileprivate static func verdict(share: Double) -> Verdict {
    share <= quietShare ? .quiet : share < unusableShare ? .noisy : .unusable
  }
}

extension Sample {
  package var isDisturbed: Bool { noise?.disturbances.isEmpty == false }

  package var `case`: Case { Case(arm: arm, scenario: scenario) }
}

extension BuildNoise {
  /// Whether it could tell a disturbance.
  fileprivate var isKnown: Bool { outsideShare != nil || memoryPressure != nil || !disturbances.isEmpty }
}
