import BuildAnalysis
package import ModuleGraph

/// The predicted cost of the builds after a change, estimated from a recorded build before anything is built.
package struct CommitForecast: Sendable {
  /// An estimate with a range that reflects the spread within the recorded build.
  package typealias Estimate = Forecast.Estimate

  package struct Row: Sendable, Hashable {
    package let recompiled: RecompiledModule
    /// CPU seconds of the module's compilers; `nil` if unknown.
    package let cpuSeconds: Double?
  }

  /// The median of measured ÷ predicted durations of incremental builds, of which those of similar length count most.
  package struct DurationCorrection: Sendable, Hashable {
    package let factor: Double
    package let builds: Int
  }

  /// A module whose compilers' CPU time is multiplied by a factor of its own.
  package struct CorrectedModule: Sendable, Hashable {
    package let module: ModuleID
    package let factor: Double

    /// - Returns: `nil` unless builds of the module are known, and correct what the clean build shows.
    fileprivate init?(_ recompiled: RecompiledModule, _ costs: CompilerCosts) {
      guard let own = costs.factor(for: recompiled) else { return nil }
      (module, factor) = (recompiled.module, own)
    }
  }

  /// By decreasing CPU time.
  package let rows: [Row]
  package let removed: [ModuleID]
  /// Modules without sources, which had some before, in the graph's order: the build fails.
  package let emptied: [ModuleID]
  /// Modules of which no file is compiled, but whose drivers run, in the graph's order.
  package let checked: [ModuleID]
  /// Those of them that are emitted again: since the first build, they changed in a way that is not in all of their outputs.
  package let emitted: [ModuleID]
  /// The executables and macros that are relinked, in the graph's order.
  package let linked: [ModuleID]
  /// The CPU seconds of compilers and linkers in the incremental build after the change.
  package let incremental: Estimate
  /// The correction by incremental builds; `nil` if none was given, or none compiled a module of the clean build.
  package let ratio: IncrementalRatio?
  /// The modules whose batches and lines cost what they did in incremental builds, in the order of `rows`.
  package let learned: [ModuleID]
  /// The other modules whose compilers are corrected by incremental builds of their own, in the order of `rows`.
  package let corrected: [CorrectedModule]
  /// The wall time of these processes in seconds, as ``IncrementalSchedule`` predicts it, with the range of their CPU time.
  package let incrementalSeconds: Estimate
  /// By what that time is multiplied; `nil` if too few incremental builds are known.
  package let durationCorrection: DurationCorrection?
  /// The CPU seconds of compilers and linkers in a clean build, before the change and after it.
  package let cleanBefore: Double
  package let clean: Estimate
  /// The number of modules with sources that a clean build of everything except tests compiles.
  package let cleanModules: Int
  /// Modules whose cost is estimated from their lines, because the recorded build does not contain them; in the graph's
  /// order.
  package let unrecorded: [ModuleID]
  /// The modules of which some files are compiled, in the order of `rows`.
  package let divided: [DividedModule]
  /// Whether modules or dependencies changed in a manifest.
  package let changesGraph: Bool
  /// Whether one compiler compiles all files of a module, as in release builds.
  package let compilesModulesAsWholes: Bool
  /// Whether the estimate of the incremental build may be far too high: nearly all compilers of the recorded build started at
  /// once, and no incremental build corrects it.
  package let mayBeFarTooHigh: Bool

  /// - Parameters:
  ///   - base: the earlier state, with its graph.
  ///   - head: the later state.
  ///   - usesSwiftBuild: whether SwiftPM's newer build system makes the builds.
  package init(
    from base: (graph: ModuleGraph, interfaces: WorkspaceInterfaces),
    to head: (graph: ModuleGraph, interfaces: WorkspaceInterfaces), costs: CompilerCosts,
    usesSwiftBuild: Bool = false
  ) {
    compilesModulesAsWholes = costs.compilesModulesAsWholes
    mayBeFarTooHigh = costs.startsTogether && costs.ratio == nil
    let rebuild = RecompiledFiles(
      from: base.interfaces, to: head.interfaces, in: head.graph,
      manner: .init(compilesWholes: compilesModulesAsWholes, driversSeeAllBelow: usesSwiftBuild))
    (removed, emptied, checked) = (rebuild.removed, rebuild.emptied, rebuild.checked)
    emitted = checked.filter(costs.emittedAgain.contains)
    changesGraph =
      base.graph.dependencies != head.graph.dependencies || base.graph.modules.map(\.id) != head.graph.modules.map(\.id)
    let unsorted = rebuild.modules.map { Row(recompiled: $0, cpuSeconds: costs.cpuSeconds(of: $0)) }
    rows = unsorted.enumerated().sorted { left, right in
      let figures = (left.element.cpuSeconds ?? 0, right.element.cpuSeconds ?? 0)
      return figures.0 != figures.1 ? figures.0 > figures.1 : left.offset < right.offset
    }.map(\.element)
    divided = rows.compactMap { row in
      costs.source(of: row.recompiled).map { DividedModule(module: row.recompiled.module, costs: $0) }
    }
    linked = Self.programs(in: head.graph, above: Set(rebuild.modules.filter(\.changesCode).map(\.module)))
    func compiling(isRecorded: Bool) -> Double {
      unsorted.filter { costs.isKnown($0.recompiled) == isRecorded }.compactMap(\.cpuSeconds).reduce(0, +)
    }
    incremental = costs.estimate(
      certain: linked.reduce(0) { $0 + costs.cpuSecondsOfLinking($1) },
      recorded: checked.reduce(compiling(isRecorded: true)) { $0 + costs.workOfChecking($1).seconds },
      unrecorded: compiling(isRecorded: false), range: costs.ratio?.relativeRange)
    ratio = costs.ratio
    learned = rows.map(\.recompiled).filter { costs.fit(for: $0) != nil }.map(\.module)
    corrected = rows.compactMap { CorrectedModule($0.recompiled, costs) }
    let parts = unsorted.compactMap { costs.part($0.recompiled) }
    let all = parts + checked.map { .init(module: $0, work: costs.workOfChecking($0), waves: [], weights: []) }
    let links = linked.map { ($0, costs.cpuSecondsOfLinking($0)) }
    let seconds = [false, true].map {
      IncrementalSchedule.seconds(
        of: all, linking: links, in: head.graph, lanes: costs.lanes, cores: costs.cores,
        waitsForEmitting: usesSwiftBuild, leavesPlaces: $0 && !usesSwiftBuild)
    }
    let correction = costs.correction(of: seconds[0], in: head.graph, waitsForEmitting: usesSwiftBuild)
    let durations = seconds.map { $0 * (correction?.factor ?? 1) }
    durationCorrection = correction
    incrementalSeconds = incremental.scaled(to: (usual: durations[0], leavingPlaces: durations[1]))

    let (before, after) = (Self.built(base.graph), Self.built(head.graph))
    let (linesBefore, lines) = (base.interfaces.lines, head.interfaces.lines)
    let known = costs.preparationSeconds() + costs.cpuSecondsOfAll(before.filter(costs.isRecorded), lines: linesBefore)
    cleanBefore = known + costs.cpuSecondsOfAll(before.filter { !costs.isRecorded($0) }, lines: linesBefore)
    unrecorded = after.filter { !costs.isRecorded($0) && (lines[$0] ?? 0) > 0 }
    clean = costs.estimate(
      certain: known,
      recorded: costs.preparationSeconds() + costs.cpuSecondsOfAll(after.filter(costs.isRecorded), lines: lines)
        - known,
      unrecorded: costs.cpuSecondsOfAll(unrecorded, lines: lines))
    cleanModules = after.count { (lines[$0] ?? 0) > 0 }
  }

  private static func built(_ graph: ModuleGraph) -> [ModuleID] {
    graph.modules.filter { [.regular, .executable, .macro].contains($0.kind) }.map(\.id)
  }

  /// The executables and macros that contain at least one of some modules.
  private static func programs(in graph: ModuleGraph, above compiled: Set<ModuleID>) -> [ModuleID] {
    graph.modules.filter { [.executable, .macro].contains($0.kind) }.map(\.id).filter { id in
      !compiled.isDisjoint(with: graph.closure(of: [id]))
    }
  }
}

extension CommitForecast {
  /// How often a driver leaves the place of emitting a module unused until its first batch ends: in 17 of 48 recorded builds of
  /// Yams, swift-mustache, swift-docc-symbolkit and ZIPFoundation in which that could be told (`Benchmarks/CommitForecasts`).
  fileprivate static let shareOfUnusedPlaces = 0.35
}

extension CommitForecast.Estimate {
  /// The mean of two durations with the same range in proportion, which contains both.
  fileprivate func scaled(to durations: (usual: Double, leavingPlaces: Double)) -> Self {
    let (low, high) = value > 0 ? (low / value, high / value) : (1, 1)
    let (usual, other) = durations
    let mean = (1 - CommitForecast.shareOfUnusedPlaces) * usual + CommitForecast.shareOfUnusedPlaces * other
    return Self(value: mean, low: min(mean * low, usual, other), high: max(mean * high, usual, other))
  }
}

extension WorkspaceInterfaces {
  fileprivate var lines: [ModuleID: Int] { modules.mapValues { $0.files.values.reduce(0) { $0 + $1.lines } } }
}
