package import BuildAnalysis
import ModuleGraph

extension Run: Document {
  package static let schema = Schema("run", version: 1)
  package static let title = "a benchmark run"
  package static let origin = "the run.json or run.jsonl that `modgauge bench` wrote"

  private enum CodingKeys: String, CodingKey {
    case started, environment, machines, workspace, base, plan, arms, samples
    case calibration, unpaired, unchanged, gaps, inference
  }

  /// Decodes only the record, or the first line of a journal, which has no samples. Findings are not decoded: they are
  /// computed again from the samples.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let arms = try container.decode([Arm].self, forKey: .arms)
    try container.checkDistinct(arms.map(\.name), forKey: .arms)
    self.init(
      started: try container.decodeIfPresent(UTCTime.self, forKey: .started)?.text,
      environment: try container.decode(Machine.self, forKey: .environment),
      machines: try container.decodeIfPresent([Machine].self, forKey: .machines),
      workspace: try container.decode(Subject.self, forKey: .workspace),
      base: try container.decodeIfPresent(Subject.self, forKey: .base),
      plan: try container.decode(Plan.self, forKey: .plan),
      arms: arms,
      samples: try container.decodeIfPresent([Sample].self, forKey: .samples) ?? [],
      calibration: try container.decodeIfPresent(Versioned<Calibration>.self, forKey: .calibration)?.document)
    unpaired = try container.decodeIfPresent(Unpaired.self, forKey: .unpaired)
    unchanged = try container.decodeIfPresent([Unchanged].self, forKey: .unchanged)
    gaps = try container.decodeIfPresent(Gaps.self, forKey: .gaps)
    inference = try container.decodeIfPresent(Inference.self, forKey: .inference)
  }

  package func encode(to encoder: any Encoder) throws { try RunFindings(self).encode(to: encoder) }

  /// A run without its samples and the findings computed from them.
  var head: JSONObject {
    [
      "started": started, "environment": environment, "machines": machines, "workspace": workspace, "base": base,
      "plan": plan, "arms": arms, "calibration": calibration.map { Versioned($0) }, "unpaired": unpaired,
      "unchanged": unchanged, "gaps": gaps, "inference": inference,
    ]
  }
}

extension RunFindings: Encodable {
  /// Encodes the record, and the findings computed from it, for programs that only read them.
  package func encode(to encoder: any Encoder) throws {
    let samples = run.samples.enumerated().map {
      MarkedSample(sample: $1, isReplaced: replacedSamples.contains($0))
    }
    let findings: JSONObject = [
      "samples": samples, "summaries": summaries, "comparisons": comparisons, "ending": ending, "quietness": quietness,
      "disagreements": disagreements.isEmpty ? nil : disagreements,
      "features": features.isEmpty ? nil : features.map(\.json),
      "sharedByAll": sharedByAll.isEmpty ? nil : sharedByAll,
      "moduleSummaries": moduleSummaries.isEmpty ? nil : moduleSummaries,
    ]
    try run.head.adding(findings).encode(to: encoder)
  }

  /// The run's document, from findings that are already computed.
  package func json() throws -> String { try JSONCodec.text(Labelled(schema: Run.schema, content: self)) }
}

extension FeatureFindings {
  /// The facts about a feature's arm that summaries and comparisons do not contain.
  fileprivate var json: JSONObject {
    [
      "arm": arm.name, "modules": scope.part.modules, "moduleShare": scope.moduleShare,
      "sourceShare": scope.sourceShare, "lineShare": scope.lineShare, "shared": shared,
      "marginalModules": scope.marginalModules, "marginalLines": scope.marginal?.lines?.exact,
      "marginalSeconds": marginalSeconds,
    ]
  }
}

extension Run.Subject: Codable {
  private enum CodingKeys: String, CodingKey {
    case name, revision, committed, branch, dirty, graph
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      name: try container.decode(String.self, forKey: .name),
      revision: try container.decodeIfPresent(String.self, forKey: .revision),
      committed: try container.decodeIfPresent(UTCTime.self, forKey: .committed)?.text,
      branch: try container.decodeIfPresent(String.self, forKey: .branch),
      dirty: try container.decodeIfPresent(Bool.self, forKey: .dirty),
      graph: try container.decode(Versioned<ModuleGraph>.self, forKey: .graph).document)
  }

  package func encode(to encoder: any Encoder) throws {
    let members: JSONObject = [
      "name": name, "revision": revision, "committed": committed, "branch": branch, "dirty": dirty,
      "graph": Versioned(graph),
    ]
    try members.encode(to: encoder)
  }
}

/// A sample with marks computed from the measurements, for programs that only read them.
private struct MarkedSample: Encodable {
  let sample: Sample
  let isReplaced: Bool

  func encode(to encoder: any Encoder) throws {
    try sample.encode(to: encoder)
    let marks: JSONObject = [
      "disturbances": sample.isDisturbed ? sample.noise?.disturbances : nil, "replaced": isReplaced ? true : nil,
    ]
    try marks.encode(to: encoder)
  }
}
