import BuildAnalysis
import ModuleGraph

extension RunReport {
  /// What each feature gains by its own arm, as text and figures; empty if there is nothing to compare.
  static func features(_ findings: RunFindings) -> [Block] {
    let sentences = sentences(findings)
    guard !sentences.isEmpty else { return [] }
    let strangers = Text.strangers(findings.run).map { Phrase($0 + ".") }
    let notes = [strangers, shared(findings), figuresNote(findings), tests(findings.run)].compactMap(\.self)
    let table = Table(findings.features, columns: columns(findings.run)).withoutEmptyColumns
    return [.list(sentences), .table(table), .list(notes)]
  }

  private static func columns(_ run: Run) -> [Column<FeatureFindings>] {
    let lines = run.reference?.isWholePackage == true ? "of all lines" : "of the app's lines"
    return [
      .text("feature") { $0.arm.feature ?? $0.arm.name },
      .figure("saved, clean") { .seconds($0.clean?.savedSeconds) },
      .figure("saved, null") { .seconds($0.null?.savedSeconds) },
      .figure("saved, after a change") { .seconds($0.changes.first?.savedSeconds) },
      .figure("saved, tests") { .seconds($0.tests?.savedSeconds) },
      .text("own tests") { feature in
        feature.ownTests.map { $0.isEmpty ? "none" : $0.map(\.name).listed(atMost: 3) } ?? Figures.absent
      },
      .figure(lines) { .percent($0.scope.lineShare) },
      .figure("shared") { .percent($0.shared?.share) },
      .text(
        "only for it",
        phrase: { feature in
          feature.scope.marginal.map { .marginal($0, seconds: feature.marginalSeconds?.median) } ?? .absent
        }),
    ]
  }

  private static func shared(_ findings: RunFindings) -> Phrase? {
    guard !findings.sharedByAll.isEmpty else { return nil }
    let shared = Set(findings.sharedByAll)
    let modules = findings.run.workspace.graph.modules.filter { shared.contains($0.id) }
    let names =
      modules.count > mostShared ? modules.map(\.name).listed(atMost: mostShared) : modules.map(\.name).inSentence
    let lines: Phrase =
      modules.filter { !$0.kind.isOutside }.tally(of: \.lines).map { ", \(Phrase.counted($0, "line"))" } ?? ""
    return "All of them compile \(names) (\(Phrase.counted(modules.count, "module"))\(lines))."
  }

  private static let mostShared = 8

  private static func tests(_ run: Run) -> Phrase? {
    guard run.plan.scenarios.contains(.tests), let all = run.reference?.tests?.modules else { return nil }
    let packages = Set(all.map(\.package)).count
    let whole: Phrase = packages > 1 ? " of \(Phrase.counted(packages, "package")), one package after the other" : ""
    return "Tests: all \(Phrase.counted(all.count, "test module"))\(whole), against those that are named after the "
      + "feature's modules, or else depend on them directly. Clean builds, and run by `swift test`."
  }

  private static func figuresNote(_ findings: RunFindings) -> Phrase? {
    guard let reference = findings.run.reference?.nameInSentence,
      findings.features.contains(where: { $0.scope.marginal != nil })
    else { return nil }
    let isRecorded = findings.features.contains { $0.shared?.measure == .cpuSeconds }
    let seconds =
      findings.features.contains { $0.marginalSeconds != nil }
      ? "; its seconds are computed from the steps of \(reference)'s recorded builds" : ""
    return
      "Shared: the part of an arm's \(isRecorded ? "CPU time" : "lines") that the app needs for other reasons as well, without the feature itself. "
      + "Only for it: what \(reference) would not compile without the feature\(seconds)."
  }
}
