package import BuildAnalysis
import ModuleGraph

extension Markdown {
  /// What a terminal shows of a run.
  package static func tables(_ run: Run) -> String {
    ([buildsTable(run)] + modules(run, most: mostOnTerminal)).joined(separator: "\n\n") + "\n"
  }

  private static let mostOnTerminal = 10
  /// A page of a thousand modules is for nobody to read; the others are in `modules.csv`.
  private static let mostOnPage = 100

  /// What each module of the combined app took, the most expensive first; nothing where nothing was recorded.
  static func modules(_ run: Run, most: Int = mostOnPage) -> [String] {
    guard let build = run.recordedCase else { return [] }
    return modules(run.moduleSummaries(of: build), of: build, run, most: most)
  }

  private static func modules(_ summaries: [ModuleSummary], of build: Case, _ run: Run, most: Int) -> [String] {
    let lines = Dictionary(run.workspace.graph.modules.map { ($0.id, $0.lines) }) { first, _ in first }
    let rows = summaries.prefix(most).map { summary -> [String] in
      [
        escaped(BuiltModule(name: summary.module, isTool: summary.isTool).label),
        Figures.seconds(summary.cpuSeconds.median), Figures.range(summary.cpuSeconds),
        Figures.seconds(summary.seconds.median),
        Figures.range(summary.seconds),
        summary.cpuSecondsPerThousandLines.map { Figures.fixed($0.median, decimals: 2) } ?? Figures.absent,
        summary.id.flatMap { lines[$0] ?? nil }.map { Figures.count($0) } ?? Figures.absent,
        summary.peakBytes.map { Figures.count($0 / 1_048_576) + " MiB" } ?? Figures.absent,
      ]
    }
    let header = ["module", "CPU", "range", "wall", "range", "CPU s per 1,000 lines", "lines", "peak memory"]
    let rest = summaries.count - rows.count
    let rounds = summaries.map(\.rounds).max() ?? 0
    return [
      "## What each module took",
      "In `\(build.scenario.rawValue)` builds of \(escaped(build.arm)): median and range of \(Text.count(rounds, "recorded round")); "
        + "wall is from a module's first process to its last.",
      table(header: header, rows: rows + (rest > 0 ? [more(summaries.dropFirst(most))] : []) + shares(of: build, run)),
    ]
  }

  /// The modules that have no row of their own.
  private static func more(_ summaries: ArraySlice<ModuleSummary>) -> [String] {
    let seconds = summaries.reduce(0) { $0 + $1.cpuSeconds.median }
    return cells("… \(Text.count(summaries.count, "module")) more, in `modules.csv`", Figures.seconds(seconds))
  }

  /// What no module took, and the whole build: medians, which add up only about.
  private static func shares(of build: Case, _ run: Run) -> [[String]] {
    let recorded = run.measured(arm: build.arm, scenario: build.scenario).filter { $0.cpuShares != nil }
    guard let names = recorded.first?.cpuShares?.besidesModules.map(\.name) else { return [] }
    let parts = names.enumerated().map { index, name in
      (name, recorded.compactMap { $0.cpuShares?.besidesModules.dropFirst(index).first?.seconds })
    }
    return (parts + [("all", recorded.compactMap(\.cpuSeconds))]).compactMap { name, seconds in
      Spread(seconds).map { cells("*\(name)*", Figures.seconds($0.median), Figures.range($0)) }
    }
  }

  private static func cells(_ first: String...) -> [String] { first + Array(repeating: "", count: 8 - first.count) }
}

extension Figures {
  static func range(_ spread: Spread) -> String { range(spread.min, spread.max) }
}
