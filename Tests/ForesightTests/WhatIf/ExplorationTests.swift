@testable import BuildAnalysis
@testable import Foresight
import ModuleGraph
import Testing

/// The replays that readers of a forecast can switch between.
@Suite struct ExplorationTests {
  private let shop = MadeWorld.shop
  private let proposal = Proposal([.cut("Search", "Cart"), .cost("Net", factor: 0.5)])
  /// The last module takes longer, by a second and by two.
  private let slower = MadeWorld.shop.with { $0["App"]?.files[0].lines = 600 }
  private let slowest = MadeWorld.shop.with { $0["App"]?.files[0].lines = 1100 }

  private func explored(_ worlds: [MadeWorld]) throws -> (exploration: Exploration, forecast: Forecast) {
    let recordings = try worlds.map { try $0.recorded }
    let forecast = try Forecast(recordings, proposal)
    return (try Exploration(recordings, of: forecast), forecast)
  }

  @Test func `each change alone and all together say which modules they change`() throws {
    let (found, forecast) = try explored([shop])
    #expect(found.variants.map(\.changes) == [[], [0, 1], [0], [1]])
    #expect(found.variants.map(\.changed) == [[], ["Net", "Search"], ["Search"], ["Net"]])
    #expect(found.variants.allSatisfy { $0.linkers.count == 1 && !$0.jobsFollowCores } && found.omitted == 0)
    try #require(found.variants.count > 1)
    #expect(abs(found.variants[0].seconds.value - forecast.measuredSeconds) < 1e-6)
    #expect(abs(found.variants[0].cpuSeconds - forecast.measuredCPUSeconds) < 1e-6)
    #expect(found.variants[1].seconds.value == forecast.seconds.value)
    #expect(found.variants[1].gain == forecast.gain && found.variants[0].gain.value == 0)
    #expect(abs(found.variants[1].cpuSeconds - forecast.cpuSeconds.value) < 1e-6)
    // 100 ms before the first process, and 50 ms after the last one.
    #expect(abs(found.secondsAround - 0.15) < 0.001)
  }

  @Test func `changes that need others are said to be impossible alone`() throws {
    let proposal = Proposal([.cut("Search", "Cart"), .add("Cart", "Search")])
    let recorded = try shop.recorded
    let found = try Exploration([recorded], of: recorded.forecast(proposal))
    #expect(found.variants.map(\.changes) == [[], [0, 1], [0]])
    #expect(found.refused.map(\.changes) == [[1]])
    #expect(found.refused.first?.reason == "The modules would form a cycle: Cart → Search → Cart.")
  }

  @Test func `a divided program is linked as before`() throws {
    let split = StructureChange.split(
      "App", [.init(name: "AppKit", files: ["App1.swift"]), .init(name: "App", files: ["App0.swift"])])
    let recorded = try shop.recorded
    let found = try Exploration([recorded], of: recorded.forecast(Proposal([split])))
    #expect(found.variants.map(\.linkers.count) == [1, 1])
    #expect(found.variants.map(\.changed) == [[], ["App", "AppKit"]])
  }

  @Test func `of two recordings the slower one is explored, and of three the one between`() throws {
    func seconds(_ worlds: MadeWorld...) throws -> [Double] {
      try explored(worlds).exploration.variants.map(\.seconds.value)
    }
    let each = try [seconds(shop), seconds(slower), seconds(slowest)]
    try #require(each.count > 2)
    #expect(try seconds(slower, shop) == each[1] && each[1] != each[0])
    #expect(try seconds(shop, slowest, slower) == each[1] && each[1] != each[2])
  }

  @Test func `several recordings widen the intervals of all builds, and the gain of all changes`() throws {
    let (one, several) = (try explored([slower]).exploration, try explored([shop, slowest, slower]))
    let forecast = several.forecast
    let (alone, found) = (one.variants, several.exploration.variants)
    try #require(alone.count == 4 && found.count == 4)
    #expect(found[0].gain == alone[0].gain, "nothing is changed")
    #expect(forecast.gain.high - forecast.gain.low > alone[2].gain.high - alone[2].gain.low, "or this shows nothing")
    for variant in found.dropFirst() {
      #expect(variant.gain.value - variant.gain.low >= forecast.gain.value - forecast.gain.low - 1e-9)
      #expect(variant.gain.high - variant.gain.value >= forecast.gain.high - forecast.gain.value - 1e-9)
    }
    for variant in found {
      #expect(variant.seconds.low / variant.seconds.value <= forecast.seconds.low / forecast.seconds.value + 1e-9)
      #expect(variant.seconds.high / variant.seconds.value >= forecast.seconds.high / forecast.seconds.value - 1e-9)
    }
  }

  @Test func `of up to five changes all combinations are explored, of more the first ones and each alone`() {
    #expect(Exploration.combinations(of: 1) == [])
    #expect(Exploration.combinations(of: 3) == [[0, 1], [0, 2], [1, 2], [0], [1], [2]])
    #expect(Exploration.combinations(of: 5).count == 30)
    #expect(Exploration.combinations(of: 6).map(\.count) == [1, 2, 3, 4, 5, 1, 1, 1, 1, 1])
    #expect(Exploration.combinations(of: 6).last == [5])
  }
}
