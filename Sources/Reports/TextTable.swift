/// Columns for a terminal, divided by two spaces.
enum TextTable {
  /// - Parameter flushLeft: how many columns, from the first on, are flush left; the others are flush right.
  static func text(header: [String], rows: [[String]], flushLeft: Int) -> String {
    let all = [header] + rows.map { $0.map(printable) }
    let widths = header.indices.map { column in all.map { $0[column].count }.max() ?? 0 }
    return all.map { row in
      var line = row.enumerated().map { column, cell in
        let padding = String(repeating: " ", count: widths[column] - cell.count)
        return column < flushLeft ? cell + padding : padding + cell
      }.joined(separator: "  ")
      while line.last == " " { line.removeLast() }
      return line + "\n"
    }.joined()
  }

  /// Names come from files: a control character in one must not reach the terminal.
  static func printable(_ text: String) -> String {
    String(
      String.UnicodeScalarView(text.unicodeScalars.map { $0.properties.generalCategory == .control ? "\u{FFFD}" : $0 }))
  }
}
