/// The durations of past builds, including preparation, from which the remaining time is estimated.
package struct Pace: Sendable {
  private var durations: [Case: [Double]] = [:]
  private var warmupDurations: [Case: [Double]] = [:]

  /// The number of builds of a case that count. Only the last ones do, since the speed of a machine varies.
  private static let remembered = 15

  package init() {}

  /// - Parameter run: its samples must be in the order in which they were built. The time from the start of one build
  ///   to the start of the next counts for the first, or for all builds that ran in turns.
  /// - Complexity: O(samples).
  package init(_ run: Run) {
    var rest = run.samples[...]
    while let first = rest.first {
      let together = rest.prefix { $0.turns != nil && $0.startsWith(first) }
      let group = together.isEmpty ? rest.prefix(1) : together
      rest = rest.dropFirst(group.count)
      let own = group.map { $0.elapsedSeconds ?? $0.seconds ?? 0 }.max() ?? 0
      let step = rest.first.map { $0.session == first.session ? $0.offsetSeconds - first.offsetSeconds : own } ?? own
      note(Array(group), together: max(own, step))
    }
  }

  /// Records builds that ran at the same time. The total is divided in proportion to their seconds.
  package mutating func note(_ samples: [Sample], together seconds: Double) {
    let all = samples.reduce(0) { $0 + ($1.seconds ?? 0) }
    for sample in samples {
      let part = all > 0 ? (sample.seconds ?? 0) / all : 1 / Double(samples.count)
      note(sample.case, isWarmup: sample.warmup, seconds: seconds * part)
    }
  }

  /// Records one build. `seconds` includes its preparation.
  package mutating func note(_ build: Case, isWarmup: Bool, seconds: Double) {
    if isWarmup {
      warmupDurations[build, default: []].append(seconds)
    } else {
      durations[build, default: []].append(seconds)
      if let all = durations[build], all.count > Self.remembered { durations[build]?.removeFirst() }
    }
  }

  /// The expected duration of builds, in seconds.
  /// - Parameter repeated: how many times each is built.
  /// - Returns: `nil` if one of the cases was never built. If a case has no measured build yet, its warm-ups are used
  ///   instead, and vice versa.
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

extension Sample {
  fileprivate func startsWith(_ other: Sample) -> Bool {
    session == other.session && offsetSeconds == other.offsetSeconds
  }
}
