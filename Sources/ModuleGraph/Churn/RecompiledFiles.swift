import ImportSyntax

/// What a build recompiles in one module after a change from one state of a workspace to another: an estimate.
package struct RecompiledModule: Sendable, Hashable {
  package enum Reason: String, Sendable, Hashable {
    /// It did not exist before.
    case new
    /// Its compiler gets other options, or it lost a file: a driver then compiles all of it.
    case settings
    case removedFile = "removed-file"
    /// Its own files changed.
    case changed
    /// A module that it depends on changed what it shows.
    case dependency
  }

  package let module: ModuleID
  package let reason: Reason
  /// Changed, new and removed files.
  package let changedFiles: Int
  /// The files that are compiled, and all.
  package let compiledFiles: Int
  package let files: Int
  /// The names of the files that are compiled, without their folders; `nil` if unknown.
  package let names: Set<String>?
  /// The lines in them.
  package let compiledLines: Int
  package let lines: Int

  package var isWhole: Bool { compiledFiles == files }

  package init(
    module: ModuleID, reason: Reason, changedFiles: Int, compiledFiles: Int, files: Int, compiledLines: Int, lines: Int,
    names: Set<String>? = nil
  ) {
    (self.module, self.reason, self.changedFiles) = (module, reason, changedFiles)
    (self.compiledFiles, self.files) = (compiledFiles, files)
    (self.compiledLines, self.lines) = (compiledLines, lines)
    self.names = names
  }
}

/// Which files a build recompiles, by the rules of Swift 6.3's driver.
///
/// - A file is compiled if its bytes changed, or if it mentions a name that another file of its module changed. Within a
///   function's body nothing changes for others.
/// - For other modules, a module has one interface of all that stands outside of types: if that changes anywhere, every
///   file is compiled that mentions any name of the module. A change within a type has those compiled that mention the type.
/// - Only modules that depend on it directly look. Whether they change what they show themselves is taken to follow from
///   their own files.
/// - Operators are names of the module wherever they are declared; see `SwiftInterface`.
/// - A module that lost a file, or whose compiler gets other options, is compiled as a whole.
package struct RecompiledFiles: Sendable, Hashable {
  /// Sorted by module; without those of which nothing is compiled.
  package let modules: [RecompiledModule]
  /// Modules that are there no more, sorted.
  package let removed: [ModuleID]
  /// Modules that had sources and have none any more, in the graph's order: a build fails.
  package let emptied: [ModuleID]

  /// - Parameters:
  ///   - graph: that of the later state.
  ///   - asWholes: whether one compiler compiles all files of a module, as in release builds. Any change then has the module and
  ///     all modules above it compiled, since builders only see that a module was written again.
  ///   - isBuilt: whether builds compile a module.
  /// - Complexity: O(files · names).
  package init(
    from base: WorkspaceInterfaces, to head: WorkspaceInterfaces, in graph: ModuleGraph, asWholes: Bool = false,
    isBuilt: (Module) -> Bool = { $0.kind != .test && $0.kind != .snippet && $0.kind != .plugin }
  ) {
    let shown = Dictionary(
      uniqueKeysWithValues: head.modules.map { ($0, Self.namesShown(from: base.modules[$0], to: $1)) })
    let dependencies = Dictionary(grouping: graph.dependencies, by: \.from)
    let built = graph.modules.filter(isBuilt).map(\.id)
    let partly = built.compactMap { id in
      head.modules[id].flatMap { contents in
        let used = (dependencies[id] ?? []).reduce(into: Set<String>()) { $0.formUnion(shown[$1.to] ?? []) }
        return Self.recompiled(id, from: base.modules[id], to: contents, shownByOthers: used)
      }
    }
    modules = asWholes ? Self.wholes(partly, among: built, of: head, dependencies) : partly
    emptied = graph.modules.filter(isBuilt).map(\.id).filter {
      base.modules[$0]?.files.isEmpty == false && head.modules[$0]?.files.isEmpty ?? true
    }
    removed = Set(base.modules.keys).subtracting(graph.modules.map(\.id)).sorted()
  }

  /// The names whose meaning changed for other modules.
  private static func namesShown(
    from base: WorkspaceInterfaces.Contents?, to head: WorkspaceInterfaces.Contents
  ) -> Set<String> {
    guard let base else { return [] }
    var types: Set<String> = []
    var isWhole = false
    for path in Set(base.files.keys).union(head.files.keys) {
      let (old, new) = (base.files[path]?.interface, head.files[path]?.interface)
      guard old != new else { continue }
      if old?.file ?? 0 != new?.file ?? 0 { isWhole = true }
      types.formUnion(SwiftInterface.changedNames(from: old, to: new, isInModule: false))
    }
    guard isWhole else { return types }
    for file in [base, head].flatMap(\.files.values) {
      if let interface = file.interface { types.formUnion(interface.names.union(interface.types.keys)) }
    }
    return types
  }

  /// The modules that changed and those above them, each with all of its files.
  private static func wholes(
    _ partly: [RecompiledModule], among built: [ModuleID], of head: WorkspaceInterfaces,
    _ dependencies: [ModuleID: [Dependency]]
  ) -> [RecompiledModule] {
    var changed = Dictionary(partly.filter { $0.reason != .dependency }.map { ($0.module, $0) }) { first, _ in first }
    let dependents = Dictionary(grouping: dependencies.values.joined(), by: \.to)
    var (compiled, pending) = (Set(changed.keys), Array(changed.keys))
    while let next = pending.popLast() {
      for above in dependents[next] ?? [] where compiled.insert(above.from).inserted { pending.append(above.from) }
    }
    return built.filter(compiled.contains).compactMap { id in
      guard let files = head.modules[id]?.files, !files.isEmpty else { return nil }
      let lines = files.values.reduce(0) { $0 + $1.lines }
      let own = changed.removeValue(forKey: id)
      return RecompiledModule(
        module: id, reason: own?.reason ?? .dependency, changedFiles: own?.changedFiles ?? 0,
        compiledFiles: files.count,
        files: files.count, compiledLines: lines, lines: lines,
        names: Set(files.keys.map { String($0.split(separator: "/").last ?? "") }))
    }
  }

  private static func recompiled(
    _ module: ModuleID, from base: WorkspaceInterfaces.Contents?, to head: WorkspaceInterfaces.Contents,
    shownByOthers: Set<String>
  ) -> RecompiledModule? {
    let old = base?.files ?? [:]
    let changed = Set(head.files.filter { old[$0.key]?.hash != $0.value.hash }.keys)
    let removed = Set(old.keys).subtracting(head.files.keys)
    var reason = RecompiledModule.Reason.changed
    var compiled = changed
    if base == nil || base?.settings != head.settings || removed.contains(where: { old[$0]?.interface != nil }) {
      reason = base == nil ? .new : base?.settings != head.settings ? .settings : .removedFile
      compiled = Set(head.files.keys)
    } else {
      var names = shownByOthers
      for path in changed {
        names.formUnion(SwiftInterface.changedNames(from: old[path]?.interface, to: head.files[path]?.interface))
      }
      for (path, file) in head.files where !names.isEmpty {
        if let interface = file.interface, !interface.mentioned.isDisjoint(with: names) { compiled.insert(path) }
      }
      if changed.isEmpty { reason = .dependency }
    }
    guard !compiled.isEmpty else { return nil }
    func lines(_ paths: some Sequence<String>) -> Int { paths.reduce(0) { $0 + (head.files[$1]?.lines ?? 0) } }
    return RecompiledModule(
      module: module, reason: reason, changedFiles: changed.count + removed.count, compiledFiles: compiled.count,
      files: head.files.count, compiledLines: lines(compiled), lines: lines(head.files.keys),
      names: Set(compiled.map { String($0.split(separator: "/").last ?? "") }))
  }
}
