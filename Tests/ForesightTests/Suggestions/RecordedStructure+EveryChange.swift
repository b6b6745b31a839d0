@testable import Foresight

extension RecordedStructure {
  /// All candidates of a search after some changes, regardless of their gain.
  func everyChange(
    after changes: [StructureChange] = [], facts: RefactoringFacts = RefactoringFacts()
  ) -> [[StructureChange]] {
    guard let structure = changes.isEmpty ? unchanged : try? proposed(Proposal(changes)) else { return [] }
    let costs = RoughCosts(self, build(unchanged))
    return Candidates(
      structure: structure, rough: RoughBuild(structure, costs), costs: costs, facts: facts, isEverywhere: true
    ).all.map(\.changes)
  }
}
