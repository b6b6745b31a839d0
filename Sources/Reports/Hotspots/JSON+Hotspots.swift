import Foresight
import ModuleGraph

extension HotspotReport {
  var json: JSON.Object {
    let (ids, spreads) = (hotspots.graph.nodes.map(\.id), hotspots.spreads)
    return [
      "schema": "modgauge.hotspots/1", "workspace": name,
      "build": estimate?.build, "estimate": estimate?.methodName,
      "period": hotspots.period,
      "rows": rows.map(row),
      "perCommit": [
        "modules": spreads.modules?.json, "lines": spreads.lines?.json,
        "estimatedCPUSeconds": spreads.cpuSeconds?.json, "estimatedSeconds": spreads.seconds?.json,
      ] as JSON.Object,
      "commits": hotspots.rebuilds.map { $0.json(ids) },
      "waiting": hotspots.waiting.map { $0.json(ids) },
      "unrecorded": hotspots.unrecorded,
      "leaks": leaks?.changes.map(\.json),
      "leakDeclarations": leaks?.declarations.map(declaration),
      "leakTotal": leaks?.total.map(total),
    ]
  }

  private func row(_ row: Hotspots.Row) -> JSON.Object {
    let subject: JSON.Object =
      switch row.subject {
      case .node(let node):
        ["id": hotspots.graph.nodes[node].id, "modules": hotspots.graph.nodes[node].modules.map(\.id)]
      case .file(let path, let owners): ["path": path, "modules": owners]
      }
    func perYear(_ figure: Double?) -> Double? { isOfYear ? total(row, figure)?.milli : nil }
    return subject + [
      "changes": row.changes, "authors": row.authors, "again": row.again.json,
      "estimatedCPUSecondsPerYear": perYear(row.again.cpuSeconds),
      "estimatedSecondsPerYear": perYear(row.again.seconds),
    ]
  }

  private func declaration(_ declaration: LeakCosts.Declaration) -> JSON.Object {
    [
      "module": declaration.module, "name": declaration.name, "files": declaration.files,
      "dependents": declaration.dependents, "users": declaration.users, "changes": declaration.changes,
      "cpuSeconds": declaration.cpuSeconds?.milli,
      "cpuSecondsPerYear": isOfYear ? total(of: declaration)?.milli : nil,
    ]
  }

  private func total(_ total: LeakCosts.Total) -> JSON.Object {
    [
      "commits": total.commits, "leakedCPUSeconds": total.leakedCPUSeconds.milli, "cpuSeconds": total.cpuSeconds.milli,
      "leakedCPUSecondsPerYear": hotspots.churn.history.yearFactor.map { (total.leakedCPUSeconds * $0).milli },
      "share": total.share?.milli, "shareOfEstimate": shareOfEstimate?.milli,
    ]
  }
}

extension Hotspots {
  fileprivate var period: JSON.Object {
    let history = churn.history
    let ending =
      switch history.ending {
      case .period: "period"
      case .beginning: "beginning"
      case .shallow: "shallow"
      case .limit: "limit"
      }
    return [
      "start": history.start, "end": history.end, "ending": ending, "yearFactor": history.yearFactor,
      "commits": history.commits.count, "commitsOfGraph": rebuilds.count,
      "commitsOfManifests": churn.effects.count { $0.changesManifest },
      "authors": churn.authors, "goneFiles": churn.goneFiles, "movedFiles": churn.movedFiles,
    ]
  }
}

extension Hotspots.Rebuild {
  fileprivate func json(_ ids: [String]) -> JSON.Object {
    [
      "hash": commit.hash, "time": commit.time, "author": commit.author, "subject": commit.subject,
      "changed": changed.map { ids[$0] }, "compiledAgain": again.map { ids[$0] }, "cost": cost.json,
    ]
  }
}

extension Hotspots.Waiting {
  fileprivate func json(_ ids: [String]) -> JSON.Object {
    [
      "id": ids[node], "commits": commits, "ownCommits": ownCommits,
      "mostlyFor": cause.map { ids[$0] }, "mostlyForCommits": causeCommits, "estimatedCPUSeconds": cpuSeconds?.milli,
    ]
  }
}

extension RebuildCost {
  fileprivate var json: JSON.Object {
    [
      "modules": modules, "lines": lines?.exact, "linesAtLeast": lines?.lowerBound,
      "estimatedCPUSeconds": cpuSeconds?.milli, "estimatedSeconds": seconds?.milli,
    ]
  }
}

extension RebuildSpread {
  fileprivate var json: JSON.Object {
    [
      "sum": sum.milli, "median": median.milli, "percentile90": high.milli, "greatest": greatest.milli,
      "commits": commits,
    ]
  }
}

extension PrivateChange {
  fileprivate var json: JSON.Object {
    [
      "module": module, "path": path, "declarations": declarations,
      "neighbours": neighbours.map(\.json), "dependents": dependents.map(\.json),
      "cpuSeconds": cpuSeconds?.milli, "leakedCPUSeconds": leakedCPUSeconds?.milli,
    ]
  }
}

extension PrivateChange.Recompiled {
  fileprivate var json: JSON.Object { ["file": file, "uses": uses, "byModule": isByModule] }
}

extension PrivateChange.Dependent {
  fileprivate var json: JSON.Object {
    ["module": module, "files": files.map(\.json), "cpuSeconds": cpuSeconds?.milli]
  }
}
