import BuildAnalysis
import ModuleGraph

/// Searches for changes that make builds shorter: ranks them by a rough model, replays the best, and combines them by a
/// beam search.
struct SuggestionSearch {
  /// The maximum total number of pieces to replay, which limits the duration of a search.
  private static let mostReplayedPieces = 3_000_000
  private static let fewestReplays = 40
  private static let mostReplays = 1200
  /// The maximum number of changes in a plan.
  private static let mostSteps = 5
  /// The beam width: the number of plans to extend, by seconds and then by rank.
  private static let width = (seconds: 8, rank: 4)
  /// The maximum number of plans to rank in one step, and the maximum of their modules and dependencies in total.
  private static let mostRanked = 1600
  private static let mostRankedVertices = 2_000_000
  /// The smallest gain that counts, as a share of the build.
  static let leastShare = 0.01
  /// The share of its gain that a plan may lose to become shorter.
  private static let negligibleShare = 0.03

  let recorded: RecordedStructure
  let facts: RefactoringFacts
  let goal: SuggestionGoalModel
  let costs: RoughCosts
  /// The smallest gain that counts, in seconds.
  let leastGain: Double
  private let limit: Int

  private(set) var replays = 0
  private(set) var candidates = 0

  /// A set of changes to try.
  struct Trial {
    var steps: [Candidate] = []
    let structure: ProposedStructure
    let rough: RoughBuild
    let rank: Double
    /// The rank, corrected by its error for the plan that this one extends: the order in which plans are replayed.
    let expected: Double
    /// The seconds of the goal's build; `nil` until predicted.
    var seconds: Double?

    var changes: [StructureChange] { steps.flatMap(\.changes) }
  }

  init(_ recorded: RecordedStructure, facts: RefactoringFacts, goal: Suggestions.Goal) {
    self.recorded = recorded
    self.facts = facts
    let unchanged = recorded.build(recorded.unchanged)
    costs = RoughCosts(recorded, unchanged)
    self.goal = SuggestionGoalModel(goal, recorded, costs, facts)
    let pieces = max(1, unchanged.schedule.network.steps.count)
    limit = min(Self.mostReplays, max(Self.fewestReplays, Self.mostReplayedPieces / pieces))
    leastGain = max(abs(recorded.relativeError), Self.leastShare) * self.goal.secondsBefore
  }

  // MARK: Search

  /// The single changes with a gain, by decreasing gain, and the best plan; `nil` if no plan has a gain.
  mutating func run() -> (singles: [Trial], plan: Trial?) {
    var tried = predicted(extensions(of: [trial([], recorded.unchanged)]), most: limit * 2 / 5)
    let singles = tried.filter { goal.secondsBefore - ($0.seconds ?? .infinity) >= leastGain }
    var (best, idle) = (tried.first, 0)
    // Two changes may gain only together, so a step without a gain is not yet the end.
    for _ in 1..<Self.mostSteps where idle < 2 {
      tried = predicted(extensions(of: frontier(tried)), most: limit * 3 / 20)
      guard let next = tried.first, let seconds = next.seconds, let former = best?.seconds else { break }
      idle = seconds < former - Self.equalShare * goal.secondsBefore ? 0 : idle + 1
      if seconds < former { best = next }
    }
    let plan = best.map { withoutUseless($0) }
    return (singles, plan.flatMap { goal.secondsBefore - ($0.seconds ?? .infinity) >= leastGain ? $0 : nil })
  }

  /// - Parameter former: the plan that this one extends.
  private func trial(_ steps: [Candidate], _ structure: ProposedStructure, after former: Trial? = nil) -> Trial {
    let rough = RoughBuild(structure, costs)
    let rank = goal.rank(structure, rough)
    let error = former.map { ($0.seconds ?? goal.secondsBefore) - $0.rank } ?? 0
    return Trial(steps: steps, structure: structure, rough: rough, rank: rank, expected: rank + error)
  }

  /// All plans with one more applicable change, the most promising first. Each set of changes occurs only once.
  private mutating func extensions(of plans: [Trial]) -> [Trial] {
    var seen: Set<Set<StructureChange>> = []
    var found: [Trial] = []
    let size = recorded.graph.modules.count + recorded.graph.dependencies.count
    let most = min(Self.mostRanked, Self.mostRankedVertices / max(1, size)) / max(1, plans.count)
    for plan in plans {
      let all = Candidates(
        structure: plan.structure, rough: plan.rough, costs: costs, facts: facts, isEverywhere: goal.isEverywhere
      ).all
      for candidate in all.prefix(most) {
        guard seen.insert(Set(plan.changes + candidate.changes)).inserted else { continue }
        candidates += 1
        var structure = plan.structure
        guard (try? structure.apply(Proposal(candidate.changes))) != nil else { continue }
        found.append(trial(plan.steps + [candidate], structure, after: plan))
      }
    }
    return found.sorted { $0.expected < $1.expected }
  }

  /// The first plans with their predicted seconds, ascending.
  private mutating func predicted(_ plans: [Trial], most: Int) -> [Trial] {
    let all = plans.prefix(most).map { plan in
      var plan = plan
      plan.seconds = seconds(of: plan.structure)
      return plan
    }
    return all.sorted { ($0.seconds ?? 0, $0.rank) < ($1.seconds ?? 0, $1.rank) }
  }

  private mutating func seconds(of structure: ProposedStructure) -> Double {
    replays += 1
    return goal.seconds(structure)
  }

  /// The plans to extend: those with the shortest builds, and those with the best ranks, which may gain from a
  /// combination.
  private func frontier(_ tried: [Trial]) -> [Trial] {
    let rest = tried.dropFirst(Self.width.seconds).sorted { $0.rank < $1.rank }
    return Array(tried.prefix(Self.width.seconds)) + rest.prefix(Self.width.rank)
  }

  /// The smallest gain that counts within a plan. Several changes may gain much together, each of them less than what
  /// is worth suggesting alone.
  private func leastGain(in plan: Trial) -> Double {
    let gain = goal.secondsBefore - (plan.seconds ?? .infinity)
    return max(abs(recorded.relativeError) * goal.secondsBefore, min(leastGain, Self.negligibleShare * gain))
  }

  /// Removes changes without which a plan is hardly worse, starting from the last. The loss is that of all of them
  /// together.
  private mutating func withoutUseless(_ whole: Trial) -> Trial {
    let most = (whole.seconds ?? 0) + leastGain(in: whole)
    var plan = whole
    for index in plan.steps.indices.reversed() where plan.steps.count > 1 {
      var steps = plan.steps
      steps.remove(at: index)
      guard let structure = try? recorded.proposed(Proposal(steps.flatMap(\.changes))) else { continue }
      var other = trial(steps, structure)
      let seconds = seconds(of: structure)
      other.seconds = seconds
      if seconds < most { plan = other }
    }
    return plan
  }

  // MARK: The order of a plan

  /// The changes of a plan, if possible in an order in which each has a detectable gain. Changes that gain only
  /// together with a later one are grouped with it.
  mutating func order(of plan: Trial) -> [[Candidate]] {
    let least = leastGain(in: plan)
    let written = ordered(plan.steps, by: least, isFree: false)
    guard plan.steps.count > 1, written.order.contains(where: { $0.count > 1 }) else { return written.order }
    let free = ordered(plan.steps, by: least, isFree: true)
    return free.seconds <= written.seconds + Self.equalShare * goal.secondsBefore ? free.order : written.order
  }

  /// Two orders, or plans of different lengths, count as equal if they differ by less than this share of the build.
  private static let equalShare = 0.001

  /// - Parameters:
  ///   - least: the smallest gain of a step.
  ///   - isFree: whether the best of the remaining changes comes next, otherwise the first one.
  /// - Returns: the changes without those at the end that gain nothing, and the predicted seconds after them; infinity
  ///   if the changes cannot be made in this order.
  private mutating func ordered(
    _ all: [Candidate], by least: Double, isFree: Bool
  ) -> (order: [[Candidate]], seconds: Double) {
    var (rest, order, open): ([Candidate], [[Candidate]], [Candidate]) = (all, [], [])
    var seconds = goal.secondsBefore
    while !rest.isEmpty {
      var best: (index: Int, seconds: Double)?
      for index in isFree ? rest.indices : 0..<1 {
        let made = order.flatMap(\.self) + open + [rest[index]]
        guard let structure = try? recorded.proposed(Proposal(made.flatMap(\.changes))) else { continue }
        let predicted = self.seconds(of: structure)
        if predicted < best?.seconds ?? .infinity { best = (index, predicted) }
      }
      guard let best else { return (order, .infinity) }
      open.append(rest.remove(at: best.index))
      guard seconds - best.seconds >= least else { continue }
      order.append(open)
      (open, seconds) = ([], best.seconds)
    }
    return (order, seconds)
  }

  // MARK: What must not be touched

  private static let mostUntouched = 3

  /// Expensive modules that would not shorten the build even if they cost nothing.
  /// - Parameter named: modules to which a suggestion applies.
  mutating func untouched(except named: Set<ModuleID>) -> [Suggestions.Untouched] {
    guard goal.isClean else { return [] }
    let total = recorded.variants.keys.sorted().reduce(0) { $0 + costs[$1].work }
    let expensive = recorded.variants.keys.filter {
      facts.isEditable($0) && !named.contains($0) && costs[$0].work * Double(recorded.variants.count) > total
    }.sorted { (costs[$1].work, $0) < (costs[$0].work, $1) }
    var found: [Suggestions.Untouched] = []
    for id in expensive.prefix(2 * Self.mostUntouched) where found.count < Self.mostUntouched {
      guard let structure = try? recorded.proposed(Proposal([.cost("\(id)", factor: 0)])) else { continue }
      let gain = goal.secondsBefore - seconds(of: structure)
      if gain < leastGain {
        found.append(Suggestions.Untouched(module: id, cpuSeconds: costs[id].work, gainSeconds: max(0, gain)))
      }
    }
    return found
  }
}
