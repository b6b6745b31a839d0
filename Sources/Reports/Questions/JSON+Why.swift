import ModuleGraph

extension JSON {
  package static func why(_ report: WhyReport) throws -> String {
    let why = report.why
    return try pretty(
      paths(why) + [
        "schema": "modgauge.why/1", "from": why.graph.nodes[why.from].id, "to": why.graph.nodes[why.to].id,
        "imports": report.imports?.map(\.json), "ifCut": report.cut.map(cut), "omitted": why.graph.omitted.json,
      ])
  }

  private static func paths(_ why: Why) -> Object {
    let graph = why.graph
    return [
      "length": why.paths.first.map { $0.count - 1 }, "lengthBack": why.stepsBack,
      "paths": why.paths.map(graph.ids), "steps": why.steps.map(graph.json), "onEveryPath": graph.ids(why.onEveryPath),
      "shortestPathCount": why.shortestCount, "pathCount": why.count,
    ]
  }

  private static func cut(_ answer: WhyReport.CutAnswer) -> Object {
    let (cut, rules) = (answer.cut, answer.rules)
    func amount(_ amount: Cut.Recompiled.Amount) -> Object {
      ["modules": amount.modules, "lines": amount.lines?.exact, "linesAtLeast": amount.lines?.lowerBound]
    }
    func recompiled(_ row: Cut.Recompiled) -> Object {
      ["id": row.node.map { cut.whole.nodes[$0].id }, "before": amount(row.before), "after": amount(row.after)]
    }
    func violation(_ violation: Violation) -> Object {
      [
        "rule": violation.rule, "severity": violation.severity, "subject": violation.subject,
        "message": violation.message,
      ]
    }
    return [
      "dependencies": cut.dependencies, "left": paths(cut.left), "recompiled": cut.recompiled.map(recompiled),
      "total": recompiled(cut.total), "mended": rules?.mended.map(violation), "brought": rules?.brought.map(violation),
    ]
  }
}
