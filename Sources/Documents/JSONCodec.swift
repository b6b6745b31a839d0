#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The format of all JSON that is written: UTF-8, sorted keys, unescaped slashes.
package enum JSONCodec {
  package enum Layout: Sendable {
    /// Indented, with a newline at the end.
    case pretty
    /// One line with a newline at the end, for journals.
    case line
    /// One line without a newline, for use within other text.
    case inline
  }

  /// - Throws: `EncodingError` if a figure is not finite.
  package static func text(_ value: some Encodable, _ layout: Layout = .pretty) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    if layout == .pretty { encoder.outputFormatting.insert(.prettyPrinted) }
    return String(decoding: try encoder.encode(value), as: UTF8.self) + (layout == .inline ? "" : "\n")
  }

  static func value<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value {
    try JSONNumbers.check(bytes)
    return try JSONDecoder().decode(type, from: Data(bytes))
  }

  /// Whether the bytes are JSON, of whatever kind.
  static func isJSON(_ bytes: [UInt8]) -> Bool {
    struct Anything: Decodable {
      init(from decoder: any Decoder) {}
    }
    return (try? JSONDecoder().decode(Anything.self, from: Data(bytes))) != nil
  }
}

extension [UInt8] {
  /// Base64 according to RFC 4648, section 4.
  package var base64: String { Data(self).base64EncodedString() }
}
