package import ModuleGraph

extension JSON {
  /// `modgauge.why/1`.
  package static func why(_ why: Why) throws -> String { try pretty(Document(why)) }
}

private struct Document: Encodable {
  struct Count: Encodable {
    let value: Int
    let isExact: Bool

    init(_ count: Tally) {
      value = count.value
      isExact = count.isExact
    }
  }

  let schema = "modgauge.why/1"
  let from: String
  let to: String
  let length: Int?
  let lengthBack: Int?
  let paths: [[String]]
  let steps: [AnsweredEdge]
  let onEveryPath: [String]
  let shortestPathCount: Count
  let pathCount: Count
  let omitted: AnsweredOmission

  init(_ why: Why) {
    from = why.graph.nodes[why.from].id
    to = why.graph.nodes[why.to].id
    length = why.paths.first.map { $0.count - 1 }
    lengthBack = why.stepsBack
    paths = why.paths.map(why.graph.ids)
    steps = why.steps.map { AnsweredEdge($0, in: why.graph) }
    onEveryPath = why.graph.ids(why.onEveryPath)
    shortestPathCount = Count(why.shortestCount)
    pathCount = Count(why.count)
    omitted = AnsweredOmission(why.graph.omitted)
  }
}
