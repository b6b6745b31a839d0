/// What limited the wall time of a recorded build: its critical path and waiting times.
package struct BuildSchedule: Sendable, Hashable, Codable {
  /// The length of the critical path: the longest chain of work in which each piece waited for the previous one.
  package var criticalPathSeconds: Double
  /// The modules on the critical path, in its order, by ``BuiltModule/label``: a tool's name says that it is one.
  package var criticalModules: [String]
  /// When the work of each of ``criticalModules`` ran that is a part of the path, to the millisecond. `nil` in runs of
  /// older versions.
  package var criticalSpans: [Span]?
  /// The time that modules waited for their dependencies, summed over all modules.
  package var dependencyWaitSeconds: Double
  /// The time that modules then waited for a processor, summed over all modules.
  package var coreWaitSeconds: Double
  /// How much longer the build took by chance, since drivers did not start a compiler when one ended; predicted by a replay.
  /// `nil` if the replay is not accurate enough, and in runs of older versions.
  package var unusedPlaceSeconds: Double?

  package init(
    criticalPathSeconds: Double, criticalModules: [String], criticalSpans: [Span]? = nil, dependencyWaitSeconds: Double,
    coreWaitSeconds: Double, unusedPlaceSeconds: Double? = nil
  ) {
    (self.criticalPathSeconds, self.criticalModules) = (criticalPathSeconds, criticalModules)
    self.criticalSpans = criticalSpans
    (self.dependencyWaitSeconds, self.coreWaitSeconds) = (dependencyWaitSeconds, coreWaitSeconds)
    self.unusedPlaceSeconds = unusedPlaceSeconds
  }
}

extension Timeline {
  /// `nil` if the recording is incomplete, or no module was built.
  package var schedule: BuildSchedule? {
    guard isComplete, !criticalPath.pieces.isEmpty else { return nil }
    var (labels, spans): ([String], [Span]) = ([], [])
    for piece in criticalPath.pieces {
      guard let label = piece.module?.label else { continue }
      if let last = spans.last, labels.last == label {
        spans[spans.count - 1] = Span(last.startNanoseconds, piece.span.endNanoseconds)
      } else {
        labels.append(label)
        spans.append(piece.span)
      }
    }
    return BuildSchedule(
      criticalPathSeconds: criticalPath.workNanoseconds.asSeconds, criticalModules: labels,
      criticalSpans: spans.map(\.rounded),
      dependencyWaitSeconds: modules.reduce(0) { $0 + $1.waitingForDependenciesNanoseconds }.asSeconds,
      coreWaitSeconds: modules.reduce(0) { $0 + $1.waitingForCoreNanoseconds }.asSeconds,
      unusedPlaceSeconds: unusedPlaceNanoseconds?.asSeconds)
  }
}
