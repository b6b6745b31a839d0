import BuildAnalysis

extension RunPage {
  /// The sections that `report.md` contains as well.
  var detailParts: [TableSection] {
    if findings.run.isOfTwoStates {
      return comparedParts
        + [TableSection(id: "changes", RunReport.rebuilds(findings)), limits].compactMap(\.self)
    }
    // Its sentences are in the page's header, or in a section of their own.
    let features = [.heading("What each feature gains")] + RunReport.features(findings).dropFirst()
    return [
      ("features", features), ("sizes", [.heading("What each build compiles")] + RunReport.sizes(findings)),
      ("modules", RunReport.modules(findings, most: .max)),
      ("changes", RunReport.rebuilds(findings)),
      ("alone", RunReport.modulesAlone(findings)),
    ].compactMap { TableSection(id: $0, $1) } + [limits].compactMap(\.self)
  }

  private var limits: TableSection? { TableSection(id: "limits", isFolded: true, RunReport.trust(findings)) }

  /// The changes from the base to the head, verdicts first; empty for a run of one state.
  var comparedParts: [TableSection] {
    (findings.comparison?.sections ?? []).enumerated().compactMap { TableSection(id: "compared-\($0)", $1) }
  }

  var verdicts: HTML { .joined(comparedParts.prefix(1).map(\.html)) }

  var details: HTML { .joined(detailParts.dropFirst(findings.run.isOfTwoStates ? 1 : 0).map(\.html)) }

  var method: HTML {
    let machine = run.environment
    let facts: [(String, Phrase?)] = [
      ("processor", machine.cpu.map { "\($0)" }), ("cores", "\(Figure.count(machine.cores))"),
      ("memory", machine.memoryBytes.map { "\(Figure(value: Double($0), unit: .mebibytes))" }),
      ("system", "\(machine.os)"), ("kernel", machine.kernel.map { "\($0)" }), ("compiler", "\(machine.compiler)"),
      ("frequency governor", machine.governor.map { "\($0)" }),
      ("load before the first build", machine.load.map { "\(Figure(value: $0, unit: .number))" }),
      ("revision", run.workspace.revision.map { "\($0)" }), ("seed", "\(run.plan.seed)"),
    ]
    let terms = facts.compactMap { name, value in
      value.map { HTML.element("div", [:], .element("dt", [:], HTML(name)), .element("dd", [:], HTML($0))) }
    }
    return HTML.folded(
      "method", "How it was measured", .element("dl", [:], terms), .blocks(.points(RunReport.notes(findings))))
  }
}
