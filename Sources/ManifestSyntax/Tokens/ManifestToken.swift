/// A token of Swift code.
package struct ManifestToken: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// A word, including keywords and `$0`.
    case name
    /// The text between the quotes of a string on one line; `isEscaped` if it contains escapes or interpolations.
    case string(isEscaped: Bool)
    /// The text between three quotes.
    case longString
    case integer
    /// Numbers separated by periods.
    case version
    case leftParenthesis, rightParenthesis, leftBracket, rightBracket, leftBrace, rightBrace
    case comma, colon, semicolon, period, equals, plus, plusEquals, halfOpenRange, closedRange
    case question, exclamation, less, greater, arrow, backslash, at
    case operation(LiteralOperator)
    /// A directive such as `#if`: the word after `#`.
    case directive
    /// Anything else, byte by byte.
    case sign
    case end
  }

  package let kind: Kind
  /// The range of the token's text; for a string, without the quotes.
  package let range: Range<Int>
  /// Counted from 1.
  package let line: Int
  /// Whether white space or a comment precedes it.
  let hasSpaceBefore: Bool
  package let startsLine: Bool
  /// Whether white space or a comment follows. A binary operator has it on both sides, or on neither.
  let hasSpaceAfter: Bool
  /// Why the literal reader refuses the manifest here: because of the token, or because of the space or comment before
  /// it.
  package let doubt: LiteralError?
}

/// A binary operator other than `+` and ranges.
package enum LiteralOperator: String, Sendable {
  case or = "||"
  case and = "&&"
  case equal = "=="
  case unequal = "!="
  case less = "<"
  case greater = ">"
  case notGreater = "<="
  case notLess = ">="
  case coalesce = "??"
}
