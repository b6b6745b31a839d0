import ModuleGraph

extension JSON {
  package static func roles(_ report: RolesReport) throws -> String {
    let app = report.roles.combined
    return try pretty([
      "schema": "modgauge.roles/1", "build": report.estimate?.build, "estimate": report.estimate?.methodName,
      "combined": [
        // Without the module for a whole package.
        "name": report.combined, "module": app.module, "evidence": app.evidence.map(evidence),
        "alternatives": app.alternatives, "compiles": part(report.shares.combined),
      ] as Object,
      "features": report.shares.rows.map(feature),
      "modules": report.roles.assignments.map { assignment -> Object in
        [
          "id": assignment.module, "role": assignment.role.rawValue, "of": assignment.of,
          "evidence": assignment.evidence.map(evidence), "owners": report.owners(of: assignment.module),
        ]
      },
    ])
  }

  private static func evidence(_ evidence: RoleEvidence) -> Object {
    ["basis": evidence.basis.rawValue, "words": evidence.description]
  }

  private static func part(_ part: FeatureShares.Part) -> Object {
    [
      "modules": part.modules, "sources": part.sources?.exact, "sourcesAtLeast": part.sources?.lowerBound,
      "lines": part.lines?.exact, "linesAtLeast": part.lines?.lowerBound, "externalProducts": part.externalProducts,
      "estimatedSeconds": part.estimatedSeconds, "obstacles": part.obstacles.map(\.description),
    ]
  }

  private static func feature(_ row: FeatureShares.Row) -> Object {
    let feature = row.feature
    return [
      "name": feature.name, "modules": feature.modules, "evidence": feature.evidence.map(evidence),
      "sampleApps": feature.sampleApps, "sampleApp": row.sampleApp, "compiles": part(row.part),
      "shares": [
        "modules": row.moduleShare, "sources": row.sourceShare, "lines": row.lineShare,
        "estimatedSeconds": row.secondsShare,
      ] as Object,
      "marginal": part(row.marginal),
    ]
  }
}
