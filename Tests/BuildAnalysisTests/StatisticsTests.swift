import BuildAnalysis
import Foundation
import Testing

struct StatisticsTests {
  @Test func theMedianIsTheMiddle() {
    #expect([3.0, 1, 2].median == 2)
    #expect([4.0, 1, 2, 3].median == 2.5)
    #expect([Double]().median == nil)
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

  @Test func pairedRatiosAgreeWithNumpyAndScipy() throws {
    struct Case: Decodable {
      let arm: [Double]
      let reference: [Double]
      let ratio: Double
      let p: Double?
      let low: Double?
      let high: Double?
      let level: Double?
    }
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Oracles/signed_rank.json")
    let cases = try JSONDecoder().decode([Case].self, from: Data(contentsOf: file))
    #expect(cases.count == 120)
    for oracle in cases {
      let ours = try #require(PairedRatio(Array(zip(oracle.arm, oracle.reference))))
      #expect(abs(ours.ratio - oracle.ratio) < 1e-9)
      #expect((ours.interval == nil) == (oracle.low == nil))
      #expect((ours.p == nil) == (oracle.arm.count < 6))
      if let interval = ours.interval, let low = oracle.low, let high = oracle.high, let level = oracle.level {
        #expect(abs(interval.low - low) < 1e-9)
        #expect(abs(interval.high - high) < 1e-9)
        #expect(abs(interval.level - level) < 1e-9)
      }
      if let p = ours.p { #expect(abs(p - (oracle.p ?? 1)) < 1e-9) }
    }
  }

  @Test func noPairsGiveNoRatio() {
    #expect(PairedRatio([]) == nil)
  }
}
