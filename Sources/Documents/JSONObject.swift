/// An object of JSON; members whose value is `nil` are left out.
package struct JSONObject: Encodable, ExpressibleByDictionaryLiteral {
  private var members: [(name: String, value: (any Encodable)?)]

  package init(dictionaryLiteral members: (String, (any Encodable)?)...) { self.members = members.map { ($0, $1) } }

  /// - Parameter more: no name may be in both.
  package func adding(_ more: JSONObject) -> JSONObject {
    var all = self
    all.members += more.members
    return all
  }

  package func encode(to encoder: any Encoder) throws {
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
