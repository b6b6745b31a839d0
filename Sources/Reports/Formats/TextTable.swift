/// Columns for a terminal, divided by two spaces.
enum TextTable {
  /// - Parameters:
  ///   - header: the first row, if there is one.
  ///   - flushLeft: how many columns, from the first on, are flush left; the others are flush right.
  ///   - indent: what each line begins with.
  static func text(header: [String]? = nil, rows: [[String]], flushLeft: Int, indent: String = "") -> String {
    let all = (header.map { [$0] } ?? []) + rows.map { $0.map(printable) }
    let widths = (all.first ?? []).indices.map { column in all.map { $0[column].count }.max() ?? 0 }
    return all.map { row in
      let cells = row.enumerated().map { column, cell in
        let padding = String(repeating: " ", count: widths[column] - cell.count)
        return column < flushLeft ? cell + padding : padding + cell
      }
      var line = indent + cells.joined(separator: "  ")
      while line.last == " " { line.removeLast() }
      return line + "\n"
    }.joined()
  }

  /// The same without the columns that say nothing in any row.
  static func withoutEmptyColumns(
    header: [String]? = nil, rows: [[String]], flushLeft: Int, indent: String = ""
  ) -> String {
    let shown = (rows.first ?? []).indices.filter { column in
      rows.contains { !$0[column].isEmpty && $0[column] != Figures.absent }
    }
    return text(
      header: header.map { header in shown.map { header[$0] } }, rows: rows.map { row in shown.map { row[$0] } },
      flushLeft: shown.count { $0 < flushLeft }, indent: indent)
  }

  /// Lines of at most so many columns, broken at spaces, all but the first indented.
  static func wrapped(_ text: String, indent: String = "  ", columns: Int = 100) -> String {
    var lines: [String] = []
    for word in printable(text).split(separator: " ") {
      if let last = lines.last, last.count + 1 + word.count <= columns {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append(lines.isEmpty ? String(word) : indent + word)
      }
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// Names come from files: a control character in one must not reach the terminal.
  static func printable(_ text: String) -> String {
    String(
      String.UnicodeScalarView(text.unicodeScalars.map { $0.properties.generalCategory == .control ? "\u{FFFD}" : $0 }))
  }
}
