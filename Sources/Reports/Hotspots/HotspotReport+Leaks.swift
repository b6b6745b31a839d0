import Foresight
import ModuleGraph

extension HotspotReport {
  var leakBlocks: [Block] {
    guard let leaks else { return [] }
    guard !leaks.changes.isEmpty else {
      return [.heading("Leaks"), .paragraph("No changed module has dependents and a Swift file to change.")]
    }
    let title: Block = .heading("Leaks: what a private change rebuilds besides its module")
    let declarations: [Block] =
      leaks.declarations.isEmpty
      ? [] : [.heading("The declarations that leak"), .table(declarationTable(leaks).cut(to: Self.mostDeclarations))]
    return [title, .table(leakTable(leaks.changes))] + declarations
      + .points([summary(of: leaks.changes)] + year(of: leaks) + [Self.explanation])
  }

  private static let mostDeclarations = 20

  private var names: [ModuleID: String] {
    zip(hotspots.graph.nodes, labels).flatMap { node, label in node.modules.map { ($0.id, label) } }.keyed { $0 }
  }

  private func leakTable(_ leaks: [PrivateChange]) -> Table {
    let names = names
    return leaks.table([
      .text("module") { names[$0.module] ?? $0.module.description },
      .text("changed file") { $0.path.split(separator: "/").last.map(String.init) ?? $0.path },
      .figures("dependents", phrase: { Phrase(.count($0.dependents.count)) }),
      .figures("files", phrase: { change in Phrase(.count(change.dependents.reduce(0) { $0 + $1.files.count })) }),
      .figure("CPU") { .seconds($0.leakedCPUSeconds) },
      .text("which use") { Self.uses(of: $0) },
    ])
  }

  private static func uses(of change: PrivateChange) -> String {
    let counts = Dictionary(change.dependents.flatMap(\.files).flatMap(\.uses).map { ($0, 1) }, uniquingKeysWith: +)
    let most = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    guard !most.isEmpty else { return Figures.absent }
    return most.map { $0.value > 1 ? "\($0.key) (\($0.value))" : $0.key }.listed(atMost: 3)
  }

  private func declarationTable(_ leaks: LeakCosts) -> Table {
    let (names, per) = (names, isOfYear ? "a year" : "in the period")
    return leaks.declarations.table([
      .text("declaration") { $0.name },
      .text("declared in") { $0.files.isEmpty ? Figures.absent : $0.files.listed(atMost: 2) },
      .text("module") { names[$0.module] ?? $0.module.description },
      .text("used by") { "\(Figures.counted($0.users, "file")) of \($0.dependents.listed(atMost: 3))" },
      .figure("CPU per change") { .seconds($0.cpuSeconds) },
      .figures("changes", phrase: { Phrase(.count($0.changes)) }),
      .figures("CPU \(per)") { Self.long(total(of: $0)) },
    ])
  }

  /// The cost of a declaration per year, or in the period.
  func total(of declaration: LeakCosts.Declaration) -> Double? {
    declaration.cpuSeconds.map { $0 * Double(declaration.changes) * factor }
  }

  private func summary(of leaks: [PrivateChange]) -> Phrase {
    let leaking = leaks.count { !$0.dependents.isEmpty }
    let start = "\(Figures.count(leaking)) of \(Figures.counted(leaks.count, "private change")) rebuilt dependents"
    let leaked = leaks.compactMap(\.leakedCPUSeconds).reduce(0, +)
    let all = leaks.compactMap(\.cpuSeconds).reduce(0, +)
    guard all > 0 else { return "\(start)." }
    return
      "\(start): \(Figures.seconds(leaked)) of CPU time, \(Figures.percent(leaked / all)) of these builds (one build each, measured)."
  }

  private func year(of leaks: LeakCosts) -> [Phrase] {
    guard let total = leaks.total, let share = total.share else { return [] }
    let commits = hotspots.rebuilds.count
    let period = isOfYear ? "A year" : "The period"
    let (leaked, all) = (Self.long(total.leakedCPUSeconds * factor), Self.long(total.cpuSeconds * factor))
    let whole = shareOfEstimate.map {
      " That is \(Figures.percent($0)) of the estimated CPU time of all changes, if all of them were visible to dependents."
    }
    let sentence: Phrase =
      "**\(period) of leaks: \(leaked) of CPU time, \(Figures.percent(share)) of the \(all)** "
      + "that these builds take if every commit makes a private change in each of these modules that it changes "
      + "(\(Figures.count(total.commits)) of \(Figures.counted(commits, "commit"))), and one person builds it once."
    return [sentence + Phrase(whole ?? "")]
  }

  /// What leaks cost, as a share of the estimated cost of all changes; `nil` without a recorded build.
  var shareOfEstimate: Double? {
    let all = hotspots.rebuilds.compactMap(\.cost.cpuSeconds).reduce(0, +)
    return leaks?.total.flatMap { all > 0 ? $0.leakedCPUSeconds / all : nil }
  }

  private var factor: Double { hotspots.churn.history.yearFactor ?? 1 }

  private static let explanation: Phrase =
    "Each change adds a private function at the end of the file, which no other file can see. The compiler's driver reports which "
    + "files it recompiles and for which definition. It has one interface hash for everything that a module declares outside of "
    + "types, so such a change recompiles every file that uses a name of the module; a change within a type recompiles the files "
    + "that use the type. The cost of a declaration is that of compiling the files that use it; all files of a module count the "
    + "same. A file that uses several declarations counts for each."
}
