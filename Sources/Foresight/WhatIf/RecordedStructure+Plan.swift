import BuildAnalysis
import ModuleGraph

extension RecordedStructure {
  /// The structure after the changes of a proposal.
  /// - Throws: `ProposalError`.
  package func proposed(_ proposal: Proposal) throws(ProposalError) -> ProposedStructure {
    var structure = unchanged
    try structure.apply(proposal)
    return structure
  }

  /// The build of a proposed structure.
  /// - Parameter doubt: a factor for all modelled costs, to determine their effect on the result.
  /// - Complexity: that of a replay.
  package func build(_ structure: ProposedStructure, doubt: Double = 1) -> PlannedBuild {
    let graph = structure.graph
    return PlannedBuild(
      plan(for: structure, graph, doubt: doubt), graph: graph, machine: structure.proposedMachine, recorded: waits,
      preparation: preparation)
  }

  func plan(for structure: ProposedStructure, _ graph: ModuleGraph, doubt: Double) -> WorkPlan {
    let before = unchanged
    let sizes = sizes(of: structure, graph)
    let replanning = replanning(for: structure, doubt: doubt)
    var plan = plan
    var links: [BuiltModule: [PlannedProcess]] = [:]
    for (id, variants) in variants where structure.contents[id] != before.contents[id] {
      for variant in variants {
        links[variant] = plan.tasks[variant]?.link
        plan.tasks[variant] = nil
      }
    }
    for (id, contents) in structure.contents {
      guard let size = sizes[id] else { continue }
      let isSame = contents == before.contents[id] && size == self.sizes[id]
      guard !isSame || machine.jobs != structure.proposedMachine.jobs else { continue }
      for isTool in tools(among: contents.origins) {
        let target = Replanning.Target(
          module: BuiltModule(name: Module.compiledName(id.name), isTool: isTool), contents: contents, size: size)
        let former = plan.tasks[target.module]?.link ?? []
        plan.tasks[target.module] = replanning.tasks(of: target, from: origins(contents.origins, isTool: isTool))
        plan.tasks[target.module]?.link = former
      }
    }
    place(links, of: structure, in: &plan)
    scaleLinks(&plan, sizes)
    startCompilers(in: &plan, of: structure)
    return leavesCores(structure.proposedMachine) ? plan.aloneOnCores : plan
  }

  /// Starts compilers as a builder does that lets dependents start when the proposal says.
  func startCompilers(in plan: inout WorkPlan, of structure: ProposedStructure) {
    let proposed = structure.proposedMachine
    if machine.unblocking != proposed.unblocking { plan.start(by: proposed.unblocking, jobs: proposed.jobs) }
  }

  /// Whether fewer jobs than in the recorded build have a core each, although each driver runs as many compilers.
  private func leavesCores(_ proposed: BuildMachine) -> Bool {
    proposed.jobs < machine.jobs && proposed.jobs * proposed.jobs <= proposed.cores
  }

  func sizes(of structure: ProposedStructure, _ graph: ModuleGraph) -> [ModuleID: CostModel.Size] {
    Self.sizes(graph, lines: lines(of: structure))
  }

  func replanning(for structure: ProposedStructure, doubt: Double) -> Replanning {
    Replanning(model: costs, profiles: profiles, jobs: (machine.jobs, structure.proposedMachine.jobs), doubt: doubt)
  }

  /// The lines of each module, estimated from the recorded modules where they are unknown.
  private func lines(of structure: ProposedStructure) -> [ModuleID: Double] {
    structure.contents.mapValues { contents in
      if let lines = contents.newLines { return Double(lines) }
      if contents.files.isEmpty { return contents.origins.reduce(0) { $0 + (sizes[$1]?.lines ?? 0) } }
      return contents.files.reduce(0) { sum, file in
        let even = (sizes[file.module]?.lines ?? 0) / Double(max(1, files[file.module]?.count ?? 1))
        return sum + (files[file.module]?[file.index].lines.map(Double.init) ?? even)
      }
    }
  }

  /// Whether modules derived from some recorded ones are built for the product (`false`), as tools (`true`), or both.
  private func tools(among origins: Set<ModuleID>) -> [Bool] {
    let all = Set(origins.flatMap { variants[$0] ?? [] }.map(\.isTool))
    return [false, true].filter(all.contains)
  }

  func origins(_ ids: Set<ModuleID>, isTool: Bool) -> [ModuleID: BuiltModule] {
    Dictionary(
      uniqueKeysWithValues: ids.compactMap { id in
        let built = variants[id] ?? []
        return (built.first { $0.isTool == isTool } ?? built.first).map { (id, $0) }
      })
  }

  // MARK: Linking

  /// Moves the linkers of changed modules to the modules derived from them. If there are several, the most expensive is
  /// kept.
  private func place(
    _ links: [BuiltModule: [PlannedProcess]], of structure: ProposedStructure, in plan: inout WorkPlan
  ) {
    for (module, processes) in links.sorted(by: { $0.key < $1.key }) where !processes.isEmpty {
      guard let origin = variants.first(where: { $0.value.contains(module) })?.key else { continue }
      let heirs = structure.contents.filter { $0.value.origins.contains(origin) && $0.value.newLines == nil }.keys
        .sorted()
      let heir =
        heirs.first { structure.modules[$0]?.kind == self.kind(of: origin) && $0 == origin }
        ?? heirs.first { structure.modules[$0]?.kind == self.kind(of: origin) } ?? heirs.first
      guard let heir else { continue }
      let new = BuiltModule(name: Module.compiledName(heir.name), isTool: module.isTool)
      let own = processes.map { $0.belonging(to: new) }
      let former = plan.tasks[new]?.link ?? []
      let isLonger = own.reduce(0) { $0 + $1.cpuMicroseconds } > former.reduce(0) { $0 + $1.cpuMicroseconds }
      if former.isEmpty || isLonger { plan.tasks[new, default: WorkPlan.Tasks()].link = own }
    }
  }

  private func kind(of id: ModuleID) -> Module.Kind? { graph.modules.first { $0.id == id }?.kind }

  /// The share of a linker's work that does not depend on its inputs.
  private static let fixedLinkShare = 0.5

  /// Scales the work of linkers by the lines of their inputs.
  private func scaleLinks(_ plan: inout WorkPlan, _ sizes: [ModuleID: CostModel.Size]) {
    func linked(_ sizes: [ModuleID: CostModel.Size]) -> [String: Double] {
      Dictionary(sizes.map { (Module.compiledName($0.name), $1.lines + $1.importedLines) }) { max($0, $1) }
    }
    let (before, after) = (linked(self.sizes), linked(sizes))
    for (module, tasks) in plan.tasks where !tasks.link.isEmpty {
      guard let old = before[module.name], let new = after[module.name], old > 0, old != new else { continue }
      let factor = Self.fixedLinkShare + (1 - Self.fixedLinkShare) * new / old
      plan.tasks[module]?.link = tasks.link.map { $0.scaled(by: factor) }
    }
  }
}
