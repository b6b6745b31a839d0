package import ModuleGraph

extension Baseline: Document {
  package static let schema = Schema("baseline", version: 1)
  package static let title = "a baseline"
  package static let origin = "what `modgauge check --write-baseline` wrote"

  private enum CodingKeys: String, CodingKey {
    case violations
  }

  private struct Known: Codable {
    let rule: String
    let subject: [String]
    let amount: Int?
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let known = try container.decode([Known].self, forKey: .violations)
    self.init(known.map { Entry(Violation.Key(rule: $0.rule, subject: $0.subject), amount: $0.amount) })
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(
      entries.map { Known(rule: $0.key.rule, subject: $0.key.subject, amount: $0.amount) }, forKey: .violations)
  }
}
