import ModuleGraph

/// Predicts what is rebuilt after a function was added to a file, by the rules of Swift 6.3's driver (`RecompiledFiles`): the
/// file, files of its module that mention a name of it, and in modules that depend on it directly the files that mention a
/// name of the module. For the drivers of other modules above it there is nothing to compile; programs are linked again.
///
/// Where modules are compiled as a whole, all modules above are compiled.
struct VisibleChanges {
  let recorded: RecordedStructure
  let structure: ProposedStructure
  private let graph: ModuleGraph
  private let sizes: [ModuleID: CostModel.Size]
  private let plan: WorkPlan

  typealias File = ModuleContents.File

  /// - Complexity: that of planning a build.
  init(recorded: RecordedStructure, structure: ProposedStructure) {
    (self.recorded, self.structure) = (recorded, structure)
    graph = structure.graph
    sizes = recorded.sizes(of: structure, graph)
    plan = recorded.plan(for: structure, graph, doubt: 1)
  }

  /// - Returns: `nil` if the names in a file are unknown, or the module was not built.
  /// - Complexity: O(files² of the module + files of dependents), and three replays of what is rebuilt.
  func rebuild(after changed: ModuleID) -> RebuildForecast.Visible? {
    guard let own = ownFiles(of: changed), let others = filesOfDependents(of: changed) else { return nil }
    let error = recorded.costs.typicalError
    let all = own.sorted { lines($0) < lines($1) }
    let cases: [(files: [File], doubt: Double)] = [
      (all[all.count / 2], 1), (all[0], 1 / (1 + error)), (all[all.count - 1], 1 + error),
    ]
    let builds = cases.map { one in
      build(compiling: others.merging([changed: one.files]) { $1 }, above: changed, one.doubt)
    }
    let seconds = builds.map { recorded.seconds(of: $0.replayed.nanoseconds) }
    let cpu = builds.map { Double($0.totalCPUMicroseconds) / 1e6 }
    return RebuildForecast.Visible(
      files: all[all.count / 2].count + others.values.reduce(0) { $0 + $1.count },
      cpuSeconds: recorded.estimate(cpu[0], Array(cpu.dropFirst())),
      seconds: recorded.estimate(seconds[0], Array(seconds.dropFirst())))
  }

  // MARK: Files

  private func names(_ file: File) -> ModuleFile.Names? { structure.files[file.module]?[file.index].names }

  private func lines(_ files: [File]) -> Int {
    files.reduce(0) { $0 + (structure.files[$1.module]?[$1.index].lines ?? 0) }
  }

  private func files(of module: ModuleID) -> [File] { structure.contents[module]?.files ?? [] }

  /// What a change of each file of a module has compiled in that module; `nil` if the names are unknown.
  private func ownFiles(of module: ModuleID) -> [[File]]? {
    let files = files(of: module)
    let names = files.compactMap(names)
    guard !files.isEmpty, names.count == files.count else { return nil }
    guard !isCompiledAsWhole(module) else { return [files] }
    return files.indices.map { changed in
      files.indices.filter { $0 == changed || !names[$0].mentioned.isDisjoint(with: names[changed].declared) }.map {
        files[$0]
      }
    }
  }

  /// What is compiled in other modules; `nil` if the names of their files are unknown.
  private func filesOfDependents(of module: ModuleID) -> [ModuleID: [File]]? {
    let declared = files(of: module).reduce(into: Set<String>()) { $0.formUnion(names($1)?.declared ?? []) }
    var compiled: [ModuleID: [File]] = [:]
    for dependent in Set(structure.dependents(of: module).map(\.from)) where structure.contents[dependent] != nil {
      let files = files(of: dependent)
      guard !isCompiledAsWhole(dependent) else { continue }
      guard files.allSatisfy({ names($0) != nil }) else { return nil }
      compiled[dependent] = files.filter { names($0)?.mentioned.isDisjoint(with: declared) == false }
    }
    for above in modules(above: module) where isCompiledAsWhole(above) { compiled[above] = files(of: above) }
    return compiled
  }

  /// Whether one compiler compiles all files of a module, as in release builds.
  private func isCompiledAsWhole(_ module: ModuleID) -> Bool {
    (structure.contents[module]?.origins ?? []).contains { origin in
      recorded.variants[origin]?.contains { recorded.profiles[$0]?.isCompiledAsWhole ?? false } ?? false
    }
  }

  /// All direct and indirect dependents.
  private func modules(above module: ModuleID) -> Set<ModuleID> {
    var (above, pending): (Set<ModuleID>, [ModuleID]) = ([], [module])
    while let next = pending.popLast() {
      for dependent in structure.dependents(of: next).map(\.from) where above.insert(dependent).inserted {
        pending.append(dependent)
      }
    }
    return above
  }

  // MARK: The build

  private func build(compiling files: [ModuleID: [File]], above changed: ModuleID, _ doubt: Double) -> PlannedBuild {
    let replanning = recorded.replanning(for: structure, doubt: doubt)
    var rebuilt = plan
    (rebuilt.tasks, rebuilt.strangers) = ([:], [])
    for id in modules(above: changed).union([changed]) {
      for module in [false, true].map({ BuiltModule(name: Module.compiledName(id.name), isTool: $0) }) {
        guard let whole = plan.tasks[module] else { continue }
        rebuilt.tasks[module] = tasks(of: module, id, compiling: files[id] ?? [], whole, replanning)
      }
    }
    return PlannedBuild(
      rebuilt, graph: graph, machine: structure.proposedMachine, recorded: recorded.waits,
      preparation: (shared: nil, making: 0, waiting: 0))
  }

  private func tasks(
    of module: BuiltModule, _ id: ModuleID, compiling files: [File], _ whole: WorkPlan.Tasks, _ replanning: Replanning
  ) -> WorkPlan.Tasks {
    guard var contents = structure.contents[id], let size = sizes[id], files.count < contents.files.count, !whole.isC
    else {
      return whole
    }
    guard !files.isEmpty else { return whole.compilingNothing }
    (contents.files, contents.origins) = (files, Set(files.map(\.module)))
    var tasks = replanning.tasks(
      of: Replanning.Target(module: module, contents: contents, size: size),
      from: recorded.origins(contents.origins, isTool: module.isTool))
    tasks.link = whole.link
    return tasks
  }
}

extension WorkPlan.Tasks {
  /// Only the driver, which finds nothing to compile, and the linker.
  fileprivate var compilingNothing: Self {
    var tasks = self
    tasks.wrap = []
    tasks.compile = compile.filter { $0.job.kind == .plan }.map { driver in
      var driver = driver
      driver.below = []
      return driver
    }
    return tasks
  }
}
