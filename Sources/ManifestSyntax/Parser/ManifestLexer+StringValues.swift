extension ManifestLexer {
  /// A part of a string literal.
  enum Piece {
    case text(String)
    /// The range of the expression in parentheses.
    case interpolation(Range<Int>)
  }

  /// The parts of a string literal on one line.
  func pieces(ofEscapedString token: ManifestToken) throws(LiteralError) -> [Piece] {
    var pieces: [Piece] = []
    var unescaped: [UInt8] = []
    var rest = bytes[token.range]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\") else {
        unescaped.append(byte)
        continue
      }
      if rest.first == UInt8(ascii: "(") {
        pieces.append(.text(String(decoding: unescaped, as: UTF8.self)))
        unescaped = []
        let inside = try interpolation(from: rest.startIndex + 1, line: token.line)
        pieces.append(.interpolation(inside))
        rest = rest[(inside.upperBound + 1)...]
        continue
      }
      guard let scalar = Self.scalar(afterBackslash: &rest), scalar != "\0" else {
        throw LiteralError(.unusualString, line: token.line)
      }
      unescaped.append(contentsOf: String(Character(scalar)).utf8)
    }
    return pieces + [.text(String(decoding: unescaped, as: UTF8.self))]
  }

  /// The contents of the parentheses of an interpolation.
  private func interpolation(from start: Int, line: Int) throws(LiteralError) -> Range<Int> {
    var inner = ManifestLexer(bytes, in: start..<bytes.count, line: line)
    var depth = 1
    while true {
      let token = inner.next()
      if let doubt = token.doubt { throw doubt }
      if token.kind == .leftParenthesis { depth += 1 }
      if token.kind == .rightParenthesis { depth -= 1 }
      if depth == 0 { return start..<token.range.lowerBound }
      guard token.kind != .end else { throw LiteralError(.interpolation, line: line) }
    }
  }

  /// The value of a multiline string, without the indentation of its last line.
  func value(ofLongString token: ManifestToken) throws(LiteralError) -> String {
    let refusal = LiteralError(.unusualString, line: token.line)
    var lines = bytes[token.range].split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard lines.count >= 2, let indentation = lines.popLast(), lines.removeFirst().allSatisfy({ $0 == 0x20 }),
      indentation.allSatisfy({ $0 == 0x20 })
    else { throw refusal }
    var text: [ArraySlice<UInt8>] = []
    for line in lines {
      let isBlank = line.allSatisfy { $0 == 0x20 }
      guard isBlank || line.starts(with: indentation) else { throw refusal }
      text.append(line.dropFirst(indentation.count))
    }
    return String(decoding: Array(text.joined(separator: [UInt8(ascii: "\n")])), as: UTF8.self)
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
