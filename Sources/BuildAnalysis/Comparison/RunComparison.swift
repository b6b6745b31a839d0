package import ModuleGraph

/// What changed from a base to a head: of two stored runs, or of one run that built both states in pairs.
///
/// Follows from the runs alone, and is computed once.
package struct RunComparison: Sendable {
  package let base: ComparisonSide
  package let head: ComparisonSide
  /// Whether rounds of one number belong together: one session made them one after the other.
  package let isPaired: Bool
  /// What makes the figures doubtful, or not comparable at all.
  package let mismatches: [RunMismatch]
  /// Those that both have, in the head's order; of a run of two states all of the head's.
  package let cases: [CaseChange]
  /// Those that both have, in the head's order.
  package let arms: [ArmChange]
  /// Names of arms that one of them has and the other has not, sorted.
  package let onlyInBase: [String]
  package let onlyInHead: [String]

  /// Whether the two measure different things, so that no figure says anything about the change of the code.
  package var isComparable: Bool { !mismatches.contains { $0.isRefusal } }
}

extension RunComparison {
  /// Compares two runs of different sessions, which nothing pairs.
  /// - Complexity: that of the exact test for each case and each of its modules.
  package init(from base: ComparisonSide, to head: ComparisonSide) {
    self.init(from: base, to: head, isPaired: false)
  }

  /// Compares the two states that one run has built.
  /// - Parameter names: what people call the states; their revisions if not given.
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
      onlyInBase: names.0.filter { !names.1.contains($0) }.sorted(),
      onlyInHead: names.1.filter { !names.0.contains($0) }.sorted())
  }
}

extension Run.Subject {
  /// `abc1234567`, and what else is there.
  package var stateName: String {
    guard let revision else { return "working tree" }
    return String(revision.prefix(10)) + (dirty == true ? " with local changes" : "")
  }
}

/// What the graph and the builds tell of an arm's change without statistics.
package struct ArmChange: Sendable {
  /// The arm's name in either state.
  package let arm: String
  package let counts: [CountChange]
  /// What it compiles now and did not, and what it no longer compiles; by id, without external products.
  package let added: [Module]
  package let removed: [Module]
  /// Between what it compiles, as the head's manifests and the base's state them; sorted.
  package let addedDependencies: [Dependency]
  package let removedDependencies: [Dependency]

  /// - Returns: `nil` if one of the two has no such arm.
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
    return graph.modules.filter { $0.kind != .external && !known.contains($0.id) }
  }

  private static func dependencies(_ graph: ModuleGraph, without other: ModuleGraph) -> [Dependency] {
    let known = Set(other.dependencies.map(\.ends))
    var seen: Set<[ModuleID]> = []
    return graph.dependencies.filter { !known.contains($0.ends) && seen.insert($0.ends).inserted }
  }
}

extension Dependency {
  fileprivate var ends: [ModuleID] { [from, to] }
}
