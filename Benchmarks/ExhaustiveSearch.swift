import BuildAnalysis
import Foresight
import ModuleGraph

/// Plans found by replaying each one that is tried: all of one or two changes, then each of the best ones with every
/// further change. A later change may concern a module that an earlier one creates.
struct ExhaustiveSearch {
  private static let mostSteps = 5
  /// The number of plans with two or more changes to extend.
  private static let width = 24

  /// The greatest gain of plans with two changes at most, in seconds.
  private(set) var gainOfPairs = 0.0
  private(set) var gain = 0.0
  /// The number of plans that were replayed.
  private(set) var plans = 0

  init(_ recorded: RecordedStructure, facts: RefactoringFacts) {
    var seen: Set<Set<StructureChange>> = []
    var tried: [(changes: [StructureChange], seconds: Double)] = [([], recorded.measuredSeconds)]
    for count in 1...Self.mostSteps {
      var longer: [(changes: [StructureChange], seconds: Double)] = []
      for plan in count > 2 ? Array(tried.prefix(Self.width)) : tried {
        for change in recorded.everyChange(after: plan.changes, facts: facts) {
          let all = plan.changes + change
          guard seen.insert(Set(all)).inserted, let seconds = try? recorded.seconds(Proposal(all)) else { continue }
          longer.append((all, seconds))
        }
      }
      plans += longer.count
      tried = longer.sorted { $0.seconds < $1.seconds }
      if let best = tried.first { gain = max(gain, recorded.measuredSeconds - best.seconds) }
      if count == 2 { gainOfPairs = gain }
    }
  }
}

extension RecordedStructure {
  /// All candidates of a search after some changes, regardless of their gain.
  fileprivate func everyChange(
    after changes: [StructureChange], facts: RefactoringFacts
  ) -> [[StructureChange]] {
    guard let structure = changes.isEmpty ? unchanged : try? proposed(Proposal(changes)) else { return [] }
    let costs = RoughCosts(self, build(unchanged))
    return Candidates(
      structure: structure, rough: RoughBuild(structure, costs), costs: costs, facts: facts, isEverywhere: true
    ).all.map(\.changes)
  }
}
