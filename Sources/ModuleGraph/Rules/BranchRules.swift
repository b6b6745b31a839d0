/// The rules that hold for what a branch adds, whatever a configuration says.
package enum BranchRules {
  /// Those that the configuration does not state itself, with the ids that it does not use.
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
