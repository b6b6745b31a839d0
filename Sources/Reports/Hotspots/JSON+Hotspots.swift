import Foresight
import ModuleGraph

extension HotspotReport {
  var json: JSON.Object {
    let (ids, spreads) = (hotspots.graph.nodes.map(\.id), hotspots.spreads)
    return [
      "schema": "modgauge.hotspots/1", "workspace": name,
      "build": estimate?.build, "estimate": estimate?.methodName,
      "period": period,
      "rows": rows.map(row),
      "perCommit": [
        "modules": spreads.modules.map(spread), "lines": spreads.lines.map(spread),
        "estimatedCPUSeconds": spreads.cpuSeconds.map(spread), "estimatedSeconds": spreads.seconds.map(spread),
      ] as JSON.Object,
      "commits": hotspots.rebuilds.map { commit($0, ids) },
      "waiting": hotspots.waiting.map { waiting($0, ids) },
      "unrecorded": hotspots.unrecorded,
      "leaks": leaks?.changes.map(change),
      "leakDeclarations": leaks?.declarations.map(declaration),
      "leakTotal": leaks?.total.map(total),
    ]
  }

  private var period: JSON.Object {
    let (churn, history) = (hotspots.churn, hotspots.churn.history)
    let ending =
      switch history.ending {
      case .period: "period"
      case .beginning: "beginning"
      case .shallow: "shallow"
      case .limit: "limit"
      }
    return [
      "start": history.start, "end": history.end, "ending": ending, "yearFactor": history.yearFactor,
      "commits": history.commits.count, "commitsOfGraph": hotspots.rebuilds.count,
      "commitsOfManifests": churn.effects.count { $0.changesManifest },
      "authors": churn.authors, "goneFiles": churn.goneFiles, "movedFiles": churn.movedFiles,
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
      "changes": row.changes, "authors": row.authors, "again": cost(row.again),
      "estimatedCPUSecondsPerYear": perYear(row.again.cpuSeconds),
      "estimatedSecondsPerYear": perYear(row.again.seconds),
    ]
  }

  private func commit(_ rebuild: Hotspots.Rebuild, _ ids: [String]) -> JSON.Object {
    let commit = rebuild.commit
    return [
      "hash": commit.hash, "time": commit.time, "author": commit.author, "subject": commit.subject,
      "changed": rebuild.changed.map { ids[$0] }, "compiledAgain": rebuild.again.map { ids[$0] },
      "cost": cost(rebuild.cost),
    ]
  }

  private func waiting(_ row: Hotspots.Waiting, _ ids: [String]) -> JSON.Object {
    [
      "id": ids[row.node], "commits": row.commits, "ownCommits": row.ownCommits,
      "mostlyFor": row.cause.map { ids[$0] }, "mostlyForCommits": row.causeCommits,
      "estimatedCPUSeconds": row.cpuSeconds?.milli,
    ]
  }

  private func cost(_ cost: RebuildCost) -> JSON.Object {
    [
      "modules": cost.modules, "lines": cost.lines?.exact, "linesAtLeast": cost.lines?.lowerBound,
      "estimatedCPUSeconds": cost.cpuSeconds?.milli, "estimatedSeconds": cost.seconds?.milli,
    ]
  }

  private func spread(_ spread: RebuildSpread) -> JSON.Object {
    [
      "sum": spread.sum.milli, "median": spread.median.milli, "percentile90": spread.high.milli,
      "greatest": spread.greatest.milli, "commits": spread.commits,
    ]
  }

  private func change(_ change: PrivateChange) -> JSON.Object {
    func file(_ file: PrivateChange.Recompiled) -> JSON.Object {
      ["file": file.file, "uses": file.uses, "byModule": file.isByModule]
    }
    return [
      "module": change.module, "path": change.path, "declarations": change.declarations,
      "neighbours": change.neighbours.map(file),
      "dependents": change.dependents.map { dependent -> JSON.Object in
        [
          "module": dependent.module, "files": dependent.files.map(file), "cpuSeconds": dependent.cpuSeconds?.milli,
        ]
      },
      "cpuSeconds": change.cpuSeconds?.milli, "leakedCPUSeconds": change.leakedCPUSeconds?.milli,
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
