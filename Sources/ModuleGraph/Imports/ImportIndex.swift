import ImportSyntax

/// Lookup tables for names and dependencies.
struct ImportIndex {
  typealias Use = WorkspaceImports.Use

  let imports: WorkspaceImports
  /// `nil` for all.
  let platform: String?
  let modules: [ModuleID: Module]
  let dependencies: [ModuleID: [Dependency]]
  let dependents: [ModuleID: [ModuleID]]
  /// Modules of the workspace by their names in code. Those of binaries are often unknown.
  let named: [String: [ModuleID]]
  /// What each module sees of others: not what its plugins and macros are built from.
  private let seen: [ModuleID: [ModuleID]]
  /// The modules of library products.
  let offered: Set<ModuleID>
  /// Modules of the workspace that may contain modules of any name.
  private let opaque: Set<ModuleID>
  /// Modules that see any, or products from outside the workspace.
  private let open: Set<ModuleID>
  /// The modules of the workspace that each module re-exports.
  private let reexports: [ModuleID: Set<ModuleID>]
  /// Keys of the packages that are not SwiftPM packages.
  private let xcodeProjects: Set<String>
  /// The builds in which this toolchain may see an import, as manifests describe them.
  let builds: [CompilationSettings.Build]
  /// Those that conditions in the workspace name, with Linux and macOS. Sorted.
  let namedPlatforms: [String]

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
    // Whether what is for iOS is for Mac Catalyst as well, the build system decides.
    namedPlatforms = Set(["linux", "macos"] + graph.dependencies.flatMap { $0.condition?.platforms ?? [] })
      .subtracting(["maccatalyst"]).sorted()
    let modules = Dictionary(uniqueKeysWithValues: graph.modules.map { ($0.id, $0) })
    self.modules = modules
    offered = Set(graph.products.lazy.filter { $0.kind == .library }.flatMap(\.modules))
    dependencies = Dictionary(grouping: graph.dependencies, by: \.from)
    dependents = Dictionary(grouping: graph.dependencies, by: \.to).mapValues { $0.map(\.from) }
    var named: [String: [ModuleID]] = [:]
    for module in graph.modules where !module.kind.isOutside && imports.knowsNames(of: module) {
      for name in imports.names(of: module) { named[name, default: []].append(module.id) }
    }
    self.named = named
    reexports = imports.uses.mapValues { uses in
      Set(uses.flatMap { use in use.isReexport ? use.moduleName.flatMap { named[$0] } ?? [] : [] })
    }
    let visible = graph.dependencies.filter { $0.kind != .plugin && modules[$0.to]?.kind != .macro }
    seen = Dictionary(grouping: visible, by: \.from).mapValues { $0.map(\.to) }
    let importers = Dictionary(grouping: visible, by: \.to).mapValues { $0.map(\.from) }
    let unknown = graph.modules.filter { !imports.knowsNames(of: $0) }
    opaque = imports.unreadHeaders.union(unknown.lazy.filter { !$0.kind.isOutside }.map(\.id))
    open = Set(opaque.union(unknown.map(\.id)).flatMap { importers[$0] ?? [] }).closed { importers[$0] ?? [] }
  }

  /// Xcode finds its targets' implicit dependencies; those of SwiftPM targets must be declared.
  func isChecked(_ id: ModuleID) -> Bool {
    guard let module = modules[id], imports.uses[id] != nil, !xcodeProjects.contains(module.package) else {
      return false
    }
    return [.regular, .executable, .test, .macro, .plugin].contains(module.kind)
  }

  /// The targets of Xcode projects.
  var unjudged: [ImportFindings.Undecided] {
    modules.values.filter { xcodeProjects.contains($0.package) && !$0.kind.isOutside }.map {
      ImportFindings.Undecided(module: $0.id, reason: .xcodeProject, dependencies: [])
    }
  }

  // MARK: Imported, but not declared

  func undeclared(in module: ModuleID) -> [ImportFindings.Undeclared] {
    let names = undeclaredNames(in: module)
    var found: [ModuleID: [Use]] = [:]
    for use in imports.uses[module] ?? [] {
      guard let name = use.moduleName, names.contains(name), let candidates = named[name],
        let imported = candidates.first(where: { $0.package == module.package }) ?? candidates.first
      else { continue }
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
        platforms: ImportPlatforms(of: active) { holds($0, of: module, in: .init(platform: $1)) { _ in nil } },
        traits: nil, declaredFor: [])
    }
  }

  /// The names of modules of the workspace that a module imports and does not declare.
  private func undeclaredNames(in module: ModuleID) -> Set<String> {
    let declared = Set((dependencies[module] ?? []).map(\.to))
    let visible = exported(by: declared)
    return Set((imports.uses[module] ?? []).compactMap(\.moduleName)).filter { name in
      guard let candidates = named[name], !candidates.contains(module) else { return false }
      return declared.isDisjoint(with: candidates) && visible.isDisjoint(with: candidates)
        && !isExternal(name, for: module)
    }
  }

  /// Whether a module of that name may come from something whose modules are unknown here: a product from outside the
  /// workspace, or a binary.
  ///
  /// SwiftPM builds no two modules of one name for the same dependent, unless an alias renames one of them. It does not
  /// know what is within a binary.
  func isExternal(_ name: String, for module: ModuleID) -> Bool {
    guard open.contains(module) else { return false }
    let candidates = named[name] ?? []
    let isRenamed = candidates.contains { imports.aliases[$0]?.isEmpty == false }
    let visible = visible(from: module)
    if !isRenamed, !visible.isDisjoint(with: candidates) { return false }
    if !visible.isDisjoint(with: opaque) { return true }
    guard candidates.allSatisfy({ $0.package != module.package }) else { return false }
    let users = users(of: module)
    return candidates.allSatisfy { candidate in
      imports.aliases[candidate]?.isEmpty == false || users.isDisjoint(with: self.users(of: candidate))
    }
  }

  /// What a module sees, directly or not.
  func visible(from module: ModuleID) -> Set<ModuleID> { seen.reached(from: module) }

  /// Whether an import means a module of the system: a package may have one with the name of an Apple framework.
  func isSystem(_ name: String, for module: ModuleID) -> Bool {
    named[name] == nil && SystemModules.all.contains(name)
      && (!open.contains(module) || SystemModules.isDistinctive(name))
  }

  /// A module, and those that depend on it, directly or not.
  private func users(of module: ModuleID) -> Set<ModuleID> { Set([module]).closed { dependents[$0] ?? [] } }

  /// - Parameter isFollowed: which dependencies count.
  func reached(from module: ModuleID, following isFollowed: (Dependency) -> Bool = { _ in true }) -> Set<ModuleID> {
    func next(_ module: ModuleID) -> [ModuleID] { (dependencies[module] ?? []).filter(isFollowed).map(\.to) }
    return Set(next(module)).closed(under: next)
  }

  /// The modules that are re-exported, directly or transitively.
  func exported(by modules: Set<ModuleID>) -> Set<ModuleID> {
    Set(modules.flatMap { reexports[$0] ?? [] }).closed { reexports[$0] ?? [] }
  }

  /// Whether a build of a module can see an import.
  /// - Parameter canImport: whether a module is available; if it returns `nil`, the platform decides.
  func mayHold(
    _ use: Use, of module: ModuleID, in build: CompilationSettings.Build, canImport: (String) -> Bool?
  ) -> Bool {
    holds(use, of: module, in: build, canImport: canImport) ?? true
  }

  /// Whether a build of a module sees an import; `nil` if that depends on more.
  func holds(
    _ use: Use, of module: ModuleID, in build: CompilationSettings.Build, canImport: (String) -> Bool?
  ) -> Bool? {
    guard let condition = use.condition else { return true }
    var build = build
    build.traits = build.traits ?? imports.enabledTraits?[module.package]
    switch use.language {
    case .swift:
      let settings = imports.settings[module] ?? .none
      return condition.value { [build] condition in
        settings.answer(condition, in: build) { name in
          canImport(name)
            ?? (isSystem(name, for: module)
              ? build.platform.flatMap { SystemModules.isThere(name, on: $0, withAnySDK: build.toolchain == nil) }
              : nil)
        }
      }
    case .c: return condition.value { [build] in (imports.macros[module] ?? .none).answer($0, in: build) }
    case .header: return condition.value { [build] in MacroSettings.none.answer($0, in: build) }
    }
  }
}

extension WorkspaceImports.Use {
  /// `nil` for a header.
  package var moduleName: String? { if case .module(let name) = imported { name } else { nil } }
}
