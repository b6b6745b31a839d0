/// Imports on platforms for which the manifest does not declare the dependency.
extension ImportIndex {
  /// Imports of modules that a manifest declares, but not for all platforms whose builds see the import.
  ///
  /// Only platforms that the workspace names, and on which the module can be built and is needed.
  func declaredElsewhere(in module: ModuleID) -> [ImportFindings.Undeclared] {
    let stated = dependencies[module] ?? []
    guard platform == nil, stated.contains(where: { $0.condition?.platforms != nil }) else { return [] }
    var found: [ModuleID: (uses: Set<Use>, platforms: [String])] = [:]
    for platform in namedPlatforms where isNeeded(module, on: platform) && canBuild(module, on: platform) {
      let declared = Set(stated.filter { $0.isPossible(on: platform) }.map(\.to))
      let visible = declared.union(exported(by: declared))
      for use in imports.uses[module] ?? [] {
        guard let name = use.moduleName, let candidates = named[name], !candidates.contains(module),
          let imported = stated.first(where: { candidates.contains($0.to) })?.to, visible.isDisjoint(with: candidates),
          !isExternal(name, for: module), isSeen(use, of: module, on: platform)
        else { continue }
        found[imported, default: ([], [])].uses.insert(use)
        if found[imported]?.platforms.last != platform { found[imported]?.platforms.append(platform) }
      }
    }
    return found.compactMap { imported, found in
      let uses = (imports.uses[module] ?? []).filter(found.uses.contains)
      return uses.first.map { first in
        ImportFindings.Undeclared(
          module: module, imported: imported, location: first.location, column: first.column, count: uses.count,
          isReachable: found.platforms.allSatisfy { reached(from: module, on: $0).contains(imported) },
          platforms: .some(found.platforms),
          declaredFor: Set(stated.filter { $0.to == imported }.flatMap { $0.condition?.platforms ?? [] }).sorted())
      }
    }
  }

  /// Whether some build for a platform certainly sees an import. A module of the workspace is not certainly available.
  private func isSeen(_ use: Use, of module: ModuleID, on platform: String) -> Bool {
    builds.contains { build in
      build.platform == platform
        && holds(use, of: module, in: build) { name in
          named[name].flatMap { reached(from: module, on: platform).isDisjoint(with: $0) ? false : nil }
        } == true
    }
  }

  /// Whether nothing depends on a module, or something does on a platform.
  private func isNeeded(_ module: ModuleID, on platform: String) -> Bool {
    guard let dependents = dependents[module] else { return true }
    return dependents.contains { dependent in
      (dependencies[dependent] ?? []).contains { $0.to == module && $0.isPossible(on: platform) }
    }
  }

  /// Whether neither a module nor its dependencies import system modules that the platform lacks.
  private func canBuild(_ module: ModuleID, on platform: String) -> Bool {
    reached(from: module, on: platform).union([module]).allSatisfy { part in
      !(imports.uses[part] ?? []).contains { use in
        guard let name = use.moduleName, named[name] == nil, SystemModules.isThere(name, on: platform) == false else {
          return false
        }
        return isSeen(use, of: part, on: platform)
      }
    }
  }

  private func reached(from module: ModuleID, on platform: String) -> Set<ModuleID> {
    reached(from: [module]) { (dependencies[$0] ?? []).lazy.filter { $0.isPossible(on: platform) }.map(\.to) }
  }
}

extension Dependency {
  /// Whether some build for a platform needs it.
  fileprivate func isPossible(on platform: String) -> Bool {
    condition.map { $0.decided(platform: platform, traits: nil) != .fails } ?? true
  }
}
