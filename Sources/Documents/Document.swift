/// A JSON document that modgauge writes and reads: one object whose `schema` key names its kind and version.
///
/// A conforming type encodes and decodes its other keys. ``Versioned`` adds and checks the `schema` key, at the top of
/// a file and within another document.
package protocol Document: Codable, Sendable {
  /// The version that is written.
  static var schema: Schema { get }

  /// The oldest version that can still be read; 1 by default.
  static var oldestVersion: Int { get }

  /// Its display name with an article, as in `a module graph`.
  static var title: String { get }

  /// The document that an error message suggests instead, as in `what … wrote`.
  static var origin: String { get }

  /// Decodes the keys of any version from `oldestVersion` to the current one.
  ///
  /// Types whose keys have changed migrate older versions here; for others, `init(from:)` is enough.
  init(from decoder: any Decoder, version: Int) throws
}

extension Document {
  package static var oldestVersion: Int { 1 }

  package init(from decoder: any Decoder, version: Int) throws { try self.init(from: decoder) }

  /// Parses a document.
  /// - Parameter bytes: UTF-8. Unknown keys are ignored.
  /// - Throws: `DocumentError` if the bytes are another document, or none.
  package init(json bytes: [UInt8]) throws(DocumentError) { self = try Versioned.read(bytes).document }

  /// The document as JSON with its `schema` key; keys are sorted.
  /// - Throws: `EncodingError` if a figure is not finite.
  package func json(_ layout: JSONCodec.Layout = .pretty) throws -> String {
    try JSONCodec.text(Versioned(self), layout)
  }
}
