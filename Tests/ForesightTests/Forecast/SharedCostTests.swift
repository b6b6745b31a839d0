@testable import BuildAnalysis
import Foresight
import BuildTrace
import ModuleGraph
import TestSupport
import Testing

/// What the first compiler of a build makes for all is no module's cost, wherever one is told.
struct SharedCostTests {
  private static let names = ["A", "B", "C", "D", "E", "F"]
  static func id(_ name: String) -> ModuleID { ModuleID(package: "P", name: name) }

  /// A chain of modules, each with 100 lines more than the one before.
  private static let graph = ModuleGraph(
    modules: names.enumerated().map {
      Module(id: id($1), kind: .regular, sources: 1, lines: 100 * ($0 + 1), languages: ["swift"])
    },
    dependencies: zip(names.dropFirst(), names).map { Dependency(from: id($0), to: id($1)) })

  /// A compiler takes 0.4 s and 1 s for 1,000 lines; the first one takes 3.5 s more.
  private static let trace = build(of: names)

  private static func build(of names: [String]) -> BuildTrace {
    var (processes, now): ([TracedProcess], Int) = ([], 0)
    for (index, name) in names.enumerated() {
      let end = now + 500 + 100 * index + (index == 0 ? 3500 : 0)
      processes.append(
        TracedProcess(
          id: index + 1, kind: .compile, module: name, start: now, end: end, files: [name.lowercased() + ".swift"]))
      now = end
    }
    return BuildTrace(cores: 1, end: now, cpu: now, processes)
  }

  private static let first: Set<ModuleID> = [id("A")]

  @Test func `a forecast does not charge it to a module`() throws {
    let costs = CompilerCosts(Timeline(Self.trace, graph: Self.graph))
    let whole = RecompiledModule(
      module: Self.id("A"), reason: .changed, changedFiles: 1, compiledFiles: 1, files: 1, compiledLines: 100,
      lines: 100, changedLines: 100)
    #expect(abs(try #require(costs.cpuSeconds(of: whole)) - 0.5) < 0.01)
    #expect(abs(costs.preparationSeconds() - 3.5) < 0.01 && abs(costs.preparationSeconds(in: Self.first) - 3.5) < 0.01)
  }

  @Test func `a replay of recompiled modules does not make it again`() throws {
    let replay = try #require(PartialReplay(Self.trace, graph: Self.graph))
    #expect(abs(try #require(replay.seconds(compilingAgain: Self.first)) - 0.5) < 0.01)
    #expect(abs(replay.seconds(building: ["A"]) - 4) < 0.01)
  }

  @Test func `it is no module's gain, in a recording as in a prediction`() throws {
    let timeline = Timeline(Self.trace, graph: Self.graph)
    let gain = try #require(timeline.modules.first?.predictedGain)
    #expect(abs(gain.predictedSeconds - 0.5) < 0.01)
    let recorded = try RecordedStructure(Self.trace, graph: Self.graph)
    let free = try recorded.forecast(Proposal([.cost("A", factor: 0)]))
    #expect(abs(free.measuredSeconds - free.seconds.value - gain.predictedSeconds) < 0.01)
  }

  @Test(arguments: [2, 3, 4])
  func `with few later compilers it is told apart by assumption, and the interval holds both`(
    count: Int
  ) throws {
    let names = Array(Self.names.prefix(count))
    let recorded = try RecordedStructure(Self.build(of: names), graph: Self.graph)
    let free = try recorded.forecast(Proposal([.cost("A", factor: 0)]))
    let gain = free.measuredSeconds - free.seconds.value
    #expect(abs(gain - 0.5) < 0.1, "\(gain)")
    #expect(free.seconds.low <= free.measuredSeconds - 4 && free.assumptions.contains(.assumedPreparation))
  }

  @Test func `with one compiler it is said to be in the cost of its module`() throws {
    let recorded = try RecordedStructure(Self.build(of: ["A"]), graph: Self.graph)
    let half = try recorded.forecast(Proposal([.cost("A", factor: 0.5)]))
    #expect(half.assumptions == [.preparation(in: Self.id("A"))])
  }

  @Test func `a factor of zero is the limit of small ones`() throws {
    let recorded = try RecordedStructure(Self.trace, graph: Self.graph)
    let (none, little) = (
      try recorded.forecast(Proposal([.cost("A", factor: 0)])),
      try recorded.forecast(Proposal([.cost("A", factor: 0.001)]))
    )
    #expect(abs(none.seconds.value - little.seconds.value) < 0.01)
    #expect(abs(none.cpuSeconds.value - little.cpuSeconds.value) < 0.01)
    #expect(none.preparationSecondsByModule[Self.id("A")] == little.preparationSecondsByModule[Self.id("A")])
  }

  @Test func `a prediction of modules holds what a measurement of them holds`() throws {
    let forecast = try RecordedStructure(Self.trace, graph: Self.graph).forecast(Proposal([.cost("F", factor: 2)]))
    let (own, shared) = (forecast.cpuSecondsByModule, forecast.preparationSecondsByModule)
    #expect(abs((own[Self.id("A")] ?? 0) + (shared[Self.id("A")] ?? 0) - 4) < 0.01)
    #expect(shared[Self.id("B")] == 0)
  }
}
