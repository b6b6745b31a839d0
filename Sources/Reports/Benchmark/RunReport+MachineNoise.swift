import BuildAnalysis

extension RunReport {
  /// How noisy the machine was, why, and what to do about it, in one line; empty if noise could not be measured. For a
  /// merged run, followed by the ratios on which its machines disagree.
  /// - Parameter isGated: whether a gate has decided, whose bounds contain the noise.
  static func quietness(_ findings: RunFindings, isGated: Bool = false) -> [Block] {
    let doubts = [findings.gapWords].compactMap(\.self) + findings.disagreementWords
    let disagreements = [Block].points(doubts.map { Phrase($0).toned(.doubtful) })
    guard let quietness = findings.quietness else { return disagreements }
    let title: Phrase =
      quietness.verdict == .quiet
      ? Phrase(quietness.title) : Phrase("**\(quietness.title)**").toned(quietness.verdict == .noisy ? .doubtful : .bad)
    let facts = [quietness.disturbanceWords, quietness.outsideWords].compactMap(\.self).joined(separator: "; ")
    let isDisturbed = quietness.verdict != .quiet
    let effect: Phrase? =
      isGated && isDisturbed
      ? "The bounds of the gate account for that; single figures do not."
      : quietness.effectWords.map { $0.capitalizedFirst + "." }
    let advice = quietness.advice(mayTakeTurns: findings.run.arms.count > 1 && !findings.run.isBuiltByXcode)
    let sentences: [Phrase?] = [
      title + (facts.isEmpty ? "." : ": \(facts)."), effect, quietness.shiftWords(findings.unevenComparison), advice,
      again(quietness).map { Phrase($0) },
    ]
    return [.paragraph(sentences.compactMap(\.self).joined(separator: " "))] + disagreements
  }

  private static func again(_ quietness: MachineNoise) -> String? {
    let made = quietness.replacedRounds
    guard !made.isEmpty else { return nil }
    return "\(MachineNoise.rounds(made).capitalizedFirst) \(made.count == 1 ? "was" : "were") repeated."
  }
}
