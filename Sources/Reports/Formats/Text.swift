/// Answers for people: short lines for a terminal, in which no name can hide a control character.
package enum Text {
  /// A line in which names stand.
  static func line(_ text: String) -> String { printable(text) + "\n" }

  /// Lines of at most so many columns, all but the first indented.
  static func wrapped(_ text: String, indent: String = "  ", columns: Int = 100) -> String {
    printable(text).wrapped(columns: columns, indent: indent).map { $0 + "\n" }.joined()
  }

  /// Names come from files: a control character in one must not reach the terminal.
  static func printable(_ text: String) -> String {
    String(
      String.UnicodeScalarView(text.unicodeScalars.map { $0.properties.generalCategory == .control ? "\u{FFFD}" : $0 }))
  }

  /// Columns, divided by two spaces.
  /// - Parameters:
  ///   - hasHeader: whether the first line names the columns.
  ///   - indent: what each line begins with.
  static func table(_ table: Table, hasHeader: Bool = true, indent: String = "") -> String {
    let lines = (hasHeader ? [table.headings.map(\.name)] : []) + table.rows.map { $0.map(printable) }
    let widths = table.headings.indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
    return lines.map { cells in
      let padded = zip(zip(cells, widths), table.headings).map { cell, heading in
        let padding = String(repeating: " ", count: cell.1 - cell.0.count)
        return heading.isWords ? cell.0 + padding : padding + cell.0
      }
      var line = indent + padded.joined(separator: "  ")
      while line.last == " " { line.removeLast() }
      return line + "\n"
    }.joined()
  }
}
