import BuildAnalysis
import Reports

extension BenchService.Outcome {
  private static let shownDoubts = 10

  /// Says where the reports are, how to resume, and the limits of the figures, which are also in the reports.
  /// - Parameter isVerbose: whether a terminal shows every limit.
  package func tell(isQuiet: Bool, isVerbose: Bool) {
    if !isQuiet { tellDoubts(isVerbose: isVerbose) }
    Terminal.note("reports: \(folder.path)")
    // It exists until the last build.
    if folder.resumption.exists { Terminal.note("resume with `modgauge bench --resume \(folder.path.shellWord)`") }
  }

  private func tellDoubts(isVerbose: Bool) {
    findings.endingWords.map { Terminal.note($0) }
    let all = Doubts.all(of: findings)
    if Terminal.showsOutput, !isVerbose, !all.isEmpty {
      return Terminal.note("warning: \(Figures.counted(all.count, "build")) in doubt; --verbose and report.md say why")
    }
    for doubts in all.prefix(Self.shownDoubts) {
      let name = Text.printable(BenchmarkProgress.name(of: doubts.what))
      Terminal.note("warning: \(name): \(doubts.words.joined(separator: "; "))")
    }
    let rest = all.count - Self.shownDoubts
    if rest > 0 { Terminal.note("warnings of \(rest) more are in report.md") }
  }
}
