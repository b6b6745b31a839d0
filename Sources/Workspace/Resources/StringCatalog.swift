#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// An `.xcstrings` file: the strings of all languages as JSON.
enum StringCatalog {
  private struct File: Decodable {
    struct Entry: Decodable { let localizations: [String: Localization]? }

    struct Localization: Decodable {
      struct Unit: Decodable { let value: String }

      let stringUnit: Unit?
      /// Variations by plural or device.
      let variations: [String: [String: Localization]]?
      let substitutions: [String: Localization]?

      /// All its values, in one text.
      var text: String {
        let varied = (variations ?? [:]).sorted { $0.key < $1.key }.flatMap { kind, cases in
          cases.sorted { $0.key < $1.key }.map { "\(kind).\($0.key)=\($0.value.text)" }
        }
        let substituted = (substitutions ?? [:]).sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value.text)" }
        return ([stringUnit?.value].compactMap { $0 } + varied + substituted).joined(separator: "\n")
      }
    }

    let strings: [String: Entry]
  }

  /// The entries with values; a key without any is its own value and costs nothing.
  /// - Returns: sorted by line; `nil` for other formats.
  static func entries(of bytes: [UInt8]) -> [StringEntry]? {
    guard let file = try? JSONDecoder().decode(File.self, from: Data(bytes)) else { return nil }
    let lines = keyLines(in: bytes)
    let entries = file.strings.flatMap { key, entry in
      (entry.localizations ?? [:]).compactMap { language, localization -> StringEntry? in
        let value = localization.text
        return value.isEmpty
          ? nil : StringEntry(key: key, value: value, language: language, line: lines[key] ?? 1)
      }
    }
    return entries.sorted { ($0.line, $0.key, $0.language ?? "") < ($1.line, $1.key, $1.language ?? "") }
  }

  /// The lines of keys, as Xcode writes them: on a line of their own, at the second level. Keys with escaped characters
  /// are not found.
  private static func keyLines(in bytes: [UInt8]) -> [String: Int] {
    var lines: [String: Int] = [:]
    let all = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in all.enumerated() where line.starts(with: "    \"".utf8) {
      guard let end = line.lastIndex(of: UInt8(ascii: "\"")), end > line.startIndex + 5 else { continue }
      lines[String(decoding: line[(line.startIndex + 5)..<end], as: UTF8.self)] = index + 1
    }
    return lines
  }
}
