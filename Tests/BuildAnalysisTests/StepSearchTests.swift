import Foundation
import ModuleGraph
import Testing

@testable import BuildAnalysis

/// How a bisection with noise finds the revision, and how often it is right.
struct StepSearchTests {
  /// Standard normal numbers.
  private struct NormalGenerator {
    var generator: SeededGenerator

    mutating func next() -> Double { normalQuantile(generator.uniform()) }
  }

  /// One history whose figure steps at a revision, on a machine whose speed may change.
  private struct History {
    var step: Int
    /// In standard deviations of the noise, as is what follows.
    let height: Double
    var noise: NormalGenerator
    var machine = Machine.steady
    /// The number of builds so far, and how much slower than at first the machine is now.
    var builds = 0
    var drift = 0.0

    mutating func seconds(at revision: Int) -> Double {
      builds += 1
      switch machine {
      case .steady: break
      case .wandering: drift += noise.next()
      case .gettingSlower: drift += 0.4
      case .fallingBack: drift = builds < 12 ? 8 : 0
      }
      return exp(0.02 * (noise.next() + drift + (revision >= step ? height : 0)))
    }
  }

  enum Machine: CaseIterable {
    case steady, wandering, gettingSlower, fallingBack
  }

  private struct Search {
    /// What was named; `nil` if nothing was.
    var named: Int?
    var asked: [Int] = []
  }

  private func search(in history: History, revisions: Int, certainty: Double, mostBuilds: Int = 150) -> Search {
    var (history, search, result) = (history, StepSearch(revisions: revisions, certainty: certainty), Search())
    while case .measure(let revision) = search.next, search.measured.count < mostBuilds {
      result.asked.append(revision)
      search.note(history.seconds(at: revision), at: revision)
    }
    if case .found(let revisions, _) = search.next { result.named = revisions.upperBound }
    return result
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

  @Test(arguments: [0.8, 0.95])
  func `the named revision is right as often as stated, with less than half of the builds of a plain bisection`(
    certainty: Double
  ) throws {
    let histories = histories(40, revisions: 64, height: 2)
    let searches = histories.map { search(in: $0, revisions: 64, certainty: certainty) }
    let right = zip(histories, searches).count { $0.step == $1.named }
    let interval = try #require(binomialInterval(count: right, of: histories.count))
    #expect(interval.high >= certainty, "\(right) of \(histories.count)")
    let builds = Double(searches.reduce(0) { $0 + $1.asked.count }) / Double(histories.count)
    let more = self.histories(400, revisions: 64, height: 2)
    let plain = try #require(
      (4...16).lazy.map { repeats in more.map { plainBisection(in: $0, revisions: 64, repeats: repeats) } }
        .first { zip(more, $0).count { $0.step == $1.revision } * histories.count >= right * more.count })
    #expect(builds < Double(plain[0].measurements) / 2, "\(builds) and \(plain[0].measurements), \(right) right")
  }

  @Test(arguments: Machine.allCases)
  func `a machine whose speed changes makes nothing certain that is wrong`(machine: Machine) throws {
    let histories = histories(24, revisions: 16, height: 3).map { history in
      var history = history
      history.machine = machine
      return history
    }
    let searches = histories.map { search(in: $0, revisions: 16, certainty: 0.95) }
    let named = searches.count { $0.named != nil }
    let right = zip(histories, searches).count { $0.step == $1.named }
    #expect(named >= 20)
    #expect(right >= named - 1, "\(right) of \(named)")
    for asked in searches.map(\.asked) {
      #expect(zip(asked, zip(asked.dropFirst(), asked.dropFirst(2))).allSatisfy { $0 != $1.0 || $0 != $1.1 })
    }
  }

  @Test func `used-up builds name nothing`() {
    var history = histories(1, revisions: 64, height: 1)[0]
    history.machine = .wandering
    let search = search(in: history, revisions: 64, certainty: 0.95, mostBuilds: 30)
    #expect(search.named == nil && search.asked.count == 30)
  }

  /// The third revision of five is where builds become slower; a burst of other work makes one before it slower as well.
  @Test func `a build that other work disturbed counts less`() throws {
    func probability(inflation: Double) throws -> Double {
      var search = StepSearch(revisions: 5)
      for round in 0..<3 {
        for (revision, seconds) in [(0, 1.0), (4, 1.1), (1, round == 1 ? 1.2 : 1.0), (3, 1.1), (2, 1.1)] {
          search.note(
            seconds + Double(round) / 200, at: revision, inflation: revision == 1 && round == 1 ? inflation : 1)
        }
      }
      try #require(search.probabilities.count > 2)
      return search.probabilities[2]
    }
    #expect(try probability(inflation: BuildNoise(otherShare: 0.4).inflation) > 0.99)
    #expect(try probability(inflation: BuildNoise(otherShare: 0.4).inflation) > probability(inflation: 1))
    #expect(BuildNoise(otherShare: 0.03, stolenShare: 0.02).inflation == 2)
    #expect(BuildNoise().inflation == 1 && BuildNoise(sleptSeconds: 3).inflation == 10)
  }

  /// A machine that became slower while the search was interrupted.
  @Test func `a long pause lets the machine's speed change more`() {
    func doubt(pause: Double?) -> Double? {
      var measurements: [StepPosterior.Measurement] = []
      for (index, revision) in [0, 2, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2].enumerated() {
        let offset = pause.map { Double(index) * 60 + (index < 6 ? 0 : $0) }
        let level = (revision > 0 ? 0.1 : 0) + (index < 6 ? 0 : 1) + Double(index % 3) / 100
        measurements.append(
          .init(
            revision: revision, logSeconds: level, offsetSeconds: offset, inflation: 1, wasKnown: false))
      }
      return StepPosterior(of: measurements, revisions: 3, isUpward: true)?.doubt
    }
    #expect(doubt(pause: 0) == doubt(pause: nil))
    #expect((doubt(pause: 36_000) ?? 1) < 0.1 * (doubt(pause: 0) ?? 0), "\(doubt(pause: 36_000)), \(doubt(pause: 0))")
  }

  @Test func `equal figures make nothing certain`() {
    var search = StepSearch(revisions: 5)
    for revision in [0, 4, 0, 4, 0, 4] { search.note(1, at: revision) }
    #expect(search.probabilities[1...].allSatisfy { abs($0 - 0.25) < 1e-9 })
    #expect([.measure(revision: 0), .measure(revision: 4)].contains(search.next))
  }

  @Test func `both ends are measured first, in pairs`() throws {
    var search = StepSearch(revisions: 3)
    var asked: [Int] = []
    for count in 0..<6 {
      guard case .measure(let revision) = search.next else { break }
      asked.append(revision)
      search.note((revision == 0 ? 1 : 2) + Double(count) / 1000, at: revision)
    }
    #expect(stride(from: 0, to: 6, by: 2).map { Set(asked[$0..<($0 + 2)]) } == Array(repeating: [0, 2], count: 3))
    #expect(asked != [0, 2, 0, 2, 0, 2] && asked != [2, 0, 2, 0, 2, 0], "in a random order")
    try #require(search.probabilities.count > 1)
    #expect(search.probabilities[0] == 0 && abs(search.probabilities[1] - 0.5) < 1e-9)
  }

  @Test func `ends that do not differ are told, and nothing is named`() {
    var (search, noise) = (StepSearch(revisions: 9), NormalGenerator(generator: SeededGenerator(seed: 3)))
    while case .measure(let revision) = search.next {
      #expect(revision == 0 || revision == 8)
      search.note(exp(0.02 * noise.next()), at: revision)
    }
    #expect(search.next == .nothingToFind)
    #expect((40...41).contains(search.measured.count))
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
    #expect(asked.filter { ![0, 31].contains($0) }.sorted() == [19, 19, 19, 20, 20, 20], "\(asked)")
  }
}
