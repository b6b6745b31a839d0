/// The logs in a folder.
package enum LogList {
  package struct Row: Sendable {
    /// In UTC.
    let ended: String
    let seconds: Double?
    let scheme: String?
    let container: String?
    let errors: Int?
    let warnings: Int?
    /// Of the file, without its extension.
    let name: String

    package init(
      ended: String, seconds: Double?, scheme: String?, container: String?, errors: Int?, warnings: Int?, name: String
    ) {
      (self.ended, self.seconds, self.scheme, self.container) = (ended, seconds, scheme, container)
      (self.errors, self.warnings, self.name) = (errors, warnings, name)
    }
  }

  package static func text(_ rows: [Row], _ style: TextStyle = .plain) -> String {
    let columns: [Column<Row>] = [
      .text("ended") { $0.ended }, .figures("wall") { Figures.seconds($0.seconds) },
      .text("scheme") { Text.printable($0.scheme ?? Figures.absent) },
      .text("workspace") { Text.printable($0.container ?? Figures.absent) },
      .figures("errors") { Figures.count($0.errors) }, .figures("warnings") { Figures.count($0.warnings) },
      .text("log") { Text.printable($0.name) },
    ]
    return Text.table(Table(rows, columns: columns), style)
  }
}
