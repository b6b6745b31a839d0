/// A document with its `schema` key, at the top of a file or within another document.
struct Versioned<Content: Document>: Codable {
  let document: Content

  init(_ document: Content) { self.document = document }

  init(from decoder: any Decoder) throws {
    let found = try decoder.container(keyedBy: SchemaKey.self).decode(String.self, forKey: .schema)
    guard let schema = Schema(found), schema.name == Content.schema.name else { throw Mismatch.other(found) }
    guard schema.version <= Content.schema.version else { throw Mismatch.newer(schema) }
    guard schema.version >= Content.oldestVersion else { throw Mismatch.older(schema) }
    document = try Content(from: decoder, version: schema.version)
  }

  func encode(to encoder: any Encoder) throws {
    try Labelled(schema: Content.schema, content: document).encode(to: encoder)
  }

  /// Parses a document.
  /// - Parameter line: the number of the line that the bytes are from, counted from 1, for errors; `nil` for a whole
  ///   file.
  static func read(_ bytes: [UInt8], line: Int? = nil) throws(DocumentError) -> Self {
    do { return try JSONCodec.value(Self.self, from: bytes) } catch {
      throw DocumentError(Content.self, DocumentError.Problem(error, in: bytes), line: line)
    }
  }
}

struct Labelled<Content: Encodable>: Encodable {
  let schema: Schema
  let content: Content

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: SchemaKey.self)
    try container.encode(schema.description, forKey: .schema)
    try content.encode(to: encoder)
  }
}

enum Mismatch: Error {
  /// Another kind of document.
  case other(String)
  case newer(Schema)
  case older(Schema)
}

enum SchemaKey: String, CodingKey {
  case schema
}

/// Only the `schema` key of a document.
private struct Head: Decodable {
  let schema: String
}

extension Schema {
  /// Parses the `schema` key of a JSON object.
  /// - Returns: `nil` if the bytes are not a JSON object with such a key.
  package init?(ofJSON bytes: some Sequence<UInt8>) {
    guard let head = try? JSONCodec.value(Head.self, from: Array(bytes)) else { return nil }
    self.init(head.schema)
  }
}
