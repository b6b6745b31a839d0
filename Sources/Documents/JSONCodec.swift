#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// How everything of ours is written as JSON: UTF-8, keys sorted, slashes as they are.
package enum JSONCodec {
  package enum Layout: Sendable {
    /// Indented, with a newline at the end.
    case pretty
    /// One line with its newline, as journals have it.
    case line
    /// One line without its newline, to stand within other text.
    case inline
  }

  /// - Throws: `EncodingError` where a figure is no number.
  package static func text(_ value: some Encodable, _ layout: Layout = .pretty) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    if layout == .pretty { encoder.outputFormatting.insert(.prettyPrinted) }
    return String(decoding: try encoder.encode(value), as: UTF8.self) + (layout == .inline ? "" : "\n")
  }

  static func value<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value {
    try JSONDecoder().decode(type, from: Data(bytes))
  }
}
