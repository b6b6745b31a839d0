/// An entry of a string table.
struct StringEntry: Hashable {
  /// As written, without quotes.
  let key: String
  let value: String
  /// Absent if the file's folder determines it.
  var language: String?
  /// From 1.
  let line: Int
}

/// A `.strings` file: `"key" = "value";`, in UTF-8 or UTF-16.
enum StringTable {
  /// - Returns: `nil` for other formats: a binary or XML property list.
  static func entries(of bytes: [UInt8]) -> [StringEntry]? {
    let text = utf8(bytes)
    if text.starts(with: "bplist".utf8) || text.starts(with: "<?xml".utf8) { return nil }
    var reader = Reader(text: text)
    return reader.entries()
  }

  /// The same text in UTF-8, without a byte order mark.
  private static func utf8(_ bytes: [UInt8]) -> [UInt8] {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return Array(bytes.dropFirst(3)) }
    let isBig = bytes.starts(with: [0xFE, 0xFF])
    guard isBig || bytes.starts(with: [0xFF, 0xFE]) else { return bytes }
    let units = stride(from: 2, to: bytes.count - 1, by: 2).map { place -> UInt16 in
      let (first, second) = (UInt16(bytes[place]), UInt16(bytes[place + 1]))
      return isBig ? first << 8 | second : second << 8 | first
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }

  private struct Reader {
    let text: [UInt8]
    var position = 0
    var line = 1

    mutating func entries() -> [StringEntry]? {
      var entries: [StringEntry] = []
      while skipSpace() {
        let start = line
        guard let key = word() else { return nil }
        guard skipSpace() else { return nil }
        if takes("=") {
          guard skipSpace(), let value = word(), skipSpace() else { return nil }
          entries.append(StringEntry(key: key, value: value, line: start))
        } else {
          // `"text";` is its own value.
          entries.append(StringEntry(key: key, value: key, line: start))
        }
        guard takes(";") else { return nil }
      }
      return entries
    }

    private mutating func takes(_ sign: Unicode.Scalar) -> Bool {
      guard position < text.count, text[position] == UInt8(ascii: sign) else { return false }
      position += 1
      return true
    }

    /// In quotes or without.
    private mutating func word() -> String? {
      let isQuoted = takes("\"")
      let start = position
      while position < text.count, isQuoted ? text[position] != UInt8(ascii: "\"") : Self.isPlain(text[position]) {
        if text[position] == UInt8(ascii: "\n") { line += 1 }
        position += text[position] == UInt8(ascii: "\\") ? 2 : 1
      }
      let end = min(position, text.count)
      guard isQuoted ? takes("\"") : end > start else { return nil }
      return String(decoding: text[start..<end], as: UTF8.self)
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "-"): true
      default: false
      }
    }

    /// - Returns: whether anything follows.
    private mutating func skipSpace() -> Bool {
      while position < text.count {
        if text[position...].starts(with: "//".utf8) {
          while position < text.count, text[position] != UInt8(ascii: "\n") { position += 1 }
        } else if text[position...].starts(with: "/*".utf8) {
          position += 2
          while position < text.count, !text[position...].starts(with: "*/".utf8) { skipByte() }
          position += 2
        } else if text[position] <= UInt8(ascii: " ") {
          skipByte()
        } else {
          return true
        }
      }
      return false
    }

    private mutating func skipByte() {
      if text[position] == UInt8(ascii: "\n") { line += 1 }
      position += 1
    }
  }
}
