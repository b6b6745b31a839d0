import BuildAnalysis
import ModuleGraph

/// The duration and cost of each recorded module as a single piece of work, for estimates that are cheaper than a
/// replay.
package struct RoughCosts: Sendable {
  /// In seconds.
  struct Cost: Sendable {
    /// From its first process to its last, alone on the machine.
    var chain = 0.0
    /// CPU time.
    var work = 0.0
  }

  let cores: Int
  /// CPU time of a module without lines.
  let perModule: Double
  private let recorded: [ModuleID: Cost]
  private let lines: [ModuleID: Double]
  private let weights: [ModuleID: [Double]]

  /// - Parameter build: the recorded one, unchanged.
  package init(_ structure: RecordedStructure, _ build: PlannedBuild) {
    cores = build.schedule.cores
    perModule = structure.costs.secondsPerModule
    weights = structure.fileWeights
    lines = structure.sizes.mapValues(\.lines)
    let chains = build.moduleChains
    var costs: [ModuleID: Cost] = [:]
    for (place, module) in build.built.found.enumerated() {
      guard let module else { continue }
      let work = Double(build.cpuMicroseconds[place]) / 1e6
      let former = costs[module.id] ?? Cost()
      costs[module.id] = Cost(
        chain: max(former.chain, chains[place] / 1e9, work / Double(cores)), work: former.work + work)
    }
    recorded = costs
  }

  subscript(id: ModuleID) -> Cost { recorded[id] ?? Cost() }

  /// The share of a recorded module's cost that does not depend on its files.
  func fixedShare(_ cost: Cost) -> Double { cost.work > 0 ? min(1, perModule / cost.work) : 0 }

  /// The share of a recorded module that a proposed one has.
  func share(of origin: ModuleID, in contents: ModuleContents) -> Double {
    if let newLines = contents.newLines { return min(1, Double(newLines) / max(1, lines[origin] ?? 1)) }
    guard let all = weights[origin], !all.isEmpty, !contents.files.isEmpty else { return 1 }
    let own = contents.files.reduce(0) { $1.module == origin ? $0 + all[$1.index] : $0 }
    return own / all.reduce(0, +)
  }

  /// The relative cost of a file: its lines, or if costs of files were measured, its share of the module's cost, in
  /// lines.
  func weight(of file: ModuleContents.File) -> Double { weights[file.module]?[file.index] ?? 1 }

  func cost(of contents: ModuleContents) -> Cost {
    var (fixed, rest) = (Cost(), Cost())
    // Sums of floating-point numbers depend on the order.
    for origin in contents.origins.sorted() {
      let whole = self[origin]
      let (fixedShare, share) = (fixedShare(whole), share(of: origin, in: contents))
      fixed.chain = max(fixed.chain, whole.chain * fixedShare)
      fixed.work = max(fixed.work, whole.work * fixedShare)
      rest.chain += whole.chain * (1 - fixedShare) * share
      rest.work += whole.work * (1 - fixedShare) * share
    }
    return Cost(
      chain: (fixed.chain + rest.chain) * contents.factor, work: (fixed.work + rest.work) * contents.factor)
  }
}

extension RecordedStructure {
  /// The weight of each file. Their sum in a module is the same whether costs of files were measured or not.
  fileprivate var fileWeights: [ModuleID: [Double]] {
    Dictionary(
      uniqueKeysWithValues: files.map { id, files in
        let lines = files.map { $0.lines.map { max(1, Double($0)) } ?? 1 }
        guard let own = variants[id]?.first.flatMap({ profiles[$0]?.measured?.own }) else { return (id, lines) }
        let scale = lines.reduce(0, +) / max(1, own.reduce(0, +))
        return (id, own.map { $0 * scale })
      })
  }
}

extension PlannedBuild {
  /// The longest chain of work and pauses within each module, by index; in nanoseconds.
  fileprivate var moduleChains: [Double] {
    let network = schedule.network
    let own = network.steps.map { $0.workNanoseconds + $0.delayNanoseconds + $0.latencyNanoseconds }
    var upTo = own
    var longest = [Double](repeating: 0, count: built.modules.count)
    for piece in network.order {
      guard let module = network.steps[piece].module else { continue }
      longest[module] = max(longest[module], upTo[piece])
      for next in network.waits.successors(of: piece) where network.steps[next].module == module {
        upTo[next] = max(upTo[next], upTo[piece] + own[next])
      }
    }
    return longest
  }
}

/// A build of a proposed structure in which each module is one piece of work. Ranks proposals, but predicts nothing.
package struct RoughBuild: Sendable {
  let ids: [ModuleID]
  let places: [ModuleID: Int]
  /// An edge from each module to each that depends on it; without those that close a cycle.
  let waits: IndexedGraph
  let costs: [RoughCosts.Cost]
  private let chains: LongestChains
  private let order: [Int]
  private let cores: Double

  /// - Complexity: O((modules + dependencies) · log modules).
  package init(_ structure: ProposedStructure, _ model: RoughCosts) {
    let ids = structure.modules.keys.sorted()
    let places = Dictionary(uniqueKeysWithValues: ids.enumerated().map { ($1, $0) })
    let whole = IndexedGraph(places, structure.dependencies).reversed
    let order = whole.stronglyConnectedComponents.reversed().flatMap(\.self)
    var position = [Int](repeating: 0, count: ids.count)
    for (index, place) in order.enumerated() { position[place] = index }
    waits = whole.filteringEdges { position[$0] < position[$1] }
    costs = ids.map { structure.contents[$0].map(model.cost) ?? RoughCosts.Cost() }
    chains = LongestChains(lengths: costs.map { Int($0.chain * 1e9) }, waits: waits, order: order)
    (self.ids, self.places, self.order, cores) = (ids, places, order, Double(model.cores))
  }

  var criticalSeconds: Double { Double(chains.length) / 1e9 }
  var workSeconds: Double { costs.reduce(0) { $0 + $1.work } }

  /// The longest chain through a module.
  func chainSeconds(through place: Int) -> Double {
    Double(chains.upTo[place] + chains.from[place]) / 1e9 - costs[place].chain
  }

  /// The longest chain through a dependency.
  func chainSeconds(from dependent: Int, to dependency: Int) -> Double {
    Double(chains.upTo[dependency] + chains.from[dependent]) / 1e9
  }

  /// The maximum duration by Graham's bound, “Bounds on multiprocessing timing anomalies” (1969), plus a small share of
  /// the other long chains, so that shortening one of two equal chains counts.
  var rank: Double {
    let critical = criticalSeconds
    guard critical > 0 else { return 0 }
    let bound = workSeconds / cores + (1 - 1 / cores) * critical
    let (sum, all) = ids.indices.reduce((0.0, 0.0)) { sums, place in
      let share = chainSeconds(through: place) / critical
      let power = share * share * share * share
      return (sums.0 + power * power * costs[place].chain, sums.1 + costs[place].chain)
    }
    return bound + 0.1 * critical * (all > 0 ? sum / all : 0)
  }

  // MARK: Changes

  /// How many seconds the build after each of some changes takes: the longest chain of the changed modules and all of their
  /// dependents, or their CPU time on all cores.
  /// - Complexity: O(modules + dependencies) for each.
  func rebuilds(of changes: [[Int]]) -> [Double] {
    var position = [Int](repeating: 0, count: ids.count)
    for (index, place) in order.enumerated() { position[place] = index }
    var upTo = [Double](repeating: -1, count: ids.count)
    return changes.map { changed in
      for index in upTo.indices { upTo[index] = -1 }
      for place in changed { upTo[place] = costs[place].chain }
      var cost = RoughCosts.Cost()
      for next in order[(changed.map { position[$0] }.min() ?? 0)...] where upTo[next] >= 0 {
        cost.chain = max(cost.chain, upTo[next])
        cost.work += costs[next].work
        for other in waits.successors(of: next) { upTo[other] = max(upTo[other], upTo[next] + costs[other].chain) }
      }
      return max(cost.chain, cost.work / cores)
    }
  }
}
