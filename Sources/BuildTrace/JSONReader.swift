/// A JSON value of a record. Values that no record needs are only checked to be well-formed.
enum JSONValue: Equatable {
  struct Member: Equatable {
    let key: String
    let value: JSONValue
  }

  case null
  case bool(Bool)
  case integer(Int)
  /// A number with a fraction or an exponent, or one that does not fit into an `Int`.
  case otherNumber
  case string(String)
  case array([JSONValue])
  case object([Member])
}

/// A strict parser of one JSON value (RFC 8259). It accepts nothing but JSON; malformed input only makes it throw.
struct JSONReader {
  /// The maximum nesting depth of arrays and objects, so that no input exhausts the stack. Records need 2.
  private static let deepest = 64

  private let bytes: [UInt8]
  private var position = 0

  /// Parses bytes that contain exactly one value, with white space around it.
  static func value(of bytes: [UInt8]) throws(TraceError) -> JSONValue {
    var reader = JSONReader(bytes: bytes)
    let value = try reader.value(depth: 0)
    reader.skipSpace()
    guard reader.position == bytes.count else { throw reader.malformed("the end of the record") }
    return value
  }

  private mutating func value(depth: Int) throws(TraceError) -> JSONValue {
    skipSpace()
    switch try next() {
    case UInt8(ascii: "{"): return .object(try members(depth: depth + 1))
    case UInt8(ascii: "["): return .array(try elements(depth: depth + 1))
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
    default: throw malformed("a value")
    }
  }

  private mutating func word(_ word: StaticString, _ value: JSONValue) throws(TraceError) -> JSONValue {
    for byte in UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount) {
      try expect(byte, "\"\(word)\"")
    }
    return value
  }
}

// MARK: - Objects and arrays

extension JSONReader {
  private mutating func members(depth: Int) throws(TraceError) -> [JSONValue.Member] {
    try enter(depth: depth)
    var members: [JSONValue.Member] = []
    if try skip(UInt8(ascii: "}")) { return members }
    repeat {
      skipSpace()
      guard try next() == UInt8(ascii: "\"") else { throw malformed("a key") }
      let key = try string()
      skipSpace()
      try expect(UInt8(ascii: ":"), "\":\"")
      members.append(JSONValue.Member(key: key, value: try value(depth: depth)))
    } while try skip(UInt8(ascii: ","))
    try expect(UInt8(ascii: "}"), "\",\" or \"}\"")
    return members
  }

  private mutating func elements(depth: Int) throws(TraceError) -> [JSONValue] {
    try enter(depth: depth)
    var elements: [JSONValue] = []
    if try skip(UInt8(ascii: "]")) { return elements }
    repeat { elements.append(try value(depth: depth)) } while try skip(UInt8(ascii: ","))
    try expect(UInt8(ascii: "]"), "\",\" or \"]\"")
    return elements
  }

  private mutating func enter(depth: Int) throws(TraceError) {
    guard depth <= Self.deepest else { throw malformed("no deeper nesting than \(Self.deepest)") }
    position += 1
  }
}

// MARK: - Numbers

extension JSONReader {
  private mutating func number() throws(TraceError) -> JSONValue {
    let start = position
    if current == UInt8(ascii: "-") { position += 1 }
    if current == UInt8(ascii: "0") { position += 1 } else { try digits() }
    var isWhole = true
    if current == UInt8(ascii: ".") {
      isWhole = false
      position += 1
      try digits()
    }
    if current == UInt8(ascii: "e") || current == UInt8(ascii: "E") {
      isWhole = false
      position += 1
      if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { position += 1 }
      try digits()
    }
    guard isWhole, let integer = Int(String(decoding: bytes[start..<position], as: UTF8.self)) else {
      return .otherNumber
    }
    return .integer(integer)
  }

  private mutating func digits() throws(TraceError) {
    guard Self.isDigit(try next()) else { throw malformed("a digit") }
    while let byte = current, Self.isDigit(byte) { position += 1 }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}

// MARK: - Strings

extension JSONReader {
  private mutating func string() throws(TraceError) -> String {
    let start = position
    position += 1
    var text: [UInt8] = []
    while true {
      let byte = try next()
      guard byte >= 0x20 else { throw malformed("no control character in a string") }
      position += 1
      switch byte {
      case UInt8(ascii: "\""):
        if let string = String(validating: text, as: UTF8.self) { return string }
        position = start
        throw malformed("a string in UTF-8")
      case UInt8(ascii: "\\"): text += Array(String(try escaped()).utf8)
      default: text.append(byte)
      }
    }
  }

  private mutating func escaped() throws(TraceError) -> Character {
    let byte = try next()
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Character(Unicode.Scalar(byte))
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return Character(try escapedScalar())
    default:
      position -= 1
      throw malformed("one of \"\\/bfnrtu after a backslash")
    }
  }

  /// The scalar after `\u`; a high surrogate must be followed by a second `\u` with the low one.
  private mutating func escapedScalar() throws(TraceError) -> Unicode.Scalar {
    let first = try codeUnit()
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard UTF16.isLeadSurrogate(first) else { throw malformed("no lone second half of a surrogate pair") }
    try expect(UInt8(ascii: "\\"), "the second half of a surrogate pair")
    try expect(UInt8(ascii: "u"), "the second half of a surrogate pair")
    let second = try codeUnit()
    guard UTF16.isTrailSurrogate(second) else { throw malformed("the second half of a surrogate pair") }
    return UTF16.decode(UTF16.EncodedScalar([first, second]))
  }

  private mutating func codeUnit() throws(TraceError) -> UInt16 {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard let digit = Character(Unicode.Scalar(try next())).hexDigitValue else { throw malformed("a hex digit") }
      unit = unit << 4 | UInt16(digit)
      position += 1
    }
    return unit
  }
}

// MARK: - Bytes

extension JSONReader {
  private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

  private func next() throws(TraceError) -> UInt8 {
    guard let current else { throw .cut }
    return current
  }

  private mutating func expect(_ byte: UInt8, _ expected: String) throws(TraceError) {
    guard try next() == byte else { throw malformed(expected) }
    position += 1
  }

  /// Consumes the next byte after white space if it is the given one.
  /// - Returns: whether it was.
  private mutating func skip(_ byte: UInt8) throws(TraceError) -> Bool {
    skipSpace()
    guard try next() == byte else { return false }
    position += 1
    return true
  }

  private mutating func skipSpace() {
    while let current, [0x20, 0x09, 0x0A, 0x0D].contains(current) { position += 1 }
  }

  private func malformed(_ expected: String) -> TraceError {
    .malformed(offset: position, expected: expected)
  }
}
