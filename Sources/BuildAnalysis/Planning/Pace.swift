/// How long builds take, with what brings about the state that they start from, to say how much time is left.
package struct Pace: Sendable {
  private var durations: [Case: [Double]] = [:]
  private var warmupDurations: [Case: [Double]] = [:]

  /// Machines change their pace, so that only the last builds of a case count.
  private static let remembered = 15

  package init() {}

  /// - Parameter run: whose samples are in the order in which they were built. What lies between the starts of two of a
  ///   session's builds is the first one's, or that of all that took turns.
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

  /// Notes builds that were made at once, each with its part of what they took.
  package mutating func note(_ samples: [Sample], together seconds: Double) {
    let all = samples.reduce(0) { $0 + ($1.seconds ?? 0) }
    for sample in samples {
      let part = all > 0 ? (sample.seconds ?? 0) / all : 1 / Double(samples.count)
      note(sample.case, isWarmup: sample.warmup, seconds: seconds * part)
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

extension Sample {
  fileprivate func startsWith(_ other: Sample) -> Bool {
    session == other.session && offsetSeconds == other.offsetSeconds
  }
}
