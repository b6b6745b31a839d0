import BuildAnalysis
import Foundation
import ModuleGraph
import Testing

struct StatisticsTests {
  @Test func `values of more weight move the median`() {
    func median(_ values: [(value: Double, weight: Double)]) -> Double? { values.weightedMedian }
    #expect(median([]) == nil && median([(3, 0)]) == nil)
    #expect(median([(3, 1), (1, 1), (2, 1)]) == 2)
    #expect(median([(4, 2), (1, 2), (2, 2), (3, 2)]) == 2.5)
    #expect(median([(1, 1), (2, 1), (9, 3)]) == 9)
    #expect(median([(5, 0.1), (1, 3), (2, 0.1)]) == 1)
  }

  @Test func theMedianIsTheMiddle() {
    #expect([3.0, 1, 2].median == 2)
    #expect([4.0, 1, 2, 3].median == 2.5)
    #expect([Double]().median == nil)
  }

  @Test func sharesOutsideTheSeriesGiveItsEnds() {
    #expect([3.0, 1, 2].quantile(-1) == 1)
    #expect([3.0, 1, 2].quantile(2) == 3)
    #expect([Double]().quantile(0.5) == nil)
  }

  @Test func variationIsTheDeviationAsAShareOfTheMean() {
    #expect([9.0, 10, 11].coefficientOfVariation == 0.1)
    #expect([9.0].coefficientOfVariation == nil)
    #expect([-1.0, 1].coefficientOfVariation == nil)
  }

  @Test func fiveValuesHaveNoIntervalAndSixHaveTheirRange() throws {
    #expect((1...5).map(Double.init).medianInterval(alpha: 0.05) == nil)
    let six = try #require((1...6).map(Double.init).medianInterval(alpha: 0.05))
    #expect((six.low, six.high) == (1, 6))
    #expect(abs(six.level - (1 - 2 / 64.0)) < 1e-12)
    // Ranks 2 and 9 of 10, 97.9 %: Hollander, Wolfe & Chicken, table of the sign test.
    let ten = try #require((1...10).map(Double.init).medianInterval(alpha: 0.05))
    #expect((ten.low, ten.high) == (2, 9))
    #expect(abs(ten.level - 0.978515625) < 1e-12)
  }

  @Test func theMedianOfTenThousandValuesHasAnInterval() throws {
    // scipy: binom.ppf(0.025, 10000, 0.5) = 4902, so 4,901 values and no more may be left out at either end.
    let interval = try #require((1...10_000).map(Double.init).medianInterval(alpha: 0.05))
    #expect((interval.low, interval.high) == (4902, 5099))
    #expect(abs(interval.level - 0.9511) < 1e-4)
  }

  @Test func noPairsAndImpossibleOnesGiveNoRatio() {
    #expect(PairedRatio([]) == nil)
    #expect(PairedRatio([(1, 0)]) == nil)
    #expect(PairedRatio([(.nan, 1)]) == nil)
    #expect(UnpairedRatio([], [1]) == nil)
    #expect(UnpairedRatio([1, -1], [1]) == nil)
    #expect(mannWhitneyP([1], []) == nil)
  }

  @Test func pairsThatOnlySwapTheirValuesAreTied() throws {
    let pairs = [(2.0, 3.0), (3, 2), (3, 2), (6, 4), (3, 2), (3, 2)]
    // Six tied ranks, one of them negative: 2 · (1 + 6) / 64.
    #expect(try #require(PairedRatio(pairs)?.p) == 14 / 64.0)
  }

  @Test func tenThousandPairsAreNotTooMany() throws {
    var random = SeededGenerator(seed: 1)
    let pairs = (0..<10_000).map { _ in (1 + random.unit(), 1 + random.unit()) }
    let estimate = try #require(PairedRatio(pairs))
    let interval = try #require(estimate.interval)
    #expect(interval.low < 1 && 1 < interval.high && interval.high / interval.low < 1.03)
    let unpaired = try #require(UnpairedRatio(pairs.map(\.0), pairs.map(\.1))?.interval)
    #expect(unpaired.low < 1 && 1 < unpaired.high && unpaired.high / unpaired.low < 1.03)
  }

  /// Of what is certain to differ the exact p is the smallest there is; the approximate one is far from it, but small.
  @Test func theNormalApproximationTakesOverAboveAHundredPairsAndAThousandDifferences() throws {
    let values = (1...101).map(Double.init)
    #expect(values.dropLast().map { $0 }.signedRankP == 2 / Double(sign: .plus, exponent: 100, significand: 1))
    #expect((1e-19...1e-17).contains(values.signedRankP))
    let first = (1...25).map(Double.init)
    let exact = try #require(mannWhitneyP(first, (101...140).map(Double.init)))
    let approximate = try #require(mannWhitneyP(first, (101...141).map(Double.init)))
    #expect(exact < 1e-16)
    #expect((1e-13...1e-10).contains(approximate))
  }

  @Test func whatUnpairedSeriesCouldHaveSeenFollowsTheirScatter() throws {
    let values = (0..<10).map { Double($0) / 100 }
    let same = try #require(minimumDetectableRatio(between: values, and: values))
    let wide = try #require(minimumDetectableRatio(between: values.map { 2 * $0 }, and: values.map { 2 * $0 }))
    #expect(same > 1 && abs(log(wide) - 2 * log(same)) < 1e-9)
    #expect(minimumDetectableRatio(between: [1, 1, 1, 1], and: [2, 2, 2, 2]) == 1)
    #expect(minimumDetectableRatio(between: [1, 1], and: [2, 2]) == nil, "too few for the exact test")
  }

  @Test func seriesOfThreeAndFourRunsAreTooFewForAnInterval() throws {
    #expect(try #require(UnpairedRatio([1, 2, 3], [4, 5, 6, 7])).interval == nil)
    let estimate = try #require(UnpairedRatio([1, 2, 3], [4, 5, 6, 7, 8]))
    let interval = try #require(estimate.interval)
    #expect(abs(interval.low - 1 / 8.0) < 1e-12 && abs(interval.high - 3 / 4.0) < 1e-12)
    #expect(estimate.p == 2 / 56.0)
  }

  @Test func whereAllValuesAreEqualTheBootstrapGivesThatValue() throws {
    var generator = SeededGenerator(seed: 1)
    let interval = bootstrapInterval(of: [2, 2, 2], using: &generator) { $0.median ?? 0 }
    #expect(try #require(interval).low == 2 && interval?.high == 2)
    #expect(bootstrapInterval(of: [2], using: &generator) { $0[0] } == nil)
  }

  @Test func theMinimumDetectableEffectShrinksWithTheRounds() throws {
    // All six must have one sign: Φ(x)⁶ = 0.8 at x = 1.7914.
    #expect(abs(log(try #require(minimumDetectableRatio(deviation: 0.1, pairs: 6))) - 0.17914) < 0.008)
    #expect(minimumDetectableRatio(deviation: 0.1, pairs: 5) == nil)
    let detectable = [6, 8, 10, 15, 20, 30, 40, 60].compactMap { minimumDetectableRatio(deviation: 0.1, pairs: $0) }
    #expect(detectable.count == 8 && zip(detectable, detectable.dropFirst()).allSatisfy { $0 > $1 })
  }

  @Test func fewerThanSixPairsHaveNoMinimumDetectableEffect() throws {
    #expect(try #require(PairedRatio([(20, 10), (26, 10)])).minimumDetectable == nil)
    let six = (1...6).map { (10 + Double($0), 10.0) }
    #expect(try #require(PairedRatio(Array(six.dropLast()))).minimumDetectable == nil)
    #expect(try #require(PairedRatio(six)).minimumDetectable != nil)
  }
}
