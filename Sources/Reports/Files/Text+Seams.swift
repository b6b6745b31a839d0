import ModuleGraph

extension Text {
  /// The divisions of a module: for each, its parts, the dependencies between them, and the declarations whose access
  /// level must be raised.
  /// - Returns: `nil` if not requested.
  static func seams(_ files: ModuleFiles, _ style: TextStyle) -> String? {
    guard let seams = files.seams else { return nil }
    let graph = files.graph
    let all = Figures.counted(graph.files.count, "file")
    let core =
      seams.core.isEmpty
      ? ""
      : "\(Figures.counted(seams.core.count, "file")) with \(Figures.percent(seams.coreShare)) of the lines need one "
        + "another and stay together (modgauge cycles --files \(graph.module.name))."
    guard !seams.divisions.isEmpty else {
      return wrapped("No cut of \(graph.module.name) (\(all)) leaves two parts of a tenth of its lines each.", style)
        + (core.isEmpty ? "" : wrapped(core, style))
    }
    return (core.isEmpty ? "" : wrapped(core, style) + "\n")
      + seams.divisions.map { text(of: $0, in: graph, style) }.joined(separator: "\n")
  }

  private static func text(of division: Division, in graph: FileGraph, _ style: TextStyle) -> String {
    let parts = Figures.counted(division.parts.count, "part")
    let openings = Figures.counted(division.openings.count, "symbol")
    let crossing = Figures.counted(division.crossings.reduce(0) { $0 + $1.uses.count }, "symbol")
    return line("\(graph.module.name) in \(parts): \(crossing) used across, \(openings) to make more visible")
      + table(division.partTable(in: graph), indent: "  ", style)
      + (division.crossings.isEmpty
        ? line("  no part needs another one")
        : table(division.crossingTable(in: graph), hasHeader: false, indent: "  ", style))
      + (division.openings.isEmpty
        ? "" : wrapped("  to open: " + division.openingWords(in: graph), indent: "    ", style))
  }
}

extension Division {
  fileprivate func partTable(in graph: FileGraph) -> Table {
    parts.table([
      .text("part") { $0.name }, .figures("files") { Figures.count($0.files.count) },
      .figures("lines") { Figures.count($0.lines) },
      .text("with") { $0.files.map(graph.name).listed(atMost: 3) },
      // Modules of the standard library are not declared in manifests.
      .text("needs") {
        $0.needs.map(\.module).filter { $0 != "Swift" && !$0.hasPrefix("_") }.listed(atMost: 4)
      },
    ]).withoutEmptyColumns
  }

  func crossingTable(in graph: FileGraph) -> Table {
    crossings.table([
      .text("edge") { "\(self.parts[$0.from].name) → \(self.parts[$0.to].name)" },
      .figures("symbols") { Figures.counted($0.uses.count, "symbol") },
      .text("those used most") {
        $0.uses.map { graph.symbols[$0.symbol].qualifiedName }.listed(atMost: 5)
      },
    ])
  }

  func openingWords(in graph: FileGraph) -> String {
    openings.map {
      graph.symbols[$0.symbol].qualifiedName
        + (graph.symbols[$0.symbol].isImplicit ? " (write it out)" : $0.access == .open ? " (open)" : "")
    }.listed(atMost: 12)
  }
}
