extension Condition {
  /// The platforms of PackageDescription (6.3), which a condition of a manifest can name; sorted.
  static let knownPlatforms = [
    "android", "driverkit", "freebsd", "ios", "linux", "maccatalyst", "macos", "openbsd", "tvos", "visionos", "wasi",
    "watchos", "windows",
  ]
}

extension ModuleGraph {
  /// The platforms that conditions can name: the known ones, and further ones in this graph, which may be custom.
  package var platforms: Set<String> {
    Set(Condition.knownPlatforms).union(dependencies.flatMap { $0.condition?.platforms ?? [] })
  }

  /// The graph as it is in a build for one platform, or with certain traits.
  ///
  /// Dependencies whose condition does not hold are removed, and decided parts of the other conditions as well.
  /// External products without remaining dependents are removed; the workspace's own modules all stay.
  ///
  /// - Parameters:
  ///   - platform: as SwiftPM names it in conditions; `nil` leaves platforms undecided.
  ///   - traits: the enabled ones by the package's key; `nil` leaves traits undecided.
  /// - Complexity: O(modules + dependencies), and the sorting of the result.
  package func applyingConditions(platform: String?, traits: [String: Set<String>]?) -> ModuleGraph {
    let kept = dependencies.compactMap { dependency -> Dependency? in
      guard let condition = dependency.condition else { return dependency }
      switch condition.decided(platform: platform, traits: traits.map { $0[dependency.from.package] ?? [] }) {
      case .fails: return nil
      case .holds: return dependency.stating(nil)
      case .open(let rest): return dependency.stating(rest)
      }
    }
    let before = Set(dependencies.map(\.to))
    let after = Set(kept.map(\.to))
    return ModuleGraph(
      environment: environment, packages: packages, products: products,
      modules: modules.filter { !$0.kind.isOutside || after.contains($0.id) || !before.contains($0.id) },
      dependencies: Array(Set(kept)), failures: failures, warnings: warnings)
  }
}

extension Dependency {
  fileprivate func stating(_ condition: Condition?) -> Dependency {
    Dependency(
      from: from, to: to, kind: kind, product: product, condition: condition, location: location,
      computedNear: computedNear, symbols: symbols)
  }
}
