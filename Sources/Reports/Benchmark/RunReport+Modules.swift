import BuildAnalysis
import ModuleGraph

extension RunReport {
  /// The tables of a run for a terminal.
  static func tables(_ findings: RunFindings) -> [Block] {
    if let comparison = findings.comparison { return comparison.page }
    let doubts = failures(findings) + inferences(findings.run)
    return answer(findings) + .points(doubts) + furtherFeatures(findings) + sizes(findings)
      + modules(findings, most: mostOnTerminal) + limits(findings)
  }

  private static let mostOnTerminal = 10
  /// The maximum number of modules in a report; `modules.csv` contains all.
  private static let mostOnPage = 100

  /// The cost of each module of the combined app, the most expensive first; empty if nothing was recorded.
  static func modules(_ findings: RunFindings, most: Int = mostOnPage) -> [Block] {
    guard let build = findings.recordedCase else { return [] }
    let summaries = findings.moduleSummaries(of: build)
    var table = Table(summaries.prefix(most), columns: columns(findings.run))
    let rest = summaries.dropFirst(most)
    if !rest.isEmpty {
      let seconds = rest.reduce(0) { $0 + $1.cpuSeconds.median }
      table.append([
        "module": "… \(Figures.counted(rest.count, "module")) more (`modules.csv`)",
        "CPU": "\(Figure.seconds(seconds))",
      ])
    }
    for (name, spread) in shares(findings.measured(build)) {
      table.append(["module": "*\(name)*", "CPU": "\(Figure.seconds(spread.median))", "range": .range(spread)])
    }
    let rounds = summaries.map(\.rounds).max() ?? 0
    return [
      .heading("What each module took"),
      .paragraph(
        "In `\(build.scenario.rawValue)` builds of \(build.arm): median and range of "
          + "\(Figures.counted(rounds, "recorded round")); wall is from a module's first process to its last."),
      .table(table),
    ]
  }

  private static func columns(_ run: Run) -> [Column<ModuleSummary>] {
    let lines = run.workspace.graph.modules.keyed { ($0.id, $0.lines) }
    return [
      .text("module") { BuiltModule(name: $0.id?.name ?? $0.module, isTool: $0.isTool).label },
      .figure("CPU") { .seconds($0.cpuSeconds.median) },
      .figures("range", phrase: { .range($0.cpuSeconds) }),
      .figure("wall") { .seconds($0.seconds.median) },
      .figures("range", phrase: { .range($0.seconds) }),
      .figure("CPU s per 1,000 lines") { .number($0.cpuSecondsPerThousandLines?.median) },
      .figure("lines") { .count($0.id.flatMap { lines[$0] ?? nil }) },
      .figure("peak memory") { .mebibytes($0.peakBytes) },
    ]
  }

  /// The CPU time outside modules, and that of the whole build, as medians, which need not add up exactly.
  private static func shares(_ measured: [Sample]) -> [(name: Phrase, spread: Spread)] {
    let recorded = measured.filter { $0.cpuShares != nil }
    let parts = recorded.flatMap { $0.cpuShares?.besidesModules ?? [] }
    let shares = parts.map(\.name).uniqued.map { name in (name, parts.filter { $0.name == name }.map(\.seconds)) }
    return (shares + [("all" as Phrase, recorded.compactMap(\.cpuSeconds))]).compactMap { name, seconds in
      Spread(seconds).map { (name, $0) }
    }
  }
}

extension Phrase {
  static func range(_ spread: Spread) -> Phrase { range(spread.min, spread.max) }

  /// For example `16.1 – 17.0 s`.
  static func range(_ low: Double, _ high: Double) -> Phrase {
    "\(Figure(value: low, unit: .bareSeconds)) – \(Figure.seconds(high))"
  }
}
