package import BuildAnalysis

/// `modgauge.bisection/1`: the record, and the findings computed from it, for programs that only read them.
extension Bisection: Document {
  package static let schema = Schema("bisection", version: 1)
  package static let title = "a search for a revision"
  package static let origin = "the bisection.json that `modgauge bisect` wrote"

  private enum CodingKeys: String, CodingKey {
    case workspace, started, environment, plan, revisions, builds
    case outcome, probabilities, candidates, probability, step
  }

  private struct Step: Encodable {
    let beforeSeconds: Double
    let afterSeconds: Double
    let ratio: Double
    let low: Double?
    let high: Double?
    let level: Double?

    init(_ size: BisectionFindings.Size) {
      (beforeSeconds, afterSeconds, ratio) = (size.before, size.after, size.ratio.ratio)
      (low, high, level) = (size.ratio.interval?.low, size.ratio.interval?.high, size.ratio.interval?.level)
    }
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      workspace: try container.decode(String.self, forKey: .workspace),
      started: try container.decodeIfPresent(UTCTime.self, forKey: .started)?.text,
      environment: try container.decode(Run.Machine.self, forKey: .environment),
      plan: try container.decode(Plan.self, forKey: .plan),
      revisions: try container.decode([Revision].self, forKey: .revisions),
      builds: try container.decode([Build].self, forKey: .builds))
    guard revisions.count > 1, builds.allSatisfy({ revisions.indices.contains($0.revision) }) else {
      throw DecodingError.dataCorruptedError(
        forKey: .builds, in: container, debugDescription: "a build belongs to a revision that is not listed")
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(workspace, forKey: .workspace)
    try container.encodeIfPresent(started, forKey: .started)
    try container.encode(environment, forKey: .environment)
    try container.encode(plan, forKey: .plan)
    try container.encode(revisions, forKey: .revisions)
    try container.encode(builds, forKey: .builds)
    let findings = BisectionFindings(self)
    try container.encode(findings.outcome, forKey: .outcome)
    try container.encode(findings.probabilities, forKey: .probabilities)
    try container.encode(
      [findings.candidates.lowerBound, findings.candidates.upperBound], forKey: .candidates)
    try container.encode(findings.probability, forKey: .probability)
    try container.encodeIfPresent(findings.size.map(Step.init), forKey: .step)
  }
}
