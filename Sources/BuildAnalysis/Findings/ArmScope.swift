package import ModuleGraph

/// What the graph alone tells of an arm: what it compiles, and what of that is there for its feature only.
package struct ArmScope: Sendable, Hashable {
  package let arm: Arm
  package let part: FeatureShares.Part
  /// Of what the reference compiles; absent, as the next two, for the reference itself.
  package let moduleShare: Double?
  /// Absent, as the next, unless both sums are known exactly.
  package let sourceShare: Double?
  package let lineShare: Double?
  /// The modules that the reference would not compile without the arm's feature, sorted; absent for the reference, and where
  /// nobody knows which modules the feature is.
  package let marginalModules: [ModuleID]?
  /// The same in figures.
  package let marginal: FeatureShares.Part?
}

extension Run {
  /// One for each arm, in their order.
  /// - Parameters:
  ///   - imports: by module, what it imports that does not exist where the graph was read.
  ///   - estimates: what is known of how long builds take.
  /// - Complexity: O(arms · (modules + dependencies)).
  package func scopes(
    imports: [ModuleID: MissingImport] = [:], estimates: FeatureShares.Estimates = .init()
  ) -> [ArmScope] {
    let survey = BuildSurvey(workspace.graph, imports: imports)
    let reference = self.reference
    let whole = reference.map { survey.part($0.modules) }
    return arms.map { arm in
      let part = survey.part(arm.modules, estimatedSeconds: estimates.seconds(arm.modules))
      let other = arm.name == reference?.name ? nil : whole
      let marginal = arm.featureModules.flatMap { feature in
        reference.map { reference in
          workspace.graph.marginalModules(of: feature, besides: otherFeatures(than: arm), in: reference.modules)
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

  private func otherFeatures(than arm: Arm) -> [[ModuleID]] {
    arms.filter { $0.name != arm.name }.compactMap(\.featureModules)
  }
}
