import ModuleGraph

extension LoadedWorkspace {
  /// What the workspace's sources import, and its headers, which are read on all processors.
  ///
  /// A source or header that cannot be read makes its module incomplete. For a source, loading the workspace has
  /// already warned about it.
  /// - Parameter withResources: the modules whose bundles have resources.
  /// - Complexity: O(bytes of the headers).
  func readImports(withResources: Set<ModuleID>) async -> WorkspaceImports {
    let modules = graph.modules.filter { sources[$0.id] != nil || $0.kind == .system || $0.kind == .binary }
    let scans = await modules.inPieces { modules in
      modules.map { ($0.id, ModuleScan(of: $0, sources[$0.id] ?? [], root: rootPath)) }
    }
    func ids(where isChosen: (ModuleScan) -> Bool) -> Set<ModuleID> { Set(scans.filter { isChosen($0.1) }.map(\.0)) }
    let changed = scans.reduce(into: Set()) { $0.formUnion($1.1.changedMacros) }
    let defaults = scans.reduce(into: Set()) { $0.formUnion($1.1.defaultMacros) }
    let generating = Set(graph.dependencies.lazy.filter { $0.kind == .plugin }.map(\.from))
    let byModule = Dictionary(uniqueKeysWithValues: scans)
    return WorkspaceImports(
      uses: byModule.mapValues(\.uses),
      mappedNames: byModule.mapValues(\.mappedNames).filter { !$0.value.isEmpty },
      headers: byModule.mapValues(\.interface.headers),
      incomplete: generating.union(ids { !$0.isComplete }).union(
        graph.modules.lazy.filter { $0.missingSources != nil }.map(\.id)),
      unreadHeaders: ids { !$0.interface.isComplete }, settings: compilationSettings,
      macros: macroSettings(changed: changed, defaults: defaults), withoutCode: ids { !$0.hasCode },
      withResources: withResources, aliases: moduleAliases, comments: scans.flatMap(\.1.comments))
  }
}

/// The imports of one module.
private struct ModuleScan: Sendable {
  private(set) var uses: [WorkspaceImports.Use] = []
  private(set) var isComplete = true
  /// Whether there is anything but Swift sources with nothing but comments.
  let hasCode: Bool
  private(set) var interface = HeaderFolder()
  /// Empty without module maps.
  private(set) var mappedNames: Set<String> = []
  private(set) var comments: [IgnoreComment] = []
  private(set) var changedMacros: Set<String> = []
  private(set) var defaultMacros: Set<String> = []

  init(of module: Module, _ files: [SourceFile], root: String) {
    hasCode = files.isEmpty || files.contains { $0.contents?.hasCode ?? true }
    for file in files { add(file.contents) }
    let isForeign = [.system, .binary].contains(module.kind) || !module.languages.allSatisfy { $0 == "swift" }
    guard let path = module.path, isForeign else { return }
    interface = HeaderFolder(at: "\(root)/\(path)")
    mappedNames = interface.names(of: module)
    if module.kind == .binary { return }
    addHeaders(at: path, root: root)
    uses.sort { ($0.location.file, $0.location.line) < ($1.location.file, $1.location.line) }
  }

  /// A header is not a source, but its module needs what it includes as well.
  private mutating func addHeaders(at path: String, root: String) {
    for header in interface.paths.sorted() {
      let shown = "\(path)/\(header)"
      guard let bytes = try? FileBytes.read("\(root)/\(shown)") else {
        interface.isComplete = false
        continue
      }
      add(SourceContents(header: bytes, path: shown))
    }
  }

  /// - Parameter file: `nil` if it cannot be read.
  private mutating func add(_ file: SourceContents?) {
    guard let file else {
      isComplete = false
      return
    }
    isComplete = isComplete && file.isComplete
    uses += file.uses
    comments += file.comments
    changedMacros.formUnion(file.changedMacros)
    defaultMacros.formUnion(file.defaultMacros)
  }
}
