import BuildAnalysis

extension Markdown {
  /// How quiet the machine was, why, and what to do about it, in a line; nothing where nobody could see it.
  static func quietness(_ findings: RunFindings) -> [String] {
    guard let quietness = findings.quietness else { return [] }
    let title = quietness.verdict == .quiet ? quietness.title : "**\(quietness.title)**"
    let facts = [quietness.disturbanceWords, quietness.outsideWords].compactMap { $0 }.joined(separator: "; ")
    let distrust = quietness.verdict == .unusable ? "Do not trust these figures." : nil
    let sentences = [title + (facts.isEmpty ? "." : ": \(facts)."), distrust, quietness.advice, again(quietness)]
    return [sentences.compactMap { $0 }.joined(separator: " ")]
  }

  private static func again(_ quietness: Quietness) -> String? {
    let made = quietness.replacedRounds
    guard !made.isEmpty else { return nil }
    return "\(Quietness.rounds(made).capitalizedFirst) \(made.count == 1 ? "was" : "were") made again."
  }
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
