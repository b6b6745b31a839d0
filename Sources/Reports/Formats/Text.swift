/// Answers for people: short lines for a terminal, in which no name can hide a control character.
package enum Text {
  /// A line in which names stand.
  static func line(_ text: String) -> String { printable(text) + "\n" }

  /// Lines of at most so many columns, all but the first indented.
  static func wrapped(_ text: String, indent: String = "  ", _ style: TextStyle = .plain) -> String {
    printable(text).wrapped(columns: style.paragraphColumns, indent: indent).map { $0 + "\n" }.joined()
  }

  /// Names come from files: a control character in one must not reach the terminal.
  package static func printable(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isControl) else { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.map { isControl($0) ? "\u{FFFD}" : $0 }))
  }

  /// Unicode's category Cc, which gains no more characters.
  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
  }

  /// Its parts, divided by empty lines. Pictures are for those who can see them.
  static func document(_ blocks: [Block], _ style: TextStyle) -> String {
    blocks.compactMap { text($0, style) }.joined(separator: "\n")
  }

  private static func text(_ block: Block, _ style: TextStyle) -> String? {
    switch block {
    case .title(let phrase), .heading(let phrase): paragraph("**\(phrase)**", style)
    case .paragraph(let phrase): paragraph(phrase, style)
    case .list(let points): points.map { paragraph($0, bullet: "• ", style) }.joined()
    case .table(let table): self.table(table, style)
    case .picture: nil
    }
  }

  private static func paragraph(_ phrase: Phrase, bullet: String = "", _ style: TextStyle) -> String {
    let indent = String(repeating: " ", count: bullet.count)
    let lines = phrase.wrapped(columns: style.paragraphColumns - bullet.count)
    return lines.enumerated().map { ($0 == 0 ? bullet : indent) + style.text($1) + "\n" }.joined()
  }

  /// Columns, divided by two spaces, within the width of the window; see ``TextTable``.
  /// - Parameters:
  ///   - hasHeader: whether the first line names the columns.
  ///   - indent: what each line begins with.
  static func table(
    _ table: Table, hasHeader: Bool = true, indent: String = "", _ style: TextStyle = .plain
  ) -> String {
    TextTable(table, hasHeader: hasHeader, indent: indent, style: style).text
  }
}
