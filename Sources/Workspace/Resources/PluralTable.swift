#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A `.stringsdict` file: strings with plural rules, as a property list.
enum PluralTable {
  private indirect enum Value: Decodable {
    case text(String)
    case table([String: Value])

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let text = try? container.decode(String.self) {
        self = .text(text)
      } else {
        self = .table(try container.decode([String: Value].self))
      }
    }

    /// All its values, in one text.
    var description: String {
      switch self {
      case .text(let text): text
      case .table(let table):
        table.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value.description)" }.joined(separator: "\n")
      }
    }
  }

  /// - Returns: sorted by line; `nil` for other formats.
  static func entries(of bytes: [UInt8]) -> [StringEntry]? {
    guard let table = try? PropertyListDecoder().decode([String: Value].self, from: Data(bytes)) else { return nil }
    let entries = table.map { key, value in
      StringEntry(key: key, value: value.description, line: line(of: key, in: bytes))
    }
    return entries.sorted { ($0.line, $0.key) < ($1.line, $1.key) }
  }

  /// The line of a key in XML; 1 in a binary file, and for keys with escaped characters.
  private static func line(of key: String, in bytes: [UInt8]) -> Int {
    let place = bytes.firstRange(of: Array("<key>\(key)</key>".utf8))?.lowerBound ?? 0
    return 1 + bytes[..<place].count { $0 == UInt8(ascii: "\n") }
  }
}
