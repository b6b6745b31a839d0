import ModuleGraph

/// What a search makes shorter.
struct SuggestionGoalModel: Sendable {
  private let recorded: RecordedStructure
  private let goal: Suggestions.Goal
  private let costs: RoughCosts
  /// How often each recorded module changes; the sum is 1.
  private let weights: [ModuleID: Double]
  /// The seconds of the goal's build without a change.
  private(set) var secondsBefore = 0.0

  /// The modules whose changes are looked at while searching, at most: those that cost most.
  private static let mostChanged = 100

  init(
    _ goal: Suggestions.Goal, _ recorded: RecordedStructure, _ costs: RoughCosts, _ facts: RefactoringFacts
  ) {
    self.goal = goal
    self.recorded = recorded
    self.costs = costs
    let built = recorded.variants.keys.filter(facts.isEditable)
    let own = Dictionary(
      uniqueKeysWithValues: built.map { id in
        (id, facts.changes.isEmpty ? max(1, recorded.sizes[id]?.lines ?? 1) : facts.changes[id] ?? 0)
      })
    let sum = own.values.reduce(0, +)
    weights = own.filter { $0.value > 0 }.mapValues { $0 / sum }
    secondsBefore = goal == .clean ? recorded.measuredSeconds : seconds(recorded.unchanged)
  }

  var isClean: Bool { goal == .clean }

  /// How far off the recorded build the rough one is, as a share; builds after changes are predicted by that.
  var roughError: Double {
    let rough = RoughBuild(recorded.unchanged, costs)
    let seconds = max(rough.criticalSeconds, rough.workSeconds / Double(costs.cores))
    return recorded.measuredSeconds > 0 ? abs(1 - seconds / recorded.measuredSeconds) : 1
  }

  /// Whether what is far from the critical path of the whole build matters.
  var isEverywhere: Bool { goal == .changes }

  /// Orders structures before their builds are replayed; less is better.
  func rank(_ structure: ProposedStructure, _ rough: RoughBuild) -> Double {
    isClean ? rough.rank : mean(structure, rough).chain
  }

  /// The predicted seconds of the goal's build.
  /// - Parameter doubt: how much more than the model says all modelled costs are.
  func seconds(_ structure: ProposedStructure, doubt: Double = 1) -> Double {
    guard isClean else { return mean(structure, RoughBuild(structure, costs)).chain }
    return recorded.seconds(of: recorded.build(structure, doubt: doubt).schedule.nanoseconds())
  }

  // MARK: Changes

  /// How often each module of a structure changes: as its files did. Of the changes of a module behind an interface, the
  /// interface has as many as it has of its lines.
  func weights(in structure: ProposedStructure) -> [ModuleID: Double] {
    var all: [ModuleID: Double] = [:]
    var hidden: [ModuleID: Double] = [:]
    for (id, contents) in structure.contents {
      for origin in contents.origins {
        guard let weight = weights[origin] else { continue }
        let share = costs.share(of: origin, in: contents)
        all[id, default: 0] += weight * share
        if contents.newLines != nil { hidden[origin, default: 0] += share }
      }
    }
    for (origin, share) in hidden where structure.contents[origin] != nil {
      all[origin]? *= max(0, 1 - share)
    }
    return all
  }

  /// The longest chain and the CPU time of what an average change recompiles.
  func mean(_ structure: ProposedStructure, _ rough: RoughBuild) -> RoughCosts.Cost {
    let all = weights(in: structure).sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    let changed = all.prefix(Self.mostChanged).compactMap { id, weight in
      rough.places[id].map { (place: $0, weight: weight) }
    }
    var mean = RoughCosts.Cost()
    var sum = 0.0
    for (cost, change) in zip(rough.rebuilds(of: changed.map(\.place)), changed) {
      mean.chain += cost.chain * change.weight
      mean.work += cost.work * change.weight
      sum += change.weight
    }
    guard sum > 0 else { return mean }
    return RoughCosts.Cost(chain: mean.chain / sum, work: mean.work / sum)
  }

  /// The seconds of builds after changes, each weighted.
  func distribution(_ structure: ProposedStructure) -> Suggestions.Distribution {
    let rough = RoughBuild(structure, costs)
    let all = weights(in: structure).sorted { $0.key < $1.key }.compactMap { id, weight in
      rough.places[id].map { (place: $0, weight: weight) }
    }
    let seconds = zip(rough.rebuilds(of: all.map(\.place)), all).map { (seconds: $0.chain, weight: $1.weight) }
      .sorted { $0.seconds < $1.seconds }
    let sum = seconds.reduce(0) { $0 + $1.weight }
    func quantile(_ share: Double) -> Double {
      var passed = 0.0
      for (value, weight) in seconds {
        passed += weight
        if passed >= share * sum { return value }
      }
      return seconds.last?.seconds ?? 0
    }
    return Suggestions.Distribution(
      mean: sum > 0 ? seconds.reduce(0) { $0 + $1.seconds * $1.weight } / sum : 0, median: quantile(0.5),
      p90: quantile(0.9))
  }
}
