import ModuleGraph

/// A difference between two stored runs other than the code that was built.
package struct RunMismatch: Sendable, Hashable, Codable {
  package enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
    /// Something else was built, or in another way: the runs are not comparable.
    case workspace, configuration, builder, turns
    /// The figures depend on these as well as on the code: the comparison is doubtful.
    case machine, system, toolchain, plan
  }

  package let kind: Kind
  /// Descriptions for users, one for each run.
  package let base: String
  package let head: String

  /// Whether the runs are not comparable.
  package var isRefusal: Bool { [.workspace, .configuration, .builder, .turns].contains(kind) }

  /// In the order of the kinds.
  static func all(_ base: ComparisonSide, _ head: ComparisonSide) -> [RunMismatch] {
    let (first, second) = (facts(of: base), facts(of: head))
    let shared = Set(base.arms.map(\.plainName)).intersection(head.arms.map(\.plainName))
    let builders = (builders(of: base, shared), builders(of: head, shared))
    return Kind.allCases.compactMap { kind in
      let (base, head) = kind == .builder ? builders : (first[kind] ?? "", second[kind] ?? "")
      return base == head ? nil : RunMismatch(kind: kind, base: base, head: head)
    }
  }

  private static func facts(of side: ComparisonSide) -> [Kind: String] {
    let plan = side.run.plan
    let steps = [("prepare", plan.prepare), ("cleanup", plan.cleanup)].compactMap { name, words in
      words.map { "\(name) \($0.joined(separator: " "))" }
    }
    let stopping = plan.stopping == nil ? "" : " at most"
    return [
      .workspace: side.subject.name, .configuration: plan.configuration,
      .turns: Set(side.run.samples.compactMap(\.turns)).isEmpty ? "one after the other" : "in turns",
      .machine: side.run.kinds(\.hardware),
      .system: side.run.kinds { [$0.os, $0.kernel].compactMap(\.self).joined(separator: ", ") },
      .toolchain: side.run.kinds(\.compiler),
      .plan: (["\(plan.rounds) rounds\(stopping)", plan.scenarios.map(\.rawValue).joined(separator: " ")] + steps)
        .joined(separator: "; "),
    ]
  }

  private static func builders(of side: ComparisonSide, _ names: Set<String>) -> String {
    let words = side.arms.filter { names.contains($0.plainName) }.map { arm in
      let environment = arm.environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
      return ([arm.builder] + environment + arm.arguments).joined(separator: " ")
    }
    return Set(words).sorted().joined(separator: "; ")
  }
}
