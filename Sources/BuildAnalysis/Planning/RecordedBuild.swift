package import ModuleGraph

/// The costs of modules in a recorded build, from which the duration of other builds is estimated.
package struct RecordedBuild: Sendable, Hashable {
  package struct Cost: Sendable, Hashable {
    /// The module's name, which is unique within the build.
    package let name: String
    /// `nil` if the module was not in the graph.
    package let id: ModuleID?
    package let cpuSeconds: Double
    /// The names of the built modules on which it depends.
    package let dependencies: [String]

    package init(name: String, id: ModuleID?, cpuSeconds: Double, dependencies: [String]) {
      self.name = name
      self.id = id
      self.cpuSeconds = cpuSeconds
      self.dependencies = dependencies
    }
  }

  /// `debug` or `release`.
  package let configuration: String
  package let cores: Int
  /// The wall time of the build.
  package let seconds: Double
  package let modules: [Cost]

  package init(configuration: String, cores: Int, seconds: Double, modules: [Cost]) {
    self.configuration = configuration
    self.cores = cores
    self.seconds = seconds
    self.modules = modules
  }

  /// The build with the new ids of modules that moved.
  package func renaming(_ moves: [ModuleMove]) -> RecordedBuild {
    let ids = [ModuleID: ModuleID](moves)
    return RecordedBuild(
      configuration: configuration, cores: cores, seconds: seconds,
      modules: modules.map { module in
        Cost(
          name: module.name, id: module.id.map { ids[$0] ?? $0 }, cpuSeconds: module.cpuSeconds,
          dependencies: module.dependencies)
      })
  }

  /// The duration, in seconds, of a clean build of some modules with all their dependencies; `nil` if a module that
  /// must be compiled is not in this build.
  package func seconds(for ids: some Sequence<ModuleID>, in graph: ModuleGraph) -> Double? {
    seconds(names: names(for: ids, in: graph))
  }

  /// The duration, in seconds, of a clean build of some modules with all their dependencies: this build's wall time ×
  /// their share of its CPU time.
  /// - Returns: `nil` if one of them is not in this build.
  func seconds(for ids: [ModuleID]) -> Double? {
    seconds(names: names(for: ids))
  }

  private func seconds(names: Set<String>?) -> Double? {
    guard let names else { return nil }
    let cpuSeconds = modules.reduce(0) { $0 + (names.contains($1.name) ? $1.cpuSeconds : 0) }
    let all = modules.reduce(0) { $0 + $1.cpuSeconds }
    return all > 0 ? seconds * min(1, cpuSeconds / all) : nil
  }

  /// The CPU seconds of some modules in this build; `nil` if it contains none of them.
  package func cpuSeconds(of ids: Set<ModuleID>) -> Double? {
    let costs = modules.filter { $0.id.map(ids.contains) == true }.map(\.cpuSeconds)
    return costs.isEmpty ? nil : costs.reduce(0, +)
  }

  /// The modules of this build that correspond to some modules of a graph and all their dependencies.
  /// - Parameter excluded: modules to leave out, together with the dependencies that only they need.
  /// - Returns: names in the build; `nil` if one of the modules is not in this build.
  /// - Complexity: O(modules + dependencies).
  package func names(
    for ids: some Sequence<ModuleID>, without excluded: some Sequence<ModuleID> = EmptyCollection(),
    in graph: ModuleGraph
  ) -> Set<String>? {
    let excluded = Set(excluded)
    let kept = Set(ids).subtracting(excluded)
    return names(for: graph.compiledModules(among: kept).map(\.id), excluded)?.union(tools(for: kept, in: graph))
  }

  /// The names of modules that were built once more, for the plugins and macros among some modules.
  private func tools(for ids: Set<ModuleID>, in graph: ModuleGraph) -> [String] {
    let users = graph.modules.filter { [.plugin, .macro].contains($0.kind) && ids.contains($0.id) }.map(\.id)
    let needed = Set(graph.closure(of: users))
    return modules.filter { BuiltModule.isTool(label: $0.name) && $0.id.map(needed.contains) == true }.map(\.name)
  }

  private func names(for ids: [ModuleID], _ excluded: Set<ModuleID> = []) -> Set<String>? {
    let byName = Dictionary(modules.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    let names = Dictionary(
      modules.compactMap { module in module.id.map { ($0, module.name) } }, uniquingKeysWith: { first, _ in first })
    let left = Set(excluded.compactMap { names[$0] })
    // The graph lists a product of another package under the product's name.
    let own = ids.compactMap { names[$0] ?? byName[Module.compiledName($0.name)]?.name }
    guard own.count == ids.count else { return nil }
    return Set(own).closed { (byName[$0]?.dependencies ?? []).lazy.filter { !left.contains($0) } }
  }
}

extension RecordedBuild {
  /// The medians of the recorded clean builds of a run's combined app.
  /// - Returns: `nil` if there are none, or if the arms build packages outside the workspace, whose dependents are not
  ///   known.
  package init?(_ run: Run) {
    let findings = RunFindings(run)
    guard let build = findings.recordedCase, build.scenario == .clean, !run.buildsOtherPackages,
      let summary = findings.summary(of: build)
    else { return nil }
    let summaries = findings.moduleSummaries(of: build)
    let names = Dictionary(
      summaries.compactMap { summary in summary.id.map { ($0, summary.module) } }
    ) { first, _ in first }
    let dependencies = Dictionary(grouping: run.workspace.graph.dependencies, by: \.from)
    self.init(
      configuration: run.plan.configuration, cores: run.environment.cores, seconds: summary.median,
      modules: summaries.map { summary in
        Cost(
          name: summary.module, id: summary.id, cpuSeconds: summary.cpuSeconds.median,
          dependencies: summary.id.map { dependencies[$0] ?? [] }?.compactMap { names[$0.to] } ?? [])
      })
  }
}

extension ModuleGraph {
  /// The modules that are compiled: those with sources, except plugins, and products of other packages.
  func compiledModules(among ids: Set<ModuleID>) -> [Module] {
    modules.filter { module in
      ids.contains(module.id) && (module.kind.isOutside || (module.kind != .plugin && (module.sources ?? 0) > 0))
    }
  }
}
