/// What is written as JSON to be read again: one object whose `schema` key names its kind and version.
///
/// A type encodes and decodes its other keys; ``Versioned`` adds the `schema` key and checks it, at the top of a file and
/// within another document alike.
package protocol Document: Codable, Sendable {
  /// The version that is written.
  static var schema: Schema { get }

  /// The oldest version that can still be read: 1, if the type does not say otherwise.
  static var oldestVersion: Int { get }

  /// What it is called, with an article: `a module graph`.
  static var title: String { get }

  /// What the user should give where something else was given: `what … wrote`.
  static var origin: String { get }

  /// Reads the keys as a version from `oldestVersion` to the current one wrote them.
  ///
  /// A type whose keys have changed migrates older versions here; the others need only `init(from:)`.
  init(from decoder: any Decoder, version: Int) throws
}

extension Document {
  package static var oldestVersion: Int { 1 }

  package init(from decoder: any Decoder, version: Int) throws { try self.init(from: decoder) }

  /// Reads a document.
  /// - Parameter bytes: UTF-8. Unknown keys are ignored.
  package init(json bytes: [UInt8]) throws(DocumentError) {
    self = try Versioned.read(bytes).document
  }

  /// Keys are sorted.
  /// - Throws: `EncodingError` where a figure is no number.
  package func json(_ layout: JSONCodec.Layout = .pretty) throws -> String {
    try JSONCodec.text(Versioned(self), layout)
  }
}
