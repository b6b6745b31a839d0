import BuildAnalysis
import ModuleGraph

/// Changes that may be worthwhile, made for one reason.
package struct Candidate: Hashable, Sendable {
  package let changes: [StructureChange]
  package let reason: Suggestion.Reason
  /// Whether one of the modules, or the dependency to cut, is on the critical path of the build before the change.
  package internal(set) var isOnCriticalPath = false
  /// The number of modules whose imports change.
  package var dependents = 0
  /// Whether it concerns a module that an earlier change of its plan creates.
  package var isFollowUp = false
}

/// Finds the changes of a structure that may be worthwhile: of modules and dependencies on or near its longest chains,
/// and of modules that cost more than they save.
package struct Candidates {
  /// Dependencies and modules whose longest chain is shorter than this share of the longest one gain little.
  private static let nearCritical = 0.5
  /// The maximum numbers of dependencies and of modules to consider; those on the longest chains come first.
  private static let mostEdges = 200
  private static let mostModules = 200

  let structure: ProposedStructure
  let rough: RoughBuild
  let costs: RoughCosts
  let facts: RefactoringFacts
  /// Whether chains far from the longest one matter, since builds of parts are considered.
  let isEverywhere: Bool

  package init(
    structure: ProposedStructure, rough: RoughBuild, costs: RoughCosts, facts: RefactoringFacts, isEverywhere: Bool
  ) {
    (self.structure, self.rough, self.costs) = (structure, rough, costs)
    (self.facts, self.isEverywhere) = (facts, isEverywhere)
  }

  /// The first of each kind, then the second, and so on; of one kind, those on the longest chains come first.
  package var all: [Candidate] {
    let kinds = [cuts, interfaces, splits, merges]
    return (0..<(kinds.map(\.count).max() ?? 0)).flatMap { index in
      kinds.compactMap { index < $0.count ? $0[index] : nil }
    }
  }

  /// A word that names a module.
  func word(_ id: ModuleID) -> String {
    structure.modules.keys.count { $0.name == id.name } == 1 ? id.name : "\(id)"
  }

  /// Whether a module may contain Swift. Modules of C have no interface modules, are not compiled as a whole, and cannot
  /// be merged with others.
  private func isSwift(_ id: ModuleID) -> Bool {
    let languages = structure.modules[id]?.languages ?? []
    return languages.isEmpty || languages.contains("swift")
  }

  /// Whether the dependencies of a module can be changed.
  private func isOwn(_ id: ModuleID) -> Bool {
    let origins = structure.contents[id]?.origins ?? []
    return !origins.isEmpty && origins.allSatisfy(facts.isEditable)
  }

  func isProgram(_ id: ModuleID) -> Bool { [.executable, .app, .test].contains(structure.modules[id]?.kind) }

  /// The modules worth dividing or putting behind an interface, with the longest chain first.
  private var nearModules: [ModuleID] {
    let least = isEverywhere ? 0 : Self.nearCritical * rough.criticalSeconds
    let found = rough.ids.indices.map { (id: rough.ids[$0], seconds: rough.chainSeconds(through: $0)) }
      .filter { $0.seconds >= least && isOwn($0.id) && isSwift($0.id) }
    return found.sorted { ($1.seconds, $0.id) < ($0.seconds, $1.id) }.prefix(Self.mostModules).map(\.id)
  }

  // MARK: Dependencies

  private var cuts: [Candidate] {
    let cycles = cycles
    let edges = Dictionary(grouping: structure.dependencies, by: { [$0.from, $0.to] })
    var found: [(candidate: Candidate, seconds: Double)] = []
    for (ends, dependencies) in edges.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      guard let from = rough.places[ends[0]], let to = rough.places[ends[1]], isOwn(ends[0]),
        structure.contents[ends[1]] != nil
      else { continue }
      let seconds = rough.chainSeconds(from: from, to: to)
      let isUnused = facts.unused.isSuperset(of: dependencies)
      let isNear = isEverywhere || seconds >= Self.nearCritical * rough.criticalSeconds
      guard isNear || isUnused, let reason = reasonToCut(ends[0], ends[1], isUnused: isUnused, cycles) else { continue }
      found.append(
        (
          Candidate(changes: [.cut(word(ends[0]), word(ends[1]))], reason: reason), seconds
        ))
    }
    return found.sorted { $0.seconds > $1.seconds }.prefix(Self.mostEdges).map(\.candidate)
  }

  /// The maximum share of a module's files that may import the dependency to cut; a single file always may.
  private static let rareShare = 0.2

  private func reasonToCut(
    _ from: ModuleID, _ to: ModuleID, isUnused: Bool, _ cycles: [ModuleID: [ModuleID]]
  ) -> Suggestion.Reason? {
    if isUnused { return .unused }
    if let cycle = cycles[from], cycle.contains(to) { return .cycle(cycle) }
    guard !isProgram(from) else { return nil }
    if structure.contents[from]?.newLines != nil { return .interface }
    guard let (importing, all) = importing(from, to) else { return .importsUnknown }
    let isRare = importing.count == 1 || Double(importing.count) <= Self.rareShare * Double(all)
    return !importing.isEmpty && importing.count < all && isRare ? .rarelyImported(importing, of: all) : nil
  }

  /// The files of a module that import another, and the number of its files; `nil` unless all imports are known.
  private func importing(_ from: ModuleID, _ to: ModuleID) -> (files: [String], of: Int)? {
    let own = structure.contents[from]?.files ?? []
    let name = Module.compiledName(to.name)
    var files: [String] = []
    for place in own {
      guard let file = structure.files[place.module]?[place.index], let imports = file.imports else { return nil }
      if imports.contains(name) { files.append(file.path) }
    }
    return own.isEmpty ? nil : (files.sorted(), own.count)
  }

  /// The members of each module's cycle.
  private var cycles: [ModuleID: [ModuleID]] {
    let graph = IndexedGraph(rough.places, structure.dependencies)
    var members: [ModuleID: [ModuleID]] = [:]
    for component in graph.cyclicComponents {
      let cycle = (graph.shortestCycle(within: component)?.vertices ?? component).map { rough.ids[$0] }
      for place in component {
        members[rough.ids[place]] = cycle.contains(rough.ids[place]) ? cycle : component.map { rough.ids[$0] }
      }
    }
    return members
  }

  private var interfaces: [Candidate] {
    var users: [ModuleID: Set<ModuleID>] = [:]
    for dependency in structure.dependencies where !isProgram(dependency.from) {
      users[dependency.to, default: []].insert(dependency.from)
    }
    return nearModules.compactMap { id in
      let dependents = users[id]?.count ?? 0
      guard dependents > 0, !isProgram(id), !isSmall(id), structure.contents[id]?.newLines == nil else { return nil }
      return Candidate(changes: [.interface(word(id))], reason: .waitedFor(by: dependents), dependents: dependents)
    }
  }

  // MARK: Modules

  private var splits: [Candidate] {
    let users = Dictionary(grouping: structure.dependencies, by: \.to)
    return nearModules.flatMap { id in
      let dependents = Set((users[id] ?? []).map(\.from)).count
      return ways(toSplit: id).map { Candidate(changes: $1, reason: $0, dependents: dependents) }
    }
  }

  private func ways(toSplit id: ModuleID) -> [(Suggestion.Reason, [StructureChange])] {
    if let seams = facts.seams[id] { return seams.map { (.seam(openings: $0.openings), $0.changes) } }
    guard let (division, parts) = FileDivision(id, in: structure, costs).parts else { return [] }
    return [(.large(division), [.split(word(id), parts)])]
  }

  /// The minimum share of a small module's cost that is fixed per module.
  private static let smallShare = 0.5

  /// Whether most of a module's cost is fixed: an interface of it would cost as much as the module.
  private func isSmall(_ id: ModuleID) -> Bool {
    structure.contents[id].map { costs.fixedShare(costs.cost(of: $0)) >= Self.smallShare } ?? false
  }

  private static let mostMerges = 40

  /// Groups of small modules that may be merged: with the same dependents, with the same dependencies, with
  /// dependencies among them, or built at the same time.
  private var merges: [Candidate] {
    let small = rough.ids.filter { id in
      structure.modules[id]?.kind == .regular && structure.contents[id]?.newLines == nil && isOwn(id) && isSwift(id)
        && isSmall(id)
    }
    guard small.count > 1 else { return [] }
    let above = Dictionary(grouping: structure.dependencies, by: \.to).mapValues { Set($0.map(\.from)) }
    let below = Dictionary(grouping: structure.dependencies, by: \.from).mapValues { Set($0.map(\.to)) }
    let heights = rough.waits.depths
    var groups = [small]
    groups += Dictionary(grouping: small) { above[$0] ?? [] }.values
    groups += Dictionary(grouping: small) { below[$0] ?? [] }.values
    groups += Dictionary(grouping: small) { rough.places[$0].map { heights[$0] } ?? 0 }.values
    groups += Dictionary(grouping: small) { below[$0]?.subtracting(small) ?? [] }.values
    groups += connected(small, below)
    let distinct = Set(groups.map { $0.sorted() }.filter { $0.count > 1 })
    let sorted = distinct.sorted { $0.count == $1.count ? $0.lexicographicallyPrecedes($1) : $0.count > $1.count }
    return sorted.prefix(Self.mostMerges).map { merge($0, above) }
  }

  /// Small modules that depend on one another, directly or through other small ones.
  private func connected(_ small: [ModuleID], _ below: [ModuleID: Set<ModuleID>]) -> [[ModuleID]] {
    let places = Dictionary(uniqueKeysWithValues: small.enumerated().map { ($1, $0) })
    let edges = small.flatMap { id in
      (below[id] ?? []).compactMap { places[$0] }.flatMap {
        [(from: places[id] ?? 0, to: $0), (from: $0, to: places[id] ?? 0)]
      }
    }
    return IndexedGraph(vertexCount: small.count, edges: edges).stronglyConnectedComponents.map { $0.map { small[$0] } }
  }

  private func merge(_ group: [ModuleID], _ above: [ModuleID: Set<ModuleID>]) -> Candidate {
    let total = group.map { costs.cost(of: structure.contents[$0] ?? ModuleContents(files: [], origins: [])) }
      .reduce(0) { $0 + $1.work }
    let share = total > 0 ? min(1, costs.perModule * Double(group.count) / total) : 1
    let largest = group.max { (structure.modules[$0]?.lines ?? 0, $1) < (structure.modules[$1]?.lines ?? 0, $0) }
    let users = Set(group.flatMap { above[$0] ?? [] }).subtracting(group)
    return Candidate(
      changes: [.merge(group.map(word), into: (largest ?? group[0]).name)], reason: .small(fixedShare: share),
      dependents: users.count)
  }
}
