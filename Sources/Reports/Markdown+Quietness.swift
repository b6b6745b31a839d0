import BuildAnalysis

extension Markdown {
  /// How quiet the machine was, why, and what to do about it, in a line; nothing where nobody could see it.
  static func quietness(_ run: Run) -> [String] {
    guard let quietness = run.quietness else { return [] }
    let made = quietness.replacedRounds
    let again = made.isEmpty ? "" : " \(rounds(made).capitalizedFirst) \(made.count == 1 ? "was" : "were") made again."
    return [verdict(quietness) + again]
  }

  private static func verdict(_ quietness: Run.Quietness) -> String {
    let disturbed = quietness.disturbedRounds
    let most = quietness.largestOutsideShare.map {
      "others took at most \(Figures.percent($0)) of the processors while a build ran"
    }
    guard let cause = quietness.cause, !disturbed.isEmpty else {
      return "Quiet session" + (most.map { ": \($0)." } ?? ".")
    }
    let what = "\(cause.words) disturbed \(rounds(disturbed)), of \(quietness.rounds)"
    let facts = ([what] + [most].compactMap { $0 }).joined(separator: "; ")
    switch quietness.verdict {
    case .quiet: return "Quiet session, almost: \(facts)."
    case .noisy: return "**Noisy session**: \(facts). \(cause.advice)"
    case .unusable: return "**Unusable session**: \(facts). Trust none of these figures. \(cause.advice)"
    }
  }

  /// `rounds 1, 2 and 5`; of many, how many there are.
  private static func rounds(_ numbers: [Int]) -> String {
    guard let last = numbers.last, numbers.count > 1 else { return "round \(numbers.first ?? 0)" }
    guard numbers.count <= 10 else { return "\(numbers.count) rounds" }
    return "rounds \(numbers.dropLast().map(String.init).joined(separator: ", ")) and \(last)"
  }
}

extension Disturbance {
  fileprivate var words: String {
    switch self {
    case .processes: "other programs"
    case .steal: "other machines on the same host"
    case .memory: "a shortage of memory"
    }
  }

  fileprivate var advice: String {
    switch self {
    case .processes: "Close other programs, or let `--retry-noisy` make such rounds again."
    case .steal: "Measure on a machine of its own, or let `--retry-noisy` make such rounds again."
    case .memory: "Close other programs, or build with fewer `--jobs`."
    }
  }
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
