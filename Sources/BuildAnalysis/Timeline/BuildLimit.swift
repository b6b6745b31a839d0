/// What keeps a build from being shorter, by two bounds that were measured: its CPU time spread over all cores, and its
/// critical path. No schedule of the same work is shorter than either (Graham, “Bounds on multiprocessing timing
/// anomalies”, 1969).
package struct BuildLimit: Hashable, Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    case cores
    case criticalPath = "critical-path"
    /// The two bounds are about the same.
    case both
    /// Both bounds are less than half of the wall time: the build mostly waited for something else.
    case neither
  }

  package let wallNanoseconds: Int
  /// CPU time ÷ cores.
  package let coresNanoseconds: Int
  package let criticalPathNanoseconds: Int

  /// Bounds that differ by less, as a share of the larger, are about the same: one recorded build tells no more.
  private static let similarity = 0.1

  package var kind: Kind {
    let (cores, path) = (Double(coresNanoseconds), Double(criticalPathNanoseconds))
    let larger = max(cores, path)
    if larger < Double(wallNanoseconds) / 2 { return .neither }
    if abs(cores - path) < Self.similarity * larger { return .both }
    return cores > path ? .cores : .criticalPath
  }
}

extension Timeline {
  /// - Returns: `nil` where not all of the build was recorded, or no module was built.
  package var limit: BuildLimit? {
    guard isComplete, let cpuMicroseconds, cores > 0, !criticalPath.pieces.isEmpty else { return nil }
    return BuildLimit(
      wallNanoseconds: span.nanoseconds, coresNanoseconds: cpuMicroseconds * 1000 / cores,
      criticalPathNanoseconds: criticalPath.workNanoseconds)
  }

  /// The modules with the largest predicted gains, the largest first; those that gain nothing are left out.
  package func levers(most: Int) -> [ModuleTiming] {
    let gaining = modules.filter { ($0.predictedGain?.predictedNanoseconds ?? 0) > 0 }
    func gain(_ timing: ModuleTiming) -> Int { timing.predictedGain?.predictedNanoseconds ?? 0 }
    return Array(gaining.sorted { (gain($1), $0.module) < (gain($0), $1.module) }.prefix(most))
  }
}
