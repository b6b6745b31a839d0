/// The rules for a branch's additions that apply even if the configuration does not state them.
package enum BranchRules {
  private static let (cycle, upward, height) = ("new-cycle", "new-upward", "height-growth")

  /// Whether only a branch can violate a rule, so that in other checks a comment that excuses a violation of it is not unused.
  static func apply(to id: String, among rules: [Rule]) -> Bool {
    rules.first { $0.id == id }.map { $0.type == MaxGrowthRule.name } ?? [cycle, upward, height].contains(id)
  }

  /// Those for which the configuration has no rule of its own, without ids that it already uses.
  package static func all(besides rules: [Rule], layers: Layers) -> [Rule] {
    let types = Set(rules.map(\.type))
    let hasModuleCycles = rules.contains {
      $0.type == AcyclicRule.name && $0.values.choice("of") ?? "modules" == "modules"
    }
    let hasHeight = rules.contains { $0.type == MaxGrowthRule.name && $0.values.choice("of") ?? "height" == "height" }
    let ids = Set(rules.map(\.id))
    return [
      hasModuleCycles ? nil : Rule(id: cycle, type: AcyclicRule.name),
      layers.isEmpty || types.contains(LayersRule.name) ? nil : Rule(id: upward, type: LayersRule.name),
      hasHeight ? nil : Rule(id: height, type: MaxGrowthRule.name, severity: .info),
    ].compactMap { $0 }.filter { !ids.contains($0.id) }
  }

  /// The rule that applies to layers for which the configuration has none: who states layers means them.
  package static func layers(besides rules: [Rule], layers: Layers) -> [Rule] {
    let isStated = rules.contains { $0.type == LayersRule.name || $0.id == LayersRule.name }
    return layers.isEmpty || isStated ? [] : [Rule(id: LayersRule.name, type: LayersRule.name)]
  }
}
