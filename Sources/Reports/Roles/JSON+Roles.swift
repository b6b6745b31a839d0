import ModuleGraph

extension JSON {
  package static func roles(_ report: RolesReport) throws -> String {
    let app = report.roles.combined
    return try pretty([
      "schema": "modgauge.roles/1", "build": report.estimate?.build, "estimate": report.estimate?.methodName,
      "combined": [
        // Without the module for a whole package.
        "name": report.combined, "module": app.module, "evidence": app.evidence.map(\.json),
        "alternatives": app.alternatives, "compiles": report.shares.combined.json,
      ] as Object,
      "features": report.shares.rows.map(\.json),
      "modules": report.roles.assignments.map { assignment -> Object in
        [
          "id": assignment.module, "role": assignment.role.rawValue, "of": assignment.of,
          "evidence": assignment.evidence.map(\.json), "owners": report.owners(of: assignment.module),
        ]
      },
    ])
  }
}

extension RoleEvidence {
  fileprivate var json: JSON.Object { ["basis": basis.rawValue, "words": description] }
}

extension FeatureShares.Part {
  fileprivate var json: JSON.Object {
    [
      "modules": modules, "sources": sources?.exact, "sourcesAtLeast": sources?.lowerBound,
      "lines": lines?.exact, "linesAtLeast": lines?.lowerBound, "externalProducts": externalProducts,
      "estimatedSeconds": estimatedSeconds, "obstacles": obstacles.map(\.description),
    ]
  }
}

extension FeatureShares.Row {
  fileprivate var json: JSON.Object {
    [
      "name": feature.name, "modules": feature.modules, "evidence": feature.evidence.map(\.json),
      "sampleApps": feature.sampleApps, "sampleApp": sampleApp, "compiles": part.json,
      "shares": [
        "modules": moduleShare, "sources": sourceShare, "lines": lineShare, "estimatedSeconds": secondsShare,
      ] as JSON.Object,
      "marginal": marginal.json,
    ]
  }
}
