import BuildAnalysis
import Documents
import Foresight

/// JSON for programs. What modgauge itself reads again is a `Document`.
package enum JSON {
  static func pretty(_ answer: Object) throws -> String { try JSONCodec.text(answer) }

  typealias Object = JSONObject
}

extension JSON.Object {
  static func + (members: JSON.Object, more: JSON.Object) -> JSON.Object { members.adding(more) }
}

extension Forecast.Estimate {
  /// With its prediction interval.
  var json: JSON.Object { ["value": value.milli, "low": low.milli, "high": high.milli] }
}

extension Double {
  /// Rounded to thousandths: in seconds, more decimals would be noise.
  var milli: Double { rounded(decimals: 3) }
}
