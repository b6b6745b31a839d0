import Foundation
import ModuleGraph
import Testing

@testable import BuildAnalysis

/// How a bisection with noise finds the revision, and how often it is right.
struct StepSearchTests {
  /// Standard normal numbers.
  private struct NormalGenerator {
    var generator: SeededGenerator

    mutating func next() -> Double { normalQuantile((Double(generator.next() >> 11) + 0.5) / 0x1p53) }
  }

  /// One history whose figure steps at a revision.
  private struct History {
    var step: Int
    /// In standard deviations of the noise.
    let height: Double
    var noise: NormalGenerator

    mutating func seconds(at revision: Int) -> Double {
      exp(0.02 * (noise.next() + (revision >= step ? height : 0)))
    }
  }

  /// - Returns: what was named, and how many measurements that took.
  private func named(in history: History, revisions: Int, certainty: Double) -> (revision: Int, measurements: Int) {
    var (history, search) = (history, StepSearch(revisions: revisions, certainty: certainty))
    while true {
      switch search.next {
      case .measure(let revision): search.note(history.seconds(at: revision), at: revision)
      case .found(let revisions, _): return (revisions.upperBound, search.measurements)
      case .nothingToFind: return (0, search.measurements)
      }
    }
  }

  /// A bisection in which every revision is built `repeats` times and its mean held against the middle of both ends'.
  private func plainBisection(
    in history: History, revisions: Int, repeats: Int
  ) -> (revision: Int, measurements: Int) {
    var (history, measurements) = (history, 0)
    func mean(at revision: Int) -> Double {
      measurements += repeats
      return (0..<repeats).reduce(0) { sum, _ in sum + log(history.seconds(at: revision)) } / Double(repeats)
    }
    let (good, bad) = (mean(at: 0), mean(at: revisions - 1))
    var (low, high) = (0, revisions - 1)
    while high - low > 1 {
      let middle = (low + high) / 2
      if (mean(at: middle) > (good + bad) / 2) == (bad > good) { high = middle } else { low = middle }
    }
    return (high, measurements)
  }

  private func histories(_ count: Int, revisions: Int, height: Double) -> [History] {
    var generator = SeededGenerator(seed: 7)
    return (0..<count).map { _ in
      History(
        step: 1 + generator.below(revisions - 1), height: height,
        noise: NormalGenerator(generator: SeededGenerator(seed: generator.next())))
    }
  }

  @Test(arguments: [0.8, 0.9, 0.95])
  func `the named revision is right as often as stated`(certainty: Double) throws {
    let trials = histories(200, revisions: 64, height: 2).map {
      named(in: $0, revisions: 64, certainty: certainty).revision == $0.step
    }
    let right = trials.count { $0 }
    let interval = try #require(binomialInterval(count: right, of: trials.count))
    #expect(interval.high >= certainty, "\(right) of \(trials.count)")
  }

  @Test func `it takes less than half of what a repeated plain bisection takes`() {
    let histories = histories(100, revisions: 64, height: 2)
    let searched = histories.map { named(in: $0, revisions: 64, certainty: 0.95) }
    let right = zip(histories, searched).count { $0.step == $1.revision }
    let builds = Double(searched.reduce(0) { $0 + $1.measurements }) / 100
    let repeats = (4...16).first { repeats in
      zip(histories, histories.map { plainBisection(in: $0, revisions: 64, repeats: repeats).revision })
        .count { $0.step == $1 } >= right
    }
    let plain = plainBisection(in: histories[0], revisions: 64, repeats: repeats ?? 16).measurements
    #expect(builds < Double(plain) / 2, "\(builds) and \(plain) builds, \(right) of 100")
  }

  @Test func `equal figures make nothing certain`() {
    var search = StepSearch(revisions: 5)
    for revision in [0, 4, 0, 4, 0, 4] { search.note(1, at: revision) }
    #expect(search.probabilities[1...].allSatisfy { abs($0 - 0.25) < 1e-9 })
    #expect(search.next == .measure(revision: 0))
  }

  @Test func `both ends are measured first`() {
    var search = StepSearch(revisions: 3)
    var asked: [Int] = []
    for count in 0..<6 {
      guard case .measure(let revision) = search.next else { break }
      asked.append(revision)
      search.note((revision == 0 ? 1 : 2) + Double(count) / 1000, at: revision)
    }
    #expect(asked == [0, 2, 0, 2, 0, 2])
    #expect(search.next == .measure(revision: 1))
    #expect(search.ratio.map { abs($0 - 2) < 0.01 } == true)
  }

  @Test func `ends that do not differ are told, and nothing is named`() {
    var (search, noise) = (StepSearch(revisions: 9), NormalGenerator(generator: SeededGenerator(seed: 3)))
    while case .measure(let revision) = search.next {
      #expect(revision == 0 || revision == 8)
      search.note(exp(0.02 * noise.next()), at: revision)
    }
    #expect(search.next == .nothingToFind)
    #expect(search.measurements == 40)
  }

  @Test func `revisions that cannot be measured are named together`() throws {
    var (history, search) = (histories(1, revisions: 16, height: 6)[0], StepSearch(revisions: 16))
    history.step = 7
    for revision in [5, 6, 9] { search.skip(revision) }
    while case .measure(let revision) = search.next {
      #expect(![5, 6, 9].contains(revision))
      search.note(history.seconds(at: revision), at: revision)
    }
    guard case .found(let revisions, let probability) = search.next else {
      Issue.record("\(search.next)")
      return
    }
    #expect(revisions == 5...7)
    #expect(probability >= 0.95)
  }

  @Test func `ends that differ the other way are told at once`() {
    var search = StepSearch(revisions: 9, isUpward: false)
    for count in 0..<3 {
      search.note(1 + Double(count) / 1000, at: 0)
      search.note(2 + Double(count) / 1000, at: 8)
    }
    #expect(search.next == .nothingToFind)
  }

  @Test func `what was known before says where to look, and names nothing alone`() {
    var (history, search) = (histories(1, revisions: 32, height: 5)[0], StepSearch(revisions: 32))
    history.step = 20
    for revision in 0..<32 {
      for _ in 0..<2 { search.note(history.seconds(at: revision), at: revision, wasKnown: true) }
    }
    var asked: [Int] = []
    while case .measure(let revision) = search.next {
      asked.append(revision)
      search.note(history.seconds(at: revision), at: revision)
    }
    guard case .found(let revisions, _) = search.next else {
      Issue.record("\(search.next)")
      return
    }
    #expect(revisions == 20...20)
    #expect(asked.filter { ![0, 31].contains($0) }.sorted() == [19, 19, 20, 20], "\(asked)")
  }
}
