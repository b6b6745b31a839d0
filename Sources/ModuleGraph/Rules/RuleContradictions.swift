/// Finds rules that contradict each other.
struct RuleContradictions {
  private let rules: [Rule]
  private let settings: RuleSettings

  init(_ rules: [Rule], settings: RuleSettings) {
    self.rules = rules
    self.settings = settings
  }

  /// Records each contradiction as a problem of the later rule.
  func note(in run: inout RuleRun) {
    noteOrders(in: &run)
    noteLinks(in: &run)
    noteDependents(in: &run)
  }

  /// Two orders of layers in which two layers are swapped.
  private func noteOrders(in run: inout RuleRun) {
    let orders = rules.filter { $0.type == LayersRule.name }.map { ($0, LayersRule.order(of: $0, in: settings.layers)) }
    for (index, (rule, order)) in orders.enumerated() {
      for (other, otherOrder) in orders[..<index] {
        let shared = order.filter(otherOrder.contains)
        let sharedOther = otherOrder.filter(order.contains)
        guard let place = shared.indices.first(where: { shared[$0] != sharedOther[$0] }) else { continue }
        run.noteContradiction(
          of: rule, with: other,
          "the layers “\(shared[place])” and “\(sharedOther[place])” have the opposite order there")
      }
    }
  }

  /// Modules that one rule requires in an app and another rule excludes from it.
  private func noteLinks(in run: inout RuleRun) {
    let demanded = rules.filter { $0.type == LinkedRule.name }.map { ($0, run.members(of: $0, "modules")) }
    let refused = rules.filter { $0.type == NotLinkedRule.name }.map { ($0, run.members(of: $0, "modules")) }
    for (one, modules) in demanded {
      for (other, others) in refused where one.values.modules("from") == other.values.modules("from") {
        guard let first = modules.intersection(others).min() else { continue }
        report(one, other, "\(run.names[first]) must be linked and must not be", in: &run)
      }
    }
  }

  /// Protected modules whose allowed dependents are all forbidden by another rule.
  private func noteDependents(in run: inout RuleRun) {
    func ends(ofType type: String) -> [(rule: Rule, from: Set<Int>, to: Set<Int>)] {
      rules.filter { $0.type == type }.map { ($0, run.members(of: $0, "from"), run.members(of: $0, "to")) }
    }
    let forbidding = ends(ofType: ForbiddenRule.name)
    for one in ends(ofType: ProtectedRule.name) where !one.from.isEmpty && !one.to.isEmpty {
      for other in forbidding where one.from.isSubset(of: other.from) && one.to.isSubset(of: other.to) {
        report(one.rule, other.rule, "together, they allow nothing to depend on the protected modules", in: &run)
      }
    }
  }

  private func report(_ one: Rule, _ other: Rule, _ reason: String, in run: inout RuleRun) {
    let isLater = (rules.firstIndex(of: one) ?? 0) > (rules.firstIndex(of: other) ?? 0)
    run.noteContradiction(of: isLater ? one : other, with: isLater ? other : one, reason)
  }
}

extension RuleRun {
  fileprivate mutating func noteContradiction(of rule: Rule, with other: Rule, _ reason: String) {
    note(.contradicts(rule: other.id, reason: reason), of: rule)
  }

  /// The modules that a rule's parameter selects. Unknown words are not recorded again; the rule's own check does that.
  fileprivate mutating func members(of rule: Rule, _ key: String) -> Set<Int> {
    guard let selector = rule.values.modules(key) else { return [] }
    return Set(selected(selector, key, of: rule).members)
  }
}
