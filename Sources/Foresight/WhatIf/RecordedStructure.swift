package import BuildAnalysis
package import BuildTrace
package import ModuleGraph

/// A recorded build from which builds of changed module structures are predicted.
///
/// It is computed once; each proposal then takes only a few replays.
package struct RecordedStructure: Sendable {
  /// The reason why nothing is predicted.
  package enum ReplayError: Error, Hashable, Sendable {
    /// The recording is incomplete or damaged, or the build failed; with the reasons, never empty.
    case incompleteTrace([Timeline.Gap])
    case nothingBuilt
    /// The error of replaying the unchanged build exceeds ``Replay/largestRelativeError``.
    case unfaithful(relativeError: Double)
  }

  /// The recorded graph, with all modules of the build.
  package let graph: ModuleGraph
  package let machine: BuildMachine
  /// Wall time of the recorded build.
  package let measuredSeconds: Double
  /// As in the timeline of the recorded build.
  package let criticalPath: CriticalPath
  /// The relative error of the unchanged replay; see ``Replay/relativeError``.
  package private(set) var relativeError: Double
  package let costs: CostModel

  let plan: WorkPlan
  let waits: RecordedWaits
  /// The files of each compiled module, as far as known.
  let files: [ModuleID: [ModuleFile]]
  let profiles: [BuiltModule: ModuleProfile]
  /// The variants of each compiled module: built for the product, as a tool, or both.
  let variants: [ModuleID: [BuiltModule]]
  /// The compiled names of modules that the build compiled, and that the graph does not contain; sorted.
  package let unknownModules: [String]
  let sizes: [ModuleID: CostModel.Size]
  /// The recorded structure, to which proposals are applied.
  package let unchanged: ProposedStructure
  /// The shared preparation, with its CPU time in microseconds.
  let preparation: (shared: SharedPreparation?, making: Double, waiting: Double)
  let preparationBasis: RecordedPreparation.Basis
  /// Whether SwiftPM's newer build system made the build.
  let usesSwiftBuild: Bool
  /// The same recording without shared preparation, where that is only assumed; at most one.
  private(set) var alternatives: [RecordedStructure] = []
  /// The CPU time of the recorded build.
  let measuredCPUMicroseconds: Int
  /// The time before the first process plus the time after the last one.
  let aroundNanoseconds: Int

  /// - Parameters:
  ///   - trace: the trace of a complete build.
  ///   - graph: a graph with all modules of the build.
  ///   - files: the source files of modules. For other modules, file names are taken from the trace, if it contains
  ///     them.
  ///   - fileCosts: what each file costs; `nil` if it was not measured, so that files cost by their lines.
  ///   - target: the name of the product or module that was built; `nil` if it was the whole package.
  /// - Throws: `ReplayError`.
  /// - Complexity: that of a ``Timeline``.
  package init(
    _ trace: BuildTrace, graph: ModuleGraph, files: [ModuleID: [ModuleFile]] = [:], fileCosts: FileCosts? = nil,
    target: String? = nil
  ) throws(ReplayError) {
    let analysis = TraceAnalysis(trace, graph)
    let replay = analysis.replays.summary
    switch replay.refusal {
    case .incompleteTrace: throw .incompleteTrace(analysis.gaps)
    case .nothingBuilt: throw .nothingBuilt
    // The structure has another model, with shared preparation, whose error is checked below.
    case .unfaithful, nil: break
    }
    guard let predicted = replay.predictedNanoseconds else { throw .nothingBuilt }
    let build = AnalyzedBuild(
      trace: trace, analysis: analysis, graph: graph, files: files, fileCosts: fileCosts, target: target,
      aroundNanoseconds: predicted - Int(analysis.replays.replayed.rounded()))
    let first = RecordedStructure(
      build, preparing: RecordedPreparation(analysis, of: trace, files: files, assumes: true))
    let isAssumed = first.preparation.shared != nil && first.preparationBasis == .assumed
    let other =
      isAssumed || !first.isFaithful
      ? RecordedStructure(build, preparing: RecordedPreparation(without: analysis)) : first
    self = first.isFaithful ? first : other
    if isAssumed, isFaithful, first.isFaithful, other.isFaithful { alternatives = [other] }
    guard isFaithful else { throw .unfaithful(relativeError: relativeError) }
  }

  /// Whether one compiler compiles all files of a module, as in release builds.
  package var compilesModulesAsWholes: Bool { profiles.values.contains(where: \.isCompiledAsWhole) }

  private var isFaithful: Bool { abs(relativeError) <= Replay.largestRelativeError }

  /// A complete build, and the known facts about its modules.
  private struct AnalyzedBuild {
    let trace: BuildTrace
    let analysis: TraceAnalysis
    let graph: ModuleGraph
    let files: [ModuleID: [ModuleFile]]
    let fileCosts: FileCosts?
    let target: String?
    /// The time before the first process plus the time after the last one.
    let aroundNanoseconds: Int
  }

  private init(_ build: AnalyzedBuild, preparing recorded: RecordedPreparation) {
    let (trace, analysis) = (build.trace, build.analysis)
    graph = build.graph
    aroundNanoseconds = build.aroundNanoseconds
    measuredSeconds = analysis.tasks.tree.span.seconds
    criticalPath = analysis.criticalPath
    let stated = trace.header.statedLanes
    machine = BuildMachine(
      cores: trace.header.cores, jobs: analysis.model.schedule.lanes, isJobsStated: stated != nil,
      unblocking: analysis.observed.model)
    waits = RecordedWaits(
      observed: analysis.observed, plan: analysis.builder.plan, unkept: analysis.builder.unkept,
      span: analysis.tasks.tree.span)
    preparation = (recorded.shared, recorded.costs.making, recorded.costs.waiting)
    preparationBasis = recorded.basis
    usesSwiftBuild = trace.header.usesSwiftBuild
    plan = WorkPlan(analysis, recorded)
    measuredCPUMicroseconds =
      trace.supervised.map { $0.userMicroseconds + $0.systemMicroseconds }
      ?? analysis.tasks.tree.jobs.reduce(0) { $0 + $1.cpuMicroseconds }
    variants = Self.variants(analysis.tasks)
    files = Self.files(variants, plan, known: build.files)
    sizes = Self.sizes(build.graph)
    unknownModules = Self.unknownModules(analysis.tasks)
    unchanged = ProposedStructure(
      build.graph, built: Set(variants.keys), files: files, machine: machine, target: build.target)
    profiles = Self.profiles(plan, variants, files, sizes, build.fileCosts)
    costs = CostModel(profiles.sorted { $0.key < $1.key }.compactMap(\.value.observation))
    relativeError = 0
    relativeError = seconds(of: self.build(unchanged).replayed.nanoseconds) / measuredSeconds - 1
  }

  /// The names of modules that were compiled, and that the graph does not contain, sorted.
  private static func unknownModules(_ tasks: ModuleTasks) -> [String] {
    let unknown = zip(tasks.built.modules, zip(tasks.built.found, tasks.tasks)).compactMap { built, known in
      known.0 == nil && !known.1.compile.isEmpty ? built.name : nil
    }
    return Set(unknown).sorted()
  }

  /// How each module of the graph was compiled.
  private static func variants(_ tasks: ModuleTasks) -> [ModuleID: [BuiltModule]] {
    let compiled = zip(tasks.built.modules, tasks.built.found).compactMap { built, module in
      module.flatMap { tasks.tasks[tasks.built.place(of: built) ?? 0].compile.isEmpty ? nil : ($0.id, built) }
    }
    return Dictionary(grouping: compiled, by: \.0).mapValues { $0.map(\.1) }
  }

  private static func profiles(
    _ plan: WorkPlan, _ variants: [ModuleID: [BuiltModule]], _ files: [ModuleID: [ModuleFile]],
    _ sizes: [ModuleID: CostModel.Size], _ fileCosts: FileCosts?
  ) -> [BuiltModule: ModuleProfile] {
    let pairs = variants.flatMap { id, variants in variants.map { ($0, id) } }
    let ids = Dictionary(uniqueKeysWithValues: pairs)
    return Dictionary(
      uniqueKeysWithValues: plan.tasks.map { module, tasks in
        let id = ids[module]
        return (
          module,
          ModuleProfile(
            tasks, files: id.flatMap { files[$0] } ?? [],
            size: id.flatMap { sizes[$0] } ?? CostModel.Size(lines: 0, importedLines: 0),
            measured: id.flatMap { fileCosts?.microseconds(of: $0) })
        )
      })
  }

  /// The files of each module: the known ones, otherwise those named in the trace.
  private static func files(
    _ variants: [ModuleID: [BuiltModule]], _ plan: WorkPlan, known: [ModuleID: [ModuleFile]]
  ) -> [ModuleID: [ModuleFile]] {
    Dictionary(
      uniqueKeysWithValues: variants.map { id, variants in
        if let files = known[id], !files.isEmpty { return (id, files.sorted { $0.path < $1.path }) }
        let processes = variants.first.flatMap { plan.tasks[$0] }.map { $0.compile.flatMap(\.flattened) } ?? []
        let compiling = processes.filter { $0.isFrontend || $0.job.kind == .cCompile }
        let isKnown = compiling.allSatisfy { $0.job.fileCount == $0.job.files.count && $0.job.fileCount > 0 }
        let names = isKnown ? Set(compiling.flatMap(\.job.files)).sorted() : []
        return (id, names.map { ModuleFile(path: $0) })
      })
  }

  /// The sizes of all modules of a graph.
  /// - Parameter lines: the lines of modules for which the graph has none.
  static func sizes(_ graph: ModuleGraph, lines: [ModuleID: Double] = [:]) -> [ModuleID: CostModel.Size] {
    let ids = graph.modules.map(\.id)
    let own = graph.modules.map { $0.lines.map(Double.init) ?? lines[$0.id] ?? 0 }
    let below = IndexedGraph(ids, graph.dependencies).transitiveSuccessorSums(of: own.map { Int($0) })
    return Dictionary(
      uniqueKeysWithValues: ids.indices.map { index in
        let imported = Double(below[index]) - own[index].rounded(.down)
        return (ids[index], CostModel.Size(lines: own[index], importedLines: imported))
      })
  }
}

extension RecordedStructure.ReplayError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .incompleteTrace(let gaps): gaps.map(\.sentence).joined(separator: "; ")
    case .nothingBuilt: "the recorded build compiled nothing"
    case .unfaithful(let error):
      "replaying the unchanged build is \(Self.percent(error)) off its wall time, more than the "
        + "\(Self.percent(Replay.largestRelativeError)) at which predictions are reliable"
    }
  }

  private static func percent(_ share: Double) -> String {
    let tenths = Int((abs(share) * 1000).rounded())
    return "\(tenths / 10).\(tenths % 10) %"
  }
}
