package import BuildAnalysis
import ModuleGraph

/// The replays that the reader of a forecast can explore: the unchanged build, the proposed one, and builds with only
/// some of the changes.
package struct Exploration: Sendable {
  /// A build with some of the changes.
  package struct Variant: Sendable {
    /// Indices of changes, ascending.
    package let changes: [Int]
    /// The schedule, with times in whole nanoseconds.
    package let schedule: Schedule
    /// Whether the number of jobs equals the number of cores.
    package let jobsFollowCores: Bool
    /// The unique names of the modules, by their index in the schedule.
    package let modules: [String]
    /// The indices of the pieces of linkers.
    package let linkers: Set<Int>
    /// The modules whose files, costs or dependencies differ from the unchanged build, sorted.
    package let changed: [String]
    /// The predicted wall time. The interval of the proposed build is that of the forecast, in proportion; from several
    /// recordings, those of the others are at least as wide.
    package fileprivate(set) var seconds: Forecast.Estimate
    /// By how many seconds clean builds become shorter on average.
    package fileprivate(set) var gain: Forecast.Estimate
    package let cpuSeconds: Double
  }

  /// A combination of changes that cannot be applied without the others.
  package struct Refused: Sendable {
    /// Indices of changes, ascending.
    package let changes: [Int]
    package let reason: String
  }

  /// The unchanged build first, the proposed one second.
  package private(set) var variants: [Variant]
  package private(set) var refused: [Refused] = []
  /// The number of combinations omitted because all variants together would be too large.
  package private(set) var omitted = 0
  /// The time before the first process plus the time after the last one, in seconds.
  package let secondsAround: Double
  /// The relative error of replaying the unchanged build, by which each replay is corrected.
  package let relativeError: Double

  /// The approximate maximum number of pieces in all variants together, since each variant stores all of its pieces.
  fileprivate static let mostPieces = 300_000

  /// The maximum number of changes for which all combinations are explored.
  package static let mostCombined = 5

  /// All combinations of up to ``mostCombined`` changes, the largest first, since readers switch off one change at a time;
  /// of more, each prefix in the proposal's order, and each single change. Excludes the empty and the full combination.
  static func combinations(of count: Int) -> [[Int]] {
    guard count > mostCombined else {
      return (0..<(1 << count)).map { set in (0..<count).filter { set >> $0 & 1 == 1 } }
        .filter { !$0.isEmpty && $0.count < count }
        .sorted { $0.count == $1.count ? $0.lexicographicallyPrecedes($1) : $0.count > $1.count }
    }
    return (1..<count).map { Array(0..<$0) } + (1..<count).map { [$0] }
  }
}

extension Exploration {
  /// - Parameters:
  ///   - recordings: at least one; the one with the median prediction is explored.
  ///   - forecast: the prediction from all of them.
  /// - Throws: `ProposalError`.
  /// - Complexity: that of a forecast for each variant.
  package init(_ recordings: [RecordedStructure], of forecast: Forecast) throws(ProposalError) {
    let proposal = forecast.proposal
    var all: [(recorded: RecordedStructure, seconds: Double)] = []
    for recording in recordings { all.append((recording, try recording.seconds(proposal))) }
    all.sort { $0.seconds < $1.seconds }
    let recorded = all[all.count / 2].recorded
    secondsAround = Double(recorded.aroundNanoseconds) / 1e9
    relativeError = recorded.relativeError
    variants = [recorded.unchangedVariant, try recorded.variant(Array(proposal.changes.indices), of: proposal)]
    let pieces = max(1, variants[0].schedule.network.steps.count)
    for changes in Self.combinations(of: proposal.changes.count) {
      guard (variants.count + 1) * pieces <= Self.mostPieces else {
        omitted += 1
        continue
      }
      do throws(ProposalError) {
        variants.append(try recorded.variant(changes, of: proposal))
      } catch {
        refused.append(Refused(changes: changes, reason: error.description))
      }
    }
    // A variant knows only one recording, and not all reasons for doubt.
    variants[1].seconds = variants[1].seconds.inProportion(to: forecast.seconds)
    variants[1].gain = variants[1].gain.around(by: forecast.gain)
    guard recordings.count > 1 else { return }
    for index in variants.indices where index != 1 {
      variants[index].seconds = variants[index].seconds.atLeast(inProportion: forecast.seconds)
      if index > 0 { variants[index].gain = variants[index].gain.atLeast(around: forecast.gain) }
    }
  }
}

extension Forecast.Estimate {
  /// The value with the interval of another estimate, in proportion.
  fileprivate func inProportion(to other: Self) -> Self {
    guard other.value > 0 else { return self }
    return Self(value: value, low: value * other.low / other.value, high: value * other.high / other.value)
  }

  /// The value with an interval as wide as that of another estimate.
  fileprivate func around(by other: Self) -> Self {
    Self(value: value, low: value - (other.value - other.low), high: value + (other.high - other.value))
  }

  fileprivate func atLeast(around other: Self) -> Self {
    let wide = around(by: other)
    return Self(value: value, low: min(low, wide.low), high: max(high, wide.high))
  }

  fileprivate func atLeast(inProportion other: Self) -> Self {
    let wide = inProportion(to: other)
    return Self(value: value, low: min(low, wide.low), high: max(high, wide.high))
  }
}

extension RecordedStructure {
  fileprivate var unchangedVariant: Exploration.Variant {
    let build = build(unchanged)
    return variant(
      [], unchanged, BoundedBuild(build: build, seconds: seconds(of: build.replayed.nanoseconds), doubts: []))
  }

  fileprivate func variant(_ changes: [Int], of proposal: Proposal) throws(ProposalError) -> Exploration.Variant {
    let structure = try proposed(Proposal(changes.map { proposal.changes[$0] }))
    return variant(changes, structure, bounded(structure))
  }

  private func variant(
    _ changes: [Int], _ structure: ProposedStructure, _ bounded: BoundedBuild
  ) -> Exploration.Variant {
    let build = bounded.build
    let other = measuredCPUMicroseconds - self.build(unchanged).totalCPUMicroseconds
    let changed = changedNames(in: structure)
    return Exploration.Variant(
      changes: changes, schedule: build.schedule.inWholeNanoseconds,
      jobsFollowCores: !structure.proposedMachine.isJobsStated, modules: build.built.modules.map(\.label),
      linkers: build.linkers, changed: build.built.modules.filter { changed.contains($0.name) }.map(\.label),
      seconds: estimate(bounded.seconds, bounded.doubts.map(\.seconds)), gain: gain(to: bounded),
      cpuSeconds: Double(other + build.totalCPUMicroseconds) / 1e6)
  }

  /// The compiled names of modules with other contents or other dependencies.
  private func changedNames(in structure: ProposedStructure) -> Set<String> {
    let before = unchanged
    func needs(_ structure: ProposedStructure) -> [ModuleID: Set<ModuleID>] {
      Dictionary(grouping: structure.dependencies, by: \.from).mapValues { Set($0.map(\.to)) }
    }
    let (old, new) = (needs(before), needs(structure))
    let changed = structure.contents.keys.filter {
      structure.contents[$0] != before.contents[$0] || old[$0] != new[$0]
    }
    return Set(changed.map { Module.compiledName($0.name) })
  }
}

extension Schedule {
  fileprivate var inWholeNanoseconds: Schedule {
    let steps = network.steps.map { step in
      var step = step
      step.workNanoseconds.round()
      step.delayNanoseconds.round()
      step.latencyNanoseconds.round()
      return step
    }
    var shared = preparation
    shared?.makingNanoseconds.round()
    shared?.waitingNanoseconds.round()
    return Schedule(
      network: network.replacing(steps), cores: cores, lanes: lanes, drivers: drivers, preparation: shared)
  }
}
