package import ModuleGraph

extension Text {
  /// What changed, for a terminal.
  /// - Parameter names: what the two states are called.
  package static func difference(_ difference: GraphDifference, names: (base: String, head: String)) -> String {
    let parts = DifferenceSections(difference)
    let figures = TextTable.text(header: ["", "before", "after", ""], rows: parts.figures, flushLeft: 1)
    let sections = parts.sections.map { section in
      "\n\(section.title)\n"
        + TextTable.text(rows: section.rows.map { [section.sign] + $0 }, flushLeft: 4, indent: "  ")
    }
    return line("\(names.base) → \(names.head): \(parts.sentence)") + "\n" + figures + sections.joined()
  }
}
