package import BuildAnalysis

extension AcceptedRegressions: Document {
  package static let schema = Schema("accepted", version: 1)
  package static let title = "a list of accepted slowdowns"
  package static let origin = "what `modgauge compare --accept` wrote"

  private enum CodingKeys: String, CodingKey {
    case accepted
  }

  package init(from decoder: any Decoder) throws {
    self.init(try decoder.container(keyedBy: CodingKeys.self).decode([Entry].self, forKey: .accepted))
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(entries, forKey: .accepted)
  }
}
