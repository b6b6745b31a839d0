import Documents

/// Answers for programs. What is read again as well is a `Document`.
package enum JSON {
  static func pretty(_ answer: some Encodable) throws -> String { try JSONCodec.text(answer) }
}
