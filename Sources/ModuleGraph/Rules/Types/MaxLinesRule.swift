/// A limit on a module's lines of source code.
struct MaxLinesRule: RuleType {
  static let name = "max-lines"
  static let summary = "A module has at most `max` lines of source code."
  static let parameters = FigureLimit.parameters
  static let example = """
    id: shared-stays-small
    type: max-lines
    modules: [Common, Mediator]
    max: 5000
    comment: Everything is recompiled when these change.
    """

  let values: RuleValues

  private var limit: FigureLimit { FigureLimit(values: values) }

  func check(_ run: inout RuleRun) {
    for vertex in limit.modules(&run).members {
      let module = run.modules[vertex]
      let isWhole = module.missingSources == nil
      guard let lines = module.lines else {
        if module.kind.hasSources { run.leaveOpen(vertex, "the line count of \(run.names[vertex]) is unknown") }
        continue
      }
      if lines > limit.max {
        run.report(
          "\(run.names[vertex]) has \(isWhole ? "" : "at least ")\(FigureLimit.counted(lines, "line", "lines")), the limit is \(limit.max)",
          of: vertex, amount: Violation.Amount(lines, limit: limit.max))
      } else if !isWhole {
        run.leaveOpen(vertex, "not all lines of \(run.names[vertex]) are known")
      }
    }
  }
}
