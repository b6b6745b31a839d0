/// A column of a table: its name, and what a row shows there.
struct Column<Row>: Sendable {
  enum Kind: Sendable {
    /// Flush left.
    case words
    /// Flush right.
    case figures
  }

  let name: String
  let kind: Kind
  let cell: @Sendable (Row) -> Phrase

  static func words(_ name: String, _ cell: @escaping @Sendable (Row) -> String) -> Self {
    Self(name: name, kind: .words) { Phrase(cell($0)) }
  }

  static func figures(_ name: String, _ cell: @escaping @Sendable (Row) -> String) -> Self {
    Self(name: name, kind: .figures) { Phrase(cell($0)) }
  }

  /// Words with marks.
  static func words(_ name: String, phrase cell: @escaping @Sendable (Row) -> Phrase) -> Self {
    Self(name: name, kind: .words, cell: cell)
  }

  /// A figure with marks, or several.
  static func figures(_ name: String, phrase cell: @escaping @Sendable (Row) -> Phrase) -> Self {
    Self(name: name, kind: .figures, cell: cell)
  }

  /// A dash where it is absent.
  static func figure(_ name: String, _ cell: @escaping @Sendable (Row) -> Figure?) -> Self {
    Self(name: name, kind: .figures) { Phrase(cell($0)) }
  }
}

/// Cells under the names of their columns, before a language writes them: `CSV.table`, `Markdown.table`, `Text.table`,
/// `HTML.table`.
struct Table: Sendable {
  struct Heading: Sendable {
    let name: String
    let isWords: Bool
  }

  private(set) var headings: [Heading]
  /// As many cells in each as there are headings.
  private(set) var rows: [[Phrase]]

  init<Row>(_ rows: some Sequence<Row>, columns: [Column<Row>]) {
    headings = columns.map { Heading(name: $0.name, isWords: $0.kind == .words) }
    self.rows = rows.map { row in columns.map { $0.cell(row) } }
  }

  /// Adds a row that holds something in some columns only.
  /// - Parameter cells: by the name of the column, of two with the same name the first.
  mutating func append(_ cells: KeyValuePairs<String, Phrase>) {
    var row = headings.map { _ in "" as Phrase }
    for (name, cell) in cells {
      guard let column = headings.firstIndex(where: { $0.name == name }) else {
        preconditionFailure("the table has no column “\(name)”")
      }
      row[column] = cell
    }
    rows.append(row)
  }

  /// The same without the columns that say nothing in any row.
  var withoutEmptyColumns: Table {
    let shown = headings.indices.filter { column in
      rows.contains { !$0[column].isEmpty && $0[column] != .absent }
    }
    var table = self
    table.headings = shown.map { headings[$0] }
    table.rows = rows.map { row in shown.map { row[$0] } }
    return table
  }
}
