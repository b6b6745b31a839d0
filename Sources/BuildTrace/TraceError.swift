/// Why a line is not a record that this version can read.
package enum TraceError: Error, Equatable, Sendable {
  /// The text ends before the record does: the writer was killed, or the file is still being written.
  case cut
  /// The text is not JSON; `offset` counts bytes from the line's start.
  case malformed(offset: Int, expected: String)
  /// JSON, but not an object that names its schema.
  case foreign
  /// A record of another kind, or of another version of this kind.
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
      "this is not a record of modgauge-recorder: it does not name its schema"
    case .otherSchema(let found, let expected):
      "the record's schema is \"\(found)\", and only \"\(expected)\" can be read; "
        + "use modgauge and modgauge-recorder of the same version"
    case .missing(let key):
      "the record lacks \"\(key)\""
    case .invalid(let key, let expected):
      "the record's \"\(key)\" is not \(expected)"
    }
  }
}
