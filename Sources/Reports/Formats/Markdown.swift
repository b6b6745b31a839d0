/// GitHub's Markdown. Tables are padded, so that they read on a terminal as well.
package enum Markdown {
  /// A table padded to equal width: words are flush left, figures flush right, and so is a column of words that are all
  /// absent.
  static func table(_ table: Table) -> String {
    let names = table.headings.map(\.name)
    let widths = names.indices.map { column in ([names] + table.rows).map { $0[column].count }.max() ?? 0 }
    let isFlushLeft = table.headings.indices.map { column in
      column == 0
        || (table.headings[column].isWords && table.rows.contains { $0[column] != Figures.absent })
    }
    let rule = zip(widths, isFlushLeft).map { width, isFlushLeft in
      isFlushLeft ? String(repeating: "-", count: width) : String(repeating: "-", count: max(1, width - 1)) + ":"
    }
    return ([names, rule] + table.rows).map { cells in
      let padded = cells.indices.map { column in
        let padding = String(repeating: " ", count: widths[column] - cells[column].count)
        return isFlushLeft[column] ? cells[column] + padding : padding + cells[column]
      }
      return "| " + padded.joined(separator: " | ") + " |"
    }.joined(separator: "\n")
  }

  /// A section whose lines are points.
  static func list(_ points: [String]) -> [String] {
    points.isEmpty ? [] : [points.map { "- \($0)" }.joined(separator: "\n")]
  }

  /// Text that GitHub shows as it stands, in a table's cell too. Line ends and other controls become spaces; an
  /// underscore within a word needs no escape.
  package static func escaped(_ text: String) -> String {
    let special: Set<Unicode.Scalar> = ["\\", "`", "*", "[", "]", "<", ">", "|", "&", "~", "$"]
    let scalars = Array(text.unicodeScalars)
    var result = String.UnicodeScalarView()
    for (index, scalar) in scalars.enumerated() {
      if scalar.properties.generalCategory == .control {
        result.append(" ")
        continue
      }
      let inWord = index > 0 && index + 1 < scalars.count && isWord(scalars[index - 1]) && isWord(scalars[index + 1])
      if special.contains(scalar) || (scalar == "_" && !inWord) { result.append("\\") }
      result.append(scalar)
    }
    return String(result)
  }

  private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "_" || scalar.properties.isAlphabetic || scalar.properties.numericType != nil
  }
}
