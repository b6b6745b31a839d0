/// Writes one JSON object on one line, with its keys in the order in which they are appended.
package struct JSONLine {
  private var members: [UInt8] = []
  /// In bytes: most objects are shorter.
  private static let usualLength = 256

  package init() { members.reserveCapacity(Self.usualLength) }

  /// The complete object, without a newline.
  package var text: String { "{\(String(decoding: members, as: UTF8.self))}" }

  /// Appends the complete object to others, without a newline.
  package func append(to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "{"))
    bytes += members
    bytes.append(UInt8(ascii: "}"))
  }

  package mutating func append(_ key: StaticString, _ value: Int) {
    append(key)
    append(number: value)
  }

  package mutating func append(_ key: StaticString, _ value: String) {
    append(key)
    Self.append(quoted: value, to: &members)
  }

  package mutating func append(_ key: StaticString, _ value: Bool) {
    append(key)
    members += (value ? "true" : "false").utf8
  }

  /// - Parameter value: finite.
  package mutating func append(_ key: StaticString, _ value: Double) {
    append(key)
    let text = value.description
    members += text.hasSuffix(".0") ? text.utf8.dropLast(2) : text.utf8[...]
  }

  /// Appends a number with three decimals: thousandths of a unit.
  package mutating func append(_ key: StaticString, thousandths: Int) {
    append(key)
    if thousandths < 0 { members.append(UInt8(ascii: "-")) }
    let (whole, part) = thousandths.magnitude.quotientAndRemainder(dividingBy: 1000)
    append(number: Int(whole))
    guard part > 0 else { return }
    let digits = [part / 100, part / 10 % 10, part % 10].map { UInt8($0) + UInt8(ascii: "0") }
    members.append(UInt8(ascii: "."))
    members += digits[...(digits.lastIndex { $0 != UInt8(ascii: "0") } ?? 0)]
  }

  package mutating func append(_ key: StaticString, _ values: [Int]) {
    append(key)
    members.append(UInt8(ascii: "["))
    for (index, value) in values.enumerated() {
      if index > 0 { members.append(UInt8(ascii: ",")) }
      append(number: value)
    }
    members.append(UInt8(ascii: "]"))
  }

  /// Appends the longest prefix of the values that keeps the object shorter than `longest` bytes.
  package mutating func append(_ key: StaticString, _ values: [String], longest: Int = .max) {
    append(key)
    members.append(UInt8(ascii: "["))
    let start = members.count
    for value in values {
      let before = members.count
      if before > start { members.append(UInt8(ascii: ",")) }
      Self.append(quoted: value, to: &members)
      // With the end of the list, the braces around the object, and a newline.
      guard members.count > longest - 4 else { continue }
      members.removeSubrange(before...)
      break
    }
    members.append(UInt8(ascii: "]"))
  }

  package mutating func append(_ key: StaticString, _ value: JSONLine) {
    append(key)
    value.append(to: &members)
  }

  private mutating func append(_ key: StaticString) {
    if !members.isEmpty { members.append(UInt8(ascii: ",")) }
    members.append(UInt8(ascii: "\""))
    members += UnsafeBufferPointer(start: key.utf8Start, count: key.utf8CodeUnitCount)
    members += "\":".utf8
  }

  private mutating func append(number: Int) {
    guard number >= 0 else { return members += String(number).utf8 }
    // As many digits as the largest number has.
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
      var (first, rest) = (digits.count, number)
      repeat {
        first -= 1
        digits[first] = UInt8(truncatingIfNeeded: rest % 10) + UInt8(ascii: "0")
        rest /= 10
      } while rest > 0
      members += UnsafeMutableBufferPointer(rebasing: digits[first...])
    }
  }

  /// The text as a JSON string. Control characters, and all that a reader might treat as a line break, are escaped.
  static func quoted(_ text: String) -> String {
    var bytes: [UInt8] = []
    append(quoted: text, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func append(quoted text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    if text.utf8.allSatisfy(isPlain) {
      bytes += text.utf8
    } else {
      for scalar in text.unicodeScalars { append(scalar, to: &bytes) }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Whether a byte is an ASCII character that is written as it is.
  private static func isPlain(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte < 0x7F && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  private static func append(_ scalar: Unicode.Scalar, to bytes: inout [UInt8]) {
    switch scalar {
    case "\"": bytes += "\\\"".utf8
    case "\\": bytes += "\\\\".utf8
    case "\n": bytes += "\\n".utf8
    case "\u{0}"..<" ", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}":
      let digits = String(scalar.value, radix: 16)
      bytes += "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".utf8
    default: bytes += UTF8.encode(scalar).map(Array.init) ?? []
    }
  }
}
