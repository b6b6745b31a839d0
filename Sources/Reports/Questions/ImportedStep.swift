package import ModuleGraph

/// A dependency with the lines that import what it leads to.
package struct ImportedStep: Sendable {
  /// `App → Core`.
  let name: String
  let sites: [ImportSite]

  package init(name: String, sites: [ImportSite]) { (self.name, self.sites) = (name, sites) }

  /// The importing lines of several steps, or of a single one, whose name is then omitted.
  /// - Parameter limit: the number of lines shown for each step.
  static func table(_ steps: [ImportedStep], isSingle: Bool = false, limit: Int = .max) -> Table {
    let rows = steps.flatMap { step in
      let rest = step.sites.count - limit
      let shown = step.sites.prefix(limit).map { (place: $0.place, description: $0.description) }
      let more = rest > 0 ? [(place: "… and \(Figures.count(rest)) more", description: "")] : []
      return (shown + more).enumerated().map {
        (step: $0 == 0 && !isSingle ? step.name : "", place: $1.place, description: $1.description)
      }
    }
    return rows.table([.text("step") { $0.step }, .text("import") { $0.place }, .text("note") { $0.description }])
  }

  /// What has to change before dependencies can be cut.
  static func linesToChange(_ steps: [ImportedStep], limit: Int = .max) -> [Block] {
    let table = table(steps, isSingle: steps.count == 1, limit: limit)
    return [.heading("Lines to change")]
      + (table.rows.isEmpty ? [.paragraph("No source imports what is cut.")] : [.table(table.withoutEmptyColumns)])
  }
}

extension ImportSite {
  /// `Sources/App/App.swift:3:8`.
  var place: String {
    "\(use.location.file):\(use.location.line)" + (use.column.map { ":\($0)" } ?? "")
  }

  var description: String {
    var words: [String] = []
    if case .header(let path) = use.imported { words.append("includes \(path)") }
    if use.isReexport { words.append("re-exported") }
    if let condition = use.condition { words.append("if \(condition)") }
    return words.joined(separator: ", ")
  }
}
