/// Why bytes are not the expected document.
package struct DocumentError: Error, Equatable {
  package enum Problem: Equatable, Sendable {
    case empty
    /// Not JSON, or truncated JSON.
    case notJSON
    case noSchema
    /// Another kind of document.
    case other(schema: String)
    case newer(Schema)
    case older(Schema)
    /// - path: the keys that lead to the invalid value, joined by dots; empty for the whole document.
    case invalid(path: String, String)
  }

  package let problem: Problem
  /// The invalid line, counted from 1, of a file with one JSON value per line; `nil` for other files.
  package let line: Int?
  let schema: Schema
  let oldest: Schema
  let title: String
  /// What the user should give instead.
  let origin: String

  init<Content: Document>(_ expected: Content.Type, _ problem: Problem, line: Int? = nil) {
    (self.problem, self.line) = (problem, line)
    schema = Content.schema
    oldest = Schema(Content.schema.name, version: Content.oldestVersion)
    title = Content.title
    origin = Content.origin
  }
}

extension DocumentError: CustomStringConvertible {
  package var description: String { sentences(about: "this") }

  /// What is wrong, and what to do next.
  /// - Parameters:
  ///   - subject: the subject of the sentence: the file.
  ///   - origin: what the user should give instead, if documents of several kinds are accepted.
  package func sentences(about subject: String, insteadGive origin: String? = nil) -> String {
    let place = line.map { " (line \($0))" } ?? ""
    let give = "Give \(origin ?? self.origin)."
    let isNot = "\(subject) is not \(title): "
    switch problem {
    case .empty: return isNot + "it is empty. " + give
    case .notJSON: return isNot + "it is not valid JSON\(place), or is truncated. " + give
    case .noSchema: return isNot + "it has no “schema”\(place). " + give
    case .other(let found): return isNot + "its schema is “\(found)”\(place), not “\(schema)”. " + give
    case .newer(let found):
      return "\(subject) was written by a newer modgauge: its schema is “\(found)”\(place), and this version reads up "
        + "to “\(schema)”. Update modgauge."
    case .older(let found):
      return "\(subject) was written by an older modgauge: its schema is “\(found)”\(place), and this version reads "
        + "from “\(oldest)” on. Create it again with this version."
    case .invalid(let path, let reason):
      return isNot + (path.isEmpty ? "" : "“\(path)”\(place): ") + reason + ". " + give
    }
  }
}

extension DocumentError.Problem {
  init(_ error: any Error, in bytes: [UInt8]) {
    switch error {
    case Mismatch.other(let found): self = .other(schema: found)
    case Mismatch.newer(let schema): self = .newer(schema)
    case Mismatch.older(let schema): self = .older(schema)
    case let error as DecodingError: self = .init(error, in: bytes)
    default: self = .invalid(path: "", "\(error)")
    }
  }

  private init(_ error: DecodingError, in bytes: [UInt8]) {
    switch error {
    case .keyNotFound(let key, let context)
    where key.stringValue == SchemaKey.schema.rawValue && context.codingPath.isEmpty:
      self = .noSchema
    case .keyNotFound(let key, let context):
      self = .invalid(path: Self.path(context.codingPath + [key]), "it is missing")
    case .dataCorrupted(let context) where context.codingPath.isEmpty:
      // Foundation does not name the place of a number that does not fit.
      self = bytes.isEmpty ? .empty : JSONCodec.isJSON(bytes) ? .invalid(path: "", Self.reason(context)) : .notJSON
    case .typeMismatch(_, let context) where context.codingPath.isEmpty,
      .valueNotFound(_, let context) where context.codingPath.isEmpty:
      self = .invalid(path: "", "it is not a JSON object")
    case .typeMismatch(let type, let context):
      let reason = Self.noun(type).map { "it is not \($0)" } ?? Self.reason(context)
      self = .invalid(path: Self.path(context.codingPath), reason)
    case .valueNotFound(let type, let context):
      self = .invalid(path: Self.path(context.codingPath), "it is \(Self.noun(type).map { "not \($0)" } ?? "null")")
    case .dataCorrupted(let context):
      self = .invalid(path: Self.path(context.codingPath), Self.reason(context))
    @unknown default: self = .invalid(path: "", "\(error)")
    }
  }

  /// What a value should be; `nil` for a type that a decoder names otherwise.
  private static func noun(_ type: any Any.Type) -> String? {
    switch type {
    case is String.Type: "text"
    case is Bool.Type: "true or false"
    case is any BinaryInteger.Type: "a whole number"
    case is any BinaryFloatingPoint.Type: "a number"
    default:
      // What Foundation's decoder looks for; the containers, where it finds `null`.
      switch "\(type)".prefix(while: { $0 != "<" }) {
      case "Array", "UnkeyedDecodingContainer": "a list"
      case "Dictionary", "KeyedDecodingContainer": "an object"
      default: nil
      }
    }
  }

  /// The decoder's message without a period at its end, which only some of Foundation's messages have.
  private static func reason(_ context: DecodingError.Context) -> String {
    let words = context.debugDescription
    return words.hasSuffix(".") ? String(words.dropLast()) : words
  }

  private static func path(_ keys: [any CodingKey]) -> String {
    keys.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
  }
}
