import BuildAnalysis
import ModuleGraph

extension ProposedStructure {
  /// Applies the changes of a proposal in order.
  /// - Throws: `ProposalError`. New cycles are an error only after all changes have been applied.
  mutating func apply(_ proposal: Proposal) throws(ProposalError) {
    guard !proposal.changes.isEmpty else { throw .noChanges }
    for change in proposal.changes { try apply(change) }
    guard isTargetLeft else { throw .nothingLeft(of: target.modules.sorted()) }
    try checkCycles()
    try checkJobs(proposal)
    removeUnneeded()
    noteRemainingPaths(proposal)
  }

  private mutating func apply(_ change: StructureChange) throws(ProposalError) {
    switch change {
    case .cut(let from, let to): try cut(from, to)
    case .add(let from, let to): try add(from, to, change)
    case .remove(let word): removeModule(try compiledModule(word))
    case .interface(let word): try putInterface(before: word, change)
    case .merge(let words, let name): try merge(words, into: name, change)
    case .split(let word, let parts): try split(word, into: parts, change)
    case .move(let patterns, let from, let to): try move(patterns, from: from, to: to)
    case .cost(let word, let factor): try scaleCost(of: word, by: factor, change)
    case .cores, .jobs, .unblock: try changeMachine(change)
    }
  }

  // MARK: Dependencies

  private mutating func cut(_ from: String, _ to: String) throws(ProposalError) {
    let (dependent, dependency) = (try module(from), try module(to))
    let own = dependencies(of: dependent)
    let found = own.filter { $0.to == dependency }
    guard !found.isEmpty else {
      throw .noDependency(from: dependent, to: dependency, others: Set(own.map(\.to.name)).sorted())
    }
    remove(found)
  }

  private mutating func add(_ from: String, _ to: String, _ change: StructureChange) throws(ProposalError) {
    let (dependent, dependency) = (try module(from), try module(to))
    guard dependent != dependency else { throw .onItself(dependent) }
    guard !depends(dependent, on: dependency) else { throw .changesNothing(change) }
    connect(dependent, to: dependency)
  }

  /// The assumed size of an interface, as a share of its module's lines.
  private static let interfaceShare = 0.1
  private static let fewestInterfaceLines = 20

  private mutating func putInterface(before word: String, _ change: StructureChange) throws(ProposalError) {
    let id = try compiledModule(word)
    guard let module = modules[id], module.kind != .executable, module.kind != .test else {
      throw .noInterface(id, modules[id]?.kind ?? .other)
    }
    guard !isC(module) else { throw .interfaceOfC(id) }
    let interface = try newModule(id.name + "Interface", beside: id, replacing: [])
    let users = dependents(of: id).filter { ![.executable, .app, .test].contains(modules[$0.from]?.kind) }
    guard !users.isEmpty else { throw .changesNothing(change) }
    let programs = programs(reaching: id)
    let lines = max(Self.fewestInterfaceLines, Int(Double(module.lines ?? 0) * Self.interfaceShare))
    put(
      interface, ModuleContents(files: [], origins: [id], newLines: lines), kind: module.kind, like: module,
      lines: lines)
    for dependency in dependencies(of: id) { connect(interface, to: dependency.to, like: dependency) }
    remove(users)
    for user in users { connect(user.from, to: interface, like: user) }
    connect(id, to: interface)
    for program in programs { connect(program, to: id) }
    assumptions.append(.interface(interface, lines: lines))
  }

  /// The executables into which a module is linked.
  private func programs(reaching id: ModuleID) -> [ModuleID] {
    let reached = Set([id]).closed { dependencies.to($0).lazy.map(\.from) }
    return reached.filter { [.executable, .app].contains(modules[$0]?.kind) }.sorted()
  }

  // MARK: Modules

  private mutating func merge(
    _ words: [String], into name: String, _ change: StructureChange
  ) throws(ProposalError) {
    var ids: [ModuleID] = []
    for word in words {
      let id = try compiledModule(word)
      if ids.contains(id) { throw .namedTwice(word) }
      ids.append(id)
    }
    guard let first = ids.first, ids.count > 1 else { throw .tooFewModules(change) }
    let merged = try newModule(name, beside: first, replacing: ids)
    let parts = ids.compactMap { modules[$0] }
    try checkLanguages(of: parts)
    let programs = parts.filter { $0.kind == .executable }
    guard programs.count < 2 else { throw .severalPrograms(programs.map(\.id)) }
    let program = programs.first ?? parts.first { $0.kind != .regular }
    let new = allContents(of: ids)
    let lines = parts.map(\.lines).contains(nil) ? nil : parts.reduce(0) { $0 + ($1.lines ?? 0) }
    let (below, above) = (ids.flatMap(dependencies(of:)), ids.flatMap(dependents(of:)))
    for id in ids { removeModule(id) }
    put(merged, new, kind: program?.kind ?? parts[0].kind, like: parts[0], lines: lines)
    for dependency in below where !ids.contains(dependency.to) { connect(merged, to: dependency.to, like: dependency) }
    for dependency in above where !ids.contains(dependency.from) {
      connect(dependency.from, to: merged, like: dependency)
    }
  }

  private func checkLanguages(of modules: [Module]) throws(ProposalError) {
    let count = modules.count(where: isC)
    guard count == 0 || count == modules.count else { throw .mixedLanguages(modules.map(\.id)) }
  }

  private func isC(_ module: Module) -> Bool { !module.languages.isEmpty && !module.languages.contains("swift") }

  /// The files of several modules, with the average of their factors, weighted by lines.
  private func allContents(of ids: [ModuleID]) -> ModuleContents {
    var all = ModuleContents(files: [], origins: [])
    var weights = (sum: 0.0, scaled: 0.0)
    for id in ids {
      guard let part = contents[id] else { continue }
      all.files += part.files
      all.origins.formUnion(part.origins)
      let weight = Double(modules[id]?.lines ?? max(1, part.files.count))
      weights = (weights.sum + weight, weights.scaled + weight * part.factor)
    }
    all.factor = weights.sum > 0 ? weights.scaled / weights.sum : 1
    return all
  }

  private mutating func split(
    _ word: String, into parts: [StructureChange.Part], _ change: StructureChange
  ) throws(ProposalError) {
    let id = try compiledModule(word)
    guard let module = modules[id], let whole = contents[id] else { throw .notBuilt(id) }
    guard parts.count > 1 else { throw .tooFewModules(change) }
    let taken = try divided(whole.files, of: id, among: parts)
    var ids: [ModuleID] = []
    for part in parts {
      let new = try newModule(part.name, beside: id, replacing: [id])
      if ids.contains(new) { throw .namedTwice(part.name) }
      let same = ids.first { $0.compiledName == new.compiledName }
      if let same { throw .compiledNameExists(part.name, same.name) }
      ids.append(new)
    }
    let main = module.kind == .regular ? nil : mainPart(ids, taken, named: id)
    let (below, above) = (dependencies(of: id), dependents(of: id))
    let imports = whole.files.map { files[$0.module]?[$0.index].imports }
    removeModule(id)
    for (part, own) in zip(ids, taken) {
      let origins = Set(own.map(\.module))
      put(
        part, ModuleContents(files: own, origins: origins, factor: whole.factor),
        kind: main == nil || part == main ? module.kind : .regular, like: module, lines: lines(of: own))
      let used = imports.contains(nil) ? nil : Set(own.flatMap { files[$0.module]?[$0.index].imports ?? [] })
      let anywhere = Set(imports.flatMap { $0 ?? [] })
      for dependency in below {
        let name = dependency.to.compiledName
        if let used, anywhere.contains(name), !used.contains(name) { continue }
        connect(part, to: dependency.to, like: dependency)
      }
      for dependency in above { connect(dependency.from, to: part, like: dependency) }
    }
    if let main { for part in ids where part != main { connect(main, to: part) } }
    assumptions.append(.independentParts(of: id, ids))
    if imports.contains(nil), !below.isEmpty { assumptions.append(.partsNeedAll(of: id)) }
  }

  /// The part of a divided executable that remains an executable: that with `main.swift`, otherwise that with its name,
  /// otherwise the first.
  private func mainPart(_ ids: [ModuleID], _ taken: [[ModuleContents.File]], named id: ModuleID) -> ModuleID? {
    let main = zip(ids, taken).first { _, own in own.contains { files[$0.module]?[$0.index].name == "main.swift" } }
    return main?.0 ?? ids.first { $0 == id } ?? ids.first
  }

  /// The files of each part.
  private func divided(
    _ own: [ModuleContents.File], of id: ModuleID, among parts: [StructureChange.Part]
  ) throws(ProposalError) -> [[ModuleContents.File]] {
    let known = own.map { files[$0.module]?[$0.index] }
    guard !own.isEmpty, !known.contains(where: { $0 == nil || $0?.path.isEmpty == true }) else {
      throw .filesUnknown(id)
    }
    let paths = known.compactMap { $0?.path }.sorted()
    var taken = [[ModuleContents.File]](repeating: [], count: parts.count)
    for part in parts {
      for pattern in part.files where !known.contains(where: { $0?.matches(pattern) == true }) {
        throw .matchesNoFile(pattern: pattern, of: id, files: paths)
      }
    }
    var left: [String] = []
    for (place, file) in zip(own, known) {
      let found = parts.indices(of: file)
      if found.count > 1 { throw .fileTwice(file?.path ?? "", parts: found.map { parts[$0].name }) }
      if let index = found.first { taken[index].append(place) } else { left.append(file?.path ?? "") }
    }
    guard left.isEmpty else { throw .filesLeft(left.sorted(), of: id) }
    return taken
  }

  private mutating func move(_ patterns: [String], from: String, to: String) throws(ProposalError) {
    let (source, target) = (try compiledModule(from), try compiledModule(to))
    guard source != target else { throw .namedTwice(to) }
    guard let old = contents[source], let new = contents[target], let first = modules[source],
      let second = modules[target]
    else { throw .notBuilt(source) }
    try checkLanguages(of: [first, second])
    guard !old.files.isEmpty else { throw .filesUnknown(source) }
    guard !new.files.isEmpty else { throw .filesUnknown(target) }
    func file(_ place: ModuleContents.File) -> ModuleFile? { files[place.module]?[place.index] }
    for pattern in patterns where !old.files.contains(where: { file($0)?.matches(pattern) == true }) {
      throw .matchesNoFile(pattern: pattern, of: source, files: old.files.compactMap { file($0)?.path }.sorted())
    }
    let moved = old.files.filter { place in patterns.contains { file(place)?.matches($0) == true } }
    guard moved.count < old.files.count else { throw .movesAll(source) }
    var (left, grown) = (old, new)
    left.files.removeAll(where: moved.contains)
    grown.files += moved
    left.origins = Set(left.files.map(\.module))
    grown.origins = Set(grown.files.map(\.module))
    put(source, left, kind: first.kind, like: first, lines: lines(of: left.files))
    put(target, grown, kind: second.kind, like: second, lines: lines(of: grown.files))
    assumptions.append(.movedFiles(from: source, to: target))
  }

  private mutating func scaleCost(
    of word: String, by factor: Double, _ change: StructureChange
  ) throws(ProposalError) {
    let id = try module(word)
    guard contents[id] != nil else { throw .notBuilt(id) }
    let whole = factor * (contents[id]?.factor ?? 1)
    guard StructureChange.factors.contains(factor), StructureChange.factors.contains(whole) else {
      throw .factor(whole.isFinite ? max(factor, whole) : factor)
    }
    guard factor != 1 else { throw .changesNothing(change) }
    scale(id, by: factor)
  }

  // MARK: The machine

  private mutating func changeMachine(_ change: StructureChange) throws(ProposalError) {
    let before = proposedMachine
    switch change {
    case .cores(let count):
      guard StructureChange.counts.contains(count) else { throw .count(count) }
      proposedMachine.cores = count
      if !proposedMachine.isJobsStated { proposedMachine.jobs = count }
      if count > machine.cores { assumptions.append(.equalCores) }
    case .jobs(let count):
      guard StructureChange.counts.contains(count) else { throw .count(count) }
      proposedMachine.jobs = count
      proposedMachine.isJobsStated = true
    case .unblock(let model): proposedMachine.unblocking = model
    default: break
    }
    let isSame = (before.cores, before.unblocking) == (proposedMachine.cores, proposedMachine.unblocking)
    if isSame, !change.isOfJobs { throw .changesNothing(change) }
  }

  // MARK: Afterwards

  /// Checks that a stated number of jobs is not the recorded one. If the number of cores changes, even that one says
  /// something: jobs do not follow the cores.
  private func checkJobs(_ proposal: Proposal) throws(ProposalError) {
    guard (proposedMachine.cores, proposedMachine.jobs) == (machine.cores, machine.jobs) else { return }
    for case .jobs(let count) in proposal.changes { throw .changesNothing(.jobs(count)) }
  }

  private func checkCycles() throws(ProposalError) {
    let ids = modules.keys.sorted()
    let indexed = IndexedGraph(ids, dependencies)
    let components = indexed.cyclicComponents
    guard !components.isEmpty else { return }
    let before = Set(original.dependencies.map { [$0.from, $0.to] })
    for component in components {
      guard let cycle = indexed.shortestCycle(within: component)?.vertices.map({ ids[$0] }) else { continue }
      let steps = zip(cycle, cycle.dropFirst() + cycle.prefix(1))
      // Cycles of the recorded graph are not errors of the proposal.
      if !steps.allSatisfy({ before.contains([$0, $1]) }) { throw .cycle(cycle) }
    }
  }

  /// Adds assumptions about cuts that leave another dependency path.
  private mutating func noteRemainingPaths(_ proposal: Proposal) {
    for case .cut(let from, let to) in proposal.changes {
      guard let dependent = try? module(from), let dependency = try? module(to),
        let through = firstStep(from: dependent, to: dependency)
      else { continue }
      assumptions.append(.stillReaches(dependent, dependency, through: through))
    }
  }

  /// The first direct dependency through which a module depends on another; `nil` if it does not.
  private func firstStep(from: ModuleID, to: ModuleID) -> ModuleID? {
    Set(dependencies.from(from).map(\.to)).sorted().first { first in
      Set([first]).closed { dependencies.from($0).lazy.map(\.to) }.contains(to)
    }
  }
}

extension StructureChange {
  fileprivate var isOfJobs: Bool { if case .jobs = self { true } else { false } }
}
