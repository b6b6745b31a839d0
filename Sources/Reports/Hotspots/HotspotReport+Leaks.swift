import BuildAnalysis
import ModuleGraph

extension HotspotReport {
  /// What private changes rebuilt; empty if not measured.
  var leakBlocks: [Block] {
    guard let leaks else { return [] }
    guard !leaks.isEmpty else {
      return [.heading("Leaks"), .paragraph("No changed module has dependents and a Swift file to change.")]
    }
    return [.heading("Leaks: what a private change rebuilds besides its module"), .table(leakTable(leaks))]
      + .points([summary(of: leaks), Self.explanation])
  }

  private func leakTable(_ leaks: [PrivateChange]) -> Table {
    let names = Dictionary(
      zip(hotspots.graph.nodes, labels).flatMap { node, label in node.modules.map { ($0.id, label) } },
      uniquingKeysWith: { first, _ in first })
    return Table(
      leaks,
      columns: [
        .words("module") { names[$0.module] ?? $0.module.description },
        .words("changed file") { $0.path.split(separator: "/").last.map(String.init) ?? $0.path },
        .figures("dependents", phrase: { Phrase(.count($0.dependents.count)) }),
        .figures("files", phrase: { change in Phrase(.count(change.dependents.reduce(0) { $0 + $1.files.count })) }),
        .figure("CPU") { .seconds($0.leakedCPUSeconds) },
        .words("which use") { Self.uses(of: $0) },
      ])
  }

  /// The definitions that the most files use.
  private static func uses(of change: PrivateChange) -> String {
    let counts = Dictionary(change.dependents.flatMap(\.files).flatMap(\.uses).map { ($0, 1) }, uniquingKeysWith: +)
    let most = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    guard !most.isEmpty else { return Figures.absent }
    return most.map { $0.value > 1 ? "\($0.key) (\($0.value))" : $0.key }.listed(atMost: 3)
  }

  private func summary(of leaks: [PrivateChange]) -> Phrase {
    let leaking = leaks.count { !$0.dependents.isEmpty }
    let start =
      "\(Figures.count(leaking)) of \(Figures.counted(leaks.count, "private change")) rebuilt dependents"
    let leaked = leaks.compactMap(\.leakedCPUSeconds).reduce(0, +)
    let all = leaks.compactMap(\.cpuSeconds).reduce(0, +)
    guard all > 0 else { return "\(start)." }
    return
      "\(start): \(Figures.seconds(leaked)) of CPU time, \(Figures.percent(leaked / all)) of these builds (one build each, measured)."
  }

  private static let explanation: Phrase =
    "Each change adds a private function at the end of the file, which no other file can see. The compiler's driver reports which "
    + "files it recompiles and for which definition. It has one interface hash for everything that a module declares outside of "
    + "types, so such a change recompiles every file that uses a name of the module; a change within a type recompiles the files "
    + "that use the type."
}
