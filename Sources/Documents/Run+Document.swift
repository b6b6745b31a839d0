package import BuildAnalysis
import ModuleGraph

extension Run: Document {
  package static let schema = Schema("run", version: 1)
  package static let title = "a benchmark run"
  package static let origin = "the run.json or run.jsonl that `modgauge bench` wrote"

  private enum CodingKeys: String, CodingKey {
    case started, environment, machines, workspace, base, plan, arms, samples, summaries, comparisons, ending, quietness
    case calibration, unpaired, unchanged, gaps, inference
    case moduleSummaries, features, sharedByAll, disagreements
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

  /// Encodes the record, and the findings computed from it, for programs that only read them.
  fileprivate static func encode(_ findings: RunFindings, to encoder: any Encoder) throws {
    let run = findings.run
    var container = encoder.container(keyedBy: CodingKeys.self)
    try encode(run, into: &container)
    try container.encode(MarkedSample.all(of: findings), forKey: .samples)
    try container.encode(findings.summaries, forKey: .summaries)
    try container.encode(findings.comparisons, forKey: .comparisons)
    try container.encode(findings.ending, forKey: .ending)
    try container.encodeIfPresent(findings.quietness, forKey: .quietness)
    if !findings.disagreements.isEmpty { try container.encode(findings.disagreements, forKey: .disagreements) }
    if !findings.features.isEmpty {
      try container.encode(findings.features.map(FeatureEntry.init), forKey: .features)
    }
    if !findings.sharedByAll.isEmpty { try container.encode(findings.sharedByAll, forKey: .sharedByAll) }
    if !findings.moduleSummaries.isEmpty { try container.encode(findings.moduleSummaries, forKey: .moduleSummaries) }
  }

  private static func encode(_ run: Run, into container: inout KeyedEncodingContainer<CodingKeys>) throws {
    try container.encodeIfPresent(run.started, forKey: .started)
    try container.encode(run.environment, forKey: .environment)
    try container.encodeIfPresent(run.machines, forKey: .machines)
    try container.encode(run.workspace, forKey: .workspace)
    try container.encodeIfPresent(run.base, forKey: .base)
    try container.encode(run.plan, forKey: .plan)
    try container.encode(run.arms, forKey: .arms)
    try container.encodeIfPresent(run.calibration.map { Versioned($0) }, forKey: .calibration)
    try container.encodeIfPresent(run.unpaired, forKey: .unpaired)
    try container.encodeIfPresent(run.unchanged, forKey: .unchanged)
    try container.encodeIfPresent(run.gaps, forKey: .gaps)
    try container.encodeIfPresent(run.inference, forKey: .inference)
  }

  /// A run without its samples and the findings computed from them.
  struct Head: Encodable {
    let run: Run

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try Run.encode(run, into: &container)
    }
  }
}

/// The facts about a feature's arm that summaries and comparisons do not contain.
private struct FeatureEntry: Encodable {
  let arm: String
  let modules: Int
  let moduleShare: Double?
  let sourceShare: Double?
  let lineShare: Double?
  let shared: SharedWork?
  let marginalModules: [ModuleID]?
  let marginalLines: Int?
  let marginalSeconds: Spread?

  init(_ feature: FeatureFindings) {
    let scope = feature.scope
    (arm, modules) = (feature.arm.name, scope.part.modules)
    (moduleShare, sourceShare, lineShare) = (scope.moduleShare, scope.sourceShare, scope.lineShare)
    shared = feature.shared
    (marginalModules, marginalLines) = (scope.marginalModules, scope.marginal?.lines?.exact)
    marginalSeconds = feature.marginalSeconds
  }
}

extension RunFindings: Encodable {
  package func encode(to encoder: any Encoder) throws { try Run.encode(self, to: encoder) }

  /// The run's document, from findings that are already computed.
  package func json() throws -> String { try JSONCodec.text(Labelled(schema: Run.schema, content: self)) }
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
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .name)
    try container.encodeIfPresent(revision, forKey: .revision)
    try container.encodeIfPresent(committed, forKey: .committed)
    try container.encodeIfPresent(branch, forKey: .branch)
    try container.encodeIfPresent(dirty, forKey: .dirty)
    try container.encode(Versioned(graph), forKey: .graph)
  }
}

/// A sample with marks computed from the measurements, for programs that only read them.
private struct MarkedSample: Encodable {
  let sample: Sample
  let isReplaced: Bool

  static func all(of findings: RunFindings) -> [MarkedSample] {
    let samples = findings.run.samples
    return samples.indices.map {
      MarkedSample(sample: samples[$0], isReplaced: findings.replacedSamples.contains($0))
    }
  }

  private enum CodingKeys: String, CodingKey {
    case disturbances, replaced
  }

  func encode(to encoder: any Encoder) throws {
    try sample.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    if let noise = sample.noise, sample.isDisturbed {
      try container.encode(noise.disturbances, forKey: .disturbances)
    }
    if isReplaced { try container.encode(true, forKey: .replaced) }
  }
}
