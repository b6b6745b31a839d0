package import ModuleGraph

extension Text {
  /// The answer, with the importing lines; or the effect of a cut.
  static func why(_ report: WhyReport, _ style: TextStyle) -> String {
    if let cut = report.cut { return self.cut(cut, report, style) }
    let imports = ImportedStep.table(report.importedSteps, limit: 3)
    return why(report.why, style) + (imports.rows.isEmpty ? "" : line("Imports:") + importText(imports, style))
  }

  private static func cut(_ answer: WhyReport.CutAnswer, _ report: WhyReport, _ style: TextStyle) -> String {
    let title = answer.title(report.why)
    let imports = ImportedStep.table(report.importedSteps.filter { $0.name == title }, isSingle: true)
    let sections: [String] =
      [
        line("Without \(title):") + table(answer.statements, hasHeader: false, indent: "  ", style),
        why(answer.cut.left, style),
        imports.rows.isEmpty
          ? line("No source imports what is cut.") : line("Lines to change:") + importText(imports, style),
        answer.cut.recompiled.isEmpty
          ? line("A change in any module recompiles as much as before.")
          : line("What a change recompiles:") + table(answer.recompiled, indent: "  ", style),
      ]
      + answer.ruleSections.map { title, violations in
        let found = WhyReport.CutAnswer.table(of: violations)
        return line(title) + (violations.isEmpty ? "" : table(found, hasHeader: false, indent: "  ", style))
      }
    return sections.joined(separator: "\n")
  }

  private static func importText(_ imports: Table, _ style: TextStyle) -> String {
    table(imports.withoutEmptyColumns, hasHeader: false, indent: "  ", style)
  }

  /// A shortest path with one line for each step, or several paths with one line each, with their steps below.
  package static func why(_ why: Why, _ style: TextStyle = .plain) -> String {
    let labels = why.graph.labels
    guard let shortest = why.paths.first else { return line(noPath(why, labels)) }
    let end = why.from == why.to ? "itself" : labels[why.to]
    return line("\(labels[why.from]) depends on \(end) \(distance(shortest.count - 1)):")
      + (why.paths.count == 1 ? steps(of: shortest, why, labels, style) : list(why, labels, style))
      + wrapped(passage(why, labels), style) + line(counts(why))
  }

  private static func distance(_ steps: Int) -> String {
    steps == 1 ? "directly" : "in \(Figures.count(steps)) steps"
  }

  static func noPath(_ why: Why, _ labels: [String]) -> String {
    let (from, to) = (labels[why.from], labels[why.to])
    guard why.from != why.to else { return "\(from) does not depend on itself: it is in no cycle." }
    guard let steps = why.stepsBack else { return "\(from) does not depend on \(to), nor \(to) on \(from)." }
    return "\(from) does not depend on \(to). It is the other way round: \(to) depends on \(from) \(distance(steps))."
  }

  private static func steps(of path: [Int], _ why: Why, _ labels: [String], _ style: TextStyle) -> String {
    let edges = zip(path, path.dropFirst()).compactMap { why.graph.edge(from: $0, to: $1) }
    let steps = edges.flatMap { StatedEdge.rows("→ \(labels[$0.to])", $0, in: why.graph) }
    return StatedEdge.text([StatedEdge(label: labels[path[0]])] + steps, indent: "  ", style)
  }

  private static func list(_ why: Why, _ labels: [String], _ style: TextStyle) -> String {
    let paths = why.paths.map { path in line("  " + path.map { labels[$0] }.joined(separator: " → ")) }
    let steps = why.steps.flatMap { StatedEdge.rows("\(labels[$0.from]) → \(labels[$0.to])", $0, in: why.graph) }
    return paths.joined() + "Their steps:\n" + StatedEdge.text(steps, indent: "  ", style)
  }

  private static func passage(_ why: Why, _ labels: [String]) -> String {
    guard why.count.value > 1, !why.onEveryPath.isEmpty else { return "" }
    return "Every path goes through " + why.onEveryPath.map { labels[$0] }.joined(separator: ", ") + "."
  }

  static func counts(_ why: Why) -> String {
    let length = (why.paths.first?.count ?? 1) - 1
    if why.count.value == 1, why.count.isExact { return "There is no other path." }
    let all = (why.count.isExact ? "" : "At least ") + Figures.counted(why.count.value, "path")
    let bound = why.shortestCount.isExact ? "" : "at least "
    let short = why.shortestCount == why.count ? "all" : bound + Figures.count(why.shortestCount.value)
    // There is never more than one direct path.
    let sentence = length == 1 ? all : "\(all), \(short) of them \(distance(length))"
    switch why.paths.count {
    case 1: return sentence + "; --all-paths lists them."
    case why.count.value where why.count.isExact: return sentence + "."
    case let shown: return sentence + "; the first \(Figures.count(shown)) are shown, --limit shows more."
    }
  }
}
