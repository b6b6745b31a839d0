/// A replacement of a range of bytes.
struct TextPatch: Hashable {
  let range: Range<Int>
  let bytes: [UInt8]

  init(_ range: Range<Int>, _ text: String = "") {
    self.range = range
    bytes = Array(text.utf8)
  }

  init(at place: Int, _ text: String) { self.init(place..<place, text) }
}

extension [TextPatch] {
  /// Applies the patches, which must not overlap. Insertions at the same place keep their order.
  func applied(to bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var place = 0
    let order = indices.sorted { (self[$0].range.lowerBound, $0) < (self[$1].range.lowerBound, $1) }
    for patch in order.map({ self[$0] }) {
      result += bytes[place..<Swift.max(place, patch.range.lowerBound)] + patch.bytes
      place = Swift.max(place, patch.range.upperBound)
    }
    return result + bytes[place...]
  }
}

/// The lines and spaces around places in a text.
struct TextLayout {
  let bytes: [UInt8]

  /// The newline characters before the line of a place: `\n` or `\r\n`.
  func newline(before place: Int) -> String {
    guard let end = bytes[..<place].lastIndex(of: UInt8(ascii: "\n")), end > 0 else { return "\n" }
    return bytes[end - 1] == UInt8(ascii: "\r") ? "\r\n" : "\n"
  }

  /// The indentation of the file's first indented line.
  var indentUnit: String {
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      let spaces = line.prefix(while: Self.isBlank)
      if spaces.first == UInt8(ascii: "\t") { return "\t" }
      if !spaces.isEmpty, spaces.count < line.count, line[line.startIndex + spaces.count] != UInt8(ascii: "\r") {
        return String(repeating: " ", count: spaces.count)
      }
    }
    return "  "
  }

  func startOfLine(around place: Int) -> Int {
    (bytes[..<place].lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1
  }

  /// The spaces and tabs at the beginning of a place's line.
  func indent(around place: Int) -> String {
    String(decoding: bytes[startOfLine(around: place)...].prefix(while: Self.isBlank), as: UTF8.self)
  }

  func isBlank(_ range: Range<Int>) -> Bool { bytes[range].allSatisfy(Self.isBlank) }

  func isSpace(_ range: Range<Int>) -> Bool {
    bytes[range].allSatisfy { Self.isBlank($0) || $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
  }

  func hasNewline(_ range: Range<Int>) -> Bool { bytes[range].contains(UInt8(ascii: "\n")) }

  /// The place after the spaces and tabs that follow a place.
  func behindBlanks(_ place: Int) -> Int { bytes[place...].firstIndex { !Self.isBlank($0) } ?? bytes.count }

  /// The place before the spaces and tabs that precede a place.
  func beforeBlanks(_ place: Int) -> Int {
    (bytes[..<place].lastIndex { !Self.isBlank($0) }).map { $0 + 1 } ?? 0
  }

  /// The end of the line, if only spaces and comments follow a place on it.
  /// - Returns: the place of the newline; `nil` if something else follows.
  func endOfLine(behind place: Int) -> Int? {
    var place = behindBlanks(place)
    while bytes[place...].starts(with: "/*".utf8) {
      var end = place + 2
      while end < bytes.count, !bytes[end...].starts(with: "*/".utf8) {
        if bytes[end] == UInt8(ascii: "\n") { return nil }
        end += 1
      }
      place = behindBlanks(min(end + 2, bytes.count))
    }
    if bytes[place...].starts(with: "//".utf8) {
      place = bytes[place...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      return place > 0 && bytes[place - 1] == UInt8(ascii: "\r") ? place - 1 : place
    }
    return bytes[place...].starts(with: "\n".utf8) || bytes[place...].starts(with: "\r\n".utf8) ? place : nil
  }

  /// The place after the next newline.
  func nextLine(_ place: Int) -> Int { (bytes[place...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count - 1) + 1 }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
}
