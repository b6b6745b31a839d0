import BuildAnalysis
import ModuleGraph

extension Markdown {
  /// What each change had compiled again; nothing where no module was changed.
  static func rebuilds(_ run: Run) -> [String] {
    let rebuilds = run.rebuilds
    guard !rebuilds.isEmpty else { return [] }
    let header = ["change", "builds", "median", "modules compiled again", "files", "dependents", "interface"]
    let medians = Dictionary(
      run.summaries.map { (Case(arm: $0.arm, scenario: $0.scenario), $0.median) },
      uniquingKeysWith: { first, _ in first })
    let rows = rebuilds.map { rebuild -> [String] in
      let scenario = Scenario.incremental(module: rebuild.module, change: rebuild.change)
      return [
        "\(rebuild.change.rawValue) in \(escaped(rebuild.module))", escaped(rebuild.arm),
        Figures.seconds(medians[Case(arm: rebuild.arm, scenario: scenario)]),
        rebuild.rebuilt.map { escaped($0.map(\.module).joined(separator: ", ")) } ?? "unproved",
        rebuild.files.map { Figures.count($0) } ?? Figures.absent,
        rebuild.rebuilt == nil
          ? Figures.absent : "\(rebuild.rebuiltDependents.count) of \(rebuild.dependents.count)",
        rebuild.interfaceChanged.map { $0 ? "changed" : "the same" } ?? Figures.absent,
      ]
    }
    let findings = rebuilds.flatMap(findings).map { "- \($0)" }
    return ["## What changes had compiled again", table(header: header, rows: rows)]
      + (findings.isEmpty ? [] : [findings.joined(separator: "\n")])
  }

  /// What a reader would not expect of a change.
  static func findings(_ rebuild: Rebuild) -> [String] {
    let change = "\(rebuild.change.rawValue) change in \(escaped(rebuild.module))"
    var findings: [String] = []
    if rebuild.rebuilt == nil {
      findings.append("The \(change) is unproved: nobody could see what this builder compiled.")
    }
    if rebuild.isLeak {
      let reason =
        switch rebuild.interfaceChanged {
        case true?: "although none of them can see it: the `.swiftmodule` changed"
        case false?: "although the interface is the same"
        case nil: "although none of them can see it"
        }
      findings.append(
        "**A \(change) rebuilt \(rebuild.rebuiltDependents.count) of \(rebuild.dependents.count) dependents** "
          + "(\(escaped(rebuild.arm))) \(reason).")
    }
    if !rebuild.strangers.isEmpty {
      findings.append(
        "**A \(change) rebuilt \(escaped(rebuild.strangers.joined(separator: ", ")))** (\(escaped(rebuild.arm))), which "
          + "\(rebuild.strangers.count == 1 ? "does" : "do") not depend on it.")
    }
    return findings
  }

  /// What each module takes alone, the slowest first; nothing where none was built so.
  static func modulesAlone(_ run: Run) -> [String] {
    let alone = BuildRow.rows(of: run).filter { $0.isModuleAlone && $0.summary != nil }
    guard !alone.isEmpty, let arm = run.reference else { return [] }
    let rows = alone.sorted { ($1.summary?.median ?? 0) < ($0.summary?.median ?? 0) }.map { row -> [String] in
      let name = row.scenario.module ?? ""
      let module = run.workspace.graph.module(named: name)
      return [
        escaped(name), Figures.seconds(row.summary?.median),
        row.summary.map { Figures.range($0.min, $0.max) } ?? Figures.absent, Figures.seconds(row.summary?.cpuSeconds),
        module?.sources.map { Figures.count($0) } ?? Figures.absent,
        module?.lines.map { Figures.count($0) } ?? Figures.absent,
      ]
    }
    let floor = run.summaries.first { $0.arm == arm.name && $0.scenario == .null }.map {
      " \(Figures.seconds($0.median)) of each is what a build of nothing takes."
    }
    let whole = run.summaries.first { $0.arm == arm.name && $0.scenario == .clean }.map {
      " A clean build of \(escaped(arm.name)) takes \(Figures.seconds($0.median))."
    }
    return [
      "## Each module alone",
      "On top of what it depends on, nothing linked.\(whole ?? "")\(floor ?? "")",
      table(header: ["module", "median", "range", "CPU", "files", "lines"], rows: rows),
    ]
  }
}
