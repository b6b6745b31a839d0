/// A model of a build that can be replayed: its work, the waits between pieces, and other delays.
package struct BuildModel: Sendable {
  /// A wait before a start, up to this length, counts as latency of the builder, during which the place is taken. The
  /// rest of a longer wait has an unknown cause and takes no place.
  fileprivate static let longestLatencyNanoseconds = 100_000_000

  package let schedule: Schedule
  let lanes: Occupancy
  /// The time at which each piece could have started if a place had been free, as far as known.
  let readyNanoseconds: [Int]
  /// The start of the first piece.
  let startNanoseconds: Int

  /// - Parameters:
  ///   - busyJobs: the number of working jobs over time, which determines how much pieces slow one another down.
  ///   - lanes: the maximum number of processes that the builder, and each driver, runs at once.
  ///   - ownNanoseconds: the work of processes, by index; all others are assumed to have worked during their whole
  ///     span.
  /// - Complexity: O(pieces · log pieces).
  init(
    _ builder: NetworkBuilder, _ tasks: ModuleTasks, busyJobs: StepFunction<Int>, cores: Int, lanes: Int,
    ownNanoseconds: [Int: Double] = [:]
  ) {
    let jobs = tasks.tree.jobs
    let roots = jobs.indices.filter { tasks.task[$0] == $0 }
    let laneOccupancy = Occupancy(of: roots.filter(tasks.takesLane).map { jobs[$0].span }, places: lanes)
    let driverOccupancies = builder.occupancies(places: lanes)
    let network = builder.network
    let start = roots.map { jobs[$0].span.startNanoseconds }.min() ?? 0
    let ready = network.readyNanoseconds(start: start)
    let work = Area(under: busyJobs, sharedBy: cores)
    var steps = network.steps
    for index in steps.indices {
      guard let job = steps[index].job else { continue }
      steps[index].workNanoseconds = ownNanoseconds[job] ?? work(in: steps[index].span)
      let occupancy: Occupancy? =
        switch steps[index].place {
        case .lane, .taken: laneOccupancy
        case .driver(let driver): driverOccupancies[driver]
        case .none, .givenBack: nil
        }
      if let occupancy { steps[index].wait(since: ready[index], for: occupancy, tasks.built) }
    }
    schedule = Schedule(
      network: network.replacing(steps), cores: cores, lanes: laneOccupancy.places,
      drivers: driverOccupancies.map(\.places))
    self.lanes = laneOccupancy
    readyNanoseconds = ready
    startNanoseconds = start
  }

  package var network: WorkNetwork { schedule.network }

  /// The replayed duration of the same pieces with different waits, in nanoseconds.
  func replayedNanoseconds(waiting builder: NetworkBuilder) -> Double {
    let steps = builder.steps.enumerated().map { $1.job == nil ? $1 : network.steps[$0] }
    return Schedule(
      network: builder.network.replacing(steps), cores: schedule.cores, lanes: schedule.lanes,
      drivers: schedule.drivers
    ).nanoseconds()
  }
}

extension Area {
  /// The cumulative work of a process that works all the time, while sharing the cores with all busy jobs.
  init(under busyJobs: StepFunction<Int>, sharedBy cores: Int) {
    self.init(under: busyJobs) { $0 == 0 ? 0 : min(1, Double(cores) / Double($0)) }
  }
}

extension NetworkBuilder {
  /// The occupancy of each driver's places.
  fileprivate func occupancies(places: Int) -> [Occupancy] {
    var spans = [[Span]](repeating: [], count: driverNumbers.count)
    for step in steps {
      if case .driver(let driver) = step.place { spans[driver].append(step.span) }
    }
    return spans.map { Occupancy(of: $0, places: places) }
  }
}

extension WorkNetwork {
  /// For each piece, the end of the last piece that it waits for.
  fileprivate func readyNanoseconds(start: Int) -> [Int] {
    var ready = [Int](repeating: start, count: steps.count)
    for piece in steps.indices {
      for next in waits.successors(of: piece) { ready[next] = max(ready[next], steps[piece].span.endNanoseconds) }
    }
    return ready
  }
}

extension WorkNetwork.Step {
  /// Splits the time before the start into the wait for a place, which a replay determines anew, and the rest.
  fileprivate mutating func wait(since ready: Int, for occupancy: Occupancy, _ built: BuiltGraph) {
    // The dependencies of a module outside the graph are unknown. Its delay is then kept as recorded.
    let isKnown = module.map { built.found[$0] != nil } ?? false
    let isTask = place == .lane || place == .taken
    let occupancy = isTask && !isKnown ? nil : occupancy
    let waiting = Span(min(ready, span.startNanoseconds), span.startNanoseconds)
    let rest = waiting.endNanoseconds - (occupancy?.lastFull(in: waiting) ?? waiting.startNanoseconds)
    let latency = occupancy == nil ? 0 : min(rest, BuildModel.longestLatencyNanoseconds)
    latencyNanoseconds = Double(latency)
    delayNanoseconds = Double(rest - latency)
  }
}
