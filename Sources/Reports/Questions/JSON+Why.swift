import ModuleGraph

extension JSON {
  package static func why(_ report: WhyReport) throws -> String {
    let why = report.why
    return try pretty(
      why.json + [
        "schema": "modgauge.why/1", "from": why.graph.nodes[why.from].id, "to": why.graph.nodes[why.to].id,
        "imports": report.imports?.map(\.json), "ifCut": report.cut?.json, "omitted": why.graph.omitted.json,
      ])
  }
}

extension Why {
  fileprivate var json: JSON.Object {
    [
      "length": paths.first.map { $0.count - 1 }, "lengthBack": stepsBack,
      "paths": paths.map(graph.ids), "steps": steps.map(graph.json), "onEveryPath": graph.ids(onEveryPath),
      "shortestPathCount": shortestCount, "pathCount": count,
    ]
  }
}

extension WhyReport.CutAnswer {
  fileprivate var json: JSON.Object {
    [
      "dependencies": cut.dependencies, "left": cut.left.json,
      "recompiled": cut.recompiled.map { $0.json(in: cut.whole) }, "total": cut.total.json(in: cut.whole),
      "mended": rules?.mended.map(\.json), "brought": rules?.brought.map(\.json),
    ]
  }
}

extension Cut.Recompiled {
  fileprivate func json(in whole: SelectedGraph) -> JSON.Object {
    ["id": node.map { whole.nodes[$0].id }, "before": before.json, "after": after.json]
  }
}

extension Cut.Recompiled.Amount {
  fileprivate var json: JSON.Object {
    ["modules": modules, "lines": lines?.exact, "linesAtLeast": lines?.lowerBound]
  }
}

extension Violation {
  fileprivate var json: JSON.Object {
    ["rule": rule, "severity": severity, "subject": subject, "message": message]
  }
}
