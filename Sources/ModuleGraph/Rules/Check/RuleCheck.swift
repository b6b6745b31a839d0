/// The result of checking a graph against rules.
package struct RuleCheck: Hashable, Sendable {
  package let graph: ModuleGraph
  package let layers: Layers
  /// In the order of the configuration.
  package let rules: [Rule]
  /// In the order of the rules, and within a rule by subject.
  package private(set) var violations: [Violation]
  /// The same.
  package let undecided: [RuleRemark]
  /// The same.
  package let improvements: [RuleRemark]
  /// The number of checked modules: all but tests, snippets and products of other packages.
  package let moduleCount: Int
  /// Of a branch: the declaration that it added and that alone causes a violation of several dependencies, or of a figure.
  let causes: [Violation.Key: Dependency.Declaration]

  /// Checks a graph.
  ///
  /// - Parameters:
  ///   - isCurrent: whether the rules were written for this graph. In the graph of another revision, words that match
  ///     nothing are not an error.
  /// - Throws: `RuleProblems` if rules are invalid.
  /// - Complexity: O(modules + dependencies) for most rules, O(modules · dependencies) for transitive ones.
  package init(
    _ graph: ModuleGraph, rules: [Rule], settings: RuleSettings, isCurrent: Bool = true
  ) throws(RuleProblems) {
    self.graph = graph
    self.rules = rules
    layers = settings.layers
    var run = RuleRun(graph, settings: settings)
    for rule in rules { run.check(rule) }
    if isCurrent {
      run.checkTags()
      RuleContradictions(rules: rules, settings: settings).note(in: &run)
      // The same word may be reported more than once.
      if !run.problems.isEmpty { throw RuleProblems(all: run.problems.uniqued) }
    }
    let order = Dictionary(rules.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    func place(_ rule: String) -> Int { order[rule] ?? rules.count }
    causes = Self.causes(of: run.violations, rules, graph, settings)
    violations = run.violations.sorted { (place($0.rule), $0.key) < (place($1.rule), $1.key) }
    undecided = run.undecided.sorted { (place($0.rule), $0.module) < (place($1.rule), $1.module) }
    improvements = run.improvements.sorted { (place($0.rule), $0.module) < (place($1.rule), $1.module) }
    moduleCount = run.own.count
  }

  /// The modules of violations that no dependency declaration gives a location.
  package var unplacedModules: Set<ModuleID> {
    Set(violations.lazy.filter(\.places.isEmpty).compactMap(\.modules.first))
  }

  /// The requirements of packages that violations are about.
  package var requirements: Set<PackageRequirement> { Set(violations.lazy.flatMap(\.requirements)) }

  /// The violations that another check does not have, in order.
  package func violations(missingIn other: RuleCheck) -> [Violation] {
    let known = Set(other.violations.map(\.key))
    return violations.filter { !known.contains($0.key) }
  }

  /// The same, with the locations where manifests declare those modules and requirements.
  package func placing(
    _ declarations: [ModuleID: Dependency.Location], _ requirements: [PackageRequirement: Dependency.Location] = [:]
  ) -> RuleCheck {
    var check = self
    for index in violations.indices {
      let places = violations[index].requirements.compactMap { requirements[$0] }
      if !places.isEmpty { check.violations[index].places = places }
    }
    for index in violations.indices where check.violations[index].places.isEmpty {
      check.violations[index].places = violations[index].modules.first.flatMap { declarations[$0] }.map { [$0] } ?? []
    }
    return check
  }

  /// The same, with the proofs from builds.
  package func proving(_ proofs: [Violation.Key: Proof]) -> RuleCheck {
    var check = self
    for index in violations.indices { check.violations[index].proof = proofs[violations[index].key] }
    return check
  }
}

extension RuleCheck {
  /// With more additions than these, the rules are not checked again without each of them.
  private static let mostAdditions = 16

  /// The additions of a branch without which a violation would be gone or its figure smaller, where that is one.
  private static func causes(
    of violations: [Violation], _ rules: [Rule], _ graph: ModuleGraph, _ settings: RuleSettings
  ) -> [Violation.Key: Dependency.Declaration] {
    guard let earlier = settings.earlier, violations.count > 1 else { return [:] }
    let known = Set(earlier.dependencies.lazy.map(\.declaration))
    let added = Dictionary(
      grouping: graph.dependencies.lazy.filter { !known.contains($0.declaration) }, by: \.declaration)
    guard (1...mostAdditions).contains(added.count) else { return [:] }
    let broken = Set(violations.lazy.map(\.rule))
    var found: [Violation.Key: [Dependency.Declaration]] = [:]
    for (addition, dependencies) in added {
      var without = RuleRun(graph.removing(Set(dependencies)), settings: settings)
      for rule in rules where broken.contains(rule.id) { without.check(rule) }
      let left = Dictionary(without.violations.lazy.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
      for violation in violations where left[violation.key].map({ $0.isSmaller(than: violation) }) ?? true {
        found[violation.key, default: []].append(addition)
      }
    }
    return found.compactMapValues { $0.count == 1 ? $0.first : nil }
  }
}

extension Violation {
  fileprivate func isSmaller(than other: Violation) -> Bool {
    amount.flatMap { own in other.amount.map { own.value < $0.value } } ?? false
  }
}
