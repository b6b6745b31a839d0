/// The samples of a run by case, except those of replaced rounds.
struct Measurements: Sendable {
  /// The indices of samples that do not count because their round was repeated.
  ///
  /// A repeated round replaces the original once it contains every case of the original, so that pairs are always
  /// measured together. An incomplete repetition does not count.
  let replaced: Set<Int>
  /// The samples that count, including warm-ups and failures, in the order in which they were built.
  let counting: [Case: [Sample]]
  private let measured: [Case: [Sample]]

  /// - Complexity: O(*n* log *n*) in the samples.
  init(_ run: Run) {
    let replaced = Self.replaced(in: run.samples)
    let counting = run.samples.indices.filter { !replaced.contains($0) }.map { run.samples[$0] }
    self.replaced = replaced
    self.counting = Dictionary(grouping: counting, by: \.case)
    measured = self.counting.mapValues { samples in
      samples.filter { !$0.warmup && $0.outcome == .ok && $0.seconds != nil }.sorted { $0.round < $1.round }
    }
  }

  /// The measured samples of a case that succeeded and count, in the order of the rounds.
  func measured(_ build: Case) -> [Sample] { measured[build] ?? [] }

  /// A figure of a case and of the same case of another arm, for each round in which both succeeded and have it, grouped
  /// by machine.
  func pairs(
    of build: Case, to reference: String, _ figure: (Sample) -> Double? = \.seconds
  ) -> [Int: [(Double, Double)]] {
    let references = Dictionary(
      measured(Case(arm: reference, scenario: build.scenario)).map { ($0.round, figure($0)) },
      uniquingKeysWith: { first, _ in first })
    return measured(build).reduce(into: [:]) { pairs, sample in
      guard let own = figure(sample), let other = references[sample.round] ?? nil else { return }
      pairs[sample.machine ?? 1, default: []].append((own, other))
    }
  }

  private static func replaced(in samples: [Sample]) -> Set<Int> {
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
