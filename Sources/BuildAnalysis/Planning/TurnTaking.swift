/// When the builds of a round that belong together are made at once, in turns of a tenth of a second.
package enum TurnTaking: String, Sendable, Hashable, Codable {
  /// Where the machine is noisy, and figures in turns are true.
  case auto
  case on
}

/// Whether the measured rounds of a run take turns, and why.
package enum TurnDecision: Sendable, Hashable {
  /// The builds of a round are made one after the other.
  case alone(AloneReason?)
  case turns(NoiseReason?)
  /// Turns were asked for where figures in turns would not be true.
  case refused(AloneReason)

  package enum AloneReason: Sendable, Hashable {
    /// Nothing disturbed the warm-ups.
    case quiet
    /// In no scenario are there two arms to build.
    case nothingToCompare
    /// A command of the user's may have a server, which would not be halted.
    case command
    /// The command's warm-up used so little CPU time that somebody else must have done its work.
    case server(cpuSeconds: Double, seconds: Double)
    /// All builds are in memory at once.
    case memory(neededBytes: Int, availableBytes: Int)
  }

  package enum NoiseReason: Sendable, Hashable {
    /// What disturbed a warm-up, and the largest share of the processor time that others took.
    case warmups(Disturbance, outsideShare: Double?)
    /// Something disturbed the machine's calibration.
    case calibration
  }

  package var takesTurns: Bool { if case .turns = self { true } else { false } }
}

extension TurnDecision.AloneReason: CustomStringConvertible {
  /// A sentence without its first capital and its full stop.
  package var description: String {
    switch self {
    case .quiet: "nothing disturbed the warm-ups"
    case .nothingToCompare: "there are no two arms to build in any scenario"
    case .command: "a build command may have a server, which would not be halted"
    case .server(let cpuSeconds, let seconds):
      "a warm-up of the command used \(Self.tenths(cpuSeconds)) s of CPU time in \(Self.tenths(seconds)) s, so something "
        + "that is not halted does its work"
    case .memory(let needed, let available):
      "all builds at once need about \(needed >> 20) MiB of memory, and \(available >> 20) MiB are available"
    }
  }

  private static func tenths(_ seconds: Double) -> String { "\((seconds * 10).rounded() / 10)" }
}

extension Run {
  /// Follows from the plan and the samples, so that a resumed run decides as an uninterrupted one. Once a round has begun
  /// it stays as it is.
  /// - Complexity: O(samples).
  package var turnDecision: TurnDecision {
    guard let asked = plan.turns else { return .alone(nil) }
    let reason = reasonToBuildAlone
    switch asked {
    case .on:
      // Nothing is wrong with what has nobody to take turns with.
      if case .nothingToCompare? = reason { return .alone(reason) }
      if case .command? = reason { return .turns(nil) }
      return reason.map { .refused($0) } ?? .turns(nil)
    case .auto:
      if let first = samples.first(where: { !$0.warmup && isShared($0.scenario) }) {
        return first.turns == nil ? .alone(reason ?? .quiet) : .turns(reasonForTurns)
      }
      if let reason { return .alone(reason) }
      return reasonForTurns.map { .turns($0) } ?? .alone(.quiet)
    }
  }

  private func isShared(_ scenario: Scenario) -> Bool { livingCases.count { $0.scenario == scenario } > 1 }

  private var reasonToBuildAlone: TurnDecision.AloneReason? {
    guard plan.scenarios.contains(where: isShared) else { return .nothingToCompare }
    if let memory = tooLittleMemory { return memory }
    guard command != nil else { return nil }
    let idle = warmups.first { ($0.seconds ?? 0) >= 1 && ($0.cpuSeconds ?? .infinity) < 0.1 * ($0.seconds ?? 0) }
    return idle.map { .server(cpuSeconds: $0.cpuSeconds ?? 0, seconds: $0.seconds ?? 0) } ?? .command
  }

  private var reasonForTurns: TurnDecision.NoiseReason? {
    let causes = warmups.flatMap { $0.noise?.disturbances ?? [] }
    if let cause = [.steal, .processes].first(where: causes.contains) {
      return .warmups(cause, outsideShare: warmups.compactMap { $0.noise?.outsideShare }.max())
    }
    return calibration?.verdict.map { $0 == .quiet } == false ? .calibration : nil
  }

  private var warmups: [Sample] { samples.filter { $0.warmup && $0.outcome == .ok } }

  /// The share of the available memory that builds in turns may take together.
  private static let largestMemoryShare = 0.9

  /// A build needs as much as its warm-up took from what was available, and no less than its largest process had. All
  /// builds of a round are there at once, each at its peak at the same time in the worst case.
  private var tooLittleMemory: TurnDecision.AloneReason? {
    var needs: [Scenario: [String: Int]] = [:]
    for warmup in warmups {
      let taken = warmup.noise?.availableBytes.map { $0.before - min($0.during ?? $0.after, $0.after) } ?? 0
      let need = max(warmup.peakBytes ?? 0, Int(taken))
      needs[warmup.scenario, default: [:]][warmup.arm, default: 0] = max(
        needs[warmup.scenario]?[warmup.arm] ?? 0, need)
    }
    let available = warmups.last?.noise?.availableBytes.map { Int($0.after) } ?? environment.memoryBytes
    guard let needed = needs.values.map({ $0.values.reduce(0, +) }).max(), let available,
      Double(needed) > Self.largestMemoryShare * Double(available)
    else { return nil }
    return .memory(neededBytes: needed, availableBytes: available)
  }
}

extension Agenda {
  /// The builds of a round, those in one element at once: all arms in one scenario where they take turns, else each by
  /// itself. In the order in which the round comes to them.
  package func groups(_ builds: [Build]) -> [[Build]] {
    guard builds.first?.isWarmup == false, run.turnDecision.takesTurns else { return builds.map { [$0] } }
    var groups: [[Build]] = []
    for build in builds {
      if let index = groups.firstIndex(where: { $0[0].what.scenario == build.what.scenario }) {
        groups[index].append(build)
      } else {
        groups.append([build])
      }
    }
    return groups
  }
}
