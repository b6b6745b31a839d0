package import BuildTrace
package import ModuleGraph

/// The shared preparation in a recorded build. Separates its cost from the own cost of the compilers that made it or
/// waited for it.
///
/// A trace does not contain it, so it is estimated. Later compilers show the usual cost for a number of lines. Of the
/// compilers that started before any other had ended, the one that made it cost much more than usual, and the others,
/// which waited for it, somewhat more. If too few came later, the usual cost follows from an assumed cost of a compiler
/// before its first line.
package struct RecordedPreparation: Sendable {
  /// The CPU time, without the preparation, of each compiler that needed it before it was made; in microseconds, by the
  /// index of the process.
  package let ownMicroseconds: [Int: Double]
  /// `nil` if no preparation was detected.
  package let shared: SharedPreparation?
  /// The CPU time of making it and of waiting for it, in microseconds.
  package let costs: (making: Double, waiting: Double)
  /// The number of working processes over time, without those that waited for it.
  let busyJobs: StepFunction<Int>
  /// The basis of the usual cost of a compiler.
  package let basis: Basis

  package enum Basis: Sendable {
    /// Compilers that started later, or nothing, since no index was written.
    case measured
    /// Too few of them, and an assumed cost before the first line.
    case assumed
    /// Nothing: there is one compiler.
    case none
  }

  /// The overhead of a frontend, in lines that it compiles: a constant, and a part for each line of its module, all of
  /// which it parses. Assumed if there are too few modules: their first compiler does the work that all share, and
  /// would determine the constant. Fitted to debug builds of swift-argument-parser, whole and split into two modules
  /// (`modgauge record --target ArgumentParser` of each), with Swift 6.3.1.
  package static let assumedOverhead = (lines: 330.0, perLine: 0.09)
  /// The minimum number of later compilers needed to estimate the usual cost.
  package static let fewestLater = 4
  /// The smallest cost that is distinguishable from noise, in microseconds.
  private static let least = 200_000.0
  /// The maximum cost of waiting, as a share of making.
  private static let mostWaiting = 1.0 / 3
  private static let leastOwnShare = 0.1
  private static let iterations = 8

  /// No preparation.
  package init(without analysis: TraceAnalysis) {
    (ownMicroseconds, shared, costs, busyJobs) = ([:], nil, (0, 0), analysis.busyJobs)
    basis = .measured
  }

  /// The preparation in a recorded build; none unless its compilers wrote an index.
  /// - Parameters:
  ///   - files: the source files of modules. In other modules, every file is assumed to have as many lines.
  ///   - assumes: whether to go by an assumed cost where too few compilers came later.
  package init(
    _ analysis: TraceAnalysis, of trace: BuildTrace, files: [ModuleID: [ModuleFile]] = [:], assumes: Bool = false
  ) {
    if trace.header.isIndexed {
      self.init(analysis, assumes: assumes) { analysis.lines(compiledBy: $0, files) }
    } else {
      self.init(without: analysis)
    }
  }

  /// The part of each process's CPU time that went into the preparation, in microseconds by the index of the process.
  func microseconds(in jobs: [JobTiming]) -> [Int: Int] {
    ownMicroseconds.reduce(into: [:]) { $0[$1.key] = jobs[$1.key].cpuMicroseconds - Int($1.value) }
  }

  /// - Parameters:
  ///   - analysis: the analysis of the recorded build.
  ///   - assumes: whether to go by an assumed cost where too few compilers came later.
  ///   - lines: the number of lines of the files that a process compiles.
  package init(_ analysis: TraceAnalysis, assumes: Bool, lines: @escaping (JobTiming) -> Double) {
    let jobs = analysis.tasks.tree.jobs
    let compilers = jobs.indices.filter { analysis.isCompiler($0) }
    let firstEnd = compilers.map { jobs[$0].span.endNanoseconds }.min() ?? 0
    let wave = compilers.filter { jobs[$0].span.startNanoseconds < firstEnd }
    let later = compilers.filter { jobs[$0].span.startNanoseconds >= firstEnd }
    guard later.count >= Self.fewestLater || (assumes && compilers.count > 1) else {
      (ownMicroseconds, shared, costs, busyJobs) = ([:], nil, (0, 0), analysis.busyJobs)
      basis = compilers.count == 1 ? .none : .measured
      return
    }
    basis = later.count >= Self.fewestLater ? .measured : .assumed
    let usual = Self.usualCost(
      of: later.isEmpty ? wave : later, jobs, lines, analysis.moduleLines(of:), isAssumed: basis == .assumed)
    let compared = wave.map { index in
      (index: index, cpu: Double(jobs[index].cpuMicroseconds), usual: max(1, usual(jobs[index])))
    }.filter {
      // Compilers with more work of their own need it only after it is made.
      Double(jobs[$0.index].span.startNanoseconds) + $0.usual * 1000 < Double(firstEnd)
    }
    let found = Self.costs(compared.map { ($0.cpu, $0.usual) })
    guard found.making >= Self.least, let maker = compared.max(by: { $0.cpu - $0.usual < $1.cpu - $1.usual }) else {
      (ownMicroseconds, shared, costs, busyJobs) = ([:], nil, (0, 0), analysis.busyJobs)
      return
    }
    ownMicroseconds = Self.own(of: compared, maker: maker, found, jobs)
    let ownOfMaker = ownMicroseconds[maker.index] ?? 0
    costs = (maker.cpu - ownOfMaker, found.waiting)
    let cores = analysis.model.schedule.cores
    busyJobs = Self.busyJobs(jobs, waiting: compared.filter { $0.index != maker.index }, cores: cores)
    let work = Area(under: busyJobs, sharedBy: cores)(in: jobs[maker.index].span)
    shared = SharedPreparation(
      makingNanoseconds: max(0, work - ownOfMaker * 1000), waitingNanoseconds: found.waiting * 1000)
  }

  /// A compiler of the first ones: its process, its CPU time and the usual one, in microseconds.
  private typealias Compared = (index: Int, cpu: Double, usual: Double)

  /// The CPU time of compilers without the preparation, in microseconds, by the index of the process.
  private static func own(
    of compared: [Compared], maker: Compared, _ found: (making: Double, waiting: Double), _ jobs: [JobTiming]
  ) -> [Int: Double] {
    var own: [Int: Double] = [:]
    for one in compared {
      let extra = one.index == maker.index ? found.making : found.waiting
      own[one.index] = max(leastOwnShare * one.cpu, one.cpu - extra)
    }
    // The compiler that made it was the first to need it.
    let firstNeed =
      compared.map { Double(jobs[$0.index].span.startNanoseconds) + (own[$0.index] ?? 0) * 1000 }.min() ?? 0
    let before = (firstNeed - Double(jobs[maker.index].span.startNanoseconds)) / 1000
    own[maker.index] = max(maker.usual / 4, min(own[maker.index] ?? 0, before))
    return own
  }

  /// The number of working processes over time, if those that wait work only as long as their CPU time takes.
  private static func busyJobs(_ jobs: [JobTiming], waiting: [Compared], cores: Int) -> StepFunction<Int> {
    let slowdown = max(1, Double(waiting.count + 1) / Double(cores))
    var working: [Int: Span] = [:]
    for one in waiting {
      let span = jobs[one.index].span
      working[one.index] = Span(
        span.startNanoseconds, span.startNanoseconds + min(span.nanoseconds, Int(one.cpu * 1000 * slowdown)))
    }
    return StepFunction(
      adding: jobs.indices.flatMap { index in
        (working[index].map { [$0] } ?? jobs[index].working).map { (span: $0, value: 1) }
      })
  }

  /// The cost in microseconds of a compiler that neither makes it nor waits for it: a line fitted to others, or if
  /// there are too few of them, the median of their costs relative to the assumed ones.
  private static func usualCost(
    of others: [Int], _ jobs: [JobTiming], _ lines: @escaping (JobTiming) -> Double,
    _ moduleLines: @escaping (JobTiming) -> Double, isAssumed: Bool
  ) -> (JobTiming) -> Double {
    guard isAssumed else {
      let model = LeastSquares(
        others.enumerated().map { group, index in
          .init([1, lines(jobs[index]) / 1000], value: Double(jobs[index].cpuMicroseconds), group: group)
        })
      return { model([1, lines($0) / 1000]) }
    }
    func assumed(_ job: JobTiming) -> Double {
      lines(job) + assumedOverhead.lines + assumedOverhead.perLine * moduleLines(job)
    }
    let rates = others.map { Double(jobs[$0].cpuMicroseconds) / assumed(jobs[$0]) }
    let rate = rates.median ?? 0
    return { rate * assumed($0) }
  }

  /// The costs of making and of waiting, from the CPU time of each compiler and the usual CPU time for its lines.
  ///
  /// All of these compilers may cost more than usual because of their module's code. Only the excess of one over the
  /// others is evidence of the preparation; a common excess is not.
  private static func costs(_ wave: [(cpu: Double, usual: Double)]) -> (making: Double, waiting: Double) {
    let sorted = wave.sorted { $0.cpu - $0.usual > $1.cpu - $1.usual }
    guard let maker = sorted.first else { return (0, 0) }
    let others = sorted.dropFirst()
    var making = maker.cpu - maker.usual
    guard !others.isEmpty else { return (making, making * mostWaiting) }
    var waiting = 0.0
    for _ in 0..<iterations {
      waiting = max(0, min(others.map { $0.cpu - $0.usual }.median ?? 0, making * mostWaiting))
      let ratio = max(1, others.map { ($0.cpu - waiting) / $0.usual }.median ?? 1)
      making = maker.cpu - ratio * maker.usual
    }
    return (making, waiting)
  }
}

extension BuildTrace.Header {
  /// Whether compilers wrote an index: by default in debug builds, unless an argument of `swift build` overrides it.
  fileprivate var isIndexed: Bool {
    if let last = arguments.last(where: { $0.hasSuffix("able-index-store") }) { return last == "--enable-index-store" }
    return !arguments.contains("release") && !arguments.contains { $0.hasSuffix("=release") }
  }
}

extension TraceAnalysis {
  /// The lines of the files that a process compiles; if the trace does not name them, an equal share of the module's
  /// lines.
  fileprivate func lines(compiledBy job: JobTiming, _ files: [ModuleID: [ModuleFile]]) -> Double {
    let built = tasks.built
    guard let module = job.module.flatMap(built.place).flatMap({ built.found[$0] }) else { return 0 }
    let own = (files[module.id] ?? []).filter { job.files.contains($0.name) }.compactMap(\.lines)
    if own.count == job.fileCount { return Double(own.reduce(0, +)) }
    let share = job.fileCount == 0 ? 1 : Double(job.fileCount) / Double(max(1, module.sources ?? job.fileCount))
    return Double(module.lines ?? 0) * min(1, share)
  }

  fileprivate func moduleLines(of job: JobTiming) -> Double {
    let built = tasks.built
    return Double(job.module.flatMap(built.place).flatMap { built.found[$0] }?.lines ?? 0)
  }

  /// Whether a process compiles Swift files of a module. Plugins are excluded, since they share nothing with other
  /// modules.
  fileprivate func isCompiler(_ index: Int) -> Bool {
    let job = tasks.tree.jobs[index]
    guard job.kind == .compile, tasks.tree.children[index].isEmpty, tasks.task[index] != nil else { return false }
    return job.module.flatMap(tasks.built.place).map { tasks.built.found[$0]?.kind != .plugin } ?? false
  }

  /// The model of the build, in which compilers do not use cores while they wait for the shared preparation.
  package func model(with preparation: RecordedPreparation) -> BuildModel {
    guard preparation.shared != nil else { return model }
    return BuildModel(
      builder, tasks, busyJobs: preparation.busyJobs, cores: model.schedule.cores, lanes: model.lanes.places,
      ownNanoseconds: preparation.ownMicroseconds.mapValues { $0 * 1000 })
  }

  /// The build with the shared preparation apart from the work of its compilers.
  func schedule(with preparation: RecordedPreparation) -> Schedule {
    guard let shared = preparation.shared else { return model.schedule }
    let schedule = model(with: preparation).schedule
    var steps = schedule.network.steps
    for index in steps.indices { steps[index].needsPreparation = steps[index].job.map(isCompiler) ?? false }
    return Schedule(
      network: schedule.network.replacing(steps), cores: schedule.cores, lanes: schedule.lanes,
      drivers: schedule.drivers, preparation: shared)
  }
}
