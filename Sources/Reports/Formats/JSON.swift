import BuildAnalysis
import Documents
import Foresight

/// JSON for programs. What modgauge itself reads again is a `Document`.
package enum JSON {
  static func pretty(_ answer: Object) throws -> String { try JSONCodec.text(answer) }

  /// An object; members whose value is `nil` are left out.
  struct Object: Encodable, ExpressibleByDictionaryLiteral {
    private var members: [(name: String, value: (any Encodable)?)]

    init(dictionaryLiteral members: (String, (any Encodable)?)...) { self.members = members.map { ($0, $1) } }

    /// - Parameter more: no name may be in both.
    static func + (members: Object, more: Object) -> Object {
      var all = members
      all.members += more.members
      return all
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Name.self)
      for (name, value) in members {
        if let value { try container.encode(value, forKey: Name(stringValue: name)) }
      }
    }

    private struct Name: CodingKey {
      let stringValue: String
      var intValue: Int? { nil }

      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }
  }
}

extension Forecast.Estimate {
  /// With its prediction interval.
  var json: JSON.Object { ["value": value.milli, "low": low.milli, "high": high.milli] }
}

extension Double {
  /// Rounded to thousandths: in seconds, more decimals would be noise.
  var milli: Double { rounded(decimals: 3) }
}
