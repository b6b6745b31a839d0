import BuildAnalysis

extension MachineNoise {
  var title: String {
    switch verdict {
    case .quiet: disturbedRounds.isEmpty ? "Quiet session" : "Mostly quiet session"
    case .noisy: "Noisy session"
    case .unusable: "Unusable session"
    }
  }

  /// What disturbed which rounds; `nil` without disturbances.
  var disturbanceWords: Phrase? {
    guard let cause, !disturbedRounds.isEmpty else { return nil }
    let number = Set(disturbedRounds).count
    let which: Phrase =
      rounds == 1
      ? "the only round"
      : number == rounds
        ? "each of \(Phrase.counted(rounds, "round"))" : "\(Self.rounds(disturbedRounds)) of \(rounds)"
    return "\(cause.description) disturbed \(which)"
  }

  var outsideWords: Phrase? {
    largestOutsideShare.map { "other work took up to \(Figure.percent($0)) of the processor time during a build" }
  }

  /// The effect of the noise on the figures, as a sentence without its capital letter and its period; `nil` for a quiet
  /// session.
  var effectWords: Phrase? {
    let isRandom = [.processes, .steal].contains(cause)
    let width = Figure.percent(halfWidth ?? 0)
    return switch (verdict, halfWidth) {
    case (.quiet, _): nil
    case (.noisy, _) where !isRandom: nil
    case (.noisy, _?) where wideFigures > 0:
      "the intervals account for that; \(wideFigures) of \(figures) are wider than "
        + "±\(Figure.percent(Self.largestHalfWidth)) (up to ±\(width))"
    case (.noisy, _?):
      "the intervals account for that, and are ±\(width) or narrower\(isInTurns ? ", since builds took turns" : "")"
    case (.noisy, nil): unknownEffect
    case (.unusable, _?) where isRandom && wideFigures > 0:
      "it left intervals of up to ±\(width): do not trust wall times; the intervals of CPU times account for it"
    case (.unusable, nil) where isRandom: unknownEffect + ": do not trust these figures"
    case (.unusable, _): "the effect on the figures is unknown: do not trust them"
    }
  }

  private var unknownEffect: Phrase {
    let fewest = RunFindings.roundsForClaim
    let reason: Phrase =
      rounds < fewest ? "fewer than \(Figure.count(fewest)) rounds give no interval" : "some figures have no interval"
    return "the effect is unknown, since " + reason
  }

  /// By how much such noise shifts the ratios of a run, as sentences; `nil` for a quiet session, and unless other programs
  /// were the main cause.
  func shiftWords(_ uneven: UnevenComparison?) -> Phrase? {
    guard let uneven, verdict != .quiet, cause == .processes, let share = meanOutsideShare,
      share > BuildNoise.largestOutsideShare
    else { return nil }
    return "Such noise slows builds more that keep more processors busy (\(uneven.description)), which intervals do "
      + "not contain: in measurements on two cores with as much noise, it shifted ratios of wall time by "
      + "\(Figure.percent(MeasuredShift.wall(outsideShare: share))), and those of CPU time by at most "
      + "\(Figure.percent(MeasuredShift.cpu)). Compare CPU times."
  }

  /// What a picture says if its figures are not reliable.
  var warning: String? {
    guard verdict != .quiet else { return nil }
    return "\(title): " + [disturbanceWords, effectWords].compactMap { $0?.text }.joined(separator: "; ")
  }

  /// - Parameter mayTakeTurns: whether there are arms that could take turns.
  func advice(mayTakeTurns: Bool) -> Phrase? {
    guard verdict != .quiet, !disturbedRounds.isEmpty else { return nil }
    return cause?.advice(takesTurns: mayTakeTurns && !isInTurns, hasRepeated: !replacedRounds.isEmpty)
  }

  /// For example `rounds 1, 2 and 5`; for many rounds, only their number.
  static func rounds(_ numbers: [Int]) -> String {
    guard let last = numbers.last, numbers.count > 1 else { return "round \(numbers.first ?? 0)" }
    guard numbers.count <= 10 else { return "\(numbers.count) rounds" }
    return "rounds \(numbers.dropLast().map(String.init).joined(separator: ", ")) and \(last)"
  }
}

extension UnevenComparison {
  /// `1.86 for App, 1.25 for NFCApp`
  var description: Phrase {
    [busier, other].map { "\(Figure.ratio($0.busyProcessors)) for \($0.name)" as Phrase }.joined(separator: ", ")
  }
}

extension Disturbance {
  package var description: String {
    switch self {
    case .processes: "other programs"
    case .steal: "other machines on the same host"
    case .memory: "a shortage of memory"
    case .sleep: "the machine's sleep"
    }
  }

  /// - Parameter hasRepeated: whether some rounds were repeated already.
  fileprivate func advice(takesTurns: Bool, hasRepeated: Bool) -> Phrase {
    let narrower: Phrase = takesTurns ? ", build in turns (`--in-turns on`)" : ""
    let again: Phrase = ", or let `--retry-noisy` repeat \(hasRepeated ? "more " : "")such rounds."
    return switch self {
    case .processes: "Close other programs" + narrower + again
    case .steal: "Measure on a dedicated machine" + narrower + again
    case .memory: "Close other programs, or build with fewer `--jobs`."
    case .sleep: "Keep the machine awake" + again
    }
  }
}
