import BuildAnalysis
import ModuleGraph

extension RunReport {
  /// What was recompiled after each change; empty if no module was changed.
  static func rebuilds(_ findings: RunFindings) -> [Block] {
    let rebuilds = findings.rebuilds
    guard !rebuilds.isEmpty else { return [] }
    let columns: [Column<Rebuild>] = [
      .text("change") { "\($0.change.rawValue) in \($0.module)" },
      .text("builds") { $0.arm },
      .figure("median") { rebuild in
        let scenario = Scenario.incremental(module: rebuild.module, change: rebuild.change)
        return .seconds(findings.summary(of: Case(arm: rebuild.arm, scenario: scenario))?.median)
      },
      .text("modules recompiled") { rebuild in
        rebuild.rebuilt.map { $0.map(\.module).joined(separator: ", ") } ?? "not verified"
      },
      .figure("files") { .count($0.files) },
      .figures("dependents") { rebuild in
        rebuild.rebuilt == nil
          ? Figures.absent : "\(rebuild.rebuiltDependents.count) of \(rebuild.dependents.count)"
      },
      .text("interface") { $0.interfaceChanged.map { $0 ? "changed" : "the same" } ?? Figures.absent },
    ]
    return [.heading("What changes recompiled"), .table(Table(rebuilds, columns: columns))]
      + .points(rebuilds.flatMap(surprises))
  }

  static func surprises(_ rebuild: Rebuild) -> [Phrase] {
    let change = "\(rebuild.change.rawValue) change in \(rebuild.module)"
    var surprises: [Phrase] = []
    if rebuild.rebuilt == nil {
      surprises.append("The \(change) is not verified: what this builder compiled could not be observed.")
    }
    if rebuild.isLeak {
      let reason: Phrase =
        switch rebuild.interfaceChanged {
        case true?: "although none of them can see it: the `.swiftmodule` changed"
        case false?: "although the interface is the same"
        case nil: "although none of them can see it"
        }
      surprises.append(
        "**A \(change) rebuilt \(rebuild.rebuiltDependents.count) of \(rebuild.dependents.count) dependents** "
          + "(\(rebuild.arm)) \(reason).")
    }
    if !rebuild.strangers.isEmpty {
      surprises.append(
        "**A \(change) rebuilt \(rebuild.strangers.joined(separator: ", "))** (\(rebuild.arm)), which "
          + "\(rebuild.strangers.count == 1 ? "does" : "do") not depend on it.")
    }
    return surprises
  }

  /// The duration of each module's own build, the slowest first; empty if none was built alone.
  static func modulesAlone(_ findings: RunFindings) -> [Block] {
    let alone = findings.cases.filter { $0.isModuleAlone && $0.summary != nil }
    guard !alone.isEmpty, let arm = findings.run.reference else { return [] }
    @Sendable func module(_ row: CaseFindings) -> Module? {
      row.scenario.module.flatMap { findings.run.workspace.graph.module(named: $0) }
    }
    let columns: [Column<CaseFindings>] = [
      .text("module") { $0.scenario.module ?? "" },
      .figure("median") { .seconds($0.summary?.median) },
      .figures("range", phrase: { $0.summary.map { .range($0.min, $0.max) } ?? .absent }),
      .figure("CPU") { .seconds($0.summary?.cpuSeconds) },
      .figure("files") { .count(module($0)?.sources) },
      .figure("lines") { .count(module($0)?.lines) },
    ]
    let floor: Phrase? = findings.summary(of: Case(arm: arm.name, scenario: .null)).map {
      " Each includes the \(Figure.seconds($0.median)) of a null build."
    }
    let whole: Phrase? = findings.summary(of: Case(arm: arm.name, scenario: .clean)).map {
      " A clean build of \(arm.name) takes \(Figure.seconds($0.median))."
    }
    return [
      .heading("Each module alone"),
      .paragraph("Built after its dependencies, without linking.\(whole ?? "")\(floor ?? "")"),
      .table(Table(alone.sorted { ($1.summary?.median ?? 0) < ($0.summary?.median ?? 0) }, columns: columns)),
    ]
  }
}
