package import ModuleGraph

/// What an arm compiles according to the graph, and which part of that exists only for its feature.
package struct ArmScope: Sendable, Hashable {
  package let arm: Arm
  package let part: FeatureShares.Part
  /// The arm's modules as a share of the reference's. Like `sourceShare` and `lineShare`, `nil` for the reference
  /// itself.
  package let moduleShare: Double?
  /// Like `lineShare`, `nil` unless both sums are exact.
  package let sourceShare: Double?
  package let lineShare: Double?
  /// The modules that the reference compiles only because of the arm's feature, sorted; `nil` for the reference, and if
  /// the feature's modules are not known.
  package let marginalModules: [ModuleID]?
  /// The size of the marginal modules.
  package let marginal: FeatureShares.Part?
}

extension Run {
  /// The scope of each arm, in their order.
  /// - Parameters:
  ///   - imports: by module, an import that is not available on the graph's platform.
  ///   - estimates: estimates of build times.
  /// - Complexity: O(arms · (modules + dependencies)).
  package func scopes(
    imports: [ModuleID: MissingImport] = [:], estimates: FeatureShares.Estimates = .init()
  ) -> [ArmScope] {
    let survey = BuildSurvey(workspace.graph, imports: imports)
    let former = base.map { BuildSurvey($0.graph) }
    let reference = self.reference
    let whole = reference.map { survey.part($0.modules) }
    let parts = reference.map { $0.targets.isEmpty ? [] : workspace.graph.partsOfApp(in: $0.modules) } ?? []
    return arms.map { arm in
      // An arm of the base compiles the base's files.
      let state = arm.side == .base ? base?.graph ?? workspace.graph : workspace.graph
      let alone = arm.featureModules.map { state.closure(of: $0) } ?? arm.modules
      var part = (arm.side == .base ? former ?? survey : survey).part(
        arm.modules, estimatedSeconds: estimates.seconds(arm.modules, showing: alone))
      // They concern SwiftPM.
      if arm.builder == Arm.xcodeBuilder { part.obstacles = [] }
      let other = arm.name == reference?.name ? nil : whole
      let marginal = arm.featureModules.flatMap { feature in
        reference.map { reference in
          workspace.graph.marginalModules(
            of: feature, besides: otherFeatures(than: arm) + parts.others(than: feature), in: reference.modules,
            isWholePackage: reference.targets.isEmpty)
        }
      }
      return ArmScope(
        arm: arm, part: part, moduleShare: other.flatMap(part.moduleShare),
        sourceShare: other.flatMap(part.sourceShare),
        lineShare: other.flatMap(part.lineShare), marginalModules: marginal,
        marginal: marginal.map { modules in
          survey.part(
            modules, estimatedSeconds: reference.flatMap { estimates.secondsSaved($0.modules, modules) })
        })
    }
  }

  /// A feature may have several arms: itself and its sample app.
  private func otherFeatures(than arm: Arm) -> [[ModuleID]] {
    arms.compactMap(\.featureModules).filter { $0 != arm.featureModules }
  }
}
