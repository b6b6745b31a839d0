/// A limit on how many modules must be built one after another.
struct MaxHeightRule: RuleType {
  static let name = "max-height"
  static let summary = "The longest dependency chain below a module has at most `max` steps."
  static let parameters = FigureLimit.parameters
  static let example = """
    id: flat
    type: max-height
    max: 8
    """

  let values: RuleValues

  private var limit: FigureLimit { FigureLimit(values: values) }

  func check(_ run: inout RuleRun) {
    let heights = run.ownEdges.heights
    let tooHigh = Set(limit.modules(&run).members.filter { heights[$0] > limit.max })
    // Modules above one that is too high are too high as well, so only the topmost are reported.
    let above = run.ownEdges.reversed
    let components = run.ownEdges.condensation.componentOf
    let tops = tooHigh.sorted().filter { vertex in
      !above.successors(of: vertex).contains { tooHigh.contains($0) && components[$0] != components[vertex] }
    }
    for vertex in tops {
      let path = run.ownEdges.wayDown(from: vertex, heights)
      run.report(
        "\(run.names[vertex]) has \(FigureLimit.counted(heights[vertex], "step", "steps")) below it, the limit is \(limit.max)",
        of: vertex, path: path, amount: Violation.Amount(heights[vertex], limit: limit.max))
    }
  }
}
