/// What limits the wall time of a build, by two measured lower bounds: its CPU time ÷ cores, and its critical path. No
/// schedule of the same work is shorter than either (Graham, “Bounds on multiprocessing timing anomalies”, 1969).
///
/// Where other programs used the cores, only those that they left count. So builds of the same code have the same limit on an idle machine and
/// on a busy one, where all of this is longer.
package struct BuildLimit: Hashable, Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    case cores
    case criticalPath = "critical-path"
    /// The two bounds are about equal.
    case both
    /// Both bounds are below half of the wall time: the build mostly waited for something else.
    case neither
  }

  package let wallNanoseconds: Int
  /// CPU time ÷ ``cores``.
  package let coresNanoseconds: Int
  /// The cores that other programs left to the build; all of them if these used too little to matter.
  package let cores: Double
  package let criticalPathNanoseconds: Int

  /// Bounds that differ by less than this share of the larger one count as equal, since a single recorded build is not
  /// more precise.
  private static let similarity = 0.1

  /// Whether the larger bound is so close to half of the wall time that another recording of the same build may say
  /// that something limits it, or that nothing does.
  package var isClose: Bool {
    let share = Double(max(coresNanoseconds, criticalPathNanoseconds)) / Double(max(1, wallNanoseconds))
    return abs(share - 0.5) < Self.similarity / 2
  }

  package var kind: Kind {
    let (cores, path) = (Double(coresNanoseconds), Double(criticalPathNanoseconds))
    let larger = max(cores, path)
    if larger < Double(wallNanoseconds) / 2 { return .neither }
    if abs(cores - path) < Self.similarity * larger { return .both }
    return cores > path ? .cores : .criticalPath
  }
}

extension Timeline {
  /// - Returns: `nil` if the recording is incomplete, or no module was built.
  package var limit: BuildLimit? {
    guard isComplete, let cpuMicroseconds, cores > 0, !modules.isEmpty, !criticalPath.pieces.isEmpty else { return nil }
    let share = otherProgramsShare ?? 0
    let isBusy = share > BuildNoise.largestOutsideShare && share < 1
    let left = isBusy ? Double(cores) * (1 - share) : Double(cores)
    return BuildLimit(
      wallNanoseconds: span.nanoseconds,
      coresNanoseconds: min(span.nanoseconds, Int(Double(cpuMicroseconds) * 1000 / left)), cores: left,
      criticalPathNanoseconds: criticalPath.workNanoseconds)
  }

  /// The share of the cores' time that other programs used; `nil` if unknown.
  package var otherProgramsShare: Double? {
    let available = span.seconds * Double(cores)
    return available > 0 ? otherProcessesCPUMicroseconds.map { Double($0) / 1e6 / available } : nil
  }

  /// The modules with the largest predicted gains, at most `most`, in descending order; those without a gain are
  /// omitted.
  package func levers(most: Int) -> [ModuleTiming] {
    let gaining = modules.filter { ($0.predictedGain?.predictedNanoseconds ?? 0) > 0 }
    func gain(_ timing: ModuleTiming) -> Int { timing.predictedGain?.predictedNanoseconds ?? 0 }
    return Array(gaining.sorted { (gain($1), $0.module) < (gain($0), $1.module) }.prefix(most))
  }
}
