import BuildAnalysis

extension Quietness {
  /// The verdict in two or three words.
  var title: String {
    switch verdict {
    case .quiet: disturbedRounds.isEmpty ? "Quiet session" : "Mostly quiet session"
    case .noisy: "Noisy session"
    case .unusable: "Unusable session"
    }
  }

  /// What disturbed which rounds; `nil` where nothing did.
  var disturbanceWords: String? {
    guard let cause, !disturbedRounds.isEmpty else { return nil }
    let number = Set(disturbedRounds).count
    let which =
      rounds == 1
      ? "the only round"
      : number == rounds
        ? "each of \(Figures.counted(rounds, "round"))" : "\(Self.rounds(disturbedRounds)) of \(rounds)"
    return "\(cause.words) disturbed \(which)"
  }

  /// How much of the processors was not the builds'.
  var outsideWords: String? {
    largestOutsideShare.map { "other work took up to \(Figures.percent($0)) of the processor time during a build" }
  }

  /// What to do about it; `nil` where nothing needs to be done.
  var advice: Phrase? {
    guard verdict != .quiet, !disturbedRounds.isEmpty else { return nil }
    return cause?.advice
  }

  /// `rounds 1, 2 and 5`; of many, how many there are.
  static func rounds(_ numbers: [Int]) -> String {
    guard let last = numbers.last, numbers.count > 1 else { return "round \(numbers.first ?? 0)" }
    guard numbers.count <= 10 else { return "\(numbers.count) rounds" }
    return "rounds \(numbers.dropLast().map(String.init).joined(separator: ", ")) and \(last)"
  }
}

extension Disturbance {
  package var words: String {
    switch self {
    case .processes: "other programs"
    case .steal: "other machines on the same host"
    case .memory: "a shortage of memory"
    case .sleep: "the machine's sleep"
    }
  }

  fileprivate var advice: Phrase {
    switch self {
    case .processes: "Close other programs, or let `--retry-noisy` repeat such rounds."
    case .steal: "Measure on a dedicated machine, or let `--retry-noisy` repeat such rounds."
    case .memory: "Close other programs, or build with fewer `--jobs`."
    case .sleep: "Keep the machine awake, or let `--retry-noisy` repeat such rounds."
    }
  }
}
