package import ModuleGraph

extension Markdown {
  /// The maximum size of a pull request comment in bytes, with room for what a bot adds.
  static let commentBytes = 60 << 10

  /// The text with as many entries of each list as fit.
  /// - Parameter longest: the number of entries of the longest list.
  static func fitting(bytes: Int = commentBytes, longest: Int, _ text: (_ limit: Int) -> String) -> String {
    var limit = longest
    while true {
      let text = text(limit)
      if text.utf8.count <= bytes || limit <= 1 { return text }
      limit /= 2
    }
  }

  /// The differences for a pull request: figures, then collapsible lists. Long lists are truncated with a note.
  package static func difference(
    _ difference: GraphDifference, names: (base: String, head: String), touched: [TouchedModule] = []
  ) -> String {
    let parts = DifferenceSections(difference)
    // As code, an owner is named without being notified.
    let touches = DifferenceSections.sentence(touched, name: escaped) { "`\($0.replacing("`", with: ""))`" }
    let sentences = [escaped(parts.sentence), touches].compactMap(\.self)
    return fitting(longest: parts.sections.map(\.rows.count).max() ?? 0) { limit in
      document(parts, sentences, names, limit: limit)
    }
  }

  private static func document(
    _ parts: DifferenceSections, _ sentences: [String], _ names: (base: String, head: String), limit: Int
  ) -> String {
    let words = sentences.map { $0 + "\n\n" }.joined()
    let head = "### Module graph: \(escaped(names.base)) → \(escaped(names.head))\n\n\(words)"
    let figures = table(parts.table(change: "change")) + "\n"
    return head + figures + parts.sections.map { section($0, limit: limit) }.joined()
  }

  private static func section(_ section: DifferenceSections.Section, limit: Int) -> String {
    let rows = section.rows.prefix(limit).map { cells in
      "- \(section.sign) " + cells.filter { !$0.isEmpty }.map(escaped).joined(separator: " · ") + "\n"
    }
    let rest = section.rows.count - rows.count
    return "\n<details><summary>\(section.title.capitalizedFirst): \(Figures.count(section.rows.count))</summary>\n\n"
      + rows.joined()
      + (rest > 0 ? "- … and \(Figures.count(rest)) more\n" : "") + "\n</details>\n"
  }
}
