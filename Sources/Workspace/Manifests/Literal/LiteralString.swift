extension LiteralLexer {
  /// What a string literal stands for.
  func value(ofString token: LiteralToken, isEscaped: Bool) throws(LiteralRefusal) -> String {
    guard isEscaped else { return text(token.range) }
    var unescaped: [UInt8] = []
    var rest = bytes[token.range]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\") else {
        unescaped.append(byte)
        continue
      }
      guard let scalar = Self.scalar(afterBackslash: &rest), scalar != "\0" else {
        throw LiteralRefusal(.unusualString, line: token.line)
      }
      unescaped.append(contentsOf: String(Character(scalar)).utf8)
    }
    return String(decoding: unescaped, as: UTF8.self)
  }

  private static func scalar(afterBackslash rest: inout ArraySlice<UInt8>) -> Unicode.Scalar? {
    switch rest.popFirst() {
    case UInt8(ascii: "n"): "\n"
    case UInt8(ascii: "t"): "\t"
    case UInt8(ascii: "r"): "\r"
    case UInt8(ascii: "\\"): "\\"
    case UInt8(ascii: "\""): "\""
    case UInt8(ascii: "'"): "'"
    case UInt8(ascii: "u"): bracedScalar(&rest)
    default: nil
    }
  }

  /// `{1F600}`: one to eight hexadecimal digits.
  private static func bracedScalar(_ rest: inout ArraySlice<UInt8>) -> Unicode.Scalar? {
    guard rest.popFirst() == UInt8(ascii: "{") else { return nil }
    var value: UInt32 = 0
    var digits = 0
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "}") { return digits > 0 ? Unicode.Scalar(value) : nil }
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80, digits < 8 else { return nil }
      value = value << 4 | UInt32(digit)
      digits += 1
    }
    return nil
  }
}
