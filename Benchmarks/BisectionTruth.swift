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
    builds that a plain bisection needs whose builds are repeated; then 400 on machines that drift, with at most 150 builds: \
    what is named is right as often as stated
    """

  private static let revisions = 64
  private static let histories = 100
  /// Plain bisections, to know how often one is right.
  private static let trials = 1000
  private static let historiesOfMachine = 400
  private static let mostBuilds = 150

  func answer(pairs: Int, seed: UInt64) async throws -> [String] {
    [0.8, 0.9, 0.95].map { Self.steadyLine(certainty: $0, seed: seed) }
      + [2.0, 1, 0].flatMap { height in
        SimulatedMachine.Kind.allCases.map { Self.line(on: $0, height: height, certainty: 0.95, seed: seed) }
      }
  }

  private static func steadyLine(certainty: Double, seed: UInt64) -> String {
    let searches = searches(histories, on: .steady, height: 2, certainty: certainty, seed: seed)
    let right = searches.count(where: \.isRight)
    let builds = searches.map { Double($0.measurements) }
    let mean = builds.reduce(0, +) / Double(histories)
    let visited = searches.map { Double($0.visited) }.reduce(0, +) / Double(histories)
    let plain = plainBuilds(certainty: certainty, seed: seed)
    return "stated \(Pairs.text(certainty * 100, 0)) %: right in \(share(right, of: histories, goal: certainty)); "
      + "\(Pairs.text(mean, 1)) builds (at most \(Int(builds.max() ?? 0))) of \(Pairs.text(visited, 1)) revisions; "
      + "plain bisection \(plain) builds, ratio \(Pairs.text(mean / Double(plain), 2)); "
      + "goal 0.5: \(mean < Double(plain) / 2 ? "met" : "missed")"
  }

  /// How often what is named is right, and how often nothing is.
  private static func line(
    on machine: SimulatedMachine.Kind, height: Double, certainty: Double, seed: UInt64
  ) -> String {
    let searches = searches(historiesOfMachine, on: machine, height: height, certainty: certainty, seed: seed)
    let named = searches.count { $0.named != nil }
    let right = searches.count(where: \.isRight)
    let mean = Double(searches.reduce(0) { $0 + $1.measurements }) / Double(historiesOfMachine)
    let rest =
      "cannot tell \(searches.count(where: \.isUnfinished)), no difference \(searches.count(where: \.sawNothing)); "
      + "\(Pairs.text(mean, 1)) builds, at most \(searches.map(\.longestRow).max() ?? 0) of one revision in a row"
    guard height > 0 else { return "no step, \(machine.rawValue): named \(named) of \(historiesOfMachine); \(rest)" }
    return "step \(Pairs.text(height, 0)), \(machine.rawValue): right in \(share(right, of: named, goal: certainty)); "
      + rest
  }

  /// `97 of 100 (91 – 99 %): met`: met unless the interval lies below the goal.
  private static func share(_ count: Int, of all: Int, goal: Double) -> String {
    guard let interval = binomialInterval(count: count, of: all) else { return "0 of 0" }
    return "\(count) of \(all) (\(Pairs.text(interval.low * 100, 1)) – \(Pairs.text(interval.high * 100, 1)) %): "
      + (interval.high >= goal ? "met" : "missed")
  }

  private static func searches(
    _ count: Int, on machine: SimulatedMachine.Kind, height: Double, certainty: Double, seed: UInt64
  ) -> [SteppedHistory.Outcome] {
    var generator = SeededGenerator(seed: seed)
    return (0..<count).map { _ in
      var history = SteppedHistory(revisions: revisions, height: height, on: machine, &generator)
      return history.searched(certainty: certainty, mostBuilds: mostBuilds)
    }
  }

  /// The builds of the cheapest plain bisection that is right as often as stated.
  private static func plainBuilds(certainty: Double, seed: UInt64) -> Int {
    for repeats in 1...64 {
      var generator = SeededGenerator(seed: seed &+ 1)
      var right = 0
      var measurements = 0
      for _ in 0..<trials {
        var history = SteppedHistory(revisions: revisions, height: 2, on: .steady, &generator)
        let outcome = history.bisected(repeats: repeats)
        right += outcome.isRight ? 1 : 0
        measurements = outcome.measurements
      }
      if Double(right) >= certainty * Double(trials) { return measurements }
    }
    return .max
  }
}

/// A history whose builds become slower at one revision.
private struct SteppedHistory {
  struct Outcome {
    /// The revision that was named; `nil` if none was.
    var named: Int?
    var isRight = false
    /// Whether the builds were used up.
    var isUnfinished = false
    /// Whether the ends seemed not to differ.
    var sawNothing = false
    var measurements = 0
    /// How many revisions were measured, each of which costs a warm-up.
    var visited = 0
    /// How often one revision was measured in a row, at most.
    var longestRow = 0
  }

  private let revisions: Int
  private let step: Int
  /// In standard deviations.
  private let height: Double
  private var machine: SimulatedMachine

  init(revisions: Int, height: Double, on machine: SimulatedMachine.Kind, _ generator: inout SeededGenerator) {
    self.revisions = revisions
    self.height = height
    step = 1 + generator.below(revisions - 1)
    self.machine = SimulatedMachine(machine, seed: generator.next())
  }

  private mutating func build(_ revision: Int) -> (logSeconds: Double, inflation: Double) {
    let build = machine.next()
    return (0.02 * (build.deviations + (revision >= step ? height : 0)), build.inflation)
  }

  mutating func searched(certainty: Double, mostBuilds: Int) -> Outcome {
    var (search, outcome) = (StepSearch(revisions: revisions, certainty: certainty), Outcome())
    var visited: [Int] = []
    while case .measure(let revision) = search.next, visited.count < mostBuilds {
      visited.append(revision)
      outcome.longestRow = max(outcome.longestRow, visited.reversed().prefix { $0 == revision }.count)
      let build = build(revision)
      search.note(exp(build.logSeconds), at: revision, inflation: build.inflation)
    }
    switch search.next {
    case .measure: outcome.isUnfinished = true
    case .nothingToFind: outcome.sawNothing = true
    case .found(let found, _): (outcome.named, outcome.isRight) = (found.upperBound, found.upperBound == step)
    }
    (outcome.measurements, outcome.visited) = (visited.count, Set(visited).count)
    return outcome
  }

  /// Every revision is built as often as its two ends, and its mean held against the middle of theirs.
  mutating func bisected(repeats: Int) -> Outcome {
    var visited = 0
    func mean(_ history: inout SteppedHistory, _ revision: Int) -> Double {
      visited += 1
      return (0..<repeats).reduce(0) { sum, _ in sum + history.build(revision).logSeconds } / Double(repeats)
    }
    let middle = (mean(&self, 0) + mean(&self, revisions - 1)) / 2
    var (low, high) = (0, revisions - 1)
    while high - low > 1 {
      let half = (low + high) / 2
      if mean(&self, half) > middle { high = half } else { low = half }
    }
    return Outcome(named: high, isRight: high == step, measurements: visited * repeats, visited: visited)
  }
}
