import BuildAnalysis
import ModuleGraph

/// What a recorded incremental build did for each module, and how long that took.
struct MeasuredRebuild {
  /// What it did for one module, without linking.
  struct Module {
    /// CPU seconds of its drivers, and of what they start besides the others.
    fileprivate(set) var plan = 0.0
    /// CPU seconds of emitting it; 0 if it was not emitted.
    fileprivate(set) var emit = 0.0
    /// The processes that emit it.
    fileprivate var emitters: [JobTiming] = []
    /// The processes that compile its files, in Swift or C.
    fileprivate(set) var compilers: [JobTiming] = []
    var swiftCompilers: [JobTiming] { compilers.filter { $0.kind == .compile } }

    /// CPU seconds of its compilers.
    var compile: Double { compilers.reduce(0) { $0 + Double($1.cpuMicroseconds) / 1e6 } }
    /// How often it was compiled, for example once for a product and once for a plugin; at least 1.
    var variants: Int { max(1, Set(compilers.map(\.module)).count) }
    /// Whether an object was written, or may have been.
    var hasNewCode: Bool { compilers.contains { $0.writtenObjects != 0 } }

    fileprivate mutating func add(_ job: JobTiming) {
      switch job.kind {
      case .compile, .cCompile: compilers.append(job)
      case .emitModule:
        emitters.append(job)
        emit += Double(job.cpuMicroseconds) / 1e6
      default: plan += Double(job.cpuMicroseconds) / 1e6
      }
    }
  }

  /// By increasing id.
  let modules: [(id: ModuleID, found: Module)]
  private let links: [(module: ModuleID, cpuSeconds: Double)]
  /// How long at least one process of these modules ran.
  private let seconds: Double

  /// - Parameters:
  ///   - timeline: of an incremental build.
  ///   - isCounted: whether a module counts. SwiftPM compiles plugins while it plans, whatever changed.
  init(_ timeline: Timeline, isCounted: (ModuleID) -> Bool) {
    let (ids, linkers) = (CompilerCosts.modules(of: timeline), CompilerCosts.linkers(of: timeline))
    var (modules, linked, spans): ([ModuleID: Module], [ModuleID: Double], [Span]) = ([:], [:], [])
    for (index, job) in timeline.jobs.enumerated() {
      // A linker belongs to the module of its driver.
      let module = job.kind == .link ? job.driver.map { timeline.jobs[$0].module } ?? job.module : job.module
      guard let id = module.flatMap({ ids[$0] }), isCounted(id) else { continue }
      spans.append(job.span)
      if job.kind == .link || linkers.contains(index) {
        linked[id, default: 0] += Double(job.cpuMicroseconds) / 1e6
      } else {
        modules[id, default: Module()].add(job)
      }
    }
    // Sorted, since sums of floating-point numbers depend on their order.
    self.modules = modules.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    links = linked.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    seconds = Double(spans.sorted().union.nanoseconds) / 1e9
  }

  /// The measured and the predicted duration in seconds; `nil` if nothing was done.
  func durations(
    in graph: ModuleGraph, _ costs: CompilerCosts, waitsForEmitting: Bool
  ) -> (measured: Double, predicted: Double)? {
    let parts = modules.map { id, found in
      let work = RecompilationWork(
        plan: found.plan, emit: found.emit, compile: found.compile, variants: found.variants,
        threads: costs.modules[id]?.threads ?? 1)
      let waves = found.waves(lanes: costs.lanes)
      return IncrementalSchedule.Part(
        module: id, work: work, waves: waves.map(\.followers.count),
        weights: waves.map(\.cpuSeconds) + waves.flatMap(\.followers))
    }
    let predicted = IncrementalSchedule.seconds(
      of: parts, linking: links, in: graph, lanes: costs.lanes, cores: costs.cores, waitsForEmitting: waitsForEmitting)
    return predicted > 0 && seconds > 0 ? (seconds, predicted) : nil
  }
}

extension MeasuredRebuild.Module {
  /// The batches of one variant by their starts.
  ///
  /// A driver starts what it knows whenever a place is free. A batch that started although a place had been free before, when an
  /// earlier one ended, was thus discovered by that one, and follows it.
  /// - Returns: their CPU seconds, and those of the batches that follow each.
  fileprivate func waves(lanes: Int) -> [(cpuSeconds: Double, followers: [Double])] {
    guard let variant = compilers.first?.module else { return [] }
    let own = compilers.filter { $0.module == variant }.sorted {
      ($0.span.startNanoseconds, $0.span.endNanoseconds) < ($1.span.startNanoseconds, $1.span.endNanoseconds)
    }
    let spans = (own + emitters.filter { $0.module == variant }).map(\.span)
    var waves: [(cpuSeconds: Double, followers: [Double])] = []
    /// The wave that each batch belongs to.
    var places: [Int] = []
    for batch in own {
      let seconds = Double(batch.cpuMicroseconds) / 1e6
      let before = own.indices.prefix(places.count).filter {
        own[$0].span.endNanoseconds <= batch.span.startNanoseconds
      }.max { own[$0].span.endNanoseconds < own[$1].span.endNanoseconds }
      if let before, spans.count(where: { $0.contains(justBefore: own[before].span.endNanoseconds) }) < lanes {
        waves[places[before]].followers.append(seconds)
        places.append(places[before])
      } else {
        places.append(waves.count)
        waves.append((seconds, []))
      }
    }
    return waves
  }
}

extension Span {
  fileprivate func contains(justBefore instant: Int) -> Bool {
    startNanoseconds < instant && endNanoseconds >= instant
  }
}

extension CompilerCosts {
  /// With fewer builds, predicted durations are not corrected.
  private static let fewestRebuilds = 3

  /// In seconds: what durations differ by that are alike.
  private static let alike = 0.1

  /// The median of measured ÷ predicted durations of the recorded incremental builds, and their number; `nil` if these are too
  /// few. Builds count more the more their predicted duration is like that of another build: a long one also waits for what short
  /// ones do not, as for SwiftPM, which prints what its compilers do.
  /// - Parameters:
  ///   - seconds: the predicted duration of the build to correct.
  ///   - graph: with the modules of these builds; others count as modules that wait for nothing.
  func correction(
    of seconds: Double, in graph: ModuleGraph, waitsForEmitting: Bool
  ) -> CommitForecast.DurationCorrection? {
    let known = rebuilds.compactMap { $0.durations(in: graph, self, waitsForEmitting: waitsForEmitting) }
    let ratios = known.map { measured, predicted in
      let likeness = (min(seconds, predicted) + Self.alike) / (max(seconds, predicted) + Self.alike)
      return (value: measured / predicted, weight: likeness * likeness)
    }
    guard ratios.count >= Self.fewestRebuilds, let factor = ratios.weightedMedian else { return nil }
    return .init(factor: factor, builds: ratios.count)
  }
}
