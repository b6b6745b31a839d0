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

  /// By decreasing CPU time.
  package let rows: [Row]
  package let removed: [ModuleID]
  /// Modules without sources, which had some before, in the graph's order: the build fails.
  package let emptied: [ModuleID]
  /// Modules of which no file is compiled, but which are emitted again, in the graph's order.
  package let emitted: [ModuleID]
  /// The executables and macros that are relinked, in the graph's order.
  package let linked: [ModuleID]
  /// The CPU seconds of compilers and linkers in the incremental build after the change.
  package let incremental: Estimate
  /// The correction by incremental builds; `nil` if none was given, or none compiled a module of the clean build.
  package let ratio: IncrementalRatio?
  /// The modules whose batches and lines cost what they did in incremental builds, in the order of `rows`.
  package let learned: [ModuleID]
  /// The wall time of the incremental build in seconds, predicted by a replay, with the range of its CPU time; `nil` if it
  /// is not predicted.
  package let incrementalSeconds: Estimate?
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
  /// once, and too few incremental builds correct it.
  package let mayBeFarTooHigh: Bool

  /// - Parameters:
  ///   - base: the earlier state, with its graph.
  ///   - head: the later state.
  ///   - usesSwiftBuild: whether SwiftPM's newer build system makes the builds.
  ///   - seconds: the wall time of recompiling whole modules; `nil` if it is not predicted.
  package init(
    from base: (graph: ModuleGraph, interfaces: WorkspaceInterfaces),
    to head: (graph: ModuleGraph, interfaces: WorkspaceInterfaces), costs: CompilerCosts,
    usesSwiftBuild: Bool = false, seconds: (Set<ModuleID>) -> Double?
  ) {
    compilesModulesAsWholes = costs.compilesModulesAsWholes
    mayBeFarTooHigh = costs.startsTogether && (costs.ratio?.builds ?? 0) < IncrementalRatio.fewest
    let rebuild = RecompiledFiles(
      from: base.interfaces, to: head.interfaces, in: head.graph,
      manner: .init(compilesWholes: compilesModulesAsWholes, driversSeeAllBelow: usesSwiftBuild))
    (removed, emptied, emitted) = (rebuild.removed, rebuild.emptied, rebuild.emitted)
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
      recorded: emitted.reduce(compiling(isRecorded: true)) { $0 + costs.cpuSecondsOfEmitting($1) },
      unrecorded: compiling(isRecorded: false), range: costs.ratio?.relativeRange)
    ratio = costs.ratio
    learned = rows.map(\.recompiled).filter { costs.fit(for: $0) != nil }.map(\.module)
    incrementalSeconds = Self.seconds(rows, emitting: emitted, seconds, costs, like: incremental)

    // Long: a statement for each figure, of the incremental build and then of the clean one.
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

  /// The replayed time of recompiling whole modules, scaled by the share of their work that is done; then what modules that are
  /// only emitted add to it, scaled by theirs.
  /// - Parameter cpu: the CPU time, whose range in proportion is that of wall time.
  private static func seconds(
    _ rows: [Row], emitting emitted: [ModuleID], _ seconds: (Set<ModuleID>) -> Double?, _ costs: CompilerCosts,
    like cpu: Estimate
  ) -> Estimate? {
    guard !rows.isEmpty else { return Estimate(value: 0, low: 0, high: 0) }
    let known = Set(rows.map(\.recompiled.module).filter(costs.isRecorded))
    let all = costs.cpuSecondsOfAll(known.sorted(), lines: [:])
    let done = rows.compactMap(\.cpuSeconds).reduce(0, +)
    guard all > 0, let whole = seconds(known) else { return nil }
    var value = whole * done / all
    let others = emitted.filter(costs.isRecorded)
    let allOfOthers = costs.cpuSecondsOfAll(others, lines: [:])
    if allOfOthers > 0, let wider = seconds(known.union(others)) {
      let emitting = others.reduce(0) { $0 + costs.cpuSecondsOfEmitting($1) }
      value += max(0, wider - whole) * emitting / allOfOthers
    }
    guard cpu.value > 0 else { return Estimate(value: value, low: value, high: value) }
    return Estimate(value: value, low: value * cpu.low / cpu.value, high: value * cpu.high / cpu.value)
  }
}

extension WorkspaceInterfaces {
  fileprivate var lines: [ModuleID: Int] { modules.mapValues { $0.files.values.reduce(0) { $0 + $1.lines } } }
}
