/// Dependencies that are declared, but not imported.
extension ImportIndex {
  /// The dependencies of a module that nothing imports.
  /// - Returns: those that are unused, and those that may be needed anyway.
  func unimported(by module: ModuleID) -> (unused: [ImportFindings.Unused], undecided: [ImportFindings.Undecided]) {
    guard !imports.withoutCode.contains(module) else { return ([], []) }
    let groups = unimportedGroups(of: module)
    if imports.incomplete.contains(module) {
      let isGenerated = (dependencies[module] ?? []).contains { $0.kind == .plugin }
      return ([], open(groups, of: module, isGenerated ? .plugin : .unread))
    }
    func hasResources(_ group: [Dependency]) -> Bool { group.contains { imports.withResources.contains($0.to) } }
    return (
      groups.filter { !hasResources($0) }.map { unused($0, by: module) },
      open(groups.filter(hasResources), of: module, .resources)
    )
  }

  private func open(
    _ groups: [[Dependency]], of module: ModuleID, _ reason: ImportFindings.Undecided.Reason
  ) -> [ImportFindings.Undecided] {
    guard !groups.isEmpty else { return [] }
    let targets = Set(groups.joined().map(\.to)).sorted()
    return [ImportFindings.Undecided(module: module, reason: reason, dependencies: targets)]
  }

  /// The dependencies that no source imports and nothing else needs, by product. Sorted.
  private func unimportedGroups(of module: ModuleID) -> [[Dependency]] {
    let imported = Set((imports.uses[module] ?? []).flatMap { $0.moduleName.flatMap { named[$0] } ?? [] })
    let visible = exported(by: imported)
    // The modules of a product are declared together.
    let groups = Dictionary(grouping: dependencies[module] ?? []) { $0.product.map { "p\($0)" } ?? "t\($0.to)" }
    return groups.values.map { $0.sorted() }.sorted { $0[0] < $1[0] }.filter { group in
      !group.contains { dependency in
        isUsed(dependency) || visible.contains(dependency.to)
          || !imported.isDisjoint(with: exported(by: [dependency.to]))
          || dependency.kind == .product && !imported.isDisjoint(with: hidden(behind: dependency.to))
      }
    }
  }

  /// The modules of a package that others can import only by depending on a product that reaches them.
  private func hidden(behind module: ModuleID) -> Set<ModuleID> {
    reached(from: module).filter { $0.package == module.package && !offered.contains($0) }
  }

  private func unused(_ group: [Dependency], by module: ModuleID) -> ImportFindings.Unused {
    let targets = Set(group.map(\.to))
    let tests = Set(dependents[module] ?? []).filter { test in
      modules[test]?.kind == .test && (dependencies[test] ?? []).allSatisfy { !targets.contains($0.to) }
        && group.contains { isUsed($0, by: test) }
    }
    return ImportFindings.Unused(module: module, dependencies: group, tests: tests.sorted())
  }

  /// Whether a dependency is imported, or may be needed without an import.
  private func isUsed(_ dependency: Dependency, by module: ModuleID? = nil) -> Bool {
    guard let target = modules[dependency.to], dependency.kind == .target || dependency.kind == .product,
      !imports.unreadHeaders.contains(target.id), !imports.withoutCode.contains(target.id)
    else { return true }
    let user = module ?? dependency.from
    switch target.kind {
    case .external, .unknown:
      return mayUseExternal(target, by: user)
        || hasImport(by: user, dependency.condition) { $0.moduleName == target.compiledName }
    case .regular where target.sources ?? 0 > 0, .system where imports.mappedNames[target.id] != nil:
      let names = imports.names(of: target)
      return hasImport(by: user, dependency.condition) { use in
        use.moduleName.map { names.contains($0) } ?? imports.includesHeader(use, of: target)
      }
    default: return true
    }
  }

  /// A product may contain modules of any name, so an unknown name may be one of them, and so may any included header.
  private func mayUseExternal(_ product: Module, by user: ModuleID) -> Bool {
    (imports.uses[user] ?? []).contains { use in
      guard let name = use.moduleName else { return true }
      if let candidates = named[name] {
        let isRenamed = candidates.contains { imports.aliases[$0]?.isEmpty == false }
        return isRenamed
          || candidates.allSatisfy { $0.package != user.package } && visible(from: user).isDisjoint(with: candidates)
      }
      return !isSystem(name, for: user) && !isNamedByExternal(name, of: user)
    }
  }

  private func isNamedByExternal(_ name: String, of user: ModuleID) -> Bool {
    (dependencies[user] ?? []).contains { dependency in
      modules[dependency.to].map { $0.kind.isOutside && $0.compiledName == name } ?? false
    }
  }

  /// The sets of traits with which a condition can hold; one unknown set if it names none, or too many are possible.
  private func traitSets(of user: ModuleID, in condition: Condition?) -> [Set<String>?] {
    guard let wanted = condition?.traits, let (sets, isWhole) = imports.settings[user]?.traitSets, isWhole else {
      return [nil]
    }
    return sets.filter { !$0.isDisjoint(with: wanted) }
  }

  /// Whether some build that needs a dependency can see an import that means it.
  private func hasImport(
    by user: ModuleID, _ condition: Condition?, _ means: (WorkspaceImports.Use) -> Bool
  ) -> Bool {
    // For any toolchain, and any flag that the manifest does not mention. Whether what is for iOS is for Mac Catalyst as
    // well, the build system decides.
    var platforms: [String?] = condition?.platforms ?? [platform]
    if condition?.platforms?.contains("ios") ?? false { platforms.append("maccatalyst") }
    let builds = platforms.flatMap { platform in
      traitSets(of: user, in: condition).map { CompilationSettings.Build(platform: platform, traits: $0) }
    }
    return (imports.uses[user] ?? []).contains { use in
      means(use) && builds.contains { mayHold(use, of: user, in: $0) { _ in nil } }
    }
  }
}
