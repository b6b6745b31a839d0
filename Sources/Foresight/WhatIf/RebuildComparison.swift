import BuildAnalysis
import ModuleGraph

/// Compares two structures by the rebuilds after changes in single modules, and by the builds of executables.
struct RebuildComparison {
  /// The maximum total number of pieces to replay.
  private static let mostReplayedPieces = 400_000
  private static let fewestReplays = 8
  /// The maximum total number of pieces of both structures for which visible changes are planned as well.
  private static let mostPlannedPieces = 100_000

  let recorded: RecordedStructure
  let structure: ProposedStructure
  let before: PlannedBuild
  let after: PlannedBuild

  // MARK: Changes

  /// The rebuilds that differ, by decreasing difference in CPU time.
  var rebuilds: [RebuildForecast] {
    let (old, new) = (BuiltSide(before), BuiltSide(after))
    var all: [(forecast: RebuildForecast, difference: Double)] = []
    for (id, contents) in structure.contents {
      let origins = contents.newLines == nil ? contents.origins.sorted() : []
      let costs = origins.compactMap { old.cost(of: $0) }
      let forecast = RebuildForecast(
        module: id, origins: origins, before: costs.max { $0.cpuSeconds < $1.cpuSeconds }, after: new.cost(of: id))
      all.append((forecast, (forecast.after?.cpuSeconds ?? 0) - (forecast.before?.cpuSeconds ?? 0)))
    }
    let heirs = Set(structure.contents.values.flatMap(\.origins))
    for id in recorded.variants.keys where structure.contents[id] == nil && !heirs.contains(id) {
      let forecast = RebuildForecast(module: id, origins: [id], before: old.cost(of: id), after: nil)
      all.append((forecast, -(forecast.before?.cpuSeconds ?? 0)))
    }
    let changed = all.filter { $0.forecast.isDifferent || hasOtherDependents($0.forecast) }.sorted {
      (-abs($0.difference), $0.forecast.module) < (-abs($1.difference), $1.forecast.module)
    }
    let pieces = before.schedule.network.steps.count + after.schedule.network.steps.count
    let most = max(Self.fewestReplays, Self.mostReplayedPieces / max(1, pieces))
    let mostVisible = Self.mostPlannedPieces / max(1, pieces)
    let changes = mostVisible > 0 && !changed.isEmpty ? [recorded.unchanged, structure].map(visibleChanges) : []
    return changed.enumerated().map { index, row in
      index < most ? replayed(row.forecast, old, new, index < mostVisible ? changes : []) : row.forecast
    }
  }

  /// Whether other modules depend on it directly, whose drivers look for what changed in it.
  private func hasOtherDependents(_ forecast: RebuildForecast) -> Bool {
    let id = forecast.module
    return forecast.origins == [id] && recorded.unchanged.directDependents(of: id) != structure.directDependents(of: id)
  }

  private func visibleChanges(in structure: ProposedStructure) -> VisibleChanges {
    VisibleChanges(recorded: recorded, unchanged: before, structure: structure)
  }

  /// - Parameter changes: in the old and in the new structure; empty to leave them out.
  private func replayed(
    _ forecast: RebuildForecast, _ old: BuiltSide, _ new: BuiltSide, _ changes: [VisibleChanges]
  ) -> RebuildForecast {
    let costly = forecast.origins.max { (old.cost(of: $0)?.cpuSeconds ?? 0) < (old.cost(of: $1)?.cpuSeconds ?? 0) }
    func with(
      _ cost: RebuildForecast.Cost?, _ side: BuiltSide, _ changes: VisibleChanges?, _ id: ModuleID?
    ) -> RebuildForecast.Cost? {
      guard let cost, let id else { return cost }
      let seconds = self.seconds(side.build, side.affected(by: [id]), isClean: false)
      return .init(
        modules: cost.modules, lines: cost.lines, cpuSeconds: cost.cpuSeconds, seconds: seconds,
        visible: changes?.rebuild(after: id))
    }
    return RebuildForecast(
      module: forecast.module, origins: forecast.origins, before: with(forecast.before, old, changes.first, costly),
      after: with(forecast.after, new, changes.last, forecast.module))
  }

  private func seconds(_ build: PlannedBuild, _ kept: Set<Int>, isClean: Bool) -> Double {
    recorded.seconds(of: build.parts.nanoseconds(building: kept, isClean: isClean))
  }

  // MARK: Programs

  var programs: [ProgramForecast] {
    let (old, new) = (BuiltSide(before), BuiltSide(after))
    let all = Set(
      (recorded.graph.modules + structure.modules.values).filter {
        [.executable, .app].contains($0.kind) && (old.place(of: $0.id) != nil || new.place(of: $0.id) != nil)
      }.map(\.id))
    func seconds(_ side: BuiltSide, _ id: ModuleID) -> (seconds: Double, modules: Int)? {
      guard let place = side.place(of: id) else { return nil }
      let kept = side.below(place)
      return (self.seconds(side.build, kept, isClean: true), kept.count)
    }
    return all.sorted { ($0.name, $0) < ($1.name, $1) }.map { id in
      let (before, after) = (seconds(old, id), seconds(new, id))
      return ProgramForecast(
        module: id, secondsBefore: before?.seconds, secondsAfter: after?.seconds, modulesBefore: before?.modules,
        modulesAfter: after?.modules)
    }
  }

  /// The predicted CPU time of each compiled module, in seconds, without the shared preparation.
  var cpuSecondsByModule: [ModuleID: Double] { seconds(after.cpuMicroseconds) }

  /// The predicted CPU time of the shared preparation in each compiled module, in seconds.
  var preparationSecondsByModule: [ModuleID: Double] { seconds(after.preparationMicroseconds) }

  private func seconds(_ microseconds: [Int]) -> [ModuleID: Double] {
    var seconds: [ModuleID: Double] = [:]
    for (place, module) in after.built.found.enumerated() {
      if let module { seconds[module.id, default: 0] += Double(microseconds[place]) / 1e6 }
    }
    return seconds
  }
}

extension RebuildForecast {
  /// The smallest relative difference of CPU time that is not due to inaccuracy of the model.
  private static let leastDifference = 0.02

  /// Whether different modules are recompiled, or the cost differs noticeably.
  fileprivate var isDifferent: Bool {
    guard let before, let after else { return true }
    let difference = abs(after.cpuSeconds - before.cpuSeconds)
    return (before.modules, before.lines) != (after.modules, after.lines) || origins != [module]
      || difference > Self.leastDifference * before.cpuSeconds
  }
}

/// The modules of one structure with their dependencies in both directions.
struct BuiltSide {
  let build: PlannedBuild
  private let places: [ModuleID: [Int]]
  private let graph: IndexedGraph
  private let reversed: IndexedGraph

  init(_ build: PlannedBuild) {
    self.build = build
    var places: [ModuleID: [Int]] = [:]
    for (place, module) in build.built.found.enumerated() {
      if let module { places[module.id, default: []].append(place) }
    }
    self.places = places
    graph = IndexedGraph(
      vertexCount: build.built.modules.count,
      edges: build.built.dependencies.enumerated().flatMap { from, edges in edges.map { (from: from, to: $0.to) } })
    reversed = graph.reversed
  }

  /// The index of the module as built for the product, otherwise as a tool; `nil` if it was not built.
  func place(of id: ModuleID) -> Int? { places[id]?.first }

  /// A module and all of its direct and indirect dependencies.
  func below(_ place: Int) -> Set<Int> { Set(graph.levels(from: [place]).joined()) }

  /// Modules and all of their direct and indirect dependents.
  func affected(by ids: [ModuleID]) -> Set<Int> {
    Set(reversed.levels(from: ids.flatMap { places[$0] ?? [] }).joined())
  }

  /// The CPU seconds of a rebuild after a change in some modules; `nil` if none of them was built.
  func cpuSeconds(afterChangesIn ids: [ModuleID]) -> Double? {
    let affected = affected(by: ids)
    return affected.isEmpty ? nil : Double(affected.reduce(0) { $0 + build.cpuMicroseconds[$1] }) / 1e6
  }

  /// - Returns: the cost of a rebuild after a change in the module; `nil` if it was not built.
  func cost(of id: ModuleID) -> RebuildForecast.Cost? {
    guard let cpuSeconds = cpuSeconds(afterChangesIn: [id]) else { return nil }
    let affected = affected(by: [id])
    let lines = affected.map { build.built.found[$0]?.lines }
    return RebuildForecast.Cost(
      modules: affected.count, lines: lines.contains(nil) ? nil : lines.reduce(0) { $0 + ($1 ?? 0) },
      cpuSeconds: cpuSeconds, seconds: nil, visible: nil)
  }
}
