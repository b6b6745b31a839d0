/// Text for a terminal: short lines, without control characters from names.
package enum Text {
  /// A line that contains names.
  static func line(_ text: String) -> String { printable(text) + "\n" }

  /// Lines of at most this many columns, all but the first indented.
  static func wrapped(_ text: String, indent: String = "  ", _ style: TextStyle = .plain) -> String {
    printable(text).wrapped(columns: style.paragraphColumns, indent: indent).map { $0 + "\n" }.joined()
  }

  /// Text without control characters and those that turn text, since names come from files and must not control the
  /// terminal.
  package static func printable(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: \.isSteering) else { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.map { $0.isSteering ? "\u{FFFD}" : $0 }))
  }

  /// The blocks of a document, separated by empty lines, without pictures.
  static func document(_ blocks: [Block], _ style: TextStyle) -> String {
    let hidden = blocks.compactMap { block in
      if case .folded(let title, _) = block, !style.showsDetails { return title.text } else { return String?.none }
    }
    let note = hidden.isEmpty ? [] : [wrapped("--verbose adds: \(hidden.joined(separator: "; ")).", style)]
    return (blocks.compactMap { text($0, style) } + note).joined(separator: "\n")
  }

  private static func text(_ block: Block, _ style: TextStyle) -> String? {
    switch block {
    case .title(let phrase), .heading(let phrase): paragraph("**\(phrase)**", style)
    case .paragraph(let phrase): paragraph(phrase, style)
    case .list(let points): points.map { paragraph($0, bullet: "• ", style) }.joined()
    case .table(let table): self.table(table, style)
    case .code(let text): text.split(separator: "\n").map { line(String($0)) }.joined()
    case .folded(let title, let blocks):
      style.showsDetails ? document([.heading(title)] + blocks, style) : nil
    case .picture: nil
    }
  }

  private static func paragraph(_ phrase: Phrase, bullet: String = "", _ style: TextStyle) -> String {
    let indent = String(repeating: " ", count: bullet.count)
    let lines = phrase.wrapped(columns: style.paragraphColumns - bullet.count, breaksCode: false)
    return lines.enumerated().map { ($0 == 0 ? bullet : indent) + style.text($1) + "\n" }.joined()
  }

  /// A table within the width of the window, with columns separated by two spaces; see ``TextTable``.
  static func table(
    _ table: Table, hasHeader: Bool = true, indent: String = "", _ style: TextStyle = .plain
  ) -> String {
    TextTable(table, hasHeader: hasHeader, indent: indent, style: style).text
  }
}

extension Unicode.Scalar {
  /// Whether it controls a terminal, or turns the direction in which the text around it is shown.
  var isSteering: Bool { isControl || turnsText }

  /// Whether it is in Unicode's category Cc, which is closed.
  var isControl: Bool { value < 0x20 || (0x7F...0x9F).contains(value) }

  /// Whether it is a mark, embedding, override or isolate of Unicode's bidirectional algorithm (UAX #9, table 4).
  var turnsText: Bool {
    switch value {
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
