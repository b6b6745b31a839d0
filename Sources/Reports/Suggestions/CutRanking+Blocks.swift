import Foresight
package import ModuleGraph

extension CutRanking {
  private static let mostRows = 10

  var verdict: Phrase {
    let average: Phrase = "A change recompiles **\(Figures.percent(share))** of all lines on average"
    guard let first = rows.first else {
      return average
        + ". No single dependency can be cut so that it would be less: what a change reaches, it reaches in several ways."
    }
    let then = Figures.percent(share - first.saved)
    return average + ". Without **\(name(first))** it would be \(then), the most that one cut saves."
  }

  var blocks: [Block] {
    guard !rows.isEmpty else { return [] }
    let shown = rows.prefix(Self.mostRows)
    let ends = [shown[0].from, shown[0].to].map { Shell.word(graph.nodes[$0].title) }.joined(separator: " ")
    let question = "modgauge why \(ends) --if-cut"
    return [
      .table(
        Array(shown).table([
          .text("without") { name($0) }, .figures("a change recompiles") { Figures.percent(share - $0.saved) },
          .figures("less") { Figures.percent($0.saved) },
        ])),
      .paragraph("To see what a cut changes, and which paths stay: `\(question)`."),
    ]
  }

  var method: [Phrase] {
    let source: Phrase =
      commits.map { "Changes are those of \(Figures.counted($0, "commit"))." }
      ?? "How often modules change is unknown: they are weighted by their lines."
    let others = rows.count - Self.mostRows
    return [
      source
        + " Each is assumed to recompile the modules that it changes and everything that depends on them: at most what a build does.",
      "Dependencies of executables and apps are left out: they are there to assemble the others."
        + (others > 0 ? " \(Figures.counted(others, "more dependency", "more dependencies")) would save less." : ""),
    ]
  }

  private func name(_ row: Row) -> String { "\(graph.nodes[row.from].title) → \(graph.nodes[row.to].title)" }
}

/// What to cut first, where no build was recorded.
package struct CutReport: Sendable {
  let name: String
  let cuts: CutRanking?

  package init(_ cuts: CutRanking?, of name: String) { (self.cuts, self.name) = (cuts, name) }

  var page: [Block] {
    let title = Block.title("\(name): what to cut first")
    let record: Block = .paragraph(
      "No build is recorded yet, so this is by lines. `modgauge record`, then `modgauge suggest` gives seconds, and other changes."
    )
    guard let cuts else { return [title, .paragraph("No lines of this workspace are known."), record] }
    return [title, .paragraph(cuts.verdict)] + cuts.blocks
      + [record] + .trust([], [("How it was computed", .points(cuts.method))])
  }

  var proposal: String {
    guard let cuts, let first = cuts.rows.first else {
      return "# No single cut lets a change recompile less.\nchanges: []\n"
    }
    return Proposal([.cut(cuts.graph.nodes[first.from].title, cuts.graph.nodes[first.to].title)]).yaml
  }
}
