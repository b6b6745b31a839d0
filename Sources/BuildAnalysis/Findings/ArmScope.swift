package import ModuleGraph

/// What the graph alone tells about an arm: what it compiles, and which part of that exists only for its feature.
package struct ArmScope: Sendable, Hashable {
  package let arm: Arm
  package let part: FeatureShares.Part
  /// The share of the modules that the reference compiles; `nil`, like the next two, for the reference itself.
  package let moduleShare: Double?
  /// `nil`, like the share of lines, unless both sums are exact.
  package let sourceShare: Double?
  package let lineShare: Double?
  /// The modules that the reference would not compile without the arm's feature, sorted; `nil` for the reference, and
  /// if the feature's modules are not known.
  package let marginalModules: [ModuleID]?
  /// The same modules in figures.
  package let marginal: FeatureShares.Part?
}

extension Run {
  /// One for each arm, in their order.
  /// - Parameters:
  ///   - imports: by module, an import that does not exist on the graph's system.
  ///   - estimates: estimates of build times.
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
