import BuildAnalysis
import Foresight
import ModuleGraph

extension JSON {
  /// `modgauge.hotspots/1`.
  package static func hotspots(_ report: HotspotReport) throws -> String { try pretty(Document(report)) }
}

private struct Document: Encodable {
  struct Period: Encodable {
    let start: Int
    let end: Int
    let ending: String
    let commits: Int
    let commitsOfGraph: Int
    let commitsOfManifests: Int
    let authors: Int
    let goneFiles: Int
    let movedFiles: Int
    let yearFactor: Double?

    init(_ hotspots: Hotspots) {
      let (churn, history) = (hotspots.churn, hotspots.churn.history)
      (start, end) = (history.start, history.end)
      ending =
        switch history.ending {
        case .period: "period"
        case .beginning: "beginning"
        case .shallow: "shallow"
        case .limit: "limit"
        }
      commits = history.commits.count
      commitsOfGraph = hotspots.rebuilds.count
      commitsOfManifests = churn.effects.count { $0.changesManifest }
      authors = churn.authors
      (goneFiles, movedFiles) = (churn.goneFiles, churn.movedFiles)
      yearFactor = history.yearFactor
    }
  }

  struct Cost: Encodable {
    let modules: Int
    let lines: Int?
    let linesAtLeast: Int?
    let estimatedCPUSeconds: Double?
    let estimatedSeconds: Double?

    init(_ cost: RebuildCost) {
      modules = cost.modules
      (lines, linesAtLeast) = (cost.lines?.exact, cost.lines?.lowerBound)
      (estimatedCPUSeconds, estimatedSeconds) = (cost.cpuSeconds.map(\.milli), cost.seconds.map(\.milli))
    }
  }

  struct Row: Encodable {
    let id: String?
    let path: String?
    let modules: [ModuleID]
    let changes: Int
    let authors: Int
    let again: Cost
    let estimatedCPUSecondsPerYear: Double?
    let estimatedSecondsPerYear: Double?

    init(_ row: Hotspots.Row, in report: HotspotReport) {
      switch row.subject {
      case .node(let node):
        id = report.hotspots.graph.nodes[node].id
        path = nil
        modules = report.hotspots.graph.nodes[node].modules.map(\.id)
      case .file(let file, let owners):
        (id, path, modules) = (nil, file, owners)
      }
      (changes, authors, again) = (row.changes, row.authors, Cost(row.again))
      func perYear(_ figure: Double?) -> Double? { report.isOfYear ? report.total(row, figure).map(\.milli) : nil }
      estimatedCPUSecondsPerYear = perYear(row.again.cpuSeconds)
      estimatedSecondsPerYear = perYear(row.again.seconds)
    }
  }

  struct Spread: Encodable {
    let sum: Double
    let median: Double
    let percentile90: Double
    let greatest: Double
    let commits: Int

    init(_ spread: RebuildSpread) {
      (sum, median) = (spread.sum.milli, spread.median.milli)
      (percentile90, greatest, commits) = (spread.high.milli, spread.greatest.milli, spread.commits)
    }
  }

  struct Spreads: Encodable {
    let modules: Spread?
    let lines: Spread?
    let estimatedCPUSeconds: Spread?
    let estimatedSeconds: Spread?
  }

  struct Rebuild: Encodable {
    let hash: String
    let time: Int
    let author: String
    let subject: String
    let changed: [String]
    let compiledAgain: [String]
    let cost: Cost
  }

  struct Waiting: Encodable {
    let id: String
    let commits: Int
    let ownCommits: Int
    let mostlyFor: String?
    let mostlyForCommits: Int
    let estimatedCPUSeconds: Double?
  }

  struct Recompiled: Encodable {
    let file: String
    let uses: [String]
    let byModule: Bool

    init(_ recompiled: PrivateChange.Recompiled) {
      (file, uses, byModule) = (recompiled.file, recompiled.uses, recompiled.isByModule)
    }
  }

  struct Dependent: Encodable {
    let module: String
    let files: [Recompiled]
    let cpuSeconds: Double?
  }

  struct Leak: Encodable {
    let module: ModuleID
    let path: String
    let declarations: [String]
    let neighbours: [Recompiled]
    let dependents: [Dependent]
    let cpuSeconds: Double?
    let leakedCPUSeconds: Double?

    init(_ change: PrivateChange) {
      (module, path, declarations) = (change.module, change.path, change.declarations)
      neighbours = change.neighbours.map(Recompiled.init)
      dependents = change.dependents.map {
        Dependent(module: $0.module, files: $0.files.map(Recompiled.init), cpuSeconds: $0.cpuSeconds.map(\.milli))
      }
      (cpuSeconds, leakedCPUSeconds) = (change.cpuSeconds.map(\.milli), change.leakedCPUSeconds.map(\.milli))
    }
  }

  struct LeakDeclaration: Encodable {
    let module: ModuleID
    let name: String
    let files: [String]
    let dependents: [String]
    let users: Int
    let changes: Int
    let cpuSeconds: Double?
    let cpuSecondsPerYear: Double?

    init(_ declaration: LeakCosts.Declaration, in report: HotspotReport) {
      (module, name, files) = (declaration.module, declaration.name, declaration.files)
      (dependents, users, changes) = (declaration.dependents, declaration.users, declaration.changes)
      cpuSeconds = declaration.cpuSeconds.map(\.milli)
      cpuSecondsPerYear = report.isOfYear ? report.total(of: declaration).map(\.milli) : nil
    }
  }

  struct LeakTotal: Encodable {
    let commits: Int
    let leakedCPUSeconds: Double
    let cpuSeconds: Double
    let leakedCPUSecondsPerYear: Double?
    let share: Double?
    let shareOfEstimate: Double?

    init(_ total: LeakCosts.Total, in report: HotspotReport) {
      commits = total.commits
      (leakedCPUSeconds, cpuSeconds) = (total.leakedCPUSeconds.milli, total.cpuSeconds.milli)
      leakedCPUSecondsPerYear = report.hotspots.churn.history.yearFactor.map { (total.leakedCPUSeconds * $0).milli }
      (share, shareOfEstimate) = (total.share?.milli, report.shareOfEstimate?.milli)
    }
  }

  let schema = "modgauge.hotspots/1"
  let workspace: String
  let build: String?
  let estimate: String?
  let period: Period
  let rows: [Row]
  let perCommit: Spreads
  let commits: [Rebuild]
  let waiting: [Waiting]
  let unrecorded: [ModuleID]
  let leaks: [Leak]?
  let leakDeclarations: [LeakDeclaration]?
  let leakTotal: LeakTotal?

  init(_ report: HotspotReport) {
    let hotspots = report.hotspots
    let (ids, spreads) = (hotspots.graph.nodes.map(\.id), hotspots.spreads)
    workspace = report.name
    (build, estimate) = (report.estimate?.build, report.estimate?.methodName)
    period = Period(hotspots)
    rows = report.rows.map { Row($0, in: report) }
    perCommit = Spreads(
      modules: spreads.modules.map(Spread.init), lines: spreads.lines.map(Spread.init),
      estimatedCPUSeconds: spreads.cpuSeconds.map(Spread.init), estimatedSeconds: spreads.seconds.map(Spread.init))
    commits = hotspots.rebuilds.map { rebuild in
      Rebuild(
        hash: rebuild.commit.hash, time: rebuild.commit.time, author: rebuild.commit.author,
        subject: rebuild.commit.subject, changed: rebuild.changed.map { ids[$0] },
        compiledAgain: rebuild.again.map { ids[$0] }, cost: Cost(rebuild.cost))
    }
    waiting = hotspots.waiting.map { row in
      Waiting(
        id: ids[row.node], commits: row.commits, ownCommits: row.ownCommits, mostlyFor: row.cause.map { ids[$0] },
        mostlyForCommits: row.causeCommits, estimatedCPUSeconds: row.cpuSeconds.map(\.milli))
    }
    unrecorded = hotspots.unrecorded
    leaks = report.leaks?.changes.map(Leak.init)
    leakDeclarations = report.leaks?.declarations.map { LeakDeclaration($0, in: report) }
    leakTotal = report.leaks?.total.map { LeakTotal($0, in: report) }
  }
}
