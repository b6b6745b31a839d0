import Documents

/// JSON for programs. What modgauge itself reads again is a `Document`.
package enum JSON {
  static func pretty(_ answer: some Encodable) throws -> String { try JSONCodec.text(answer) }
}
