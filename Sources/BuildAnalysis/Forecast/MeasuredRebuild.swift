import ModuleGraph

/// What a recorded incremental build did for each module, and how long that took.
struct MeasuredRebuild {
  private let parts: [IncrementalSchedule.Part]
  private let links: [(module: ModuleID, cpuSeconds: Double)]
  /// How long at least one process of these modules ran.
  private let seconds: Double

  /// - Parameters:
  ///   - timeline: of an incremental build.
  ///   - costs: for how much the batches of a module differ.
  ///   - isCounted: whether a module counts. SwiftPM compiles plugins while it plans, whatever changed.
  init(_ timeline: Timeline, costs: CompilerCosts, isCounted: (ModuleID) -> Bool) {
    var work: [ModuleID: (all: RecompilationWork, batches: Int, variants: Set<BuiltModule>)] = [:]
    for (id, job) in CompilerCosts.compilers(of: timeline) where isCounted(id) {
      let seconds = Double(job.cpuMicroseconds) / 1e6
      var own = work[id] ?? (RecompilationWork(), 0, [])
      switch job.kind {
      case .compile, .cCompile:
        own.all.compile += seconds
        own.batches += 1
      case .emitModule: own.all.emit += seconds
      default: own.all.plan += seconds
      }
      job.module.map { _ = own.variants.insert($0) }
      work[id] = own
    }
    parts = work.sorted { $0.key < $1.key }.map { id, found in
      var all = found.all
      all.variants = max(1, found.variants.count)
      let batches = found.batches / all.variants
      let first = min(batches, costs.lanes)
      let waves = (0..<first).map { number in (batches - first + first - 1 - number) / first }
      return .init(module: id, work: all, waves: waves, weights: costs.weights(ofBatchesIn: waves))
    }
    let (ids, linkers) = (CompilerCosts.modules(of: timeline), CompilerCosts.linkers(of: timeline))
    var (linked, spans): ([ModuleID: Double], [Span]) = ([:], [])
    for (index, job) in timeline.jobs.enumerated() {
      let linker = job.kind == .link ? job.driver : linkers.contains(index) ? index : nil
      let module = linker.map { timeline.jobs[$0].module } ?? job.module
      guard let id = module.flatMap({ ids[$0] }), isCounted(id) else { continue }
      if linker != nil { linked[id, default: 0] += Double(job.cpuMicroseconds) / 1e6 }
      spans.append(job.span)
    }
    links = linked.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    seconds = spans.covered
  }

  /// Measured ÷ predicted duration; `nil` if it compiled nothing.
  func ratio(in graph: ModuleGraph, _ costs: CompilerCosts, waitsForEmitting: Bool) -> Double? {
    let predicted = IncrementalSchedule.seconds(
      of: parts, linking: links, in: graph, lanes: costs.lanes, cores: costs.cores, waitsForEmitting: waitsForEmitting)
    return predicted > 0 && seconds > 0 ? seconds / predicted : nil
  }
}

extension CompilerCosts {
  /// With fewer builds, predicted durations are not corrected.
  private static let fewestRebuilds = 3

  /// The median of measured ÷ predicted durations of the recorded incremental builds; `nil` if these are too few.
  /// - Parameter graph: with the modules of these builds; others count as modules that wait for nothing.
  func secondsFactor(in graph: ModuleGraph, waitsForEmitting: Bool) -> Double? {
    let ratios = rebuilds.compactMap { $0.ratio(in: graph, self, waitsForEmitting: waitsForEmitting) }
    return ratios.count < Self.fewestRebuilds ? nil : ratios.median
  }
}

extension [Span] {
  /// The seconds during which at least one of them lasts.
  fileprivate var covered: Double {
    var (covered, end) = (0, Int.min)
    for span in sorted(by: { $0.startNanoseconds < $1.startNanoseconds }) where span.endNanoseconds > end {
      covered += span.endNanoseconds - Swift.max(span.startNanoseconds, end)
      end = span.endNanoseconds
    }
    return Double(covered) / 1e9
  }
}
