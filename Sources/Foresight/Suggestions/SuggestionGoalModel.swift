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
    isClean ? rough.rank : mean(structure, rough)
  }

  /// The predicted seconds of the goal's build.
  func seconds(_ structure: ProposedStructure) -> Double {
    guard isClean else { return mean(structure, RoughBuild(structure, costs)) }
    return recorded.seconds(of: recorded.build(structure).replayed.nanoseconds)
  }

  // MARK: Changes

  /// The seconds of the builds after the changes of a structure, by decreasing weight.
  private func rebuilds(
    _ structure: ProposedStructure, _ rough: RoughBuild, most: Int = .max
  ) -> [(seconds: Double, weight: Double)] {
    let changed = weights.changes(in: structure).prefix(most).compactMap { modules, weight in
      let places = modules.compactMap { rough.places[$0] }
      return places.isEmpty ? nil : (places: places, weight: weight)
    }
    return zip(rough.rebuilds(of: changed.map(\.places)), changed).map { ($0, $1.weight) }
  }

  /// The maximum number of changes to consider.
  private func most(_ structure: ProposedStructure) -> Int {
    max(100, Self.mostModules / max(1, structure.modules.count))
  }

  /// The seconds of a build after an average change.
  private func mean(_ structure: ProposedStructure, _ rough: RoughBuild) -> Double {
    rebuilds(structure, rough, most: most(structure)).mean
  }

  /// The CPU seconds that an average change recompiles at most, in the build of a structure: the mean of what a forecast
  /// says of each module.
  func meanCPUSeconds(_ structure: ProposedStructure, _ build: PlannedBuild) -> Double {
    let side = BuiltSide(build)
    return weights.changes(in: structure).prefix(most(structure)).compactMap { modules, weight in
      side.cpuSeconds(afterChangesIn: modules).map { ($0, weight) }
    }.mean
  }

  /// The seconds of builds after changes, each weighted.
  func distribution(_ structure: ProposedStructure) -> Suggestions.Distribution {
    let seconds = rebuilds(structure, RoughBuild(structure, costs)).sorted { $0.seconds < $1.seconds }
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
      mean: seconds.mean, median: quantile(0.5),
      p90: quantile(0.9))
  }
}

extension [(seconds: Double, weight: Double)] {
  fileprivate var mean: Double {
    let sum = reduce(0) { $0 + $1.weight }
    return sum > 0 ? reduce(0) { $0 + $1.seconds * $1.weight } / sum : 0
  }
}
