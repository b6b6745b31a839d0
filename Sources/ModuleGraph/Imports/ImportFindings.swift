import ImportSyntax

/// Differences between the imports in a workspace and the dependencies that its manifests declare.
///
/// What cannot be decided is not reported: names of no module in the workspace, modules with generated sources,
/// dependencies that are needed without an import (tools, macros, binaries, resources), and modules without code, which
/// group others or are asked for with `canImport`.
package struct ImportFindings: Hashable, Sendable {
  /// An import of a module of the workspace that the manifest does not declare.
  package struct Undeclared: Hashable, Sendable {
    package let module: ModuleID
    package let imported: ModuleID
    /// The first such import, and how many there are.
    package let location: Dependency.Location
    package let column: Int?
    package let count: Int
    /// Whether the module is reached through others, and so is always built first; otherwise it depends on the build
    /// order whether it is available.
    package let isReachable: Bool
    /// The platforms on which a build sees such an import.
    package let platforms: ImportPlatforms
  }

  /// A declared dependency that no source imports.
  package struct Unused: Hashable, Sendable {
    package let module: ModuleID
    /// More than one for a product with several modules, none of which is imported.
    package let dependencies: [Dependency]
    /// Tests of the module that import it without declaring it, and so need the dependency. Sorted.
    package let tests: [ModuleID]
  }

  /// Sorted by module and imported module.
  package let undeclared: [Undeclared]
  /// Sorted by module and dependency.
  package let unused: [Unused]

  /// - Parameter platform: the one whose graph this is, as SwiftPM names it in conditions; only imports that its builds
  ///   see count. `nil` for the graph of all.
  /// - Complexity: O(imports + dependencies), times the platforms of conditions, plus the transitive dependencies of
  ///   each module that has a finding.
  package init(of graph: ModuleGraph, imports: WorkspaceImports, platform: String? = nil) {
    let index = ImportIndex(graph, imports, platform: platform)
    let modules = graph.modules.map(\.id).filter { index.isChecked($0) }
    undeclared = modules.flatMap { index.undeclared(in: $0) }
    unused = modules.flatMap { index.unused(by: $0) }
  }
}

/// Lookup tables for names and dependencies.
private struct ImportIndex {
  typealias Use = WorkspaceImports.Use

  private let imports: WorkspaceImports
  /// `nil` for all.
  private let platform: String?
  private let modules: [ModuleID: Module]
  private let dependencies: [ModuleID: [Dependency]]
  private let dependents: [ModuleID: [ModuleID]]
  /// Modules of the workspace by their names in code.
  private let named: [String: [ModuleID]]
  /// The modules of the workspace that each module re-exports.
  private let reexports: [ModuleID: Set<ModuleID>]
  /// Keys of the packages that are not SwiftPM packages.
  private let xcodeProjects: Set<String>
  /// The builds in which this toolchain may see an import, as manifests describe them.
  private let builds: [CompilationSettings.Build]

  init(_ graph: ModuleGraph, _ imports: WorkspaceImports, platform: String?) {
    self.imports = imports
    self.platform = platform
    xcodeProjects = Set(graph.packages.filter { $0.toolsVersion == nil }.map(\.key))
    builds = (platform.map { [$0] } ?? graph.platforms).flatMap { platform in
      ["debug", "release"].map { configuration in
        CompilationSettings.Build(
          platform: platform, configuration: configuration, toolchain: graph.environment?.toolchain, definitions: [])
      }
    }
    modules = Dictionary(uniqueKeysWithValues: graph.modules.map { ($0.id, $0) })
    dependencies = Dictionary(grouping: graph.dependencies, by: \.from)
    dependents = Dictionary(grouping: graph.dependencies, by: \.to).mapValues { $0.map(\.from) }
    var named: [String: [ModuleID]] = [:]
    for module in graph.modules where module.kind != .external {
      for name in imports.names(of: module) { named[name, default: []].append(module.id) }
    }
    self.named = named
    reexports = imports.uses.mapValues { uses in
      Set(uses.flatMap { use in use.isReexport ? use.moduleName.flatMap { named[$0] } ?? [] : [] })
    }
  }

  /// Xcode finds its targets' implicit dependencies; those of SwiftPM targets must be declared.
  func isChecked(_ id: ModuleID) -> Bool {
    guard let module = modules[id], imports.uses[id] != nil, !xcodeProjects.contains(module.package) else {
      return false
    }
    return [.regular, .executable, .test, .macro, .plugin].contains(module.kind)
  }

  // MARK: Imported, but not declared

  func undeclared(in module: ModuleID) -> [ImportFindings.Undeclared] {
    let declared = Set((dependencies[module] ?? []).map(\.to))
    let visible = exported(by: declared)
    var found: [ModuleID: [Use]] = [:]
    for use in imports.uses[module] ?? [] {
      guard let name = use.moduleName, let candidates = named[name], !candidates.contains(module),
        declared.isDisjoint(with: candidates), visible.isDisjoint(with: candidates), !isExternal(name, for: module)
      else { continue }
      guard let imported = candidates.first(where: { $0.package == module.package }) ?? candidates.first else {
        continue
      }
      found[imported, default: []].append(use)
    }
    guard !found.isEmpty else { return [] }
    let reached = self.reached(from: module)
    return found.sorted { $0.key < $1.key }.compactMap { imported, uses in
      let active = uses.filter { use in
        builds.contains { build in
          mayHold(use, of: module, in: build) { named[$0].map { !reached.isDisjoint(with: $0) } }
        }
      }
      guard let first = active.first else { return nil }
      return ImportFindings.Undeclared(
        module: module, imported: imported, location: first.location, column: first.column, count: active.count,
        isReachable: reached.contains(imported),
        platforms: ImportPlatforms(of: active) { holds($0, of: module, in: .init(platform: $1)) { _ in nil } })
    }
  }

  /// Whether a package outside the workspace may provide a module of that name.
  private func isExternal(_ name: String, for module: ModuleID) -> Bool {
    (named[name] ?? []).allSatisfy { $0.package != module.package }
      && (dependencies[module] ?? []).contains { modules[$0.to]?.kind == .external }
  }

  private func reached(from module: ModuleID) -> Set<ModuleID> {
    reached(from: [module]) { dependencies[$0, default: []].map(\.to) }
  }

  /// The modules that are re-exported, directly or transitively.
  private func exported(by modules: Set<ModuleID>) -> Set<ModuleID> {
    reached(from: modules) { reexports[$0] ?? [] }
  }

  /// The transitive closure of a step from some modules.
  private func reached(
    from modules: Set<ModuleID>, by step: (ModuleID) -> some Sequence<ModuleID>
  ) -> Set<ModuleID> {
    var reached: Set<ModuleID> = []
    var pending = Array(modules)
    while let current = pending.popLast() {
      for next in step(current) where reached.insert(next).inserted { pending.append(next) }
    }
    return reached
  }

  // MARK: Declared, but not imported

  func unused(by module: ModuleID) -> [ImportFindings.Unused] {
    guard !imports.incomplete.contains(module), !imports.withoutCode.contains(module) else { return [] }
    let imported = Set((imports.uses[module] ?? []).flatMap { $0.moduleName.flatMap { named[$0] } ?? [] })
    let visible = exported(by: imported)
    // The modules of a product are declared together.
    let groups = Dictionary(grouping: dependencies[module] ?? []) { $0.product.map { "p\($0)" } ?? "t\($0.to)" }
    return groups.values.map { $0.sorted() }.sorted { $0[0] < $1[0] }.compactMap { group in
      let isNeeded = group.contains { dependency in
        isUsed(dependency) || visible.contains(dependency.to)
          || !imported.isDisjoint(with: exported(by: [dependency.to]))
      }
      guard !isNeeded else { return nil }
      let targets = Set(group.map(\.to))
      let tests = Set(dependents[module] ?? []).filter { test in
        modules[test]?.kind == .test && (dependencies[test] ?? []).allSatisfy { !targets.contains($0.to) }
          && group.contains { isUsed($0, by: test) }
      }
      return ImportFindings.Unused(module: module, dependencies: group, tests: tests.sorted())
    }
  }

  /// Whether a dependency is imported, or may be needed without an import.
  private func isUsed(_ dependency: Dependency, by module: ModuleID? = nil) -> Bool {
    guard let target = modules[dependency.to], dependency.kind == .target || dependency.kind == .product,
      !imports.unreadHeaders.contains(target.id), !imports.withoutCode.contains(target.id)
    else { return true }
    let user = module ?? dependency.from
    switch target.kind {
    case .external:
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
      return named[name] == nil && !SystemModules.all.contains(name) && !isNamedByExternal(name, of: user)
    }
  }

  private func isNamedByExternal(_ name: String, of user: ModuleID) -> Bool {
    (dependencies[user] ?? []).contains { dependency in
      modules[dependency.to].map { $0.kind == .external && $0.compiledName == name } ?? false
    }
  }

  /// Whether some build that needs a dependency can see an import that means it.
  private func hasImport(
    by user: ModuleID, _ condition: Condition?, _ means: (WorkspaceImports.Use) -> Bool
  ) -> Bool {
    // For any toolchain, and any flag that the manifest does not mention.
    let builds =
      condition?.platforms?.map { CompilationSettings.Build(platform: $0) }
      ?? [CompilationSettings.Build(platform: platform)]
    return (imports.uses[user] ?? []).contains { use in
      means(use) && builds.contains { mayHold(use, of: user, in: $0) { _ in nil } }
    }
  }

  /// Whether a build of a module can see an import.
  /// - Parameter canImport: whether a module is available; if it returns `nil`, the platform decides.
  private func mayHold(
    _ use: Use, of module: ModuleID, in build: CompilationSettings.Build, canImport: (String) -> Bool?
  ) -> Bool {
    holds(use, of: module, in: build, canImport: canImport) ?? true
  }

  /// Whether a build of a module sees an import; `nil` if that depends on more.
  private func holds(
    _ use: Use, of module: ModuleID, in build: CompilationSettings.Build, canImport: (String) -> Bool?
  ) -> Bool? {
    guard let condition = use.condition else { return true }
    switch use.language {
    case .swift:
      let settings = imports.settings[module] ?? .none
      return condition.value { condition in
        settings.answer(condition, in: build) { name in
          canImport(name)
            ?? (named[name] == nil ? build.platform.flatMap { SystemModules.isThere(name, on: $0) } : nil)
        }
      }
    case .c: return condition.value { (imports.macros[module] ?? .none).answer($0, in: build) }
    case .header: return condition.value { MacroSettings.none.answer($0, in: build) }
    }
  }
}

extension WorkspaceImports.Use {
  /// `nil` for a header.
  package var moduleName: String? { if case .module(let name) = imported { name } else { nil } }
}
