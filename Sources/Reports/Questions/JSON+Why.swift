import ModuleGraph

extension JSON {
  /// `modgauge.why/1`.
  package static func why(_ report: WhyReport) throws -> String { try pretty(Document(report)) }
}

private struct Document: Encodable {
  let schema = "modgauge.why/1"
  let from: String
  let to: String
  let answer: Paths
  let imports: [AnsweredImport]?
  let ifCut: IfCut?
  let omitted: AnsweredOmission

  init(_ report: WhyReport) {
    let why = report.why
    from = why.graph.nodes[why.from].id
    to = why.graph.nodes[why.to].id
    answer = Paths(why)
    imports = report.imports.map { $0.map(AnsweredImport.init) }
    ifCut = report.cut.map(IfCut.init)
    omitted = AnsweredOmission(why.graph.omitted)
  }

  private enum CodingKeys: CodingKey {
    case schema, from, to, imports, ifCut, omitted
  }

  func encode(to encoder: any Encoder) throws {
    // The members of the paths are on the same level as the others.
    try answer.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(schema, forKey: .schema)
    try container.encode(from, forKey: .from)
    try container.encode(to, forKey: .to)
    try container.encodeIfPresent(imports, forKey: .imports)
    try container.encodeIfPresent(ifCut, forKey: .ifCut)
    try container.encode(omitted, forKey: .omitted)
  }
}

private struct Paths: Encodable {
  struct Count: Encodable {
    let value: Int
    let isExact: Bool

    init(_ count: Tally) {
      value = count.value
      isExact = count.isExact
    }
  }

  let length: Int?
  let lengthBack: Int?
  let paths: [[String]]
  let steps: [AnsweredEdge]
  let onEveryPath: [String]
  let shortestPathCount: Count
  let pathCount: Count

  init(_ why: Why) {
    length = why.paths.first.map { $0.count - 1 }
    lengthBack = why.stepsBack
    paths = why.paths.map(why.graph.ids)
    steps = why.steps.map { AnsweredEdge($0, in: why.graph) }
    onEveryPath = why.graph.ids(why.onEveryPath)
    shortestPathCount = Count(why.shortestCount)
    pathCount = Count(why.count)
  }
}

private struct IfCut: Encodable {
  struct Amount: Encodable {
    let modules: Int
    let lines: Int?
    let linesAtLeast: Int?

    init(_ amount: Cut.Recompiled.Amount) {
      modules = amount.modules
      lines = amount.lines?.exact
      linesAtLeast = amount.lines?.lowerBound
    }
  }

  struct Recompiled: Encodable {
    let id: String?
    let before: Amount
    let after: Amount

    init(_ row: Cut.Recompiled, in whole: SelectedGraph) {
      id = row.node.map { whole.nodes[$0].id }
      before = Amount(row.before)
      after = Amount(row.after)
    }
  }

  struct Broken: Encodable {
    let rule: String
    let severity: Rule.Severity
    let subject: [String]
    let message: String

    init(_ violation: Violation) {
      rule = violation.rule
      severity = violation.severity
      subject = violation.subject
      message = violation.message
    }
  }

  let dependencies: [Dependency]
  let left: Paths
  let recompiled: [Recompiled]
  let total: Recompiled
  let mended: [Broken]?
  let brought: [Broken]?

  init(_ answer: WhyReport.CutAnswer) {
    let cut = answer.cut
    dependencies = cut.dependencies
    left = Paths(cut.left)
    recompiled = cut.recompiled.map { Recompiled($0, in: cut.whole) }
    total = Recompiled(cut.total, in: cut.whole)
    mended = answer.rules?.mended.map(Broken.init)
    brought = answer.rules?.brought.map(Broken.init)
  }
}
