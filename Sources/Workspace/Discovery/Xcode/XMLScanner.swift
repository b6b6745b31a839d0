/// Goes through the elements of XML that has no document type, as Xcode writes it. What stands between them is passed over.
///
/// Foundation's parser brings libxml2 and what that needs, which every start of the command would load.
struct XMLScanner {
  enum Event: Hashable {
    case start(element: String, attributes: [String: String])
    case end(element: String)
  }

  /// That the text is not well-formed.
  struct Malformed: Error {}

  private var rest: ArraySlice<UInt8>
  /// The elements around the present place.
  private var open: [String] = []
  /// The element whose start is its end as well.
  private var closing: String?
  private var hasRoot = false

  /// - Parameter text: in UTF-8; an XML declaration at its beginning is not read.
  init(_ text: [UInt8]) {
    rest = text[...]
    if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest.removeFirst(3) }
    if rest.starts(with: "<?xml".utf8), let end = rest.firstRange(of: Array("?>".utf8)) {
      rest = rest[end.upperBound...]
    }
  }

  /// How many bytes are read.
  var position: Int { rest.startIndex }

  /// - Returns: `nil` at the end.
  /// - Complexity: O(bytes) for all of them.
  mutating func next() throws(Malformed) -> Event? {
    if let element = closing {
      closing = nil
      return .end(element: element)
    }
    while let byte = rest.first {
      if byte != UInt8(ascii: "<") {
        try skipText()
      } else if takes("<!--") {
        try skip(to: "-->")
      } else if !open.isEmpty, takes("<![CDATA[") {
        try skip(to: "]]>")
      } else if takes("</") {
        return try end()
      } else {
        rest.removeFirst()
        return try start()
      }
    }
    guard open.isEmpty else { throw Malformed() }
    return nil
  }

  private mutating func takes(_ words: StaticString) -> Bool {
    let isThere = words.withUTF8Buffer { rest.starts(with: $0) }
    if isThere { rest.removeFirst(words.utf8CodeUnitCount) }
    return isThere
  }

  private mutating func skip(to words: StaticString) throws(Malformed) {
    while !takes(words) {
      guard rest.popFirst() != nil else { throw Malformed() }
    }
  }

  private mutating func skipText() throws(Malformed) {
    while let byte = rest.first, byte != UInt8(ascii: "<") {
      rest.removeFirst()
      if byte == UInt8(ascii: "&") { _ = try reference() }
      guard !open.isEmpty || Self.isSpace(byte), Self.isCharacter(byte) else { throw Malformed() }
    }
  }

  private mutating func end() throws(Malformed) -> Event {
    let element = try name()
    skipSpace()
    guard takes(">"), open.popLast() == element else { throw Malformed() }
    return .end(element: element)
  }

  private mutating func start() throws(Malformed) -> Event {
    guard !open.isEmpty || !hasRoot else { throw Malformed() }
    hasRoot = true
    let element = try name()
    var attributes: [String: String] = [:]
    while true {
      let hasSpace = skipSpace()
      if takes("/>") {
        closing = element
        break
      }
      if takes(">") {
        open.append(element)
        break
      }
      let key = try name()
      skipSpace()
      guard hasSpace, takes("=") else { throw Malformed() }
      skipSpace()
      guard attributes.updateValue(try value(), forKey: key) == nil else { throw Malformed() }
    }
    return .start(element: element, attributes: attributes)
  }

  private mutating func name() throws(Malformed) -> String {
    let name = rest.prefix { $0 >= 0x80 || Self.isNamePart($0) }
    guard let first = name.first, first >= 0x80 || Self.isNameStart(first) else { throw Malformed() }
    rest = rest[name.endIndex...]
    return String(decoding: name, as: UTF8.self)
  }

  /// A value in quotes, with its references replaced; white space is a blank.
  private mutating func value() throws(Malformed) -> String {
    guard let quote = rest.popFirst(), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      throw Malformed()
    }
    var value: [UInt8] = []
    while let byte = rest.popFirst() {
      switch byte {
      case quote: return String(decoding: value, as: UTF8.self)
      case UInt8(ascii: "&"): value.append(contentsOf: String(Character(try reference())).utf8)
      case UInt8(ascii: "<"): throw Malformed()
      default:
        guard Self.isCharacter(byte) else { throw Malformed() }
        value.append(Self.isSpace(byte) ? UInt8(ascii: " ") : byte)
      }
    }
    throw Malformed()
  }

  /// What stands behind `&`: `amp;`, `#65;` or `#x41;`.
  private mutating func reference() throws(Malformed) -> Unicode.Scalar {
    let word = rest.prefix(12).prefix { $0 != UInt8(ascii: ";") }
    rest = rest[word.endIndex...]
    guard takes(";") else { throw Malformed() }
    switch String(decoding: word, as: UTF8.self) {
    case "lt": return "<"
    case "gt": return ">"
    case "amp": return "&"
    case "quot": return "\""
    case "apos": return "'"
    case let text:
      guard text.hasPrefix("#") else { throw Malformed() }
      let digits = text.dropFirst(text.hasPrefix("#x") ? 2 : 1)
      guard let first = digits.utf8.first, first != UInt8(ascii: "+"), first != UInt8(ascii: "-"),
        let scalar = UInt32(digits, radix: text.hasPrefix("#x") ? 16 : 10).flatMap(Unicode.Scalar.init),
        scalar.value >= 0x20 || Self.isSpace(UInt8(truncatingIfNeeded: scalar.value))
      else { throw Malformed() }
      return scalar
    }
  }

  @discardableResult private mutating func skipSpace() -> Bool {
    let space = rest.prefix(while: Self.isSpace)
    rest = rest[space.endIndex...]
    return !space.isEmpty
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }

  private static func isCharacter(_ byte: UInt8) -> Bool { byte >= 0x20 || isSpace(byte) }

  private static func isNameStart(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"),
      UInt8(ascii: ":"):
      true
    default: false
    }
  }

  private static func isNamePart(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."): true
    default: isNameStart(byte)
    }
  }
}
