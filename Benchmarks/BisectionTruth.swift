import BuildAnalysis
import Foundation
import ModuleGraph

/// Is the revision that a noisy bisection names right as often as it says, and what does it cost?
///
/// Nothing is built: logarithms of build times are drawn, so that the answer is the same on every machine.
struct BisectionTruth: Question {
  let name = "bisect"
  let summary = """
    100 histories of 64 revisions with a step of 2 standard deviations: right as often as stated, with less than half of the \
    builds that a plain bisection needs whose builds are repeated
    """

  private static let revisions = 64
  private static let histories = 100
  /// Plain bisections, to know how often one is right.
  private static let trials = 1000

  func answer(pairs: Int, seed: UInt64) async throws -> [String] {
    [0.8, 0.9, 0.95].map { certainty in
      var generator = SeededGenerator(seed: seed)
      let searches = (0..<Self.histories).map { _ in
        var history = SteppedHistory(revisions: Self.revisions, &generator)
        return history.searched(certainty: certainty)
      }
      let right = searches.count(where: \.isRight)
      let interval = binomialInterval(count: right, of: Self.histories)
      let isRight = interval.map { $0.low <= certainty && certainty <= $0.high || $0.low > certainty } ?? false
      let builds = searches.map { Double($0.measurements) }
      let mean = builds.reduce(0, +) / Double(Self.histories)
      let visited = searches.map { Double($0.visited) }.reduce(0, +) / Double(Self.histories)
      let plain = Self.plainBuilds(certainty: certainty, seed: seed)
      return "stated \(Pairs.text(certainty * 100, 0)) %: right in \(right) of \(Self.histories) "
        + "(\(Pairs.text((interval?.low ?? 0) * 100, 0)) – \(Pairs.text((interval?.high ?? 0) * 100, 0)) %): "
        + "\(isRight ? "met" : "missed"); \(Pairs.text(mean, 1)) builds (at most \(Int(builds.max() ?? 0))) of "
        + "\(Pairs.text(visited, 1)) revisions; plain bisection \(plain) builds, ratio "
        + "\(Pairs.text(mean / Double(plain), 2)); goal 0.5: \(mean < Double(plain) / 2 ? "met" : "missed")"
    }
  }

  /// The builds of the cheapest plain bisection that is right as often as stated.
  private static func plainBuilds(certainty: Double, seed: UInt64) -> Int {
    for repeats in 1...64 {
      var generator = SeededGenerator(seed: seed &+ 1)
      var right = 0
      var measurements = 0
      for _ in 0..<trials {
        var history = SteppedHistory(revisions: revisions, &generator)
        let outcome = history.bisected(repeats: repeats)
        right += outcome.isRight ? 1 : 0
        measurements = outcome.measurements
      }
      if Double(right) >= certainty * Double(trials) { return measurements }
    }
    return .max
  }
}

/// A history whose builds become slower at one revision, by two standard deviations of their noise.
private struct SteppedHistory {
  struct Outcome {
    let isRight: Bool
    let measurements: Int
    /// How many revisions were measured, each of which costs a warm-up.
    let visited: Int
  }

  private let revisions: Int
  private let step: Int
  private var generator: SeededGenerator

  init(revisions: Int, _ generator: inout SeededGenerator) {
    self.revisions = revisions
    step = 1 + generator.below(revisions - 1)
    self.generator = SeededGenerator(seed: generator.next())
  }

  /// Normal, by Box and Muller.
  private mutating func logSeconds(at revision: Int) -> Double {
    let (first, second) = (uniform(), uniform())
    let normal = (-2 * log(first)).squareRoot() * cos(2 * Double.pi * second)
    return 0.02 * (normal + (revision >= step ? 2 : 0))
  }

  private mutating func uniform() -> Double { (Double(generator.next() >> 11) + 0.5) / 0x1p53 }

  mutating func searched(certainty: Double) -> Outcome {
    var search = StepSearch(revisions: revisions, certainty: certainty)
    var visited: Set<Int> = []
    while true {
      switch search.next {
      case .measure(let revision):
        visited.insert(revision)
        search.note(exp(logSeconds(at: revision)), at: revision)
      case .found(let found, _):
        return Outcome(
          isRight: found.upperBound == step, measurements: search.measurements, visited: visited.count)
      case .nothingToFind:
        return Outcome(isRight: false, measurements: search.measurements, visited: visited.count)
      }
    }
  }

  /// Every revision is built as often as its two ends, and its mean held against the middle of theirs.
  mutating func bisected(repeats: Int) -> Outcome {
    var visited = 0
    func mean(_ history: inout SteppedHistory, _ revision: Int) -> Double {
      visited += 1
      return (0..<repeats).reduce(0) { sum, _ in sum + history.logSeconds(at: revision) } / Double(repeats)
    }
    let middle = (mean(&self, 0) + mean(&self, revisions - 1)) / 2
    var (low, high) = (0, revisions - 1)
    while high - low > 1 {
      let half = (low + high) / 2
      if mean(&self, half) > middle { high = half } else { low = half }
    }
    return Outcome(isRight: high == step, measurements: visited * repeats, visited: visited)
  }
}
