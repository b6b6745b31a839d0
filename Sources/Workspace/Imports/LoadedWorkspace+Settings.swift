import ManifestSyntax
import ModuleGraph

extension LoadedWorkspace {
  /// The targets' settings that decide conditions in their sources in Swift.
  var compilationSettings: [ModuleID: CompilationSettings] {
    var settings: [ModuleID: CompilationSettings] = [:]
    for package in packages {
      for target in package.manifest.targets {
        settings[ModuleID(package: package.key, name: target.name)] = package.manifest.compilationSettings(of: target)
      }
    }
    return settings
  }

  /// The targets' settings that decide conditions in their other sources.
  func macroSettings(changed: Set<String>, defaults: Set<String>) -> [ModuleID: MacroSettings] {
    var settings: [ModuleID: MacroSettings] = [:]
    for package in packages {
      for target in package.manifest.targets where !(target.cSettings + target.cxxSettings).isEmpty {
        settings[ModuleID(package: package.key, name: target.name)] = MacroSettings(
          target.cSettings, cxxSettings: target.cxxSettings, changed: changed, defaults: defaults)
      }
    }
    return settings
  }

  /// The aliases that targets give to modules of products: to modules of that name that the product contains or
  /// reaches.
  /// - Complexity: O(modules + dependencies) for each product with aliased modules.
  var moduleAliases: [ModuleID: Set<String>] {
    var aliases: [ModuleID: Set<String>] = [:]
    for package in packages {
      for target in package.manifest.targets {
        let user = ModuleID(package: package.key, name: target.name)
        for dependency in target.dependencies where !dependency.moduleAliases.isEmpty {
          guard case .product(let product, _) = dependency.reference else { continue }
          let ends = graph.dependencies.lazy.filter { $0.from == user && $0.product == product }.map(\.to)
          for id in graph.closure(of: ends) {
            guard let alias = dependency.moduleAliases[Module.compiledName(id.name)] else { continue }
            aliases[id, default: []].insert(alias)
          }
        }
      }
    }
    return aliases
  }
}

extension Manifest {
  /// The settings of a target that decide conditions in its sources in Swift.
  func compilationSettings(of target: ManifestTarget) -> CompilationSettings {
    CompilationSettings(
      target.swiftSettings, packageModes: swiftLanguageModes, toolsVersion: toolsVersion,
      traits: Dictionary(
        traits.lazy.filter { $0.name != "default" }.map { ($0.name, Set($0.enabledTraits)) },
        uniquingKeysWith: { first, _ in first }))
  }
}
