import BuildTrace
import Foundation
import ModuleGraph
import Testing

@testable import BuildAnalysis
@testable import Foresight

/// One recorded build has one critical path, and one proposal for it one prediction, whoever asks.
@Suite struct SuggestedForecastTests {
  private typealias Target = MadeWorld.Target

  struct Recorded: CustomTestStringConvertible {
    let testDescription: String
    let trace: BuildTrace
    let graph: ModuleGraph
    var files: [ModuleID: [ModuleFile]] = [:]

    var structure: RecordedStructure { get throws { try RecordedStructure(trace, graph: graph, files: files) } }
  }

  private static func made(_ name: String, _ world: MadeWorld, arguments: [String] = []) -> Recorded {
    Recorded(
      testDescription: name, trace: world.trace(arguments: arguments), graph: world.graph, files: world.files)
  }

  /// A build that competed for two cores.
  private static var real: Recorded {
    get throws {
      let file = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../BuildAnalysisTests/Traces/swift-argument-parser.jsonl")
      let trace = try #require(BuildTrace.builds(in: Data(contentsOf: file)).first)
      return Recorded(
        testDescription: "swift-argument-parser", trace: trace,
        graph: ModuleGraph([
          "generate-manual": ["ArgumentParser", "ArgumentParserToolInfo"],
          "ArgumentParser": ["ArgumentParserToolInfo"],
        ]))
    }
  }

  private static var builds: [Recorded] {
    get throws {
      var drivers = MadeWorld.shop
      drivers.hasDrivers = false
      let bits = (0..<5).map { Target("Bit\($0)", lines: [15], $0 == 0 ? ["Core"] : ["Bit\($0 - 1)"]) }
      let chain = (0..<6).map { Target("Step\($0)", lines: [900, 700, 800], $0 == 0 ? [] : ["Step\($0 - 1)"]) }
      return [
        made("shop", .shop), made("shop without an index", .shop, arguments: ["--disable-index-store"]),
        made("shop without drivers", drivers),
        made(
          "small modules",
          MadeWorld(
            targets: [Target("Core", lines: [200, 100])] + bits + [
              Target("App", lines: [80], ["Bit4"], isProgram: true)
            ])),
        made(
          "chain", MadeWorld(targets: chain + [Target("App", lines: [80], ["Step5"], isProgram: true)]),
          arguments: ["--disable-index-store"]),
        try real,
      ]
    }
  }

  @Test(arguments: try builds, [Suggestions.Goal.clean, .changes])
  func `what is suggested is what a forecast of the same proposal says`(build: Recorded, goal: Suggestions.Goal) throws
  {
    let recorded = try build.structure
    let found = recorded.suggestions(for: goal)
    for suggestion in found.suggestions + found.plan {
      var proposals = [suggestion.proposal]
      if let options = suggestion.proposal.options {
        proposals.append(Proposal(try options.map { try #require(StructureChange($0.kind, $0.value)) }))
      }
      for proposal in proposals {
        let forecast = try Forecast([recorded], proposal)
        #expect(forecast.gain == suggestion.clean.gain, "\(proposal.changes)")
        #expect(forecast.seconds.value == suggestion.clean.seconds, "\(proposal.changes)")
        #expect(forecast.assumptions == suggestion.clean.assumptions, "\(proposal.changes)")
        #expect(abs(forecast.measuredSeconds - forecast.gain.value - forecast.seconds.value) < 1e-9)
      }
    }
    guard goal == .clean else { return }
    for suggestion in found.suggestions { #expect(suggestion.gain == suggestion.clean.gain) }
    if let last = found.plan.last { #expect(found.planGain == last.clean.gain && last.seconds == last.clean.seconds) }
  }

  @Test(arguments: try builds) func `a recorded build has one critical path`(build: Recorded) throws {
    let recorded = try build.structure
    let path = Timeline(build.trace, graph: build.graph).criticalPath
    try #require(!path.pieces.isEmpty)
    #expect(recorded.criticalPath == path)
    let names = path.pieces.compactMap(\.module)
    let first = try #require(recorded.variants.first { $1.contains { !names.contains($0) } } ?? recorded.variants.first)
    let forecast = try recorded.forecast(Proposal([.cost("\(first.key)", factor: 0.999)]))
    #expect(forecast.before.criticalPath == path)
    // The plan of the unchanged build.
    let planned = recorded.build(recorded.unchanged).criticalPath
    #expect(planned.names == path.names)
    #expect(
      abs(Double(planned.workNanoseconds) / Double(path.workNanoseconds) - 1) < 0.02, "\(planned.workNanoseconds)")
  }

  @Test func `several recordings tell one gain, and its interval grows with their differences`() throws {
    let shop = MadeWorld.shop
    let slower = shop.with { $0["Cart"]?.files[0].lines = 600 }
    let proposal = Proposal([.cut("Search", "Cart")])
    let single = try shop.recorded.forecast(proposal)
    let forecast = try Forecast([shop.recorded, slower.recorded, shop.recorded], proposal)
    #expect(abs(forecast.measuredSeconds - forecast.gain.value - forecast.seconds.value) < 1e-9)
    #expect(forecast.gain.high - forecast.gain.low > single.gain.high - single.gain.low)
    // Three values, two of them equal: the standard deviation is a difference ÷ √3, that of the mean a third, and t is 2.92.
    let difference = abs(try slower.recorded.forecast(proposal).gain.value - single.gain.value)
    #expect(abs(forecast.gain.high - forecast.gain.value - 2.91999 * difference / 3) < 1e-4)
    #expect(abs(forecast.gain.value - forecast.gain.low - 2.91999 * difference / 3) < 1e-4)
    let same = try Forecast([shop.recorded, shop.recorded], proposal)
    #expect(abs(same.gain.low - single.gain.low) < 1e-9 && abs(same.gain.high - single.gain.high) < 1e-9)
  }
}
