package import ModuleGraph

extension Text {
  package static func difference(
    _ difference: GraphDifference, names: (base: String, head: String), touched: [TouchedModule] = [],
    _ style: TextStyle = .plain
  ) -> String {
    let parts = DifferenceSections(difference)
    let sections = parts.sections.map { section in "\n\(section.title)\n" + list(section, style) }
    return line("\(names.base) → \(names.head): \(parts.sentence)")
      + (DifferenceSections.sentence(touched).map { wrapped($0, style) } ?? "") + "\n"
      + table(parts.table(change: ""), style)
      + sections.joined()
  }

  private static func list(_ section: DifferenceSections.Section, _ style: TextStyle) -> String {
    let cells = section.rows.map(\.count).max() ?? 0
    let columns: [Column<[String]>] = (0..<cells).map { index in .text("") { $0[index] } }
    return table(
      Table(section.rows, columns: [.text("") { _ in section.sign }] + columns), hasHeader: false, indent: "  ", style)
  }
}
