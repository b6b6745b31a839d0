/// Why a line is not a record that this version can read.
package enum TraceError: Error, Equatable, Sendable {
  /// The text ends within the record: the writer was killed, or is still writing.
  case cut
  /// The text is not JSON; `offset` counts bytes from the start of the line.
  case malformed(offset: Int, expected: String)
  /// JSON, but not an object with a `schema`.
  case foreign
  /// A record of another kind or version.
  case otherSchema(found: String, expected: String)
  case missing(key: String)
  case invalid(key: String, expected: String)
}

extension TraceError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .cut:
      "the record is truncated"
    case .malformed(let offset, let expected):
      "the record is not JSON: expected \(expected) at byte \(offset)"
    case .foreign:
      "this is not a record of modgauge-recorder: it has no \"schema\""
    case .otherSchema(let found, let expected):
      "the record's schema is \"\(found)\", and only \"\(expected)\" can be read; "
        + "use modgauge and modgauge-recorder of the same version"
    case .missing(let key):
      "the record lacks \"\(key)\""
    case .invalid(let key, let expected):
      "the record's \"\(key)\" must be \(expected)"
    }
  }
}
