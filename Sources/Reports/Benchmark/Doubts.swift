import ModuleGraph
package import BuildAnalysis

/// Reasons to doubt the figures of one case, as text.
package struct Doubts: Sendable, Hashable {
  package let what: Case
  let phrases: [Phrase]

  package var words: [String] { phrases.map(\.text) }

  package static func all(of findings: RunFindings) -> [Doubts] {
    findings.summaries.compactMap { summary in
      let words = summary.warnings.map(words) + outliers(summary.outlierRounds)
      return words.isEmpty ? nil : Doubts(what: summary.case, phrases: words)
    }
  }

  package static func advice(for findings: RunFindings) -> [String] {
    let kinds = Set(findings.summaries.flatMap { $0.warnings.map(\.kind) })
    let known: [(SeriesWarning.Kind, String)] = [
      (.slowFirst, "A slow first round means that a cache was still cold: use one more warm-up (--warmups)."),
      (
        .trend,
        "A trend means that the machine's speed changed, because of heat or other programs: ratios within rounds "
          + "remain valid, medians do not. Repeat it on an idle machine."
      ),
      (
        .scattered,
        "A coefficient of variation above 10 % hides small effects: close other programs, or measure more rounds (--half-width says how many by "
          + "itself)."
      ),
    ]
    return known.filter { kinds.contains($0.0) }.map(\.1)
  }

  private static func words(_ warning: SeriesWarning) -> Phrase {
    switch warning {
    case .slowFirst(let ratio): "the first round took \(Figure.ratio(ratio)) times the others' median"
    case .trend(let change, let p):
      "from the first third of the rounds to the last it changed by \(Figure.percent(change - 1)) "
        + "(p = \(Figure(value: p, unit: .probability)))"
    case .scattered(let variation): "its coefficient of variation is \(Figure.percent(variation))"
    case .outliers(let rounds): outliers(rounds).joined(separator: "")
    }
  }

  /// Shortened to fit into a line; the JSON report contains all.
  private static func outliers(_ rounds: [Int]) -> [Phrase] {
    guard !rounds.isEmpty else { return [] }
    let shown = rounds.map(String.init).listed(atMost: 8)
    return ["outliers in \(rounds.count == 1 ? "round" : "rounds") \(shown), which are kept"]
  }
}
