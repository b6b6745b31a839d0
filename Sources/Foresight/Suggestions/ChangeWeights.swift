import BuildAnalysis
import ModuleGraph

/// How often modules change together, in a recorded structure and in structures derived from it.
struct ChangeWeights: Sendable {
  /// Modules that change together, and their share of all changes.
  typealias Change = (modules: [ModuleID], weight: Double)

  /// Changes with their share; the shares add up to 1.
  private let changes: [(change: CommitChange, weight: Double)]
  private let files: [ModuleID: [ModuleFile]]
  private let costs: RoughCosts

  /// The changes of the commits; without commits, one change in each module, weighted by the module's lines.
  init(_ recorded: RecordedStructure, _ costs: RoughCosts, _ facts: RefactoringFacts) {
    files = recorded.files
    self.costs = costs
    let built = Set(recorded.variants.keys.filter(facts.isEditable))
    var all: [CommitChange: Double] = [:]
    for commit in facts.commits {
      let own = CommitChange(files: commit.files.filter { built.contains($0.key) })
      if !own.files.isEmpty { all[own, default: 0] += 1 }
    }
    if facts.commits.isEmpty {
      for id in built { all[CommitChange(files: [id: []])] = max(1, recorded.sizes[id]?.lines ?? 1) }
    }
    let sum = all.values.reduce(0, +)
    changes = all.map { (change: $0, weight: $1 / sum, name: $0.name) }.sorted { $0.name < $1.name }
      .map { (change: $0.change, weight: $0.weight) }
  }

  /// The changes of a structure, by decreasing weight: the modules that contain the changed files. If these are
  /// unknown, each part of a module changes in proportion to its share of the module's lines; so does an interface.
  /// - Complexity: O(modules + changes · modules of each).
  func changes(in structure: ProposedStructure) -> [Change] {
    var parts: [ModuleID: [ModuleID]] = [:]
    for (id, contents) in structure.contents.sorted(by: { $0.key < $1.key }) {
      for origin in contents.origins { parts[origin, default: []].append(id) }
    }
    var sums: [[ModuleID]: Double] = [:]
    for (change, weight) in changes {
      var found: [(modules: Set<ModuleID>, share: Double)] = [([], 1)]
      for (origin, names) in change.files.sorted(by: { $0.key < $1.key }) {
        let outcomes = outcomes(of: names, of: origin, in: (parts[origin] ?? []).map { ($0, structure.contents[$0]) })
        guard !outcomes.isEmpty else { continue }
        found = found.flatMap { former in
          outcomes.map { (former.modules.union($0.modules), former.share * $0.share) }
        }
      }
      for (modules, share) in found where !modules.isEmpty { sums[modules.sorted(), default: 0] += weight * share }
    }
    return sums.map { (modules: $0, weight: $1) }.sorted {
      $0.weight == $1.weight ? $0.modules.lexicographicallyPrecedes($1.modules) : $0.weight > $1.weight
    }
  }

  /// The modules that a change of a recorded module changes, with the share of each case; the shares add up to 1.
  private func outcomes(
    of names: Set<String>, of origin: ModuleID, in parts: [(id: ModuleID, contents: ModuleContents?)]
  ) -> [(modules: Set<ModuleID>, share: Double)] {
    let known = parts.compactMap { part in
      part.contents.map { (id: part.id, contents: $0, share: costs.share(of: origin, in: $0)) }
    }
    let hidden = known.filter { $0.contents.newLines != nil }
    let own = known.filter { $0.contents.newLines == nil }
    let rest = own.isEmpty ? 0 : max(0, 1 - hidden.reduce(0) { $0 + $1.share })
    let holders = Set(
      own.filter { part in
        part.contents.files.contains { $0.module == origin && names.contains(files[origin]?[$0.index].name ?? "") }
      }.map(\.id))
    let sum = own.reduce(0) { $0 + $1.share }
    let inside =
      holders.isEmpty
      ? own.map { (modules: Set([$0.id]), share: sum > 0 ? rest * $0.share / sum : 0) } : [(holders, rest)]
    return (hidden.map { (modules: Set([$0.id]), share: $0.share) } + inside).filter { $0.share > 0 }
  }
}

extension CommitChange {
  /// The sort key: sums of floating-point numbers depend on the order.
  fileprivate var name: String {
    files.sorted { $0.key < $1.key }.map { "\($0.key):\($0.value.sorted().joined(separator: ","))" }
      .joined(separator: "\n")
  }
}
