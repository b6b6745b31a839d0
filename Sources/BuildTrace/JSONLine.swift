/// Writes one JSON object on one line, with its keys in the order in which they are appended.
struct JSONLine {
  private var members = ""

  /// The complete object, without a newline.
  var text: String { "{\(members)}" }

  mutating func append(_ key: String, _ value: Int) {
    append(key, literal: String(value))
  }

  mutating func append(_ key: String, _ value: String) {
    append(key, literal: Self.quoted(value))
  }

  mutating func append(_ key: String, _ value: Bool) {
    append(key, literal: value ? "true" : "false")
  }

  mutating func append(_ key: String, _ values: [Int]) {
    append(key, literal: "[\(values.map(String.init).joined(separator: ","))]")
  }

  /// Appends the longest prefix of the values that keeps the object shorter than `longest` bytes.
  mutating func append(_ key: String, _ values: [String], longest: Int = .max) {
    // The punctuation around the values, and a newline.
    var length = members.utf8.count + key.utf8.count + 8
    var literals = ""
    for value in values {
      let literal = Self.quoted(value)
      length += literal.utf8.count + 1
      if length > longest { break }
      if !literals.isEmpty { literals += "," }
      literals += literal
    }
    append(key, literal: "[\(literals)]")
  }

  private mutating func append(_ key: String, literal: String) {
    if !members.isEmpty { members += "," }
    members += "\(Self.quoted(key)):\(literal)"
  }

  /// The text as a JSON string. Control characters, and all that a reader might treat as a line break, are escaped.
  static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case "\u{0}"..<" ", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}": quoted += escape(scalar)
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }

  private static func escape(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }
}
