import BuildAnalysis
import ModuleGraph

/// The processes of an incremental build that is not made yet, and what each waits for.
///
/// Each module has a driver, which emits the module and compiles its files in batches: first those that it knows from the start, and
/// after each of these batches those that it discovers by it. With SwiftPM's native build system a driver waits for those of all
/// modules below, with swiftbuild only until these are emitted. Programs are linked once their modules are compiled.
struct IncrementalSchedule {
  /// What is done for one module.
  struct Part {
    let module: ModuleID
    let work: RecompilationWork
    /// Each batch of files that is known from the start, as the number of batches that follow it; empty if the module is only
    /// emitted.
    let waves: [Int]
    /// What each batch costs relative to the others, in the order of the batches that are known from the start, and then of all others.
    let weights: [Double]
  }

  /// The pieces of a module that others wait for, by variant.
  private typealias Ends = (starts: [Int], emitted: [Int], ends: [Int])

  private var steps: [WorkNetwork.Step] = []
  private var waits: [(from: Int, to: Int)] = []
  private var drivers = 0
  private var ends: [ModuleID: Ends] = [:]
  private let dependencies: [ModuleID: [ModuleID]]
  private let macros: Set<ModuleID>
  /// The place of each module in an order in which the modules that it depends on come first.
  private let positions: [ModuleID: Int]
  /// How many batches a driver runs until the first of them ends; `nil` if the place of emitting the module is used as soon as it is free.
  private let placesOfFirst: Int?

  /// The predicted duration from the first process to the last, in seconds.
  ///
  /// - Parameters:
  ///   - parts: the modules that are compiled or emitted, each once.
  ///   - links: the programs that are linked, with the CPU seconds of their linkers.
  ///   - graph: that of the later state.
  ///   - waitsForEmitting: whether a module waits only until the modules below it are emitted.
  ///   - leavesPlaces: whether drivers leave the place of emitting a module unused until their first batch ends, as they do by chance.
  /// - Complexity: that of a replay, and for each part and link O(modules + dependencies) down to the nearest parts.
  static func seconds(
    of parts: [Part], linking links: [(module: ModuleID, cpuSeconds: Double)], in graph: ModuleGraph, lanes: Int,
    cores: Int, waitsForEmitting: Bool, leavesPlaces: Bool = false
  ) -> Double {
    var schedule = IncrementalSchedule(graph, placesOfFirst: leavesPlaces ? max(1, lanes - 1) : nil)
    for part in parts { schedule.ends[part.module] = schedule.add(part) }
    let starts = schedule.ends.mapValues(\.starts)
    for link in links { schedule.add(link: link) }
    for part in parts {
      for (id, other) in schedule.below(part.module) where schedule.isBefore(id, part.module) {
        schedule.wait(for: waitsForEmitting ? other.emitted : other.ends, in: starts[part.module] ?? [])
      }
    }
    let places = [Int](repeating: lanes, count: schedule.drivers)
    return Schedule(
      network: WorkNetwork(steps: schedule.steps, waits: schedule.waits), cores: cores, lanes: lanes, drivers: places
    ).nanoseconds() / 1e9
  }

  private init(_ graph: ModuleGraph, placesOfFirst: Int?) {
    self.placesOfFirst = placesOfFirst
    dependencies = Dictionary(grouping: graph.dependencies, by: \.from).mapValues { $0.map(\.to) }
    macros = Set(graph.modules.lazy.filter { $0.kind == .macro }.map(\.id))
    let ids = graph.modules.map(\.id)
    let order = IndexedGraph(ids, graph.dependencies).stronglyConnectedComponents.joined()
    positions = Dictionary(uniqueKeysWithValues: order.enumerated().map { (ids[$1], $0) })
  }

  /// Of modules that depend on one another, only some wait for the others.
  private func isBefore(_ one: ModuleID, _ other: ModuleID) -> Bool {
    positions[one] ?? 0 < positions[other] ?? .max
  }

  /// What is done for the nearest modules that one depends on, directly or not.
  private func below(_ id: ModuleID) -> [(id: ModuleID, ends: Ends)] {
    var (found, seen, pending): ([(id: ModuleID, ends: Ends)], Set<ModuleID>, [ModuleID]) = ([], [id], [id])
    while let next = pending.popLast() {
      for other in dependencies[next] ?? [] where seen.insert(other).inserted {
        if let own = ends[other] { found.append((other, own)) } else { pending.append(other) }
      }
    }
    return found
  }

  /// Adds a linker, which waits for all variants of its modules. What depends on a macro waits for its linker.
  private mutating func add(link: (module: ModuleID, cpuSeconds: Double)) {
    let step = add(link.cpuSeconds, .lane)
    for other in below(link.module).map(\.ends) + [ends[link.module]].compactMap(\.self) {
      for end in other.ends { waits.append((end, step)) }
    }
    if macros.contains(link.module) { ends[link.module] = ([], [step], [step]) }
  }

  /// Each variant waits for the same variant of others, or for their last one.
  private mutating func wait(for others: [Int], in own: [Int]) {
    guard let last = others.last else { return }
    for (variant, piece) in own.enumerated() {
      waits.append((variant < others.count ? others[variant] : last, piece))
    }
  }

  private mutating func add(_ part: Part) -> Ends {
    let own = part.work.scaled(by: 1 / Double(part.work.variants))
    // A compiler that keeps several processors busy counts as several.
    let threads = max(1, Int(own.threads.rounded()))
    let perWeight = own.compile / max(1e-9, part.weights.reduce(0, +)) / Double(threads)
    var all: Ends = ([], [], [])
    for _ in 0..<part.work.variants {
      let driver = WorkNetwork.Slot.driver(drivers)
      drivers += 1
      let start = add(own.plan / 2, .taken)
      let emitted = add(own.emit, driver, after: [start])
      var costs = part.weights.map { $0 * perWeight }[...]
      var first = add(
        batchesAfter: part.waves.prefix(placesOfFirst ?? .max).map { _ in [start] }, &costs, threads: threads, driver)
      let delayed = part.waves.dropFirst(first.count)
      first += add(batchesAfter: delayed.map { _ in first[0] }, &costs, threads: threads, driver)
      let followers = zip(first, part.waves).flatMap { Array(repeating: $0, count: $1) }
      let later = add(batchesAfter: followers, &costs, threads: threads, driver)
      all.starts.append(start)
      all.emitted.append(emitted)
      all.ends.append(add(own.plan / 2, .givenBack, after: [emitted] + (first + later).joined()))
    }
    return all
  }

  /// Adds a batch after each of some groups of pieces.
  /// - Parameter costs: of the batches, in seconds; those of the added ones are removed.
  /// - Returns: the pieces of each.
  private mutating func add(
    batchesAfter earlier: [[Int]], _ costs: inout ArraySlice<Double>, threads: Int, _ driver: WorkNetwork.Slot
  ) -> [[Int]] {
    earlier.map { earlier in
      let cost = costs.popFirst() ?? 0
      return (0..<threads).map { _ in add(cost, driver, after: earlier) }
    }
  }

  /// Pieces take places in the order in which they were added.
  private mutating func add(_ seconds: Double, _ place: WorkNetwork.Slot, after earlier: [Int] = []) -> Int {
    steps.append(
      WorkNetwork.Step(span: Span(steps.count, steps.count), place: place, workNanoseconds: max(0, seconds) * 1e9))
    waits += earlier.map { ($0, steps.count - 1) }
    return steps.count - 1
  }
}
