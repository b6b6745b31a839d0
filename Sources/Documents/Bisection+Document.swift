package import BuildAnalysis

/// `modgauge.bisection/1`: the record, and the findings computed from it, for programs that only read them.
extension Bisection: Document {
  package static let schema = Schema("bisection", version: 1)
  package static let title = "a search for a revision"
  package static let origin = "the bisection.json that `modgauge bisect` wrote"

  private enum CodingKeys: String, CodingKey {
    case workspace, started, environment, plan, revisions, builds
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
    let findings = BisectionFindings(self)
    let members: JSONObject = [
      "workspace": workspace, "started": started, "environment": environment, "plan": plan, "revisions": revisions,
      "builds": builds, "outcome": findings.outcome, "probabilities": findings.probabilities,
      "candidates": [findings.candidates.lowerBound, findings.candidates.upperBound],
      "probability": findings.probability, "step": findings.size.map(Self.json),
    ]
    try members.encode(to: encoder)
  }

  private static func json(_ size: BisectionFindings.Size) -> JSONObject {
    let interval = size.ratio.interval
    return [
      "beforeSeconds": size.before, "afterSeconds": size.after, "ratio": size.ratio.ratio, "low": interval?.low,
      "high": interval?.high, "level": interval?.level,
    ]
  }
}
