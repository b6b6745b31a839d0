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

  /// The predicted duration from the first process to the last, in seconds.
  ///
  /// - Parameters:
  ///   - parts: the modules that are compiled or emitted, each once.
  ///   - links: the programs that are linked, with the CPU seconds of their linkers.
  ///   - graph: that of the later state.
  ///   - waitsForEmitting: whether a module waits only until the modules below it are emitted.
  /// - Complexity: that of a replay, and O(modules + dependencies) for each part and link.
  static func seconds(
    of parts: [Part], linking links: [(module: ModuleID, cpuSeconds: Double)], in graph: ModuleGraph, lanes: Int,
    cores: Int, waitsForEmitting: Bool
  ) -> Double {
    var schedule = IncrementalSchedule()
    var ends: [ModuleID: Ends] = [:]
    for part in parts { ends[part.module] = schedule.add(part) }
    func below(_ id: ModuleID) -> [Ends] { graph.closure(of: [id]).filter { $0 != id }.compactMap { ends[$0] } }
    for part in parts {
      for other in below(part.module) {
        schedule.wait(for: waitsForEmitting ? other.emitted : other.ends, in: ends[part.module]?.starts ?? [])
      }
    }
    for link in links {
      let step = schedule.add(link.cpuSeconds, .lane)
      for other in below(link.module) + [ends[link.module]].compactMap(\.self) {
        schedule.wait(for: other.ends, in: [step])
      }
    }
    let places = [Int](repeating: lanes, count: schedule.drivers)
    return Schedule(
      network: WorkNetwork(steps: schedule.steps, waits: schedule.waits), cores: cores, lanes: lanes, drivers: places
    ).nanoseconds() / 1e9
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
    let perWeight = own.compile / max(1e-9, part.weights.reduce(0, +)) / own.threads
    var all: Ends = ([], [], [])
    for _ in 0..<part.work.variants {
      let driver = WorkNetwork.Place.driver(drivers)
      drivers += 1
      let start = add(own.plan / 2, .taken)
      let emitted = add(own.emit, driver, after: start)
      var costs = part.weights.map { $0 * perWeight }[...]
      let first = part.waves.map { _ in add(costs.popFirst() ?? 0, driver, after: start) }
      let later = zip(first, part.waves).flatMap { batch, count in
        (0..<count).map { _ in add(costs.popFirst() ?? 0, driver, after: batch) }
      }
      let end = add(own.plan / 2, .givenBack)
      for piece in [emitted] + first + later { waits.append((piece, end)) }
      all.starts.append(start)
      all.emitted.append(emitted)
      all.ends.append(end)
    }
    return all
  }

  /// Pieces take places in the order in which they were added.
  private mutating func add(_ seconds: Double, _ place: WorkNetwork.Place, after earlier: Int? = nil) -> Int {
    steps.append(
      WorkNetwork.Step(span: Span(steps.count, steps.count), place: place, workNanoseconds: max(0, seconds) * 1e9))
    if let earlier { waits.append((earlier, steps.count - 1)) }
    return steps.count - 1
  }
}
