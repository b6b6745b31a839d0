/// The rules for a branch's additions that apply even if the configuration does not state them.
package enum BranchRules {
  /// Those for which the configuration has no rule of its own, without ids that it already uses.
  package static func all(besides rules: [Rule], layers: Layers) -> [Rule] {
    let types = Set(rules.map(\.type))
    let hasModuleCycles = rules.contains {
      $0.type == AcyclicRule.name && $0.values.choice("of") ?? "modules" == "modules"
    }
    let hasHeight = rules.contains { $0.type == MaxGrowthRule.name && $0.values.choice("of") ?? "height" == "height" }
    let ids = Set(rules.map(\.id))
    return [
      hasModuleCycles ? nil : Rule(id: "new-cycle", type: AcyclicRule.name),
      layers.isEmpty || types.contains(LayersRule.name) ? nil : Rule(id: "new-upward", type: LayersRule.name),
      hasHeight ? nil : Rule(id: "height-growth", type: MaxGrowthRule.name, severity: .info),
    ].compactMap { $0 }.filter { !ids.contains($0.id) }
  }
}
