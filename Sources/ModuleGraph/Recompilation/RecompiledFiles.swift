import ImportSyntax

/// What a build recompiles in one module after a change from one state of a workspace to another: an estimate.
package struct RecompiledModule: Sendable, Hashable {
  package enum Reason: String, Sendable, Hashable {
    /// It did not exist before.
    case new
    /// Its compiler options changed, or it lost a file: a driver then compiles all of it.
    case settings
    case removedFile = "removed-file"
    case changed
    /// The interface of a module that it depends on changed.
    case dependency
    /// A header changed, of its own or of a C module that it imports.
    case header
  }

  package let module: ModuleID
  package let reason: Reason
  /// Changed, new and removed files.
  package let changedFiles: Int
  /// The number of files that are compiled, and of all files.
  package let compiledFiles: Int
  package let files: Int
  /// The names of the files that are compiled, without their folders; `nil` if unknown.
  package let names: Set<String>?
  /// The lines in them.
  package let compiledLines: Int
  package let lines: Int
  /// Like ``compiledLines``, but by the lines of code: those of all files add up to ``lines``.
  package let weightedLines: Int
  /// The weighted lines in files that are new, or in which more than comments changed; those of all compiled files if compiler
  /// options changed that code depends on, or the modules that any file of the module imports. The object code of other
  /// files usually stays the same.
  package let changedLines: Int

  /// For each changed file, the number of other files that are found to use what it changed, once it is compiled. Files with
  /// the fewest lines are compiled first, and each file is counted once.
  package let discovered: [Int]

  package var isWhole: Bool { compiledFiles == files }
  /// Whether object code changes, so that programs are linked again.
  package var changesCode: Bool { changedLines > 0 || [.new, .settings, .removedFile].contains(reason) }

  package init(
    module: ModuleID, reason: Reason, changedFiles: Int, compiledFiles: Int, files: Int, compiledLines: Int, lines: Int,
    weightedLines: Int? = nil, changedLines: Int, discovered: [Int] = [], names: Set<String>? = nil
  ) {
    (self.module, self.reason, self.changedFiles) = (module, reason, changedFiles)
    (self.compiledFiles, self.files) = (compiledFiles, files)
    (self.compiledLines, self.lines, self.changedLines) = (compiledLines, lines, changedLines)
    self.weightedLines = weightedLines ?? compiledLines
    (self.discovered, self.names) = (discovered, names)
  }

  /// The number of batches in which a driver compiles the files.
  /// - Parameter lanes: how many processes may run at a time.
  package func batches(lanes: Int) -> Int { waves(lanes: lanes).reduce(0) { $0 + 1 + $1.followers.count } }

  /// A batch of files that a driver knows from the start, and the batches that follow it, of the files that it discovers by it.
  package struct Wave: Sendable, Hashable {
    /// The number of files in the batch.
    package let files: Int
    /// The number of files in each batch that follows.
    package var followers: [Int] = []

    package init(files: Int) {
      self.files = files
    }
  }

  /// The batches of the files that a driver knows from the start.
  /// - Parameter lanes: how many processes may run at a time.
  package func waves(lanes: Int) -> [Wave] {
    var waves = Self.batches(of: compiledFiles - discovered.reduce(0, +), lanes).map(Wave.init)
    let perBatch = max(1, (discovered.count + lanes - 1) / lanes)
    for (number, start) in stride(from: 0, to: discovered.count, by: perBatch).enumerated() where !waves.isEmpty {
      let found = discovered[start..<min(start + perBatch, discovered.count)].reduce(0, +)
      waves[min(number, waves.count - 1)].followers += Self.batches(of: found, lanes)
    }
    return waves
  }

  /// The number of files in each batch, at most 25 (`computeNumberOfPartitions` in swift-driver's `Planning.swift`).
  private static func batches(of files: Int, _ lanes: Int) -> [Int] {
    let count = min(files, max(lanes, (files + 24) / 25))
    return (0..<count).map { files / count + ($0 < files % count ? 1 : 0) }
  }
}

/// Which files a build recompiles, by the rules of Swift 6.3's driver.
///
/// - A file is compiled if its bytes changed, or if it uses a name that another file of its module changed; see
///   `ReachedTypes`. Changes within a function's body do not affect others.
/// - For other modules, everything outside of types is one interface of the module: if it changes anywhere, every file
///   that uses any name of the module is compiled. A change within a type compiles the files that use the type, and a
///   change within an extension those that mention one of its members.
/// - Only direct dependents check this; with swiftbuild, all dependents. Their own interfaces are assumed to follow
///   from their own files.
/// - The driver of a direct dependent also runs if only bodies that other modules see changed, or the objects of a C
///   module.
/// - If a header of a C module changed, all files of each Swift module are compiled that loads it, by its own imports or those of
///   modules that it imports, and whose driver runs: it depends on the C module, its own files changed, or what it sees of others.
/// - Operators are names of the module wherever they are declared; see `SwiftInterface`. A file that uses one also uses the types
///   of its module that declare it, whatever its operands are.
/// - A module that lost a file, or whose compiler options changed, is compiled as a whole.
package struct RecompiledFiles: Sendable, Hashable {
  /// Sorted by module, without modules of which nothing is compiled.
  package let modules: [RecompiledModule]
  /// Modules of which no file is compiled, but whose drivers check that, since a module that they depend on looks different
  /// to them; in the graph's order.
  package let checked: [ModuleID]
  /// Removed modules, sorted.
  package let removed: [ModuleID]
  /// Modules that no longer have sources, in the graph's order: a build fails.
  package let emptied: [ModuleID]

  /// - Parameters:
  ///   - graph: that of the later state.
  ///   - manner: how builds compile modules.
  ///   - isBuilt: whether builds compile a module.
  /// - Complexity: O(files · names).
  package init(
    from base: WorkspaceInterfaces, to head: WorkspaceInterfaces, in graph: ModuleGraph, manner: Manner = Manner(),
    isBuilt: (Module) -> Bool = { $0.kind != .test && $0.kind != .snippet && $0.kind != .plugin }
  ) {
    let dependents = Dictionary(grouping: graph.dependencies, by: \.to).mapValues { $0.map(\.from) }
    let dependencies = Dictionary(grouping: graph.dependencies, by: \.from).mapValues { $0.map(\.to) }
    let names = Dictionary(uniqueKeysWithValues: graph.modules.map { ($0.id, $0.compiledName) })
    let seen = SeenChanges(
      from: base, to: head, names: names, dependents, seenByAllAbove: manner.driversSeeAllBelow)
    let built = graph.modules.filter(isBuilt).map(\.id)
    let partly = built.compactMap { id in
      head.modules[id].flatMap {
        Self.recompiled(
          id, from: base.modules[id], to: $0, seen,
          below: (dependencies[id] ?? []).compactMap { head.modules[$0] })
      }
    }
    let modules = manner.compilesWholes ? Self.wholes(partly, seen.changed, among: built, of: head, dependents) : partly
    self.modules = modules
    let compiled = Set(modules.map(\.module))
    checked =
      manner.compilesWholes
      ? [] : built.filter { seen.looking.contains($0) && !compiled.contains($0) && head.modules[$0]?.isSwift == true }
    emptied = graph.modules.filter(isBuilt).map(\.id).filter {
      base.modules[$0]?.files.isEmpty == false && head.modules[$0]?.files.isEmpty ?? true
    }
    removed = Set(base.modules.keys).subtracting(graph.modules.map(\.id)).sorted()
  }

  /// How builds compile modules.
  package struct Manner: Sendable, Hashable {
    /// Whether one compiler compiles all files of a module, as in release builds. A change that others can see then
    /// compiles direct dependents as a whole.
    package var compilesWholes = false
    /// Whether the drivers of all dependents of a changed module check what to compile, as with swiftbuild; in the
    /// native build system, only those of direct dependents.
    package var driversSeeAllBelow = false

    package init(compilesWholes: Bool = false, driversSeeAllBelow: Bool = false) {
      (self.compilesWholes, self.driversSeeAllBelow) = (compilesWholes, driversSeeAllBelow)
    }
  }

  /// The changed modules, and in Swift the direct dependents of changed outputs, which have all of their files compiled.
  private static func wholes(
    _ partly: [RecompiledModule], _ seen: Set<ModuleID>, among built: [ModuleID], of head: WorkspaceInterfaces,
    _ dependents: [ModuleID: [ModuleID]]
  ) -> [RecompiledModule] {
    let changed = Dictionary(partly.filter { $0.reason != .dependency }.map { ($0.module, $0) }) { first, _ in first }
    let compiled = seen.reduce(into: Set(changed.keys)) { $0.formUnion(dependents[$1] ?? []) }
    return built.filter(compiled.contains).compactMap { id in
      guard let contents = head.modules[id], contents.isSwift else { return changed[id] }
      let (files, lines) = (contents.files, contents.lines(of: contents.files.keys))
      return RecompiledModule(
        module: id, reason: changed[id]?.reason ?? .dependency, changedFiles: changed[id]?.changedFiles ?? 0,
        compiledFiles: files.count, files: files.count, compiledLines: lines, lines: lines,
        changedLines: changed[id]?.changedLines ?? 0, names: names(of: files.keys))
    }
  }

  private static func recompiled(
    _ module: ModuleID, from base: WorkspaceInterfaces.Contents?, to head: WorkspaceInterfaces.Contents,
    _ seen: SeenChanges, below dependencies: [WorkspaceInterfaces.Contents]
  ) -> RecompiledModule? {
    let (old, shownByOthers) = (base?.files ?? [:], seen.changes[module] ?? .init())
    let changed = Set(head.files.filter { old[$0.key]?.hash != $0.value.hash }.keys)
    let removed = Set(old.keys).subtracting(head.files.keys)
    var (reason, compiled, discovered) = (RecompiledModule.Reason.changed, changed, [Int]())
    var generated = changed.filter { !head.files[$0].hasSameCode(as: old[$0]) }
    if base == nil || base?.settings != head.settings || removed.contains(where: { old[$0]?.interface != nil }) {
      reason = base == nil ? .new : base?.settings != head.settings ? .settings : .removedFile
      compiled = Set(head.files.keys)
    } else if base?.headers?.all != head.headers?.all || seen.loadsHeaders(module, head, isChanged: !changed.isEmpty) {
      if changed.isEmpty { reason = .header }
      compiled = Set(head.files.keys)
      generated = compiled
    } else if !changed.isEmpty || !shownByOthers.isEmpty {
      let types = ReachedTypes(in: head.interfaces, and: dependencies.flatMap(\.interfaces))
      compiled.formUnion(head.files(using: shownByOthers, types))
      discovered = head.discover(&compiled, byCompiling: changed, insteadOf: old, types)
      if changed.isEmpty { reason = .dependency }
    }
    if base?.codeSettings != head.codeSettings || base?.imports != head.imports { generated = compiled }
    guard !compiled.isEmpty else { return nil }
    return RecompiledModule(
      module: module, reason: reason, changedFiles: changed.count + removed.count, compiledFiles: compiled.count,
      files: head.files.count, compiledLines: head.lines(of: compiled), lines: head.lines(of: head.files.keys),
      weightedLines: head.weightedLines(of: compiled), changedLines: head.weightedLines(of: generated),
      discovered: discovered, names: names(of: compiled))
  }

  /// The names of files, without their folders.
  private static func names(of paths: some Sequence<String>) -> Set<String> {
    Set(paths.map { String($0.split(separator: "/").last ?? "") })
  }
}

extension WorkspaceInterfaces.Contents {
  /// Adds the files that use what changed in some files, which are compiled one after another.
  /// - Returns: how many files each of them added.
  fileprivate func discover(
    _ compiled: inout Set<String>, byCompiling changed: Set<String>, insteadOf old: [String: WorkspaceInterfaces.File],
    _ types: ReachedTypes
  ) -> [Int] {
    changed.sorted { isShorter($0, $1) }.map { path in
      let change = SwiftInterface.change(from: old[path]?.interface, to: files[path]?.interface)
      let others = Set(files(using: change, types)).subtracting(compiled)
      compiled.formUnion(others)
      return others.count
    }
  }

  fileprivate var interfaces: [SwiftInterface] { files.values.compactMap(\.interface) }

  /// The modules that any of its files imports. The compiler notes all of them in the object code of each file.
  fileprivate var imports: Set<String> {
    files.values.reduce(into: []) { $0.formUnion($1.interface?.imports ?? []) }
  }

  fileprivate var isSwift: Bool { files.values.contains { $0.interface != nil } }

  /// The files that use something that changed.
  fileprivate func files(using change: SwiftInterface.Change, _ types: ReachedTypes) -> [String] {
    guard !change.isEmpty else { return [] }
    return files.filter { $0.value.interface.map { types.uses($0, change) } ?? false }.map(\.key)
  }

  /// Whether one file has fewer lines than another; of equal ones, the one whose path comes first.
  fileprivate func isShorter(_ one: String, _ other: String) -> Bool {
    (files[one]?.lines ?? 0, one) < (files[other]?.lines ?? 0, other)
  }
}

extension WorkspaceInterfaces.File? {
  /// Whether two states of a file differ in comments at most, none of which moves code to another line.
  fileprivate func hasSameCode(as other: WorkspaceInterfaces.File?) -> Bool {
    guard let own = self, let other, let interface = own.interface else { return false }
    return own.lines == other.lines && interface.all == other.interface?.all
  }
}
