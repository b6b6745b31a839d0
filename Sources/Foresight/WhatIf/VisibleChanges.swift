import BuildAnalysis
import CMath
import ModuleGraph

/// Predicts what is rebuilt after a function was added to a file, by the rules of Swift 6.3's driver
/// (`RecompiledFiles`), as far as names that are mentioned show: the file, files of its module that mention a name of it, and in direct dependents (with
/// swiftbuild, in all dependents) the files that mention a name of the module. Programs are relinked. Object code is generated
/// for the changed file only (``CodeGeneration``).
///
/// If modules are compiled as a whole, the module and its direct dependents are compiled.
struct VisibleChanges {
  let recorded: RecordedStructure
  let structure: ProposedStructure
  private let graph: ModuleGraph
  private let sizes: [ModuleID: CostModel.Size]
  /// The direct ones of each module.
  private let dependents: [ModuleID: [ModuleID]]
  private let plan: WorkPlan
  /// CPU time outside of modules' compilers: of SwiftPM itself, and of its queries to compilers.
  private let otherCPUMicroseconds: Int

  typealias File = ModuleContents.File

  /// - Parameter unchanged: the build of the recorded structure.
  /// - Complexity: that of planning a build.
  init(recorded: RecordedStructure, unchanged: PlannedBuild, structure: ProposedStructure) {
    (self.recorded, self.structure) = (recorded, structure)
    graph = structure.graph
    sizes = recorded.sizes(of: structure, graph)
    dependents = Dictionary(grouping: structure.dependencies, by: \.to).mapValues { $0.map(\.from) }
    plan = recorded.plan(for: structure, graph, doubt: 1)
    let strangers = plan.strangers.reduce(0) { $0 + $1.cpuMicroseconds }
    let other = max(0, recorded.measuredCPUMicroseconds - unchanged.totalCPUMicroseconds) + strangers
    otherCPUMicroseconds = recorded.usesSwiftBuild ? Int(Double(other) * Self.plannedAgain) : other
  }

  /// The assumed error of deciding by names alone: they show neither inferred types nor other declarations of the same
  /// name.
  private static let nameError = 0.15

  /// The share of a clean build's planning that swiftbuild repeats in a build after an edit, in time, and beside that in CPU
  /// time: it keeps what it knows of compilers, and its description of the build. Medians of eight clean builds of
  /// `Benchmarks/Forecasts/canyon.yml` and six after an edit: 1.33 and 0.95 s, and 2.7 and 1.6 s of CPU time.
  private static let plannedAgain = 0.72

  /// What a change of one file compiles in its module.
  private struct Change {
    let file: File
    let compiled: [File]
  }

  /// - Returns: `nil` if the names in a file are unknown, or the module was not built.
  /// - Complexity: O(files² of the module + files of dependents), and three replays of what is rebuilt.
  func rebuild(after changed: ModuleID) -> RebuildForecast.Visible? {
    guard let own = changes(of: changed), let others = filesOfDependents(of: changed) else { return nil }
    let error = hypot(recorded.costs.typicalError, Self.nameError)
    let all = own.sorted { lines($0.compiled) < lines($1.compiled) }
    let median = all[all.count / 2]
    let cases: [(change: Change, doubt: Double)] = [
      (median, 1), (all[0], 1 / (1 + error)), (all[all.count - 1], 1 + error),
    ]
    let builds = cases.map { one in
      build(after: one.change, in: changed, compiling: others, one.doubt)
    }
    let seconds = builds.map { recorded.seconds(of: $0.replayed.nanoseconds) }
    let cpu = builds.map { Double(otherCPUMicroseconds + $0.totalCPUMicroseconds) / 1e6 }
    return RebuildForecast.Visible(
      changedFile: structure.files[median.file.module]?[median.file.index].path ?? "",
      files: median.compiled.count + others.values.reduce(0) { $0 + $1.count },
      cpuSeconds: estimate(cpu), seconds: estimate(seconds))
  }

  /// - Parameter values: the median, the minimum and the maximum of what is rebuilt.
  private func estimate(_ values: [Double]) -> Forecast.Estimate {
    recorded.estimate(
      values[0], values.dropFirst() + [values[0] * (1 - Self.nameError), values[0] * (1 + Self.nameError)])
  }

  // MARK: Files

  private func names(_ file: File) -> ModuleFile.Names? { structure.files[file.module]?[file.index].names }

  private func lines(_ files: [File]) -> Int {
    files.reduce(0) { $0 + (structure.files[$1.module]?[$1.index].lines ?? 0) }
  }

  private func files(of module: ModuleID) -> [File] { structure.contents[module]?.files ?? [] }

  /// The change of each file of a module; `nil` if the names are unknown.
  private func changes(of module: ModuleID) -> [Change]? {
    let files = files(of: module)
    let names = files.compactMap(names)
    guard !files.isEmpty, names.count == files.count else { return nil }
    let isWhole = isCompiledAsWhole(module)
    return files.indices.map { changed in
      let compiled = files.indices.filter {
        $0 == changed || isWhole || !names[$0].mentioned.isDisjoint(with: names[changed].declared)
      }
      return Change(file: files[changed], compiled: compiled.map { files[$0] })
    }
  }

  /// What is compiled in other modules; `nil` if the names of their files are unknown.
  private func filesOfDependents(of module: ModuleID) -> [ModuleID: [File]]? {
    let declared = files(of: module).reduce(into: Set<String>()) { $0.formUnion(names($1)?.declared ?? []) }
    var compiled: [ModuleID: [File]] = [:]
    for dependent in modulesLooking(at: module) where structure.contents[dependent] != nil {
      let files = files(of: dependent)
      guard isCompiledAsWhole(dependent) || files.allSatisfy({ names($0) != nil }) else { return nil }
      compiled[dependent] =
        isCompiledAsWhole(dependent)
        ? files : files.filter { names($0)?.mentioned.isDisjoint(with: declared) == false }
    }
    return compiled
  }

  /// Whether one compiler compiles all files of a module, as in release builds.
  private func isCompiledAsWhole(_ module: ModuleID) -> Bool {
    (structure.contents[module]?.origins ?? []).contains { origin in
      recorded.variants[origin]?.contains { recorded.profiles[$0]?.isCompiledAsWhole == true } == true
    }
  }

  /// The modules whose drivers check for changes in another module.
  private func modulesLooking(at module: ModuleID) -> Set<ModuleID> {
    recorded.usesSwiftBuild && !isCompiledAsWhole(module)
      ? dependents.reached(from: module) : structure.directDependents(of: module)
  }

  // MARK: The build

  /// - Parameter others: the files that are compiled in other modules.
  private func build(
    after change: Change, in changed: ModuleID, compiling others: [ModuleID: [File]], _ doubt: Double
  ) -> PlannedBuild {
    let replanning = recorded.replanning(for: structure, doubt: doubt)
    var rebuilt = plan
    (rebuilt.tasks, rebuilt.strangers) = ([:], [])
    let looking = modulesLooking(at: changed)
    for id in dependents.reached(from: changed).union([changed]) {
      for module in [false, true].map({ BuiltModule(name: Module.compiledName(id.name), isTool: $0) }) {
        guard let whole = plan.tasks[module] else { continue }
        let files = id == changed ? change.compiled : others[id] ?? []
        var tasks = tasks(of: module, id, compiling: files, whole, replanning)
        tasks = omittingCode(in: tasks, of: id, except: id == changed ? change.file : nil)
        tasks.workAloneOnCores()
        if id == changed { tasks.delayAllButFirst() }
        if id != changed, !looking.contains(id) { tasks.compile = [] }
        rebuilt.tasks[module] = tasks
      }
    }
    return planned(rebuilt)
  }

  private func planned(_ rebuilt: WorkPlan) -> PlannedBuild {
    var (rebuilt, machine) = (rebuilt, structure.proposedMachine)
    recorded.startCompilers(in: &rebuilt, of: structure)
    rebuilt.planningNanoseconds = plan.planningNanoseconds
    if recorded.usesSwiftBuild {
      // In a build after an edit, swiftbuild rarely compiles two modules at once, although the interfaces were written.
      rebuilt.compileOneAtATime(jobs: machine.jobs)
      machine.jobs = 1
      rebuilt.planningNanoseconds -= (1 - Self.plannedAgain) * (recorded.waits.plan?.nanoseconds ?? 0)
    }
    return PlannedBuild(
      rebuilt, graph: graph, machine: machine, recorded: recorded.waits,
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

  /// Omits the generation of object code for all files except the changed one.
  private func omittingCode(
    in tasks: WorkPlan.Tasks, of id: ModuleID, except changed: File?
  ) -> WorkPlan.Tasks {
    guard let contents = structure.contents[id], !tasks.isC else { return tasks }
    let isWhole = isCompiledAsWhole(id)
    let name = changed.flatMap { structure.files[$0.module]?[$0.index].name }
    func omitting(_ process: PlannedProcess) -> PlannedProcess {
      var process = process
      process.below = process.below.map(omitting)
      guard process.isFrontend else { return process }
      let (files, all) = (process.job.files, isWhole ? contents.files.count : process.job.files.count)
      let hasChanged = name.map { isWhole || files.contains($0) } ?? false
      let changedShare = hasChanged ? 1 / Double(max(1, all)) : 0
      let factor = CodeGeneration.factor(unchangedShare: 1 - changedShare)
      // A compiler of a whole module generates code with several threads, so that omitting it saves less time than CPU time.
      let left = 1000 * Double(process.job.cpuMicroseconds) * factor / max(1, process.lead.work)
      return process.ownScaled(by: CostModel.Ratio(cpu: factor, work: isWhole ? min(1, max(factor, left)) : factor))
    }
    var tasks = tasks
    tasks.compile = tasks.compile.map(omitting)
    return tasks
  }
}

extension WorkPlan.Tasks {
  /// Makes all compilers except the first wait for it: a driver compiles the changed file first, and learns from it
  /// what else to compile.
  fileprivate mutating func delayAllButFirst() {
    var first: Double?
    func delayed(_ process: PlannedProcess) -> PlannedProcess {
      var process = process
      process.below = process.below.map(delayed)
      guard process.isFrontend else { return process }
      if let first { process.lead.delay += first } else { first = process.lead.work }
      return process
    }
    compile = compile.map(delayed)
  }

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
