import BuildAnalysis
import ModuleGraph

/// Comma-separated values by RFC 4180 with a header; an absent figure is an empty field.
package enum CSV {
  static func table(_ table: Table) -> String {
    lines([table.headings.map(\.name)] + table.rows.map { $0.map(\.text) })
  }

  private static func lines(_ rows: [[String]]) -> String {
    rows.map { $0.map(escaped).joined(separator: ",") + "\r\n" }.joined()
  }

  /// Converts a table for people: a cell with a single figure becomes its bare value, whose unit is in the heading, a dash an empty
  /// field.
  static func figures(_ table: Table) -> String {
    let headings = table.headings.enumerated().map { column, heading in
      let units = Set(table.rows.compactMap { $0[column].bareFigure?.unit.description })
      return units.count == 1 ? heading.name + (units.first.map { " (\($0))" } ?? "") : heading.name
    }
    let rows = table.rows.map { $0.map { $0.bareFigure.map(bare) ?? ($0 == .absent ? "" : $0.text) } }
    return lines([headings] + rows)
  }

  /// Counts and bytes have no decimals.
  private static func bare(_ figure: Figure) -> String {
    switch figure.unit {
    case .count, .mebibytes, .kibibytes: "\(figure.whole)"
    default: number(figure.value)
    }
  }

  /// At most six decimals; empty if it is absent.
  static func number(_ value: Double?) -> String {
    guard let value else { return "" }
    return "\(value.rounded(decimals: 6))"
  }

  static func number(_ value: Int?) -> String { value.map(String.init) ?? "" }

  /// Empty unless the count is exact.
  static func number(_ tally: Tally?) -> String { number(tally?.exact) }

  /// A field, quoted if it contains a comma, a quote or a line break; quotes are doubled. Other control characters and
  /// those that turn text are replaced. A name that a spreadsheet would take for a formula begins with an apostrophe.
  package static func escaped(_ field: String) -> String {
    let field = isFormula(field) ? "'" + harmless(field) : harmless(field)
    guard field.utf8.contains(where: ",\"\n\r".utf8.contains) else { return field }
    return "\"" + field.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
  }

  /// Numbers, and options of commands without the signs of a call, are no formulas.
  private static func isFormula(_ field: String) -> Bool {
    guard let first = field.utf8.first, "-=@+\t\r".utf8.contains(first), field.utf8.count > 1, Double(field) == nil
    else { return false }
    return first != UInt8(ascii: "-") || field.utf8.contains(where: "(|!".utf8.contains)
  }

  private static func harmless(_ field: String) -> String {
    func isReplaced(_ scalar: Unicode.Scalar) -> Bool {
      scalar.isSteering && !(scalar == "\t" || scalar == "\n" || scalar == "\r")
    }
    guard !Markup.isPlain(field), field.unicodeScalars.contains(where: isReplaced) else { return field }
    return String(String.UnicodeScalarView(field.unicodeScalars.map { isReplaced($0) ? "\u{FFFD}" : $0 }))
  }
}

extension Figure.Unit {
  /// The unit of the bare value; `nil` for mere numbers.
  fileprivate var description: String? {
    switch self {
    case .seconds, .bareSeconds: "s"
    case .percent: "share of 1"
    case .mebibytes, .kibibytes: "bytes"
    case .count, .ratio, .number, .probability, .tick: nil
    }
  }
}
