import BuildAnalysis
import Foresight
import Documents

/// JSON for programs. What modgauge itself reads again is a `Document`.
package enum JSON {
  static func pretty(_ answer: some Encodable) throws -> String { try JSONCodec.text(answer) }
}

extension JSON {
  /// A predicted figure with its prediction interval.
  struct Estimate: Encodable {
    let value: Double
    let low: Double
    let high: Double

    init(_ estimate: Forecast.Estimate) {
      (value, low, high) = (estimate.value.milli, estimate.low.milli, estimate.high.milli)
    }
  }
}

extension Double {
  /// Rounded to thousandths: in seconds, more decimals would be noise.
  var milli: Double { rounded(decimals: 3) }
}
