/// Imports in builds for which the manifest does not declare the dependency.
extension ImportIndex {
  /// What decides the conditions of manifests in a build.
  private struct Setting {
    let platform: String
    /// The package whose traits are known, and those that are enabled; `nil` for any.
    let package: String
    let traits: Set<String>?

    /// Whether some build needs a dependency.
    func mayNeed(_ dependency: Dependency) -> Bool {
      let known = dependency.from.package == package ? traits : nil
      return dependency.condition.map { $0.decided(platform: platform, traits: known) != .fails } ?? true
    }
  }

  /// The settings in which an import is seen without its dependency.
  private struct Missing {
    var uses: Set<Use> = []
    var settings: [Setting] = []
  }

  /// Imports of modules that a manifest declares, but not for all platforms or traits whose builds see the import.
  ///
  /// Only platforms that the workspace names, and on which the module can be built and is needed.
  func declaredElsewhere(in module: ModuleID) -> [ImportFindings.Undeclared] {
    let stated = dependencies[module] ?? []
    var found: [ImportFindings.Undeclared] = []
    if platform == nil, stated.contains(where: { $0.condition?.platforms != nil }) {
      let settings = namedPlatforms.map { Setting(platform: $0, package: module.package, traits: nil) }
      found = missing(in: module, settings).compactMap { finding($0, $1, in: module, traits: nil) }
    }
    guard stated.contains(where: { $0.condition?.traits != nil }), let own = imports.settings[module] else {
      return found
    }
    for traits in own.traitSets.sets {
      let settings = (platform.map { [$0] } ?? namedPlatforms).map {
        Setting(platform: $0, package: module.package, traits: traits)
      }
      for (imported, missing) in missing(in: module, settings) where !found.contains(where: { $0.imported == imported })
      { found += [finding(imported, missing, in: module, traits: traits.sorted())].compactMap(\.self) }
    }
    return found
  }

  private func missing(in module: ModuleID, _ settings: [Setting]) -> [ModuleID: Missing] {
    let stated = dependencies[module] ?? []
    let conditional = Set(stated.lazy.filter { $0.condition != nil }.map(\.to))
    let uses = (imports.uses[module] ?? []).filter { use in
      use.moduleName.flatMap { named[$0] }.map { !conditional.isDisjoint(with: $0) } ?? false
    }
    var found: [ModuleID: Missing] = [:]
    for setting in settings where !uses.isEmpty {
      let declared = Set(stated.filter(setting.mayNeed).map(\.to))
      let visible = declared.union(exported(by: declared))
      let open = uses.compactMap { use -> (ModuleID, Use)? in
        guard let name = use.moduleName, let candidates = named[name], !candidates.contains(module),
          let imported = stated.first(where: { candidates.contains($0.to) })?.to, visible.isDisjoint(with: candidates),
          !isExternal(name, for: module), isSeen(use, of: module, in: setting)
        else { return nil }
        return (imported, use)
      }
      guard !open.isEmpty, isNeeded(module, in: setting), canBuild(module, in: setting) else { continue }
      for (imported, use) in open {
        found[imported, default: Missing()].uses.insert(use)
        if found[imported]?.settings.last?.platform != setting.platform { found[imported]?.settings.append(setting) }
      }
    }
    return found
  }

  private func finding(
    _ imported: ModuleID, _ missing: Missing, in module: ModuleID, traits: [String]?
  ) -> ImportFindings.Undeclared? {
    let uses = (imports.uses[module] ?? []).filter(missing.uses.contains)
    let conditions = (dependencies[module] ?? []).lazy.filter { $0.to == imported }.compactMap(\.condition)
    return uses.first.map { first in
      ImportFindings.Undeclared(
        module: module, imported: imported, location: first.location, column: first.column, count: uses.count,
        isReachable: missing.settings.allSatisfy { reached(from: module, in: $0).contains(imported) },
        platforms: .some(missing.settings.map(\.platform)), traits: traits,
        declaredFor: Set(conditions.flatMap { (traits == nil ? $0.platforms : $0.traits) ?? [] }).sorted())
    }
  }

  /// Whether some build certainly sees an import. A module of the workspace is not certainly available.
  private func isSeen(_ use: Use, of module: ModuleID, in setting: Setting) -> Bool {
    builds.contains { build in
      var build = build
      build.traits = module.package == setting.package ? setting.traits : nil
      return build.platform == setting.platform
        && holds(use, of: module, in: build) { name in
          named[name].flatMap { reached(from: module, in: setting).isDisjoint(with: $0) ? false : nil }
        } == true
    }
  }

  /// Whether nothing depends on a module, or something does in a build.
  private func isNeeded(_ module: ModuleID, in setting: Setting) -> Bool {
    guard let dependents = dependents[module] else { return true }
    return dependents.contains { dependent in
      (dependencies[dependent] ?? []).contains { $0.to == module && setting.mayNeed($0) }
    }
  }

  /// Whether neither a module nor its dependencies import system modules that the platform lacks.
  private func canBuild(_ module: ModuleID, in setting: Setting) -> Bool {
    reached(from: module, in: setting).union([module]).allSatisfy { part in
      !(imports.uses[part] ?? []).contains { use in
        guard let name = use.moduleName, named[name] == nil,
          SystemModules.isThere(name, on: setting.platform) == false
        else { return false }
        return isSeen(use, of: part, in: setting)
      }
    }
  }

  private func reached(from module: ModuleID, in setting: Setting) -> Set<ModuleID> {
    reached(from: module, following: setting.mayNeed)
  }
}
