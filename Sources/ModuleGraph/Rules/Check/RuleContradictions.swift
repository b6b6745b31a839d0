/// Finds rules that contradict each other.
struct RuleContradictions {
  let rules: [Rule]
  let settings: RuleSettings

  /// Records each contradiction as a problem of the last rule that takes part in it.
  func note(in run: inout RuleRun) {
    noteOrders(in: &run)
    noteLinks(in: &run)
    notePaths(in: &run)
    noteDependents(in: &run)
    noteProtections(in: &run)
  }

  /// Orders of layers that put a layer above itself, together.
  private func noteOrders(in run: inout RuleRun) {
    var orders = LayerOrders()
    for rule in rules where rule.type == LayersRule.name {
      let order = LayersRule.order(of: rule, in: settings.layers)
      if let (way, others) = orders.opposite(of: order) {
        let names = way.map { "“\($0)”" }
        run.noteContradiction(
          of: rule, with: others,
          others.count == 1
            ? "the layers \(names[way.count - 1]) and \(names[0]) have the opposite order there"
            : "those put \(names.joined(separator: " above "))")
      }
      orders.add(order, by: rule)
    }
  }

  /// Modules that one rule requires in an app and another rule excludes from it.
  private func noteLinks(in run: inout RuleRun) {
    func links(ofType type: String) -> [(rule: Rule, modules: Set<Int>, apps: Set<Int>)] {
      rules.filter { $0.type == type }.map { ($0, run.members(of: $0, "modules"), run.apps(of: $0)) }
    }
    let refused = links(ofType: NotLinkedRule.name)
    for one in links(ofType: LinkedRule.name) where !one.apps.isEmpty {
      for other in refused where one.apps.isSubset(of: other.apps) {
        guard let first = one.modules.intersection(other.modules).min() else { continue }
        report(one.rule, other.rule, "\(run.names[first]) must be linked and must not be", in: &run)
      }
    }
  }

  /// Modules that one rule requires in apps, which another rule allows no path to them.
  private func notePaths(in run: inout RuleRun) {
    let forbidding = rules.filter { $0.type == ForbiddenRule.name && $0.values.flag("transitive") }
      .map { (rule: $0, from: run.members(of: $0, "from"), to: run.members(of: $0, "to")) }
    guard !forbidding.isEmpty else { return }
    for one in rules where one.type == LinkedRule.name {
      let apps = run.apps(of: one)
      let modules = run.members(of: one, "modules")
      guard !apps.isEmpty else { continue }
      for other in forbidding where apps.isSubset(of: other.from) {
        guard let first = modules.intersection(other.to).min() else { continue }
        report(one, other.rule, "\(run.names[first]) must be linked and may not be reached", in: &run)
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

  /// Modules that several rules protect, and that no module may depend on any more.
  private func noteProtections(in run: inout RuleRun) {
    let protecting = rules.filter { $0.type == ProtectedRule.name }
      .map { (rule: $0, from: run.members(of: $0, "from"), to: run.members(of: $0, "to")) }
      .filter { !$0.from.isEmpty }
    var reported: Set<[String]> = []
    for module in Set(protecting.flatMap(\.to)).sorted() {
      let own = protecting.filter { $0.to.contains(module) }
      guard let last = own.last, own.count > 1, own.allSatisfy({ !$0.from.subtracting($0.to).isEmpty }) else {
        continue
      }
      let allowed = own.map { $0.from.union($0.to) }.reduce(own[0].from.union(own[0].to)) { $0.intersection($1) }
      let guarded = own.map(\.to).reduce(own[0].to) { $0.intersection($1) }
      guard allowed.isSubset(of: guarded), reported.insert(own.map(\.rule.id)).inserted else { continue }
      run.noteContradiction(
        of: last.rule, with: own.dropLast().map(\.rule.id),
        "together, they allow nothing to depend on \(run.names[module])")
    }
  }

  private func report(_ one: Rule, _ other: Rule, _ reason: String, in run: inout RuleRun) {
    let isLater = (rules.firstIndex(of: one) ?? 0) > (rules.firstIndex(of: other) ?? 0)
    run.noteContradiction(of: isLater ? one : other, with: [(isLater ? other : one).id], reason)
  }
}

extension RuleRun {
  fileprivate mutating func noteContradiction(of rule: Rule, with others: [String], _ reason: String) {
    note(.contradicts(rules: others, reason: reason), of: rule)
  }

  /// The apps of a rule about what is linked.
  fileprivate mutating func apps(of rule: Rule) -> Set<Int> {
    Set(quietly { Linking(values: rule.values).apps(&$0) }?.members ?? [])
  }

  /// The modules that a rule's parameter selects. Unknown words are not recorded again; the rule's own check does that.
  fileprivate mutating func members(of rule: Rule, _ key: String) -> Set<Int> {
    rule.values[key] == nil ? [] : Set(quietly { $0.select(key, of: rule.values) }.members)
  }
}

/// The orders of layers that rules state, one after another.
private struct LayerOrders {
  /// For each layer, those directly below it in an order, with the first rule that says so.
  private var below: [String: [(layer: String, rule: String)]] = [:]

  mutating func add(_ order: [String], by rule: Rule) {
    for (upper, lower) in zip(order, order.dropFirst()) {
      below[upper, default: []].append((lower, rule.id))
    }
  }

  /// A way down through the orders that leads up in another one: from one of its layers to one that is higher there. With
  /// the rules that state its steps, in their order on the way.
  /// - Complexity: O(layers · steps).
  func opposite(of order: [String]) -> (way: [String], rules: [String])? {
    for (place, start) in order.enumerated() {
      var before: [String: (layer: String, rule: String)] = [:]
      var queue = [start]
      var head = 0
      while head < queue.count {
        let layer = queue[head]
        head += 1
        for step in below[layer] ?? [] where step.layer != start && before[step.layer] == nil {
          before[step.layer] = (layer, step.rule)
          queue.append(step.layer)
        }
      }
      guard let end = order[..<place].first(where: { before[$0] != nil }) else { continue }
      let way = Array(sequence(first: end) { before[$0]?.layer }.reversed())
      return (way, way.compactMap { before[$0]?.rule }.uniqued)
    }
    return nil
  }
}
