import BuildAnalysis
import ModuleGraph

/// A changed build that can be replayed: its processes, and their waits according to the proposed graph.
package struct PlannedBuild: Sendable {
  /// The CPU time of modules is without the shared preparation.
  let parts: PartialSchedule
  let built: BuiltGraph
  /// The indices of the pieces of linkers.
  let linkers: Set<Int>
  /// The CPU time that each module's processes spend on the shared preparation.
  let preparationMicroseconds: [Int]
  /// The CPU time of all processes, with the shared preparation.
  let totalCPUMicroseconds: Int
  let replayed: Schedule.Outcome
  /// The CPU time of pieces, by index.
  private let ownNanoseconds: [Int: Double]

  var schedule: Schedule { parts.schedule }
  /// The CPU time of each module's processes, without the shared preparation.
  var cpuMicroseconds: [Int] { parts.cpuMicroseconds }

  /// The replayed duration if nothing else used the cores: every process takes its CPU time, or its recorded work if
  /// less, and there are no delays of the builder.
  var undisturbedNanoseconds: Double {
    var steps = schedule.network.steps
    for index in steps.indices {
      steps[index].delayNanoseconds = 0
      steps[index].latencyNanoseconds = 0
      if let own = ownNanoseconds[index] { steps[index].workNanoseconds = min(own, steps[index].workNanoseconds) }
    }
    return schedule.replacing(steps).nanoseconds()
  }

  /// - Parameters:
  ///   - plan: the processes of the build.
  ///   - graph: the proposed graph.
  ///   - recorded: the waits of the recorded build.
  ///   - preparation: the shared preparation, with its CPU time in microseconds.
  /// - Complexity: that of a replay.
  init(
    _ plan: WorkPlan, graph: ModuleGraph, machine: BuildMachine, recorded: RecordedWaits,
    preparation: (shared: SharedPreparation?, making: Double, waiting: Double)
  ) {
    let flat = FlatProcesses(plan)
    let built = BuiltGraph(Set(plan.tasks.keys), in: graph)
    let tree = JobTree(changed: flat.jobs, manifests: flat.manifests, span: recorded.span)
    let tasks = ModuleTasks(tree, built)
    let builder = NetworkBuilder(
      tasks, recorded.observed, model: machine.unblocking,
      changed: ChangedWaits(
        plan: recorded.plan?.longer(by: plan.planningNanoseconds), unkept: recorded.unkept, hastyLinkers: flat.hasty,
        unusedPlaces: flat.unusedPlaces))
    let (steps, own) = flat.steps(of: builder, in: built)
    ownNanoseconds = own
    linkers = flat.linkers(in: builder)
    let schedule = Schedule(
      network: builder.network.replacing(steps), cores: machine.cores, lanes: machine.jobs,
      drivers: flat.drivers(in: builder), preparation: preparation.shared)
    replayed = schedule.replayed()
    self.built = built
    parts = PartialSchedule(schedule, tasks)
    preparationMicroseconds = Self.microseconds(of: preparation, in: replayed, steps, modules: built.modules.count)
    totalCPUMicroseconds =
      Int(plan.planningNanoseconds / 1000)
      + flat.jobs.reduce(preparationMicroseconds.reduce(0, +)) { $0 + $1.cpuMicroseconds }
  }

  /// The CPU time of the shared preparation, by module: the first compiler makes it, those that start meanwhile wait.
  private static func microseconds(
    of preparation: (shared: SharedPreparation?, making: Double, waiting: Double), in replayed: Schedule.Outcome,
    _ steps: [WorkNetwork.Step], modules count: Int
  ) -> [Int] {
    var prepared = [Int](repeating: 0, count: count)
    for (number, piece) in replayed.beginners.enumerated() {
      if let place = steps[piece].module {
        prepared[place] += Int(number == 0 ? preparation.making : preparation.waiting)
      }
    }
    return prepared
  }
}

/// The waits of a recorded build that its graph does not determine.
struct RecordedWaits: Sendable {
  let observed: ObservedUnblocking
  let plan: ChangedWaits.Plan?
  let unkept: Set<ChangedWaits.Wait>
  let span: Span
}

/// The processes of a plan as a list, each after the one that started it.
private struct FlatProcesses {
  var jobs: [JobTiming] = []
  var pieces: [(lead: PlannedProcess.Piece, tail: PlannedProcess.Piece?)] = []
  var places: [Int] = []
  var manifests: [Int] = []
  var hasty: Set<Int> = []
  var unusedPlaces: [Int: Int] = [:]
  /// The indices of processes that compile Swift files.
  var compilers: Set<Int> = []

  init(_ plan: WorkPlan) {
    let roots = plan.tasks.values.flatMap(\.all) + plan.strangers
    let sorted = roots.sorted { left, right in
      left.job.span == right.job.span ? left.name < right.name : left.job.span < right.job.span
    }
    for root in sorted { add(root, driver: nil) }
  }

  private mutating func add(_ process: PlannedProcess, driver: Int?) {
    let index = jobs.count
    jobs.append(process.job)
    jobs[index].driver = driver
    pieces.append((process.lead, process.tail))
    places.append(process.places)
    if process.isManifest { manifests.append(index) }
    if process.isHasty { hasty.insert(index) }
    if !process.usesEmitPlace { unusedPlaces[index] = process.places }
    if process.isFrontend { compilers.insert(index) }
    for below in process.below { add(below, driver: index) }
  }

  /// The steps of a network with the work of these processes, and the CPU time of pieces, by index.
  func steps(of builder: NetworkBuilder, in built: BuiltGraph) -> ([WorkNetwork.Step], ownNanoseconds: [Int: Double]) {
    var steps = builder.steps
    var own: [Int: Double] = [:]
    for (index, pieces) in pieces.enumerated() {
      let (lead, tail) = (pieces.lead.work, pieces.tail?.work ?? 0)
      let cpu = Double(jobs[index].cpuMicroseconds) * 1000 / max(1, lead + tail)
      if let first = builder.firstPiece(of: index) {
        steps[first].set(pieces.lead)
        steps[first].needsPreparation =
          compilers.contains(index) && steps[first].module.map { built.found[$0]?.kind != .plugin } == true
        own[first] = cpu * lead
      }
      if let piece = pieces.tail, let last = builder.lastPiece(of: index) {
        steps[last].set(piece)
        own[last] = cpu * tail
      }
    }
    return (steps, own)
  }

  /// The indices of the pieces of linkers.
  func linkers(in builder: NetworkBuilder) -> Set<Int> {
    Set(
      jobs.indices.filter { jobs[$0].kind == .link }.flatMap {
        [builder.firstPiece(of: $0), builder.lastPiece(of: $0)].compactMap(\.self)
      })
  }

  /// How many processes each driver runs at once.
  func drivers(in builder: NetworkBuilder) -> [Int] {
    var drivers = [Int](repeating: 0, count: builder.driverNumbers.count)
    for (job, number) in builder.driverNumbers { drivers[number] = max(1, places[job]) }
    return drivers
  }
}

extension PlannedProcess {
  /// The order of processes with the same start.
  fileprivate var name: (String, String, String, String) {
    (job.module?.label ?? "", job.kind.rawValue, job.output ?? "", job.files.first ?? "")
  }
}

extension WorkNetwork.Step {
  fileprivate mutating func set(_ piece: PlannedProcess.Piece) {
    workNanoseconds = piece.work
    delayNanoseconds = piece.delay
    latencyNanoseconds = piece.latency
  }
}
