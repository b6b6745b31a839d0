/// GitHub's Markdown. Tables are padded, so that they can also be read on a terminal.
package enum Markdown {
  /// A table with padded columns: text is left-aligned, figures are right-aligned, and so is a text column in which all
  /// cells are absent.
  static func table(_ table: Table) -> String {
    let names = table.headings.map { escaped($0.name) }
    let rows = table.rows.map { $0.map(text) }
    let widths = names.indices.map { column in ([names] + rows).map { $0[column].count }.max() ?? 0 }
    let isFlushLeft = table.headings.indices.map { column in
      column == 0 || (table.headings[column].isText && rows.contains { $0[column] != Figures.absent })
    }
    let rule = zip(widths, isFlushLeft).map { width, isFlushLeft in
      isFlushLeft ? String(repeating: "-", count: width) : String(repeating: "-", count: max(1, width - 1)) + ":"
    }
    return ([names, rule] + rows).map { cells in
      let padded = cells.indices.map { column in
        let padding = String(repeating: " ", count: widths[column] - cells[column].count)
        return isFlushLeft[column] ? cells[column] + padding : padding + cells[column]
      }
      return "| " + padded.joined(separator: " | ") + " |"
    }.joined(separator: "\n")
  }

  static func document(_ blocks: [Block]) -> String { blocks.map(text).joined(separator: "\n\n") + "\n" }

  private static func text(_ block: Block) -> String {
    switch block {
    case .title(let phrase): "# " + text(phrase)
    case .heading(let phrase): "## " + text(phrase)
    case .paragraph(let phrase): text(phrase)
    case .list(let points): points.map { "- " + text($0) }.joined(separator: "\n")
    case .table(let table): self.table(table)
    case .code(let text): fenced(text)
    case .folded(let title, let blocks):
      "<details><summary>\(text(title))</summary>\n\n" + blocks.map(text).joined(separator: "\n\n") + "\n\n</details>"
    case .picture(let file, let description): "![\(text(description))](\(file))"
    }
  }

  /// A file between fences that are longer than those in it.
  private static func fenced(_ text: String) -> String {
    var fence = "```"
    while text.contains(fence) { fence += "`" }
    return "\(fence)\n\(text.hasSuffix("\n") ? text : text + "\n")\(fence)"
  }

  /// A phrase with its marks. Code is not escaped.
  static func text(_ phrase: Phrase) -> String {
    var result = ""
    var open: Phrase.Marks = []
    for run in phrase.runs {
      result += signs(open.subtracting(run.marks), isEnd: true) + signs(run.marks.subtracting(open))
      let text = run.content.text
      result += run.marks.contains(.code) ? code(text) : escaped(text)
      open = run.marks
    }
    return result + signs(open, isEnd: true)
  }

  private static func code(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { $0 == "`" ? " " : harmless($0) }))
  }

  private static func harmless(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    if scalar.turnsText { return "\u{FFFD}" }
    return scalar.isControl || scalar == "\u{2028}" || scalar == "\u{2029}" ? " " : scalar
  }

  /// The characters that begin marked text, outermost first, or end it.
  private static func signs(_ marks: Phrase.Marks, isEnd: Bool = false) -> String {
    let signs = [(Phrase.Marks.strong, "**"), (.emphasis, "*"), (.code, "`")].filter { marks.contains($0.0) }.map(\.1)
    return (isEnd ? signs.reversed() : signs).joined()
  }

  /// Text that GitHub shows unchanged, even in a table's cell. Line breaks and other control characters become spaces,
  /// what turns text a sign of its own, and no name notifies whom it names; an underscore within a word needs no escape.
  package static func escaped(_ text: String) -> String {
    let special: Set<Unicode.Scalar> = ["\\", "`", "*", "[", "]", "<", ">", "|", "&", "~", "$"]
    let scalars = Array(text.unicodeScalars)
    var result = String.UnicodeScalarView()
    for (index, scalar) in scalars.enumerated() {
      if scalar.isSteering {
        result.append(harmless(scalar))
        continue
      }
      let inWord = index > 0 && index + 1 < scalars.count && isWord(scalars[index - 1]) && isWord(scalars[index + 1])
      if special.contains(scalar) || (scalar == "_" && !inWord) { result.append("\\") }
      result.append(scalar)
      let isMention = scalar == "@" && index + 1 < scalars.count && isWord(scalars[index + 1])
      // A zero-width space.
      if isMention, index == 0 || !isWord(scalars[index - 1]) { result.append("\u{200B}") }
    }
    return String(result)
  }

  private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "_" || scalar.properties.isAlphabetic || scalar.properties.numericType != nil
  }
}
