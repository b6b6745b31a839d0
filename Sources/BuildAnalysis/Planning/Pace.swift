/// How long builds take, with what brings about the state that they start from, to say how much time is left.
package struct Pace: Sendable {
  private var durations: [Case: [Double]] = [:]
  private var warmupDurations: [Case: [Double]] = [:]

  /// Machines change their pace, so that only the last builds of a case count.
  private static let remembered = 15

  package init() {}

  /// - Parameter run: whose samples are in the order in which they were built. What lies between the starts of two of a
  ///   session's builds is the first one's.
  /// - Complexity: O(samples).
  package init(_ run: Run) {
    for (sample, next) in zip(run.samples, run.samples.dropFirst().map(Optional.some) + [nil]) {
      let own = sample.seconds ?? 0
      let step = next.map { $0.session == sample.session ? $0.offsetSeconds - sample.offsetSeconds : own } ?? own
      note(sample.case, isWarmup: sample.warmup, seconds: max(own, step))
    }
  }

  package mutating func note(_ build: Case, isWarmup: Bool, seconds: Double) {
    if isWarmup {
      warmupDurations[build, default: []].append(seconds)
    } else {
      durations[build, default: []].append(seconds)
      if let all = durations[build], all.count > Self.remembered { durations[build]?.removeFirst() }
    }
  }

  /// - Parameter repeated: how often all of it is built.
  /// - Returns: `nil` where one of the cases was never built. A warm-up stands for a case that was not measured yet, and
  ///   the other way around.
  package func seconds(for builds: [Case], isWarmup: Bool = false, repeated: Int = 1) -> Double? {
    var total = 0.0
    for build in builds {
      let (own, other) = isWarmup ? (warmupDurations, durations) : (durations, warmupDurations)
      guard let typical = (own[build] ?? other[build])?.median else { return nil }
      total += typical
    }
    return total * Double(repeated)
  }
}
