import BuildAnalysis
import ModuleGraph

/// Comma-separated values by RFC 4180 with a header; an absent figure is an empty field.
package enum CSV {
  static func table(_ table: Table) -> String {
    ([table.headings.map(\.name)] + table.rows.map { $0.map(\.text) }).map {
      $0.map(escaped).joined(separator: ",") + "\r\n"
    }.joined()
  }

  /// Converts a table for people: a cell with a single figure becomes its bare value, a dash an empty field.
  static func figures(_ table: Table) -> String {
    let rows = table.rows.map { $0.map { $0.bareValue.map { number($0) } ?? ($0 == .absent ? "" : $0.text) } }
    return ([table.headings.map(\.name)] + rows).map { $0.map(escaped).joined(separator: ",") + "\r\n" }.joined()
  }

  /// At most six decimals; empty if it is absent.
  static func number(_ value: Double?) -> String {
    guard let value else { return "" }
    return "\(value.rounded(decimals: 6))"
  }

  /// Empty if it is absent.
  static func number(_ value: Int?) -> String { value.map(String.init) ?? "" }

  /// Empty unless the count is exact.
  static func number(_ tally: Tally?) -> String { number(tally?.exact) }

  /// A field, quoted if it contains a comma, a quote or a line break; quotes are doubled. Other control characters and
  /// those that turn text are replaced.
  package static func escaped(_ field: String) -> String {
    let field = harmless(field)
    let special: Set<Unicode.Scalar> = [",", "\"", "\n", "\r"]
    guard field.unicodeScalars.contains(where: special.contains) else { return field }
    return "\"" + field.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
  }

  private static func harmless(_ field: String) -> String {
    let meant: Set<Unicode.Scalar> = ["\t", "\n", "\r"]
    func isReplaced(_ scalar: Unicode.Scalar) -> Bool { scalar.isSteering && !meant.contains(scalar) }
    guard field.unicodeScalars.contains(where: isReplaced) else { return field }
    return String(String.UnicodeScalarView(field.unicodeScalars.map { isReplaced($0) ? "\u{FFFD}" : $0 }))
  }
}
