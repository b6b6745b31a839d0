/// Bytes with a current position. Reading outside of them gives zero, which has no meaning in any of the languages.
struct SourceBytes {
  private let bytes: UnsafeBufferPointer<UInt8>
  var position = 0

  /// - Parameter bytes: a byte order mark at the start is skipped, since it would be treated as a letter.
  init(withoutMark bytes: UnsafeBufferPointer<UInt8>) {
    let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
    self.bytes = hasMark ? UnsafeBufferPointer(rebasing: bytes.dropFirst(3)) : bytes
  }

  var count: Int { bytes.count }
  var isAtEnd: Bool { position >= bytes.count }
  var current: UInt8 { self[position] }

  subscript(position: Int) -> UInt8 {
    position >= 0 && position < bytes.count ? bytes[position] : 0
  }

  func text(_ range: Range<Int>) -> String {
    String(decoding: bytes[range.clamped(to: bytes.indices)], as: UTF8.self)
  }

  func has(_ text: StaticString, at position: Int) -> Bool {
    let length = text.utf8CodeUnitCount
    guard position >= 0, bytes.count - position >= length else { return false }
    for offset in 0..<length where bytes[position + offset] != text.utf8Start[offset] { return false }
    return true
  }

  /// Moves to the next occurrence of one of four bytes, or to the end. Reads eight bytes at a time; see `Eight.zeros`.
  @inline(__always)
  mutating func skip(to first: UInt8, _ second: UInt8, _ third: UInt8, _ fourth: UInt8) {
    let patterns = (Eight.of(first), Eight.of(second), Eight.of(third), Eight.of(fourth))
    let start = UnsafeRawPointer(bytes.baseAddress)
    while let start, bytes.count - position >= 8 {
      let word = UInt64(littleEndian: start.loadUnaligned(fromByteOffset: position, as: UInt64.self))
      let hits =
        Eight.zeros(word ^ patterns.0) | Eight.zeros(word ^ patterns.1) | Eight.zeros(word ^ patterns.2)
        | Eight.zeros(word ^ patterns.3)
      if hits != 0 {
        position += hits.trailingZeroBitCount >> 3
        return
      }
      position += 8
    }
    while position < bytes.count {
      let byte = bytes[position]
      if byte == first || byte == second || byte == third || byte == fourth { return }
      position += 1
    }
  }

  /// Moves to the next byte that may be relevant in Swift code, or to the end: `"`, `#`, `/`, a backtick, or `m`, which
  /// may be that of `import`.
  @inline(__always)
  mutating func skipCode() {
    let (slash, backtick, m) = (Eight.of(UInt8(ascii: "/")), Eight.of(UInt8(ascii: "`")), Eight.of(UInt8(ascii: "m")))
    // `"` and `#` differ in one bit, so that one test finds both.
    let (lowest, pound) = (Eight.of(1), Eight.of(UInt8(ascii: "#")))
    let start = UnsafeRawPointer(bytes.baseAddress)
    while let start, bytes.count - position >= 8 {
      let word = UInt64(littleEndian: start.loadUnaligned(fromByteOffset: position, as: UInt64.self))
      let hits =
        Eight.zeros((word | lowest) ^ pound) | Eight.zeros(word ^ slash) | Eight.zeros(word ^ backtick)
        | Eight.zeros(word ^ m)
      if hits != 0 {
        position += hits.trailingZeroBitCount >> 3
        return
      }
      position += 8
    }
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "\""), UInt8(ascii: "#"), UInt8(ascii: "/"), UInt8(ascii: "`"), UInt8(ascii: "m"): return
      default: position += 1
      }
    }
  }

  /// The position of the next occurrence of a non-empty text; `nil` if none begins before `end`.
  func next(_ text: StaticString, before end: Int) -> Int? {
    let first = text.utf8Start[0]
    var search = self
    while true {
      search.skip(to: first, first, first, first)
      guard search.position < end else { return nil }
      if search.has(text, at: search.position) { return search.position }
      search.position += 1
    }
  }

  /// Skips spaces and tabs.
  mutating func skipBlanks() {
    while current == UInt8(ascii: " ") || current == UInt8(ascii: "\t") { position += 1 }
  }
}

/// Eight bytes in one word, the first byte lowest.
private enum Eight {
  @inline(__always)
  static func of(_ byte: UInt8) -> UInt64 { 0x0101_0101_0101_0101 &* UInt64(byte) }

  /// Sets the high bit of each zero byte, and possibly of bytes above the lowest zero byte (Mycroft's test).
  @inline(__always)
  static func zeros(_ word: UInt64) -> UInt64 { (word &- of(0x01)) & ~word & of(0x80) }
}

extension UInt8 {
  /// Whether the byte can be part of a name: a letter, a digit, `_`, `$`, or any byte that is not ASCII.
  var isNamePart: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), 0x80...: true
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"): true
    default: false
    }
  }

  var isNewline: Bool { self == UInt8(ascii: "\n") || self == UInt8(ascii: "\r") }

  var isSpace: Bool {
    switch self {
    case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"), 0x0B, 0x0C: true
    default: false
    }
  }
}
