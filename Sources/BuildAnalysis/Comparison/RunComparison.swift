package import ModuleGraph

/// The comparison of a base with a head: of two stored runs, or of one run that built both states in pairs.
///
/// Derived from the runs alone, and computed once.
package struct RunComparison: Sendable {
  package let base: ComparisonSide
  package let head: ComparisonSide
  /// Whether rounds with the same number form a pair, because one session built them one after the other.
  package let isPaired: Bool
  /// The differences between the runs that make the figures doubtful or not comparable.
  package let mismatches: [RunMismatch]
  /// The cases that both have, in the head's order; for a run of two states, all of the head's.
  package let cases: [CaseChange]
  /// The arms that both have, in the head's order.
  package let arms: [ArmChange]
  /// The names of arms that only one of them has, sorted.
  package let onlyInBase: [String]
  package let onlyInHead: [String]

  /// Whether the base could not be loaded, so that there is nothing to compare with.
  package var isHeadAlone: Bool { isPaired && head.run.base == nil }

  /// Whether both sides measured the same thing. Otherwise the figures do not show the effect of the change in the
  /// code.
  package var isComparable: Bool { !mismatches.contains { $0.isRefusal } }
}

extension RunComparison {
  /// Compares two runs of different sessions, which are unpaired.
  /// - Complexity: that of the exact test for each case and each of its modules.
  package init(from base: ComparisonSide, to head: ComparisonSide) {
    self.init(from: base, to: head, isPaired: false)
  }

  /// Compares the two states that a single run built.
  /// - Parameter names: the names shown for the states; by default their revisions.
  /// - Returns: `nil` for a run of one state.
  package init?(_ findings: RunFindings, names: (base: String, head: String)? = nil) {
    guard findings.run.isOfTwoStates else { return nil }
    let (base, head) = (findings.run.base?.stateName ?? "base", findings.run.workspace.stateName)
    self.init(
      from: ComparisonSide(findings, named: names?.base ?? base, side: .base),
      to: ComparisonSide(findings, named: names?.head ?? head, side: .head), isPaired: true)
  }

  private init(from base: ComparisonSide, to head: ComparisonSide, isPaired: Bool) {
    let (known, names) = (Set(base.cases), (base.arms.map(\.plainName), head.arms.map(\.plainName)))
    let shared = isPaired ? head.cases : head.cases.filter(known.contains)
    let moves = ModuleMove.between(base.subject.graph, head.subject.graph)
    self.init(
      base: base, head: head, isPaired: isPaired, mismatches: isPaired ? [] : RunMismatch.all(base, head),
      cases: shared.map { CaseChange($0, from: base, to: head, isPaired: isPaired) },
      arms: names.1.filter(names.0.contains).compactMap { ArmChange($0, shared, from: base, to: head, moves) },
      onlyInBase: isPaired
        ? head.run.unpaired?.base ?? [] : names.0.filter { !names.1.contains($0) }.sorted(),
      onlyInHead: isPaired
        ? head.run.unpaired?.head ?? [] : names.1.filter { !names.0.contains($0) }.sorted())
  }
}

extension Run.Subject {
  /// A short revision such as `abc1234567`, with a note if there are local changes; `working tree` without a revision.
  package var stateName: String {
    guard let revision else { return "working tree" }
    return String(revision.prefix(10)) + (dirty == true ? " with local changes" : "")
  }
}

extension Run {
  /// Whether both states are the same commit.
  package var isOfOneCommit: Bool {
    guard let base, let revision = base.revision else { return false }
    return revision == workspace.revision && base.dirty != true && workspace.dirty != true
  }
}

/// The changes of an arm that need no statistics: of the graph and of counted figures.
package struct ArmChange: Sendable {
  /// The arm's name, which is the same in both states.
  package let arm: String
  package let counts: [CountChange]
  /// The modules that only the head or only the base compiles; in the graph's order, without external products.
  package let added: [Module]
  package let removed: [Module]
  /// The declared dependencies, among compiled modules, that only the head or only the base has; sorted.
  package let addedDependencies: [Dependency]
  package let removedDependencies: [Dependency]

  /// - Returns: `nil` if either state has no such arm.
  init?(
    _ name: String, _ cases: [Case], from base: ComparisonSide, to head: ComparisonSide, _ moves: [ModuleMove]
  ) {
    guard let first = base.arm(named: name), let second = head.arm(named: name) else { return nil }
    let (before, after) = (base.part(of: first, moved: moves), head.part(of: second))
    arm = name
    counts = CountChange.all(of: name, cases, from: (base, before), to: (head, after))
    added = Self.own(after, without: before)
    removed = Self.own(before, without: after)
    addedDependencies = Self.dependencies(after, without: before)
    removedDependencies = Self.dependencies(before, without: after)
  }

  private static func own(_ graph: ModuleGraph, without other: ModuleGraph) -> [Module] {
    let known = Set(other.modules.map(\.id))
    return graph.modules.filter { !$0.kind.isOutside && !known.contains($0.id) }
  }

  private static func dependencies(_ graph: ModuleGraph, without other: ModuleGraph) -> [Dependency] {
    let known = Set(other.dependencies.map(\.ends))
    return graph.dependencies.filter { !known.contains($0.ends) }.uniqued(by: \.ends)
  }
}

extension Dependency {
  fileprivate var ends: [ModuleID] { [from, to] }
}
