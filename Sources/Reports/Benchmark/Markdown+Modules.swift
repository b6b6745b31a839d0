package import BuildAnalysis
import ModuleGraph

extension Markdown {
  /// What a terminal shows of a run.
  package static func tables(_ findings: RunFindings) -> String {
    ([buildsTable(findings)] + modules(findings, most: mostOnTerminal)).joined(separator: "\n\n") + "\n"
  }

  private static let mostOnTerminal = 10
  /// A page of a thousand modules is for nobody to read; the others are in `modules.csv`.
  private static let mostOnPage = 100

  /// What each module of the combined app took, the most expensive first; nothing where nothing was recorded.
  static func modules(_ findings: RunFindings, most: Int = mostOnPage) -> [String] {
    guard let build = findings.recordedCase else { return [] }
    let summaries = findings.moduleSummaries(of: build)
    var table = Table(summaries.prefix(most), columns: columns(findings.run))
    let rest = summaries.dropFirst(most)
    if !rest.isEmpty {
      let seconds = rest.reduce(0) { $0 + $1.cpuSeconds.median }
      table.append([
        "module": "… \(Figures.counted(rest.count, "module")) more, in `modules.csv`", "CPU": Figures.seconds(seconds),
      ])
    }
    for (name, spread) in shares(findings.measured(build)) {
      table.append(["module": "*\(name)*", "CPU": Figures.seconds(spread.median), "range": Figures.range(spread)])
    }
    let rounds = summaries.map(\.rounds).max() ?? 0
    return [
      "## What each module took",
      "In `\(build.scenario.rawValue)` builds of \(escaped(build.arm)): median and range of "
        + "\(Figures.counted(rounds, "recorded round")); wall is from a module's first process to its last.",
      Markdown.table(table),
    ]
  }

  private static func columns(_ run: Run) -> [Column<ModuleSummary>] {
    let lines = Dictionary(run.workspace.graph.modules.map { ($0.id, $0.lines) }) { first, _ in first }
    return [
      .words("module") { escaped(BuiltModule(name: $0.module, isTool: $0.isTool).label) },
      .figures("CPU") { Figures.seconds($0.cpuSeconds.median) },
      .figures("range") { Figures.range($0.cpuSeconds) },
      .figures("wall") { Figures.seconds($0.seconds.median) },
      .figures("range") { Figures.range($0.seconds) },
      .figures("CPU s per 1,000 lines") { Figures.fixed($0.cpuSecondsPerThousandLines?.median, decimals: 2) },
      .figures("lines") { Figures.count($0.id.flatMap { lines[$0] ?? nil }) },
      .figures("peak memory") { Figures.mebibytes($0.peakBytes) },
    ]
  }

  /// What no module took, and the whole build: medians, which add up only about.
  private static func shares(_ measured: [Sample]) -> [(name: String, spread: Spread)] {
    let recorded = measured.filter { $0.cpuShares != nil }
    guard let names = recorded.first?.cpuShares?.besidesModules.map(\.name) else { return [] }
    let parts = names.enumerated().map { index, name in
      (name, recorded.compactMap { $0.cpuShares?.besidesModules.dropFirst(index).first?.seconds })
    }
    return (parts + [("all", recorded.compactMap(\.cpuSeconds))]).compactMap { name, seconds in
      Spread(seconds).map { (name, $0) }
    }
  }
}

extension Figures {
  static func range(_ spread: Spread) -> String { range(spread.min, spread.max) }
}
