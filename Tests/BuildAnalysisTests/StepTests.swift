import ModuleGraph
import Testing

@testable import BuildAnalysis

struct StepTests {
  @Test func `a step is found where it is, with its levels`() throws {
    let series = noise(60, seed: 1).enumerated().map { $1 + ($0 >= 35 ? 103 : 100) }
    let steps = series.steps()
    try #require(steps.count == 1)
    try #require(!steps.isEmpty)
    #expect(steps[0].candidates.contains(35) && abs(steps[0].index - 35) <= 1)
    #expect(steps[0].probability > 0.99)
    #expect(abs(steps[0].before - 100) < 0.5 && abs(steps[0].ratio - 1.03) < 0.006)
  }

  @Test(arguments: 0..<20)
  func `neither noise nor spikes nor drift nor a change of the noise is a step`(seed: UInt64) {
    let noise = noise(120, seed: seed)
    #expect(noise.map { 100 + $0 }.steps().isEmpty)
    let spiked = noise.enumerated().map { 100 + $1 + ($0 % 29 == 17 ? 12 : 0) }
    #expect(spiked.steps().isEmpty)
    #expect(noise.enumerated().map { 100 + $1 + 0.03 * Double($0) }.steps().isEmpty)
    #expect(noise.enumerated().map { 100 + ($0 < 60 ? $1 : 3 * $1) }.steps().isEmpty)
  }

  /// The newest value of all may be a spike, which only the ones after it can tell.
  @Test(arguments: [1, 2, 5, 20, 37, 38, 39, 40])
  func `one value or two far away are no step, wherever they are`(place: Int) {
    var series = noise(41, seed: 7).map { 100 + $0 }
    series[place] += 40
    #expect(series.steps().isEmpty)
    if place < 40 { series[place + 1] += 40 }
    #expect(series.steps().isEmpty)
  }

  @Test func `one value at the end, and two before it, are no level of their own, but three are`() {
    func changes(_ outliers: Int, then rest: Int) -> [Int] {
      var search = LevelSearch()
      for (value, count) in [(0.0, 20), (100, outliers), (0, rest)] {
        for _ in 0..<count { search.append(value, deviation: 1) }
      }
      return search.changes
    }
    #expect(changes(1, then: 0) == [] && changes(2, then: 20) == [])
    #expect(changes(3, then: 20) == [20, 23])
  }

  @Test(arguments: 0..<60) func `two adjacent spikes of the same height are no step`(seed: UInt64) {
    let series = noise(60, seed: seed).enumerated().map { 100 + $1 + (30...31 ~= $0 ? 12 : 0) }
    for count in 33...60 {
      #expect(!Array(series.prefix(count)).steps().contains { 28...34 ~= $0.index }, "\(count)")
    }
  }

  @Test func `a step that begins with two spikes is a step`() {
    let series = noise(60, seed: 1).enumerated().map { 100 + $1 + ($0 >= 30 ? 4 : 0) + (30...31 ~= $0 ? 20 : 0) }
    #expect(series.steps().map { (29...33).contains($0.index) } == [true])
  }

  @Test func `what was noise at first is a step once it lasts`() {
    let series = noise(30, seed: 3).map { 100 + $0 } + noise(8, seed: 4).map { 105 + $0 }
    let found = (31...38).map { Array(series.prefix($0)).steps().count }
    #expect(found.first == 0 && found.last == 1 && found == found.sorted())
  }

  @Test func `the threshold follows from the noise of the series`() {
    let step = { (scale: Double) in
      self.noise(80, seed: 9).enumerated().map { 100 + scale * $1 + ($0 >= 40 ? 1 : 0) }.steps().count
    }
    #expect(step(0.2) == 1 && step(5) == 0)
  }

  @Test(arguments: [[], [1], [1, 1], [1, 2, 3], [0, 0, 0, 0, 0, 0, 0, 0], [5, 5, 5, 5, 5, 5, 9, 9, 9, 9, 9, 9]])
  func `short and constant series have their answer`(series: [Double]) {
    #expect(series.steps().map(\.index) == (series.count == 12 ? [6] : []))
  }

  /// Each of three values could be a spike; two never are a level.
  @Test(arguments: [(2, 0), (3, 1), (4, 1)])
  func `a step has three values on either side`(fewest: Int, steps: Int) {
    let (low, high) = (Array(repeating: 5.0, count: 9), Array(repeating: 9.0, count: 9))
    #expect((low + high.prefix(fewest)).steps().map(\.index) == Array(repeating: 9, count: steps))
    #expect((low.prefix(fewest) + high).steps().map(\.index) == Array(repeating: fewest, count: steps))
  }

  @Test func `steps do not depend on the unit`() {
    let series = noise(90, seed: 5).enumerated().map { 100 + $1 + ($0 >= 30 ? 2 : 0) + ($0 >= 70 ? -3 : 0) }
    let indices = series.steps().map(\.index)
    #expect(indices.count == 2)
    #expect(series.map { $0 * 1000 }.steps().map(\.index) == indices)
    #expect(series.map { $0 / 1024 }.steps().map(\.index) == indices)
  }

  /// Standard deviation 1: the sum of twelve numbers from 0 to 1, less 6.
  private func noise(_ count: Int, seed: UInt64) -> [Double] {
    var generator = SeededGenerator(seed: seed)
    return (0..<count).map { _ in
      (0..<12).reduce(-6) { sum, _ in sum + Double(generator.below(1 << 30)) / Double(1 << 30) }
    }
  }
}
