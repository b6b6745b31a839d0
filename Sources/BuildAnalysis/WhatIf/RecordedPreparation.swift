import ModuleGraph

/// What the first compilers of a recorded build made for all that followed, and what these compilers would have cost
/// without it.
///
/// No trace tells it. But it is known what later compilers cost for their lines: of the compilers that came to it before
/// any had ended, one cost far more than that, and the others, which waited for it, somewhat more.
struct RecordedPreparation: Sendable {
  /// CPU time of the own work of each compiler that needed it before it was made, in microseconds, by the index of the
  /// process.
  let ownMicroseconds: [Int: Double]
  /// `nil` if nothing of the kind is seen.
  let shared: SharedPreparation?
  /// CPU time in microseconds.
  let costs: (making: Double, waiting: Double)
  /// The number of working processes at each moment, without those that waited for it.
  let busyJobs: StepFunction<Int>

  /// The least number of later compilers that tell what one costs for its lines.
  private static let fewestLater = 4
  /// Less is not told from noise, in microseconds.
  private static let least = 200_000.0
  /// What waiting costs at most, as a share of making.
  private static let mostWaiting = 1.0 / 3
  private static let leastOwnShare = 0.1
  private static let iterations = 8

  /// Nothing of the kind.
  init(without analysis: TraceAnalysis) {
    (ownMicroseconds, shared, costs, busyJobs) = ([:], nil, (0, 0), analysis.busyJobs)
  }

  /// - Parameters:
  ///   - analysis: of the recorded build.
  ///   - lines: of the files that a process compiles.
  init(_ analysis: TraceAnalysis, lines: (JobTiming) -> Double) {
    let jobs = analysis.tasks.tree.jobs
    let compilers = jobs.indices.filter { analysis.isCompiler($0) }
    let firstEnd = compilers.map { jobs[$0].span.endNanoseconds }.min() ?? 0
    let wave = compilers.filter { jobs[$0].span.startNanoseconds < firstEnd }
    let later = compilers.filter { jobs[$0].span.startNanoseconds >= firstEnd }
    guard !wave.isEmpty, later.count >= Self.fewestLater else {
      (ownMicroseconds, shared, costs, busyJobs) = ([:], nil, (0, 0), analysis.busyJobs)
      return
    }
    let model = LeastSquares(
      later.enumerated().map { group, index in
        .init([1, lines(jobs[index]) / 1000], value: Double(jobs[index].cpuMicroseconds), group: group)
      })
    let compared = wave.map { index in
      (index: index, cpu: Double(jobs[index].cpuMicroseconds), usual: max(1, model([1, lines(jobs[index]) / 1000])))
    }.filter {
      // Those with more own work come to it after it is made.
      Double(jobs[$0.index].span.startNanoseconds) + $0.usual * 1000 < Double(firstEnd)
    }
    let found = Self.costs(compared.map { ($0.cpu, $0.usual) })
    guard found.making >= Self.least, let maker = compared.max(by: { $0.cpu - $0.usual < $1.cpu - $1.usual }) else {
      (ownMicroseconds, shared, costs, busyJobs) = ([:], nil, (0, 0), analysis.busyJobs)
      return
    }
    let slowdown = max(1, Double(compared.count) / Double(analysis.model.schedule.cores))
    var working: [Int: Span] = [:]
    var own: [Int: Double] = [:]
    for one in compared {
      let extra = one.index == maker.index ? found.making : found.waiting
      own[one.index] = max(Self.leastOwnShare * one.cpu, one.cpu - extra)
      guard one.index != maker.index else { continue }
      let span = jobs[one.index].span
      working[one.index] = Span(
        span.startNanoseconds, span.startNanoseconds + min(span.nanoseconds, Int(one.cpu * 1000 * slowdown)))
    }
    // The one that made it was the first to need it.
    let firstNeed =
      compared.map { Double(jobs[$0.index].span.startNanoseconds) + (own[$0.index] ?? 0) * 1000 }.min() ?? 0
    let before = (firstNeed - Double(jobs[maker.index].span.startNanoseconds)) / 1000
    let ownOfMaker = max(maker.usual / 4, min(own[maker.index] ?? 0, before))
    own[maker.index] = ownOfMaker
    costs = (maker.cpu - ownOfMaker, found.waiting)
    ownMicroseconds = own
    busyJobs = StepFunction(
      adding: jobs.indices.flatMap { index in
        (working[index].map { [$0] } ?? jobs[index].working).map { (span: $0, value: 1) }
      })
    let work = Area(under: busyJobs, sharedBy: analysis.model.schedule.cores)(in: jobs[maker.index].span)
    shared = SharedPreparation(
      makingNanoseconds: max(0, work - ownOfMaker * 1000), waitingNanoseconds: found.waiting * 1000)
  }

  /// What making and waiting cost, from the CPU time of each compiler and what is usual for its lines.
  ///
  /// These compilers may all cost more than usual for their lines, since their module's code does: what one of them
  /// costs more than the others is certain, what all of them cost more is not.
  private static func costs(_ wave: [(cpu: Double, usual: Double)]) -> (making: Double, waiting: Double) {
    let sorted = wave.sorted { $0.cpu - $0.usual > $1.cpu - $1.usual }
    guard let maker = sorted.first else { return (0, 0) }
    let others = sorted.dropFirst()
    var making = max(0, maker.cpu - maker.usual)
    guard !others.isEmpty else { return (making, making * mostWaiting) }
    var waiting = 0.0
    for _ in 0..<iterations {
      waiting = max(0, min(others.map { $0.cpu - $0.usual }.median ?? 0, making * mostWaiting))
      let ratio = max(1, others.map { ($0.cpu - waiting) / $0.usual }.median ?? 1)
      making = max(0, maker.cpu - ratio * maker.usual)
    }
    return (making, waiting)
  }
}

extension TraceAnalysis {
  /// Whether a process compiles Swift files of a module. Plugins share nothing with what they are built for.
  fileprivate func isCompiler(_ index: Int) -> Bool {
    let job = tasks.tree.jobs[index]
    guard job.kind == .compile, tasks.tree.children[index].isEmpty, tasks.task[index] != nil else { return false }
    return job.module.flatMap(tasks.built.place).map { tasks.built.found[$0]?.kind != .plugin } ?? false
  }

  /// The model of the build in which compilers that wait for a shared preparation use no core.
  func model(with preparation: RecordedPreparation) -> BuildModel {
    guard preparation.shared != nil else { return model }
    return BuildModel(
      builder, tasks, busyJobs: preparation.busyJobs, cores: model.schedule.cores, lanes: model.lanes.places,
      ownNanoseconds: preparation.ownMicroseconds.mapValues { $0 * 1000 })
  }
}
