/// A word, literal or sign of Swift code.
package struct ManifestToken: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// A word, keywords and `$0` included.
    case name
    /// The text between the quotes of a string on one line; `isEscaped` where it does not stand for itself.
    case string(isEscaped: Bool)
    /// The text between three quotes.
    case longString
    case integer
    /// Numbers with periods between them.
    case version
    case leftParenthesis, rightParenthesis, leftBracket, rightBracket, leftBrace, rightBrace
    case comma, colon, semicolon, period, equals, plus, plusEquals, halfOpenRange, closedRange
    case question, exclamation, less, greater, arrow, backslash, at
    case operation(LiteralOperator)
    /// `#if` and the like: the word behind `#`.
    case directive
    /// Anything else, byte by byte.
    case sign
    case end
  }

  package let kind: Kind
  /// Where its text is; for a string without the quotes.
  package let range: Range<Int>
  /// Counted from 1.
  package let line: Int
  /// Whether spaces, a new line or a comment are before it.
  let hasSpaceBefore: Bool
  package let startsLine: Bool
  /// Whether spaces or a comment follow; Swift wants the same on both sides of an operator.
  let hasSpaceAfter: Bool
  /// Why a reader that must be certain gives up here: at the token, or at what stands between it and the one before.
  package let doubt: LiteralRefusal?
}
