/// The tokens of a manifest that are active on this host, with matched brackets.
struct LocationText {
  /// The kinds of tokens that the search distinguishes.
  enum Kind: Hashable {
    case word
    /// `isPlain` if the string is on one line, without escapes and interpolations.
    case string(isPlain: Bool)
    /// `(`, `[` or `{`.
    case opening
    /// `)`, `]` or `}`.
    case closing
    case comma, colon, period, directive
    /// Operators, numbers and anything else.
    case sign
  }

  let bytes: [UInt8]
  let tokens: [ManifestToken]
  /// For each opening bracket, the index of its closing one, or the end of the text; for every other token, its own
  /// index.
  let partners: [Int]

  init(bytes: [UInt8], tokens: [ManifestToken]) {
    self.bytes = bytes
    self.tokens = tokens
    partners = Self.partners(tokens, bytes)
  }

  private static func partners(_ tokens: [ManifestToken], _ bytes: [UInt8]) -> [Int] {
    var partners = Array(tokens.indices)
    var open: [Int] = []
    for (index, token) in tokens.enumerated() {
      if Kind(token.kind) == .opening {
        partners[index] = tokens.count
        open.append(index)
      } else if Kind(token.kind) == .closing, let last = open.last,
        closes(bytes[token.range.lowerBound], bytes[tokens[last].range.lowerBound])
      {
        partners[last] = index
        open.removeLast()
      }
    }
    return partners
  }

  private static func closes(_ closing: UInt8, _ opening: UInt8) -> Bool {
    switch opening {
    case UInt8(ascii: "("): closing == UInt8(ascii: ")")
    case UInt8(ascii: "["): closing == UInt8(ascii: "]")
    default: closing == UInt8(ascii: "}")
    }
  }

  var all: Range<Int> { tokens.indices }

  func kind(_ index: Int) -> Kind? { tokens.indices.contains(index) ? Kind(tokens[index].kind) : nil }

  /// The text of a token; for a string, without its quotes.
  func text(_ index: Int) -> String { String(decoding: bytes[tokens[index].range], as: UTF8.self) }

  func word(_ index: Int) -> String? { kind(index) == .word ? text(index) : nil }

  /// Whether a token is a given punctuation mark or operator, such as `(` or `+=`.
  func isSign(_ index: Int, _ sign: StaticString) -> Bool {
    guard tokens.indices.contains(index) else { return false }
    switch Kind(tokens[index].kind) {
    case .word, .string, .directive: return false
    default: return sign.withUTF8Buffer { bytes[tokens[index].range].elementsEqual($0) }
    }
  }

  /// The tokens between a bracket and its partner.
  func inside(_ opening: Int) -> Range<Int> { (opening + 1)..<max(opening + 1, partners[opening]) }

  /// The index after this token, or after the whole bracket that it opens.
  func after(_ index: Int) -> Int { partners[index] + 1 }

  struct Argument {
    let label: String?
    let value: Range<Int>
  }

  /// The arguments of a call, by the index of its opening bracket.
  /// - Complexity: O(tokens directly between these brackets).
  func arguments(_ opening: Int) -> [Argument] {
    parts(of: inside(opening)).compactMap { part in
      let start = part.lowerBound
      let label = kind(start + 1) == .colon ? word(start) : nil
      let value = min(label == nil ? start : start + 2, part.upperBound)..<part.upperBound
      return value.isEmpty ? nil : Argument(label: label, value: value)
    }
  }

  /// The parts of a range between separators outside of inner brackets, some of which may be empty.
  func parts(of range: Range<Int>, separatedBy sign: StaticString = ",") -> [Range<Int>] {
    var parts: [Range<Int>] = []
    var (start, index) = (range.lowerBound, range.lowerBound)
    while index < range.upperBound {
      if isSign(index, sign) {
        parts.append(start..<index)
        start = index + 1
      }
      index = after(index)
    }
    return parts + [start..<max(start, range.upperBound)]
  }
}

extension LocationText.Kind {
  init(_ kind: ManifestToken.Kind) {
    self =
      switch kind {
      case .name: .word
      case .string(let isEscaped): .string(isPlain: !isEscaped)
      case .longString: .string(isPlain: false)
      case .leftParenthesis, .leftBracket, .leftBrace: .opening
      case .rightParenthesis, .rightBracket, .rightBrace: .closing
      case .comma: .comma
      case .colon: .colon
      case .period: .period
      case .directive: .directive
      default: .sign
      }
  }
}
