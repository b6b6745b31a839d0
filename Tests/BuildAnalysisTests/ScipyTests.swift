import BuildAnalysis
import Foundation
import TestSupport
import Testing

/// Each statistic against scipy's or numpy's answer, or full enumeration, on samples drawn from the seeds 1, 2, ….
struct ScipyTests {
  private struct Answers: Decodable {
    let signedRank: [Double]
    /// The ratio, and from six pairs on: low, high, level, p.
    let pairedRatio: [[Double]]
    let mannWhitney: [Double]
    /// The ratio, and where there is one the interval: low, high, level.
    let unpairedRatio: [[Double]]
    /// The quantile and the interquartile range.
    let quantiles: [[Double]]
    let benjaminiHochberg: [[Double]]
    let studentQuantile: [Double]
    let trend: [Double]
    let bootstrap: [[Double]]
    let binomialInterval: [[Double]]
  }

  private let answers: Answers

  init() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Oracles/scipy_answers.json")
    answers = try JSONDecoder().decode(Answers.self, from: Data(contentsOf: file))
  }

  /// Expects as many numbers, each within 1e-9, of the number itself where that is above 1.
  private func expect(
    _ ours: [Double], _ theirs: [Double], seed: UInt64, at location: SourceLocation = #_sourceLocation
  ) {
    let agree = zip(ours, theirs).allSatisfy { abs($0 - $1) <= 1e-9 * max(1, abs($1)) }
    #expect(agree && ours.count == theirs.count, "seed \(seed): \(ours), not \(theirs)", sourceLocation: location)
  }

  private func seeded<Answer>(_ answers: [Answer], count: Int) throws -> [(UInt64, Answer)] {
    try #require(answers.count == count)
    // Ten kinds of samples take turns.
    return Campaign.part(of: answers.enumerated().map { (UInt64($0 + 1), $1) }, every: 7)
  }

  @Test func signedRankTestsAgreeTiesAndZerosIncluded() throws {
    for (seed, p) in try seeded(answers.signedRank, count: 1000) {
      expect([Samples.differences(seed).signedRankP], [p], seed: seed)
    }
  }

  @Test func pairedRatiosAndTheirIntervalsAgree() throws {
    for (seed, answer) in try seeded(answers.pairedRatio, count: 500) {
      let ours = try #require(PairedRatio(Samples.pairs(seed)))
      expect([ours.ratio] + (ours.interval?.numbers ?? []) + (ours.p.map { [$0] } ?? []), answer, seed: seed)
    }
  }

  @Test func mannWhitneyTestsAgreeTiesIncluded() throws {
    for (seed, p) in try seeded(answers.mannWhitney, count: 1000) {
      let (first, second) = Samples.series(seed)
      expect([try #require(mannWhitneyP(first, second))], [p], seed: seed)
    }
  }

  @Test func unpairedRatiosAndTheirIntervalsAgree() throws {
    for (seed, answer) in try seeded(answers.unpairedRatio, count: 400) {
      let (first, second) = Samples.series(seed)
      let ours = try #require(UnpairedRatio(first, second))
      // Of large series only the ratio was asked for.
      let interval = seed % 10 < 2 ? [] : ours.interval?.numbers ?? []
      expect([ours.ratio] + interval, answer, seed: seed)
    }
  }

  @Test func quantilesAgree() throws {
    for (seed, answer) in try seeded(answers.quantiles, count: 1000) {
      let (share, values) = Samples.values(seed)
      let range = zip([values.quantile(0.75)].compactMap { $0 }, [values.quantile(0.25)].compactMap { $0 }).map(-)
      expect([values.quantile(share)].compactMap { $0 } + range, answer, seed: seed)
    }
  }

  @Test func adjustedProbabilitiesAgree() throws {
    for (seed, answer) in try seeded(answers.benjaminiHochberg, count: 1000) {
      expect(Samples.probabilities(seed).benjaminiHochberg, answer, seed: seed)
    }
  }

  @Test func quantilesOfStudentsTAgree() throws {
    for (seed, answer) in try seeded(answers.studentQuantile, count: 1000) {
      let (degreesOfFreedom, probability) = Samples.student(seed)
      expect([studentQuantile(probability, degreesOfFreedom: degreesOfFreedom)], [answer], seed: seed)
    }
  }

  @Test func trendsAgree() throws {
    for (seed, p) in try seeded(answers.trend, count: 500) {
      expect([try #require(Trend(Samples.rounds(seed))).p], [p], seed: seed)
    }
  }

  @Test func bootstrapIntervalsAgree() throws {
    for (seed, answer) in try seeded(answers.bootstrap, count: 40) {
      var (values, generator) = Samples.resampled(seed)
      let interval = bootstrapInterval(of: values, resamples: 500, using: &generator) { values in
        (seed.isMultiple(of: 2) ? values.quantile(0.9) : values.mean) ?? .nan
      }
      let ours = try #require(interval)
      expect([ours.low, ours.high], answer, seed: seed)
    }
  }

  @Test func intervalsOfProbabilitiesAgree() throws {
    for (seed, answer) in try seeded(answers.binomialInterval, count: 200) {
      let (count, trials) = Samples.trials(seed)
      let ours = try #require(binomialInterval(count: count, of: trials))
      expect([ours.low, ours.high], answer, seed: seed)
    }
  }
}

extension Interval {
  fileprivate var numbers: [Double] { [low, high, level] }
}
