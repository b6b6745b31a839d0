/// The line `// swift-tools-version:5.9`.
package enum ToolsVersionLine {
  /// The versions whose `PackageDescription` the reader knows.
  static let known = ToolsVersion(4, 0)..<ToolsVersion(6, 4)
  /// The latest minor version among them.
  package static let newest = ToolsVersion(6, 3)

  private static let label = Array("swift-tools-version:".utf8)

  /// The tools version of a manifest.
  /// - Throws: `LiteralError` if there is none, or if the toolchain or the reader does not support it.
  static func read(_ bytes: [UInt8], toolchain: ToolsVersion) throws(LiteralError) -> ToolsVersion {
    guard bytes.count <= LiteralManifest.sizeLimit else { throw LiteralError(.tooLarge, line: 0) }
    guard let (version, line) = find(in: bytes) else { throw LiteralError(.noToolsVersion, line: 1) }
    guard known.contains(version), version <= toolchain else { throw LiteralError(.otherToolsVersion, line: line) }
    return version
  }

  /// Finds the line by SwiftPM's rules for its spacing, which 5.4 relaxed, and for its position: from 6.0 on, it need
  /// not be the first line.
  /// - Returns: `nil` if SwiftPM might find no version, or a different one.
  static func find(in bytes: [UInt8]) -> (version: ToolsVersion, line: Int)? {
    var position = 0
    var line = 1
    var isFirst = true
    while position < bytes.count {
      let start = position
      position = bytes[start...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? bytes.count
      let text = bytes[start..<position]
      defer { line += 1 }
      if text.allSatisfy({ isSpace($0) || $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }) { continue }
      if mentionsLabel(text) {
        guard let found = version(in: text) else { return nil }
        let leading = bytes[..<start].allSatisfy { $0 == UInt8(ascii: "\n") } && text.first == UInt8(ascii: "/")
        if found.version < ToolsVersion(6, 0) {
          guard isFirst, found.version >= ToolsVersion(5, 4) || (found.isClassic && leading) else { return nil }
        }
        return (found.version, line)
      }
      isFirst = false
    }
    return nil
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
  }

  /// Whether the line contains the label without its colon, in any case.
  private static func mentionsLabel(_ text: ArraySlice<UInt8>) -> Bool {
    let word = label.dropLast()
    guard text.count >= word.count else { return false }
    for start in text.startIndex...(text.endIndex - word.count)
    where zip(text[start...], word).allSatisfy({ lowercased($0) == $1 }) { return true }
    return false
  }

  /// - Returns: `isClassic` if the spacing is valid before 5.4.
  private static func version(in text: ArraySlice<UInt8>) -> (version: ToolsVersion, isClassic: Bool)? {
    var rest = text.drop(while: isSpace)
    guard rest.starts(with: [UInt8(ascii: "/"), UInt8(ascii: "/")]) else { return nil }
    rest = rest.dropFirst(2)
    let afterMarker = rest.prefix(while: isSpace)
    rest = rest.dropFirst(afterMarker.count)
    guard zip(rest, label).allSatisfy({ lowercased($0) == $1 }), rest.count > label.count else { return nil }
    rest = rest.dropFirst(label.count)
    let afterLabel = rest.prefix(while: isSpace)
    rest = rest.dropFirst(afterLabel.count)
    let number = rest.prefix { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
    let ending = rest.dropFirst(number.count)
    // After `;` anything is allowed, except for experimental features in parentheses; a lone carriage return is
    // unusual.
    let endings: [[UInt8]] = [[], Array("\n".utf8), Array("\r\n".utf8)]
    guard ending.first == UInt8(ascii: ";") ? !ending.starts(with: Array(";(".utf8)) : endings.contains(Array(ending)),
      let version = ToolsVersion(String(decoding: number, as: UTF8.self))
    else { return nil }
    return (version, afterMarker.elementsEqual(" ".utf8) && afterLabel.isEmpty)
  }
}
