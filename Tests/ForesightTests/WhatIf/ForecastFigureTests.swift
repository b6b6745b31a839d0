import BuildTrace
import ModuleGraph
import TestSupport
import Testing

@testable import BuildAnalysis
@testable import Foresight

/// What a forecast says of each build besides how long it takes.
@Suite struct ForecastFigureTests {
  private let shop = MadeWorld.shop

  /// A driver with one compiler, which got a processor for half of its time.
  private var slow: RecordedStructure {
    get throws {
      let trace = BuildTrace(
        cores: 2, end: 1000, cpu: 600,
        [
          TracedProcess(id: 1, kind: .plan, module: "Core", start: 0, end: 1000, cpu: 600),
          TracedProcess(
            id: 2, parent: 1, kind: .compile, module: "Core", start: 100, end: 900, cpu: 400, files: ["A.swift"]),
        ])
      return try RecordedStructure(
        trace, graph: ModuleGraph(modules: [Module(id: MadeWorld.id("Core"), kind: .regular, sources: 1, lines: 100)]))
    }
  }

  @Test func `cores are idle while nothing runs, and undisturbed processes take their CPU time`() throws {
    let figures = try slow.forecast(Proposal([.cost("Core", factor: 2)])).before
    #expect(abs(figures.idleCoreSeconds - 1) < 1e-10 && abs(figures.idleShare - 0.5) < 1e-10)
    #expect(abs(figures.undisturbedSeconds - 0.6) < 1e-9, "\(figures.undisturbedSeconds)")
    #expect((figures.cores, figures.jobs, figures.modules) == (2, 2, 1))
  }

  @Test func `what compilers make for all is work, and no core is idle meanwhile`() throws {
    let forecast = try shop.recorded.forecast(Proposal([.cut("Search", "Cart")]))
    let around = 0.15
    for (figures, seconds, cpu) in [
      (forecast.before, shop.seconds, shop.cpuSeconds),
      (forecast.after, forecast.seconds.value, forecast.cpuSeconds.value),
    ] {
      let whole = 32 * (seconds - around)
      #expect(abs(whole - figures.idleCoreSeconds - cpu) < 0.05, "\(figures.idleCoreSeconds)")
      #expect(abs(figures.idleShare - figures.idleCoreSeconds / whole) < 1e-3)
      // Only the pauses between modules would be missing.
      #expect(figures.undisturbedSeconds > seconds - around - 0.3 && figures.undisturbedSeconds < seconds)
    }
  }

  @Test func `compilers of manifests make nothing for those of modules`() throws {
    let trace = shop.trace
    let manifest = BuildTrace(
      cores: 32, end: 1,
      [TracedProcess(id: 5, kind: .compile, module: "main", start: 5, end: 85, files: ["Package.swift"])])
    let other = BuildTrace(header: trace.header, events: manifest.events + trace.events, supervised: trace.supervised)
    let proposal = Proposal([.cost("App", factor: 2)])
    let forecast = try RecordedStructure(other, graph: shop.graph, files: shop.files).forecast(proposal)
    let without = try shop.recorded.forecast(proposal)
    #expect(forecast.preparationSecondsByModule == without.preparationSecondsByModule)
    #expect(abs((forecast.preparationSecondsByModule[MadeWorld.id("Core")] ?? 0) - 1.4) < 0.15)
  }

  @Test func `without changed modules only the noise of builds is in doubt`() throws {
    let forecast = try shop.recorded.forecast(Proposal([.cores(4)]))
    let (seconds, cpu, gain) = (forecast.seconds, forecast.cpuSeconds, forecast.gain)
    for estimate in [seconds, cpu] {
      #expect(abs(estimate.high / estimate.value - 1 - Forecast.noiseShare) < 1e-4)
      #expect(abs(1 - estimate.low / estimate.value - Forecast.noiseShare) < 1e-4)
    }
    #expect(abs(gain.high - gain.value) < 0.01 && abs(gain.value - gain.low) < 0.01)
    #expect(abs(gain.value - (forecast.measuredSeconds - seconds.value)) < 1e-9)
    #expect(forecast.assumptions == [])
    #expect(try shop.recorded.forecast(Proposal([.cores(64)])).assumptions == [.equalCores])
  }

  @Test func `rebuilds that differ most come first, and merged modules are compared with the dearest of them`() throws {
    let merged = try shop.recorded.forecast(Proposal([.merge(["Search", "Cart"], into: "Features")]))
    let row = try #require(merged.rebuilds.first { $0.module.name == "Features" })
    #expect(row.origins.map(\.name) == ["Cart", "Search"])
    #expect(row.before?.modules == 3 && row.after?.modules == 2)
    #expect(merged.programs.map(\.modulesBefore) == [6] && merged.programs.map(\.modulesAfter) == [5])
    let cut = try shop.recorded.forecast(Proposal([.cut("Cart", "Store"), .cut("Search", "Cart")]))
    let differences = cut.rebuilds.map { abs(($0.after?.cpuSeconds ?? 0) - ($0.before?.cpuSeconds ?? 0)) }
    #expect(cut.rebuilds.count > 1 && differences == differences.sorted(by: >), "\(differences)")
    let removed = try shop.recorded.forecast(Proposal([.remove("App")]))
    let gone = try #require(removed.rebuilds.first { $0.module.name == "App" })
    #expect(gone.after == nil && gone.before?.modules == 1)
    #expect(removed.programs.map(\.modulesAfter) == [nil] && removed.programs.map(\.modulesBefore) == [6])
  }

  @Test func `half of what a linker does depends on the lines of its program`() throws {
    let recorded = try shop.recorded
    func link(_ changes: [StructureChange]) throws -> Double {
      let structure = try recorded.proposed(Proposal(changes))
      let plan = recorded.plan(for: structure, structure.graph, doubt: 1)
      return plan.tasks.values.flatMap(\.link).reduce(0) { $0 + $1.lead.work / 1e9 }
    }
    #expect(abs(try link([.cost("Net", factor: 2)]) - 0.2) < 1e-6)
    // App, Search, Net and Core are left, without Cart and Store.
    #expect(abs(try link([.remove("Cart")]) - 0.2 * (0.5 + 0.5 * 2440 / 4940)) < 1e-6)
  }

  @Test func `a replay that is far off says by how much`() {
    let words = RecordedStructure.ReplayError.unfaithful(relativeError: -0.1234).description
    #expect(words.hasPrefix("replaying the unchanged build is 12.3 % off its wall time, more than the "))
    #expect(RecordedStructure.ReplayError.unfaithful(relativeError: 0.2).description.contains(" is 20.0 % off "))
  }

  @Test func `few modules do not show whose code is slow`() throws {
    let world = MadeWorld(targets: [
      MadeWorld.Target("Base", lines: [300, 200]), MadeWorld.Target("Top", lines: [100, 50], ["Base"]),
    ])
    let lines = try world.recorded.forecast(Proposal([.cost("Top", factor: 3)])).equivalentLines
    #expect(lines == [MadeWorld.id("Base"): 500, MadeWorld.id("Top"): 150])
  }

  @Test func `an interface has a tenth of the lines, and at least twenty`() throws {
    let world = MadeWorld(targets: [
      MadeWorld.Target("Low", lines: [90]), MadeWorld.Target("Base", lines: [200, 210], ["Low"]),
      MadeWorld.Target("Top", lines: [300], ["Low", "Base"]),
    ])
    let forecast = try world.recorded.forecast(Proposal([.interface("Low"), .interface("Base")]))
    #expect(
      forecast.assumptions.prefix(2) == [
        .interface(MadeWorld.id("LowInterface"), lines: 20), .interface(MadeWorld.id("BaseInterface"), lines: 41),
      ])
    let interface = try #require(forecast.graphAfter.modules.first { $0.name == "BaseInterface" })
    #expect((interface.lines, interface.sources, interface.path) == (41, 1, nil))
  }

  @Test func `parts of a program keep its path, and its entry point stays with main.swift`() throws {
    var world = shop
    world.targets[5].files = [("main.swift", 100), ("Other.swift", 60)]
    let split = StructureChange.split(
      "App", [.init(name: "App", files: ["Other.swift"]), .init(name: "Tool", files: ["main.swift"])])
    let after = try world.recorded.forecast(Proposal([split])).graphAfter
    func module(_ name: String) throws -> Module { try #require(after.modules.first { $0.name == name }) }
    #expect(try (module("Tool").kind, module("Tool").lines, module("Tool").path) == (.executable, 100, nil))
    #expect(try (module("App").kind, module("App").lines, module("App").path) == (.regular, 60, "Sources/App"))
    #expect(after.dependencies.filter { $0.from.name == "Tool" }.map(\.to.name) == ["App", "Cart", "Search"])
  }
}
