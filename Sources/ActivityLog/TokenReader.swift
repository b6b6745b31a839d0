/// A value or a punctuation of the serialization.
enum Token {
  case integer(UInt64)
  case double(Double)
  case string(ActivityLog.Text)
  case json(ActivityLog.Text)
  /// The name of the next class.
  case className(ActivityLog.Text)
  /// An instance of a class, which are numbered from 1.
  case instance(UInt64)
  case array(UInt64)
  case null
}

/// Reads tokens one after the other.
struct TokenReader {
  private let bytes: UnsafeRawBufferPointer
  private(set) var position = 0

  init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
  }

  var isAtEnd: Bool { position == bytes.count }

  /// Skips the letters at the beginning of a log.
  /// - Returns: `false` if the bytes begin in another way.
  mutating func skip(_ letters: StaticString) -> Bool {
    let count = letters.utf8CodeUnitCount
    guard bytes.count >= count else { return false }
    for index in 0..<count where bytes[index] != letters.utf8Start[index] { return false }
    position = count
    return true
  }

  func peek() throws(ActivityLog.Damage) -> Token {
    var copy = self
    return try copy.next()
  }

  mutating func next() throws(ActivityLog.Damage) -> Token {
    let start = position
    var index = start
    var decimal: UInt64 = 0
    var isDecimal = true
    while index < bytes.count {
      let byte = bytes[index]
      if byte >= 0x30, byte <= 0x39 {
        let (tens, overflow) = decimal.multipliedReportingOverflow(by: 10)
        let (sum, overflow2) = tens.addingReportingOverflow(UInt64(byte &- 0x30))
        decimal = sum
        if overflow || overflow2 { isDecimal = false }
      } else if byte >= 0x61, byte <= 0x66 {
        isDecimal = false
      } else {
        break
      }
      index += 1
      if index - start > Self.longestNumber { throw damage("a number that is too long", start) }
    }
    guard index < bytes.count else { throw damage("the log ends within a value", start) }
    position = index + 1
    return try token(bytes[index], start: start, end: index, decimal: isDecimal && index > start ? decimal : nil)
  }

  /// The digits of the largest number.
  private static let longestNumber = 20

  private mutating func token(
    _ delimiter: UInt8, start: Int, end: Int, decimal: UInt64?
  ) throws(ActivityLog.Damage) -> Token {
    switch delimiter {
    case UInt8(ascii: "-") where end == start: return .null
    case UInt8(ascii: "^"): return .double(try double(start, end))
    default: break
    }
    guard let decimal else { throw damage("no decimal number", start) }
    switch delimiter {
    case UInt8(ascii: "#"): return .integer(decimal)
    case UInt8(ascii: "\""): return .string(try content(decimal, start))
    case UInt8(ascii: "@"): return .instance(decimal)
    case UInt8(ascii: "("): return .array(decimal)
    case UInt8(ascii: "%"): return .className(try content(decimal, start))
    case UInt8(ascii: "*"): return .json(try content(decimal, start))
    default: throw damage("an unknown kind of value", end)
    }
  }

  private mutating func content(_ count: UInt64, _ start: Int) throws(ActivityLog.Damage) -> ActivityLog.Text {
    guard count <= UInt64(bytes.count - position) else {
      throw damage("a text of \(count) bytes, of which \(bytes.count - position) are there,", start)
    }
    defer { position += Int(count) }
    return ActivityLog.Text(start: UInt32(position), count: UInt32(count))
  }

  /// The eight bytes of a double, least significant first.
  private func double(_ start: Int, _ end: Int) throws(ActivityLog.Damage) -> Double {
    guard end - start == 16 else { throw damage("a time that has not 16 digits", start) }
    var bits: UInt64 = 0
    for index in 0..<8 {
      let byte = nibble(start + 2 * index) << 4 | nibble(start + 2 * index + 1)
      bits |= UInt64(byte) << UInt64(8 * index)
    }
    return Double(bitPattern: bits)
  }

  private func nibble(_ index: Int) -> UInt8 {
    let byte = bytes[index]
    return byte <= 0x39 ? byte &- 0x30 : byte &- 0x57
  }

  func damage(_ reason: String, _ byte: Int) -> ActivityLog.Damage {
    ActivityLog.Damage(reason: reason, byte: byte)
  }
}
