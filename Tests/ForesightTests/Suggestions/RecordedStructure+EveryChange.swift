@testable import Foresight

extension RecordedStructure {
  /// All candidates of a search after some changes, regardless of their gain.
  /// - Parameter isEverywhere: whether chains far from the longest one matter.
  func candidates(
    after changes: [StructureChange] = [], facts: RefactoringFacts = RefactoringFacts(), isEverywhere: Bool = true
  ) -> [Candidate] {
    guard let structure = changes.isEmpty ? unchanged : try? proposed(Proposal(changes)) else { return [] }
    let costs = RoughCosts(self, build(unchanged))
    return Candidates(
      structure: structure, rough: RoughBuild(structure, costs), costs: costs, facts: facts,
      isEverywhere: isEverywhere
    ).all
  }

  /// What they change.
  func everyChange(
    after changes: [StructureChange] = [], facts: RefactoringFacts = RefactoringFacts()
  ) -> [[StructureChange]] {
    candidates(after: changes, facts: facts).map(\.changes)
  }
}
