/// The common part of rules that limit a figure per module.
struct FigureLimit {
  static let parameters = [
    RuleParameter("max", .number, required: true, "the largest value that is allowed"),
    RuleParameter("modules", .modules, "the modules that the limit applies to; all if absent"),
  ]

  let values: RuleValues

  var max: Int { values.number("max") ?? 0 }

  func modules(_ run: inout RuleRun) -> ModuleSet { run.select("modules", of: values) }

  /// Reports the modules whose figure is above the limit.
  /// - Parameter words: the part of the message after the module's name: `depends on 3 modules`.
  func check(_ run: inout RuleRun, figures: [Int], words: (Int) -> String) {
    for vertex in modules(&run).members where figures[vertex] > max {
      run.report(
        "\(run.names[vertex]) \(words(figures[vertex])), the limit is \(max)", of: vertex,
        amount: Violation.Amount(figures[vertex], limit: max))
    }
  }

  static func counted(_ count: Int, _ one: String, _ many: String) -> String { "\(count) \(count == 1 ? one : many)" }
}
