/// Reads ``NameMentions``.
struct NameMentionScanner {
  private let bytes: SourceBytes
  private(set) var keys: Set<UInt64> = []
  private(set) var compositions: Set<NameComposition> = []

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = SourceBytes(withoutMark: bytes) }

  mutating func scan() {
    scanWords()
    var position = 0
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "\""): position = readLiteral(at: position, depth: 0)
      case UInt8(ascii: ">"): position = readText(at: position + 1)
      default: position += 1
      }
    }
  }

  // MARK: Words

  /// Adds each word, and what words with hyphens and dots are as a whole and without an ending: `foo-bar.png`.
  private mutating func scanWords() {
    var position = 0
    while position < bytes.count {
      guard isJoined(bytes[position]) else {
        position += 1
        continue
      }
      let start = position
      var (word, dot, isSimple) = (position, position, true)
      while isJoined(bytes[position]) {
        if !bytes[position].isNamePart {
          add(word..<position)
          if bytes[position] == UInt8(ascii: ".") { dot = position }
          (word, isSimple) = (position + 1, false)
        }
        position += 1
      }
      add(word..<position)
      if !isSimple { add(start..<position) }
      if dot > start { add(start..<dot) }
    }
  }

  private func isJoined(_ byte: UInt8) -> Bool {
    byte.isNamePart || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
  }

  private mutating func add(_ range: Range<Int>) {
    guard !range.isEmpty, case let key = key(of: range), key != 0 else { return }
    keys.insert(key)
  }

  /// FNV-1a of letters and digits in lower case, without escapes and typographic punctuation; 0 if there are none.
  func key(of range: Range<Int>) -> UInt64 {
    var (hash, isEmpty, position) = (UInt64(0xcbf2_9ce4_8422_2325), true, range.lowerBound)
    while position < range.upperBound {
      let byte = bytes[position]
      position += 1
      switch byte {
      case UInt8(ascii: "\\"): position = endOfEscape(at: position)
      // The block of general punctuation: dashes, quotation marks, the ellipsis.
      case 0xE2 where bytes[position] == 0x80 || bytes[position] == 0x81: position += 2
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): (hash, isEmpty) = (mixed(hash, byte | 0x20), false)
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...:
        (hash, isEmpty) = (mixed(hash, byte), false)
      default: break
      }
    }
    return isEmpty ? 0 : hash
  }

  private func mixed(_ hash: UInt64, _ byte: UInt8) -> UInt64 { (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }

  /// `\n`, `\u{2019}`, `\U2019`
  private func endOfEscape(at position: Int) -> Int {
    guard bytes[position] | 0x20 == UInt8(ascii: "u") else { return position + 1 }
    if bytes[position + 1] == UInt8(ascii: "{") {
      var end = position + 2
      while end < position + 12, bytes[end] != UInt8(ascii: "}") { end += 1 }
      return end + 1
    }
    return position + 5
  }

  // MARK: Literals

  /// Text between tags, which ends with its line.
  private mutating func readText(at start: Int) -> Int {
    var end = start
    while end < bytes.count, end < start + 500, !bytes[end].isNewline, bytes[end] != UInt8(ascii: "<"),
      bytes[end] != UInt8(ascii: ">"), bytes[end] != UInt8(ascii: "\"")
    { end += 1 }
    if bytes[end] == UInt8(ascii: "<") { add(start..<end) }
    return end
  }

  /// Reads a string from its quotation mark. It ends with its line, unless there are three marks.
  /// - Returns: the position behind it.
  private mutating func readLiteral(at open: Int, depth: Int) -> Int {
    let isLong = bytes.has("\"\"\"", at: open)
    let start = open + (isLong ? 3 : 1)
    var (position, part, dot) = (start, start, start)
    var parts: [String] = []
    while position < bytes.count {
      let byte = bytes[position]
      if byte == UInt8(ascii: "\\") {
        let paren = bytes[position + 1] == UInt8(ascii: "#") ? position + 2 : position + 1
        if bytes[paren] == UInt8(ascii: "("), depth < 8 {
          parts.append(lowercased(part..<position))
          position = readInterpolation(at: paren, depth: depth)
          part = position
        } else {
          position += 2
        }
      } else if byte == UInt8(ascii: "%"), let end = endOfFormat(at: position) {
        parts.append(lowercased(part..<position))
        (position, part) = (end, end)
      } else if isLong ? bytes.has("\"\"\"", at: position) : byte == UInt8(ascii: "\"") || byte.isNewline {
        break
      } else {
        if byte == UInt8(ascii: ".") { dot = position }
        position += 1
      }
    }
    let end = min(position, bytes.count)
    add(start..<end)
    if dot > start { add(start..<dot) }
    parts.append(lowercased(part..<end))
    let behind = isLong ? end + 3 : bytes[end] == UInt8(ascii: "\"") ? end + 1 : end
    compose(parts, literal: open..<behind)
    return behind
  }

  /// Notes a literal to which something is joined, or that looks like it.
  private mutating func compose(_ parts: [String], literal: Range<Int>) {
    var parts = parts
    guard parts.count > 1 || parts[0].utf8.count < 200 else { return }
    // A sentence may end with a period.
    let isName = !parts.contains { $0.contains(" ") }
    if let first = parts[0].utf8.first,
      isName && Self.separators.contains(first) || isJoined(before: literal.lowerBound)
    {
      parts.insert("", at: 0)
    }
    if let last = parts[parts.count - 1].utf8.last,
      isName && Self.separators.contains(last) || isJoined(after: literal.upperBound)
    {
      parts.append("")
    }
    if parts.count > 1, parts.contains(where: { !$0.isEmpty }) { compositions.insert(NameComposition(parts: parts)) }
  }

  private static let separators = Set("_-./".utf8)

  /// `kind + "_icon"`, `@"a" @"b"`, `name.append("Dark")`
  private func isJoined(before open: Int) -> Bool {
    var position = open - 1
    while position > 0, bytes[position].isSpace || [UInt8(ascii: "@"), UInt8(ascii: "#")].contains(bytes[position]) {
      position -= 1
    }
    switch bytes[position] {
    case UInt8(ascii: "+"), UInt8(ascii: "\""): return true
    case UInt8(ascii: "="): return bytes[position - 1] == UInt8(ascii: "+")
    case UInt8(ascii: "("), UInt8(ascii: ":"):
      let start = max(0, position - 30)
      return lowercased(start..<position).contains("append")
    default: return false
    }
  }

  private func isJoined(after end: Int) -> Bool {
    var position = end
    while bytes[position].isSpace || [UInt8(ascii: "@"), UInt8(ascii: "#")].contains(bytes[position]) { position += 1 }
    return bytes[position] == UInt8(ascii: "+") || bytes[position] == UInt8(ascii: "\"")
      || bytes.has(".append", at: position)
  }

  private func lowercased(_ range: Range<Int>) -> String { bytes.text(range).lowercased().unescaped }

  /// - Returns: the position behind the closing parenthesis.
  private mutating func readInterpolation(at open: Int, depth: Int) -> Int {
    var (position, level) = (open, 0)
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "("): level += 1
      case UInt8(ascii: ")"):
        level -= 1
        if level == 0 { return position + 1 }
      case UInt8(ascii: "\""):
        position = readLiteral(at: position, depth: depth + 1)
        continue
      case let byte where byte.isNewline && level > 0 && position > open + 2000: return position
      default: break
      }
      position += 1
    }
    return position
  }

  /// The end of a format such as `%1$@` or `%02d`; `nil` if there is none.
  private func endOfFormat(at percent: Int) -> Int? {
    var end = percent + 1
    while Self.flags.contains(bytes[end]) { end += 1 }
    var length = 0
    while Self.lengths.contains(bytes[end]), length < 2 { (end, length) = (end + 1, length + 1) }
    return Self.conversions.contains(bytes[end]) ? end + 1 : nil
  }

  private static let flags = Set("-+0123456789.$#*".utf8)
  private static let lengths = Set("lhqz".utf8)
  private static let conversions = Set("@dDiuUxXoOfFeEgGcCsSaApl".utf8)
}

extension String {
  /// With the characters that escapes stand for, of those that keys of strings contain.
  package var unescaped: String {
    guard utf8.contains(UInt8(ascii: "\\")) else { return self }
    return replacing("\\n", with: "\n").replacing("\\t", with: "\t").replacing("\\\"", with: "\"").replacing(
      "\\'", with: "'")
  }
}
