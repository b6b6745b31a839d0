/// Whether the builds of measured rounds run in turns, and why.
package enum TurnDecision: Sendable, Hashable {
  /// The builds of a round run one after the other.
  case alone(AloneReason?)
  case turns(NoiseReason?)
  /// Turns were requested, but would distort the figures.
  case refused(AloneReason)

  package enum AloneReason: Sendable, Hashable {
    /// No warm-up was disturbed.
    case quiet
    /// No scenario has at least two arms to build.
    case nothingToCompare
    /// A user's command may use a server process, which would not be halted.
    case command
    /// Xcode's build service and daemons would not be halted.
    case buildService
    /// The command's warm-up used so little CPU time that a server process must have done the work.
    case server(cpuSeconds: Double, seconds: Double)
    /// Together, the builds do not fit into memory.
    case memory(neededBytes: Int, availableBytes: Int)
  }

  package enum NoiseReason: Sendable, Hashable {
    /// A warm-up was disturbed; `outsideShare` is the largest share of CPU time that others used.
    case warmups(Disturbance, outsideShare: Double?)
    /// The machine was noisy during its calibration.
    case calibration
  }

  package var takesTurns: Bool { if case .turns = self { true } else { false } }
}

extension TurnDecision.AloneReason: CustomStringConvertible {
  /// A sentence without capital letter and period.
  package var description: String {
    switch self {
    case .quiet: "nothing disturbed the warm-ups"
    case .nothingToCompare: "no scenario builds two arms"
    case .command: "a build command may have a server, which would not be halted"
    case .buildService: "Xcode's build service and daemons would not be halted"
    case .server(let cpuSeconds, let seconds):
      "a warm-up of the command used \(Self.tenths(cpuSeconds)) s of CPU time in \(Self.tenths(seconds)) s, so a process "
        + "outside its session does the work"
    case .memory(let needed, let available):
      "all builds at once need about \(needed >> 20) MiB of memory, and \(available >> 20) MiB are available"
    }
  }

  private static func tenths(_ seconds: Double) -> String { "\(seconds.rounded(decimals: 1))" }
}

extension Run {
  /// Derived from the plan and the samples, so that a resumed run decides like an uninterrupted one. The decision does
  /// not change once a measured round has begun.
  /// - Complexity: O(samples).
  package var turnDecision: TurnDecision {
    guard let asked = plan.turns else { return .alone(nil) }
    let reason = reasonToBuildAlone
    switch asked {
    case .on:
      // If there is nothing to interleave, turns are not needed, and not refused.
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

  /// Why builds run alone although turns were allowed, if that is known before the first build.
  package var reasonKnownToBuildAlone: TurnDecision.AloneReason? {
    guard case .alone(let reason?) = turnDecision, [.command, .buildService, .nothingToCompare].contains(reason)
    else { return nil }
    return reason
  }

  private func isShared(_ scenario: Scenario) -> Bool {
    Dictionary(grouping: livingCases.filter { $0.scenario == scenario }, by: builtAtOnce).values.contains {
      $0.count > 1
    }
  }

  private var reasonToBuildAlone: TurnDecision.AloneReason? {
    guard plan.scenarios.contains(where: isShared) else { return .nothingToCompare }
    if isBuiltByXcode { return .buildService }
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

  /// The largest share of the available memory that builds in turns may use together.
  private static let largestMemoryShare = 0.9

  /// A build needs as much memory as became unavailable during its warm-up, and at least the peak of its largest
  /// process. In the worst case, all builds of a round reach their peaks at the same time.
  private var tooLittleMemory: TurnDecision.AloneReason? {
    let group = builtAtOnce
    var needs: [Case: [String: Int]] = [:]
    for warmup in warmups {
      let taken = warmup.noise?.availableBytes.map { $0.before - min($0.during ?? $0.after, $0.after) } ?? 0
      let need = max(warmup.peakBytes ?? 0, Int(taken))
      needs[group(warmup.case), default: [:]][warmup.arm, default: 0] = max(
        needs[group(warmup.case)]?[warmup.arm] ?? 0, need)
    }
    let available = warmups.last?.noise?.availableBytes.map { Int($0.after) } ?? environment.memoryBytes
    guard let needed = needs.values.map({ $0.values.reduce(0, +) }).max(), let available,
      Double(needed) > Self.largestMemoryShare * Double(available)
    else { return nil }
    return .memory(neededBytes: needed, availableBytes: available)
  }
}

extension Agenda {
  /// The builds of a round in groups that run at the same time. With turns, a group has all arms in one scenario, or
  /// both states of one arm; otherwise each build is a group. In the order of the round.
  package func groups(_ builds: [Build]) -> [[Build]] {
    guard builds.first?.isWarmup == false, run.turnDecision.takesTurns else { return builds.map { [$0] } }
    let group = run.builtAtOnce
    var groups: [[Build]] = []
    for build in builds {
      if let index = groups.firstIndex(where: { group($0[0].what) == group(build.what) }) {
        groups[index].append(build)
      } else {
        groups.append([build])
      }
    }
    return groups
  }
}
