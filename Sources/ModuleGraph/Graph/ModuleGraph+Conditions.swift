extension ModuleGraph {
  /// The platforms that conditions can name: PackageDescription's (6.3), and those that this graph names besides, which
  /// may be custom ones.
  package var platforms: Set<String> {
    let standard: Set = [
      "android", "driverkit", "freebsd", "ios", "linux", "maccatalyst", "macos", "openbsd", "tvos", "visionos", "wasi",
      "watchos", "windows",
    ]
    return standard.union(dependencies.flatMap { $0.condition?.platforms ?? [] })
  }

  /// The graph as a build for one platform, or with certain traits, sees it.
  ///
  /// Dependencies whose condition does not hold are gone, and what of a condition does hold is no longer stated.
  /// External products that nothing depends on any more are gone as well; the workspace's own modules all stay.
  ///
  /// - Parameters:
  ///   - platform: as SwiftPM names it in conditions; `nil` leaves platforms open.
  ///   - traits: the enabled ones by the package's key; `nil` leaves traits open.
  /// - Complexity: O(modules + dependencies), and the sorting of the result.
  package func applyingConditions(platform: String?, traits: [String: Set<String>]?) -> ModuleGraph {
    let kept = dependencies.compactMap { dependency -> Dependency? in
      guard let condition = dependency.condition else { return dependency }
      if let platform, let platforms = condition.platforms, !platforms.contains(platform) { return nil }
      let enabled = traits.map { $0[dependency.from.package] ?? [] }
      if let enabled, let wanted = condition.traits, enabled.isDisjoint(with: wanted) { return nil }
      let rest = Condition(
        platforms: platform == nil ? condition.platforms ?? [] : [], configuration: condition.configuration,
        traits: enabled == nil ? condition.traits ?? [] : [])
      return Dependency(
        from: dependency.from, to: dependency.to, kind: dependency.kind, product: dependency.product, condition: rest,
        location: dependency.location, computedNear: dependency.computedNear)
    }
    let before = Set(dependencies.map(\.to))
    let after = Set(kept.map(\.to))
    return ModuleGraph(
      environment: environment, packages: packages, products: products,
      modules: modules.filter { $0.kind != .external || after.contains($0.id) || !before.contains($0.id) },
      dependencies: Array(Set(kept)), failures: failures, warnings: warnings)
  }
}
