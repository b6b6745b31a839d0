import BuildAnalysis
import ModuleGraph

/// The quantity that a search minimizes.
struct SuggestionGoalModel: Sendable {
  private let recorded: RecordedStructure
  private let goal: Suggestions.Goal
  private let costs: RoughCosts
  private let weights: ChangeWeights
  /// The seconds of the goal's build without a change.
  private(set) var secondsBefore = 0.0

  /// The maximum number of modules whose costs are summed up in a search, over all changes.
  private static let mostModules = 200_000

  init(
    _ goal: Suggestions.Goal, _ recorded: RecordedStructure, _ costs: RoughCosts, _ facts: RefactoringFacts
  ) {
    self.goal = goal
    self.recorded = recorded
    self.costs = costs
    weights = ChangeWeights(recorded, costs, facts)
    secondsBefore = goal == .clean ? recorded.measuredSeconds : seconds(recorded.unchanged)
  }

  var isClean: Bool { goal == .clean }

  /// The relative error of the rough build compared with the recorded one, which determines the intervals of gains in
  /// builds after changes.
  var roughError: Double {
    let rough = RoughBuild(recorded.unchanged, costs)
    let seconds = max(rough.criticalSeconds, rough.workSeconds / Double(costs.cores))
    return recorded.measuredSeconds > 0 ? abs(1 - seconds / recorded.measuredSeconds) : 1
  }

  /// Whether modules far from the critical path of the whole build matter.
  var isEverywhere: Bool { goal == .changes }

  /// Orders structures before their builds are replayed; less is better.
  func rank(_ structure: ProposedStructure, _ rough: RoughBuild) -> Double {
    isClean ? rough.rank : mean(structure, rough).chain
  }

  /// The predicted seconds of the goal's build.
  /// - Parameter doubt: a factor for all modelled costs.
  func seconds(_ structure: ProposedStructure, doubt: Double = 1) -> Double {
    guard isClean else { return mean(structure, RoughBuild(structure, costs)).chain }
    return recorded.seconds(of: recorded.build(structure, doubt: doubt).schedule.nanoseconds())
  }

  // MARK: Changes

  /// What the changes of a structure recompile, by decreasing weight.
  private func rebuilds(
    _ structure: ProposedStructure, _ rough: RoughBuild, most: Int = .max
  ) -> [(cost: RoughCosts.Cost, weight: Double)] {
    let changed = weights.changes(in: structure).prefix(most).compactMap { modules, weight in
      let places = modules.compactMap { rough.places[$0] }
      return places.isEmpty ? nil : (places: places, weight: weight)
    }
    return zip(rough.rebuilds(of: changed.map(\.places)), changed).map { ($0, $1.weight) }
  }

  /// The longest chain and the CPU time of the modules that an average change recompiles.
  func mean(_ structure: ProposedStructure, _ rough: RoughBuild) -> RoughCosts.Cost {
    var mean = RoughCosts.Cost()
    var sum = 0.0
    for (cost, weight) in rebuilds(structure, rough, most: max(100, Self.mostModules / max(1, rough.ids.count))) {
      mean.chain += cost.chain * weight
      mean.work += cost.work * weight
      sum += weight
    }
    guard sum > 0 else { return mean }
    return RoughCosts.Cost(chain: mean.chain / sum, work: mean.work / sum)
  }

  /// The seconds of builds after changes, each weighted.
  func distribution(_ structure: ProposedStructure) -> Suggestions.Distribution {
    let seconds = rebuilds(structure, RoughBuild(structure, costs)).map { (seconds: $0.cost.chain, weight: $0.weight) }
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
