struct Column<Row>: Sendable {
  let name: String
  /// Text is left-aligned, a figure right-aligned.
  let isText: Bool
  let cell: @Sendable (Row) -> Phrase

  static func text(_ name: String, _ cell: @escaping @Sendable (Row) -> String) -> Self {
    Self(name: name, isText: true) { Phrase(cell($0)) }
  }

  static func figures(_ name: String, _ cell: @escaping @Sendable (Row) -> String) -> Self {
    Self(name: name, isText: false) { Phrase(cell($0)) }
  }

  static func text(_ name: String, phrase cell: @escaping @Sendable (Row) -> Phrase) -> Self {
    Self(name: name, isText: true, cell: cell)
  }

  /// A figure with marks, or several.
  static func figures(_ name: String, phrase cell: @escaping @Sendable (Row) -> Phrase) -> Self {
    Self(name: name, isText: false, cell: cell)
  }

  /// A figure, or a dash if it is absent.
  static func figure(_ name: String, _ cell: @escaping @Sendable (Row) -> Figure?) -> Self {
    Self(name: name, isText: false) { Phrase(cell($0)) }
  }
}

/// Cells under the names of their columns, independent of the format: `CSV.table`, `Markdown.table`, `Text.table` and
/// `HTML.table` render it.
struct Table: Sendable {
  private(set) var headings: [(name: String, isText: Bool)]
  /// Each row has as many cells as there are headings.
  private(set) var rows: [[Phrase]]

  init<Row>(_ rows: some Sequence<Row>, columns: [Column<Row>]) {
    headings = columns.map { ($0.name, $0.isText) }
    self.rows = rows.map { row in columns.map { $0.cell(row) } }
  }

  /// Adds a row with cells in some columns only.
  /// - Parameter cells: by the name of the column; of several with the same name, the first.
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

  /// The table with at most this many rows, and one more with the number of omitted ones.
  func cut(to limit: Int) -> Table {
    guard rows.count > limit else { return self }
    var table = self
    let more = Phrase("… and \(Figures.count(rows.count - limit)) more")
    table.rows = rows.prefix(limit) + [headings.indices.map { $0 == 0 ? more : "" }]
    return table
  }

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

extension Sequence {
  func table(_ columns: [Column<Element>]) -> Table { Table(self, columns: columns) }
}
