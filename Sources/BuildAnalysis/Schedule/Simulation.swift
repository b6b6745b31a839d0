/// Replays a work network by list scheduling, in the order of the recorded build.
///
/// Whenever a lane is free, it is given to the ready piece that started first in the build. All running pieces share
/// the cores equally: with more pieces than cores, each becomes slower in proportion. This is a list schedule in
/// Graham's sense (“Bounds on multiprocessing timing anomalies”, SIAM J. Appl. Math. 17, 1969) with processor sharing.
/// Without delays and with a lane for each core, the makespan is therefore at least the longest chain and at least work
/// ÷ cores, and at most work ÷ cores + (1 - 1 ÷ cores) · longest chain.
struct Simulation {
  private let network: WorkNetwork
  private let cores: Double
  /// The index of the module that costs nothing.
  private let free: Int?

  private var now = 0.0
  /// The work done by a piece that has been running from the start.
  private var done = 0.0
  private var runningCount = 0.0
  private var running = PieceQueue()
  private var pausing = PieceQueue()
  private var hasPlace: [Bool]
  private var queue = PieceQueue()
  private var driverQueues: [PieceQueue]
  private var freeLanes: Int
  private var freePlaces: [Int]
  private var missing: [Int]
  private var finished: [Int] = []

  /// The shared preparation; `nil` once it is made.
  private var preparation: SharedPreparation?
  /// The pieces that needed it before it was made, in chronological order.
  private var beginners: [Int] = []
  /// The beginners that are working on it.
  private var preparing: Set<Int> = []
  /// The beginners that wait until it is made.
  private var held: [Int] = []

  /// - Parameters:
  ///   - schedule: the work and the places for it. The recorded spans of pieces determine their order.
  ///   - free: the index of a module that costs nothing.
  /// - Complexity: O((pieces + waits) · log pieces).
  static func outcome(of schedule: Schedule, free: Int? = nil) -> Schedule.Outcome {
    var simulation = Simulation(schedule, free: free)
    simulation.run()
    return Schedule.Outcome(nanoseconds: simulation.now, beginners: simulation.beginners)
  }

  private init(_ schedule: Schedule, free: Int?) {
    network = schedule.network
    cores = Double(schedule.cores)
    self.free = free
    preparation = schedule.preparation
    freeLanes = schedule.lanes
    freePlaces = schedule.drivers
    driverQueues = schedule.drivers.map { _ in PieceQueue() }
    hasPlace = Array(repeating: false, count: network.steps.count)
    missing = network.missingAtStart
  }

  private mutating func run() {
    for piece in network.order where missing[piece] == 0 { becomeReady(piece) }
    settle()
    while advance() { settle() }
  }

  /// Advances to the next event; returns `false` if there is none.
  private mutating func advance() -> Bool {
    let speed = min(1, cores / max(1, runningCount))
    let end = running.first.map { now + max(0, $0.key - done) / speed } ?? .infinity
    let next = min(end, pausing.first?.key ?? .infinity)
    guard next < .infinity else { return false }
    done += (next - now) * speed
    now = next
    if end <= next, let piece = running.removeFirst() {
      done = max(done, piece.key)
      finish(piece.piece)
    }
    while let first = running.first, first.key <= done { finish(running.removeFirst()?.piece ?? first.piece) }
    while let first = pausing.first, first.key <= now {
      _ = pausing.removeFirst()
      if hasPlace[first.piece] { work(first.piece) } else { enqueue(first.piece) }
    }
    return true
  }

  private mutating func finish(_ piece: Int) {
    runningCount -= 1
    if !preparing.isEmpty, preparing.remove(piece) != nil { return endPreparing(piece) }
    guard let preparation, network.steps[piece].needsPreparation else { return finished.append(piece) }
    beginners.append(piece)
    preparing.insert(piece)
    start(piece, beginners.count == 1 ? preparation.makingNanoseconds : preparation.waitingNanoseconds)
  }

  /// Once the shared preparation is made, finishes the pieces that waited for it.
  private mutating func endPreparing(_ piece: Int) {
    held.append(piece)
    if piece == beginners.first { preparation = nil }
    guard preparation == nil else { return }
    finished += held
    held = []
  }

  /// Releases the successors of finished pieces and assigns free places, until nothing more happens at this moment.
  private mutating func settle() {
    repeat {
      while let piece = finished.popLast() { release(piece) }
      dispatch()
    } while !finished.isEmpty
  }

  private mutating func release(_ piece: Int) {
    switch network.steps[piece].place {
    case .lane, .givenBack: freeLanes += 1
    case .driver(let driver):
      freePlaces[driver] += 1
      serve(driver)
    case .none, .taken: break
    }
    for next in network.waits.successors(of: piece) {
      missing[next] -= 1
      if missing[next] == 0 { becomeReady(next) }
    }
  }

  private mutating func becomeReady(_ piece: Int) {
    let step = network.steps[piece]
    let delay = step.delayNanoseconds
    // Within its own driver, a module that costs nothing has no delay.
    if case .driver = step.place, isFree(step) { return enqueue(piece) }
    if delay > 0 { pausing.insert(piece, key: now + delay) } else { enqueue(piece) }
  }

  private mutating func enqueue(_ piece: Int) {
    switch network.steps[piece].place {
    case .none, .givenBack: take(piece)
    case .lane, .taken: queue.insert(piece, key: Double(network.steps[piece].span.startNanoseconds))
    case .driver(let driver) where freePlaces[driver] > 0:
      freePlaces[driver] -= 1
      take(piece)
    case .driver(let driver):
      driverQueues[driver].insert(piece, key: Double(network.steps[piece].span.startNanoseconds))
    }
  }

  private mutating func dispatch() {
    while freeLanes > 0, let next = queue.removeFirst() {
      freeLanes -= 1
      take(next.piece)
    }
  }

  private mutating func serve(_ driver: Int) {
    while freePlaces[driver] > 0, let next = driverQueues[driver].removeFirst() {
      freePlaces[driver] -= 1
      take(next.piece)
    }
  }

  private mutating func take(_ piece: Int) {
    hasPlace[piece] = true
    let step = network.steps[piece]
    if step.latencyNanoseconds > 0, !isFree(step) {
      pausing.insert(piece, key: now + step.latencyNanoseconds)
    } else {
      work(piece)
    }
  }

  private func isFree(_ step: WorkNetwork.Step) -> Bool { step.module != nil && step.module == free }

  private mutating func work(_ piece: Int) {
    let step = network.steps[piece]
    let own = isFree(step) ? 0 : step.workNanoseconds
    // Without work of its own, a compiler still needs what compilers share, as it does with very little.
    guard own > 0 || (step.needsPreparation && preparation != nil) else { return finished.append(piece) }
    start(piece, own)
  }

  private mutating func start(_ piece: Int, _ work: Double) {
    runningCount += 1
    running.insert(piece, key: done + work)
  }
}

extension WorkNetwork {
  /// The number of pieces that each piece waits for.
  fileprivate var missingAtStart: [Int] {
    var missing = [Int](repeating: 0, count: steps.count)
    for piece in steps.indices {
      for next in waits.successors(of: piece) { missing[next] += 1 }
    }
    return missing
  }
}
