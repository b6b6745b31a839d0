import BuildAnalysis

extension RunReport {
  /// What a build of each feature gives, in a sentence: how many times faster than the combined app it is, clean and after
  /// changes, and what it compiles.
  static func sentences(_ findings: RunFindings) -> [Phrase] {
    guard let reference = findings.run.reference else { return [] }
    let byArm = Dictionary(grouping: findings.cases.filter { !$0.isModuleAlone }, by: \.arm.name)
    return findings.run.arms.filter { $0.name != reference.name }.compactMap { arm in
      sentence(byArm[arm.name] ?? [], of: arm, whole: byArm[reference.name]?.first?.modules)
    }
  }

  private static func sentence(_ cases: [CaseFindings], of arm: Arm, whole: Int?) -> Phrase? {
    let clauses = cases.filter { $0.scenario != .null && $0.scenario != .firstNull }.compactMap(clause)
    guard let first = cases.first, !clauses.isEmpty else { return nil }
    let subject: Phrase = arm.feature.map { "Work on \($0) in **\(arm.name)**" } ?? "**\(arm.name)**"
    let part: Phrase = whole.map { "; it compiles \(first.modules) of \(Figures.counted($0, "module"))" } ?? ""
    let isClaim = cases.contains { $0.comparison?.low != nil }
    let doubt: Phrase = isClaim ? "" : "; too few rounds for a conclusion"
    return "\(subject): \(Array(clauses.prefix(mostClauses)).joined(separator: ", "))\(part)\(doubt)."
  }

  /// More scenarios are in the table.
  private static let mostClauses = 3

  /// `1.9 times faster clean (10.9 s instead of 20.9 s)`; what the interval does not tell from 1 is not called faster.
  private static func clause(_ row: CaseFindings) -> Phrase? {
    guard let comparison = row.comparison, let summary = row.summary, let saved = row.savedSeconds else { return nil }
    let when: Phrase = row.scenario == .clean ? "clean" : "in `\(row.scenario.rawValue)`"
    if let low = comparison.low, let high = comparison.high, low <= 1, 1 <= high { return "no different \(when)" }
    let isFaster = comparison.ratio < 1
    let times = Figure.ratio(isFaster ? 1 / comparison.ratio : comparison.ratio)
    let seconds: Phrase = "\(Figure.seconds(summary.median)) instead of \(Figure.seconds(summary.median + saved))"
    return "\(times) times \(isFaster ? "faster" : "slower") \(when) (\(seconds))"
  }
}
