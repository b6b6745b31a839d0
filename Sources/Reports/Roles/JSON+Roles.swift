import ModuleGraph

extension JSON {
  /// `modgauge.roles/1`.
  package static func roles(_ report: RolesReport) throws -> String { try pretty(Document(report)) }
}

private struct Document: Encodable {
  struct Evidence: Encodable {
    let basis: String
    let words: String

    init(_ evidence: RoleEvidence) {
      basis = evidence.basis.rawValue
      words = evidence.description
    }
  }

  struct Part: Encodable {
    let modules: Int
    let sources: Int?
    let sourcesAtLeast: Int?
    let lines: Int?
    let linesAtLeast: Int?
    let externalProducts: Int
    let estimatedSeconds: Double?
    let obstacles: [String]

    init(_ part: FeatureShares.Part) {
      modules = part.modules
      (sources, sourcesAtLeast) = (part.sources?.exact, part.sources?.lowerBound)
      (lines, linesAtLeast) = (part.lines?.exact, part.lines?.lowerBound)
      externalProducts = part.externalProducts
      estimatedSeconds = part.estimatedSeconds
      obstacles = part.obstacles.map(\.description)
    }
  }

  struct Combined: Encodable {
    let name: String
    /// `nil` for a whole package.
    let module: ModuleID?
    let evidence: [Evidence]
    let alternatives: [ModuleID]
    let compiles: Part
  }

  struct Shares: Encodable {
    let modules: Double?
    let sources: Double?
    let lines: Double?
    let estimatedSeconds: Double?
  }

  struct Feature: Encodable {
    let name: String
    let modules: [ModuleID]
    let evidence: [Evidence]
    let sampleApps: [ModuleID]
    /// The sample app whose modules are counted.
    let sampleApp: ModuleID?
    let compiles: Part
    let shares: Shares
    let marginal: Part

    init(_ row: FeatureShares.Row) {
      name = row.feature.name
      modules = row.feature.modules
      evidence = row.feature.evidence.map(Evidence.init)
      sampleApps = row.feature.sampleApps
      sampleApp = row.sampleApp
      compiles = Part(row.part)
      shares = Shares(
        modules: row.moduleShare, sources: row.sourceShare, lines: row.lineShare, estimatedSeconds: row.secondsShare)
      marginal = Part(row.marginal)
    }
  }

  struct Assignment: Encodable {
    let id: ModuleID
    let role: String
    let of: [ModuleID]
    let evidence: [Evidence]
    let owners: [String]?
  }

  let schema = "modgauge.roles/1"
  let combined: Combined
  let build: String?
  let estimate: String?
  let features: [Feature]
  let modules: [Assignment]

  init(_ report: RolesReport) {
    let app = report.roles.combined
    combined = Combined(
      name: report.combined, module: app.module, evidence: app.evidence.map(Evidence.init),
      alternatives: app.alternatives, compiles: Part(report.shares.combined))
    (build, estimate) = (report.estimate?.build, report.estimate?.methodName)
    features = report.shares.rows.map(Feature.init)
    modules = report.roles.assignments.map {
      Assignment(
        id: $0.module, role: $0.role.rawValue, of: $0.of, evidence: $0.evidence.map(Evidence.init),
        owners: report.owners(of: $0.module))
    }
  }
}
