/// Something of the workspace that a change reaches, for reports.
package struct AffectedItem: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case tests, modules
    case sampleApps = "sample-apps"
    case apps, products, packages
  }

  package let kind: Kind
  /// `package key/Name`; for a package its key.
  package let id: String
  package let name: String
  package let distance: Int
  package let cause: ChangeCause
  /// The module that is reached first: itself, one of a product's modules, or one of a package's.
  package let module: ModuleID
}

extension AffectedModules {
  /// What is reached, sorted by kind, distance and id.
  ///
  /// A test module counts as tests, and an app or sample app as one, so that each module is listed once. A product is
  /// reached as soon as one of its modules is, and so is a package.
  /// - Parameters:
  ///   - sampleApps: the programs that run one feature alone.
  ///   - apps: the other programs.
  /// - Complexity: O(n log n) in the number of modules and products.
  package func items(sampleApps: Set<ModuleID>, apps: Set<ModuleID>) -> [AffectedItem] {
    var items = graph.modules.compactMap { module -> AffectedItem? in
      guard !module.kind.isOutside else { return nil }
      let kind: AffectedItem.Kind =
        module.kind == .test
        ? .tests : sampleApps.contains(module.id) ? .sampleApps : apps.contains(module.id) ? .apps : .modules
      return item(kind, module.id.description, named: module.name, of: [module.id])
    }
    items += graph.products.compactMap { item(.products, $0.id, named: $0.name, of: $0.modules) }
    let members = Dictionary(grouping: graph.modules.lazy.filter { !$0.kind.isOutside }, by: \.package)
    items += graph.packages.compactMap { package in
      item(.packages, package.key, named: package.name, of: (members[package.key] ?? []).map(\.id))
    }
    let order = Dictionary(uniqueKeysWithValues: AffectedItem.Kind.allCases.enumerated().map { ($1, $0) })
    return items.sorted {
      (order[$0.kind] ?? 0, $0.distance, $0.id) < (order[$1.kind] ?? 0, $1.distance, $1.id)
    }
  }

  private func item(
    _ kind: AffectedItem.Kind, _ id: String, named name: String, of modules: [ModuleID]
  ) -> AffectedItem? {
    let first = modules.compactMap { reaches[$0] }.min { ($0.distance, $0.module) < ($1.distance, $1.module) }
    return first.map {
      AffectedItem(kind: kind, id: id, name: name, distance: $0.distance, cause: $0.cause, module: $0.module)
    }
  }
}
