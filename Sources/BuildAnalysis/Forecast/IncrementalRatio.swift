package import ModuleGraph

/// The CPU time of recorded incremental builds, relative to what is estimated for the same files from a clean build.
///
/// All compilers of a module's clean build may start together, and make things that later builds find made: then the clean
/// build alone does not show what a change costs.
package struct IncrementalRatio: Sendable, Hashable {
  /// Measured ÷ estimated, of one build each; ascending, never empty.
  private let ratios: [Double]

  /// - Parameter ratios: measured ÷ estimated, of one build each.
  /// - Returns: `nil` if there are none.
  package init?(_ ratios: [Double]) {
    guard !ratios.isEmpty else { return nil }
    self.ratios = ratios.sorted()
  }

  package var builds: Int { ratios.count }
  /// By which estimates are multiplied: the median if at least three builds, and nine of ten, were on one side of the estimate;
  /// 1 otherwise, since other work on the machine changes CPU times as well.
  package var factor: Double {
    let onOneSide = max(ratios.count { $0 > 1 }, ratios.count { $0 < 1 })
    guard builds >= 3, Double(onOneSide) >= 0.9 * Double(builds) else { return 1 }
    return ratios.median ?? 1
  }

  /// The range between the 5th and the 95th percentile relative to ``factor``; `nil` if there are fewer than five builds.
  var relativeRange: ClosedRange<Double>? {
    guard builds >= 5, let low = ratios.quantile(0.05), let high = ratios.quantile(0.95) else { return nil }
    return low / factor...high / factor
  }
}

extension CompilerCosts {
  /// Corrects estimates of incremental builds by what such builds took.
  /// - Parameters:
  ///   - timelines: of recorded incremental builds of the same workspace. Those that compiled no Swift module of the clean
  ///     build do not count.
  ///   - isCounted: whether a module counts. SwiftPM compiles plugins while it plans, whatever changed.
  package func corrected(by timelines: [Timeline], isCounted: (ModuleID) -> Bool) -> CompilerCosts {
    var corrected = self
    corrected.ratio = IncrementalRatio(timelines.compactMap { ratio(of: $0, isCounted) })
    return corrected
  }

  /// Measured ÷ estimated CPU time of the modules that a build compiled; `nil` if there are none.
  private func ratio(of timeline: Timeline, _ isCounted: (ModuleID) -> Bool) -> Double? {
    let ids = Self.modules(of: timeline)
    let linkers = Self.linkers(of: timeline)
    var (seconds, files): ([ModuleID: Double], [ModuleID: Set<String>]) = ([:], [:])
    for (index, job) in timeline.jobs.enumerated() {
      guard let id = job.module.flatMap({ ids[$0] }), job.kind != .link, !linkers.contains(index) else { continue }
      seconds[id, default: 0] += Double(job.cpuMicroseconds) / 1e6
      if job.kind == .compile { files[id, default: []].formUnion(job.files) }
    }
    // Sorted, since sums of floating-point numbers depend on their order.
    let known = files.sorted { $0.key < $1.key }.compactMap { id, names in
      isCounted(id) ? recompiled(id, files: names).map { (id, $0) } : nil
    }
    let estimated = known.compactMap { uncorrectedSeconds(of: $0.1) }.reduce(0, +)
    let measured = known.compactMap { seconds[$0.0] }.reduce(0, +)
    return estimated > 0 && measured > 0 ? measured / estimated : nil
  }
}
