import ModuleGraph

/// Comma-separated values by RFC 4180, with a header; an absent figure is an empty field.
package enum CSV {
  static func table(_ table: Table) -> String {
    ([table.headings.map(\.name)] + table.rows.map { $0.map(\.text) }).map {
      $0.map(escaped).joined(separator: ",") + "\r\n"
    }.joined()
  }

  /// A table for people as one for programs: a cell that is a single figure holds its bare value, a dash nothing.
  static func figures(_ table: Table) -> String {
    let rows = table.rows.map { $0.map { $0.bareValue.map { number($0) } ?? ($0 == .absent ? "" : $0.text) } }
    return ([table.headings.map(\.name)] + rows).map { $0.map(escaped).joined(separator: ",") + "\r\n" }.joined()
  }

  /// Six decimals at most; nothing for what is absent.
  static func number(_ value: Double?) -> String {
    guard let value else { return "" }
    return "\((value * 1e6).rounded() / 1e6)"
  }

  /// Nothing for what is absent.
  static func number(_ value: Int?) -> String { value.map(String.init) ?? "" }

  /// Nothing for a count that is not known as a whole.
  static func number(_ tally: Tally?) -> String { number(tally?.exact) }

  /// A field in quotes where it holds a comma, a quote or a line's end; quotes are doubled.
  package static func escaped(_ field: String) -> String {
    let special: Set<Unicode.Scalar> = [",", "\"", "\n", "\r"]
    guard field.unicodeScalars.contains(where: special.contains) else { return field }
    return "\"" + field.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
  }
}
