@testable import BuildAnalysis
import Foresight
import BuildTrace
import Foundation
import ModuleGraph
import TestSupport
import Testing

/// What is predicted, held against a world that builds the proposed structure by the same law.
@Suite struct ForecastTests {
  private let shop = MadeWorld.shop

  private func expect(
    _ changes: [StructureChange], of world: MadeWorld = .shop, toGive other: MadeWorld, within share: Double = 0.01,
    location: SourceLocation = #_sourceLocation
  ) throws {
    let forecast = try world.recorded.forecast(Proposal(changes))
    let (wall, cpu) = (forecast.seconds, forecast.cpuSeconds)
    #expect(
      abs(wall.value / other.seconds - 1) < share, "\(wall) for \(other.seconds) s", sourceLocation: location)
    #expect(wall.low < other.seconds && other.seconds < wall.high, sourceLocation: location)
    #expect(abs(cpu.value / other.cpuSeconds - 1) < share, "\(cpu) for \(other.cpuSeconds) s", sourceLocation: location)
    let isChanged = abs(wall.value - world.seconds) > 0.01 || abs(cpu.value - world.cpuSeconds) > 0.01
    #expect(isChanged, "nothing happened", sourceLocation: location)
  }

  @Test func `a build is replayed as it was if nothing changes but a module's cost, by nothing`() throws {
    let recorded = try shop.recorded
    #expect(abs(recorded.relativeError) < 0.001)
    let nearly = try recorded.forecast(Proposal([.cost("Net", factor: 1.0000001)]))
    #expect(abs(nearly.seconds.value - shop.seconds) < 0.001)
    #expect(abs(nearly.cpuSeconds.value - shop.cpuSeconds) < 0.001)
    #expect(nearly.rebuilds == [] && nearly.before.criticalPath.names == nearly.after.criticalPath.names)
  }

  @Test func `a dependency that is cut is not waited for`() throws {
    try expect([.cut("Search", "Cart")], toGive: shop.with { $0["Search"]?.dependencies = ["Net"] })
  }

  @Test func `a dependency that is added is waited for, although the recorded build did not wait`() throws {
    try expect([.add("Store", "Net")], toGive: shop.with { $0["Store"]?.dependencies = ["Core", "Net"] })
  }

  @Test func `several changes build on one another`() throws {
    try expect(
      [.cut("Search", "Cart"), .add("Store", "Net"), .cut("Cart", "Net")],
      toGive: shop.with {
        $0["Search"]?.dependencies = ["Net"]
        $0["Store"]?.dependencies = ["Core", "Net"]
        $0["Cart"]?.dependencies = ["Store"]
      })
  }

  @Test func `merged modules cost what one of their size costs`() throws {
    try expect(
      [.merge(["Cart", "Search"], into: "Features")],
      toGive: shop.with { targets in
        let files = (targets["Cart"]?.files ?? []) + (targets["Search"]?.files ?? [])
        targets["Cart"] = nil
        targets["Search"] = nil
        targets["Features"] = MadeWorld.Target("Features", lines: [], ["Net", "Store"])
        targets["Features"]?.files = files
        targets["App"]?.dependencies = ["Features"]
      })
  }

  @Test func `parts of a split module are built at once, each with its own overhead`() throws {
    try expect(
      [
        .split(
          "Store",
          [
            .init(name: "Store", files: ["Store0.swift", "Store1.swift", "Store2.swift"]),
            .init(name: "Disk", files: ["Store3.swift", "Store4.swift"]),
          ])
      ],
      toGive: shop.with { targets in
        let files = targets["Store"]?.files ?? []
        targets["Store"]?.files = Array(files[..<3])
        targets["Disk"] = MadeWorld.Target("Disk", lines: [], ["Core"])
        targets["Disk"]?.files = Array(files[3...])
        targets["Cart"]?.dependencies = ["Net", "Store", "Disk"]
      }, within: 0.03)
  }

  /// One small module, whose compiler makes what all share, and a large one show nothing of what a compiler costs before
  /// its first line. That of the small one was charged for each new compiler.
  @Test func `a split of one of two modules costs little more`() throws {
    let world = MadeWorld(targets: [
      MadeWorld.Target("Base", lines: [200]),
      MadeWorld.Target("App", lines: (0..<8).map { 530 + 20 * $0 }, ["Base"], isProgram: true),
    ])
    let parts = [(0..<4), (4..<8)].map { $0.map { "App\($0).swift" } }
    let split = StructureChange.split(
      "App", [.init(name: "Kit", files: parts[1]), .init(name: "App", files: parts[0])])
    let other = world.with { targets in
      let files = targets["App"]?.files ?? []
      targets["App"]?.files = Array(files[..<4])
      targets["Kit"] = MadeWorld.Target("Kit", lines: [], ["Base"])
      targets["Kit"]?.files = Array(files[4...])
      targets["App"]?.dependencies = ["Base", "Kit"]
    }
    let forecast = try world.recorded.forecast(Proposal([split]))
    let cpu = forecast.cpuSeconds.value
    #expect(abs(cpu / other.cpuSeconds - 1) < 0.15, "\(cpu) for \(other.cpuSeconds) s, before \(world.cpuSeconds) s")
    #expect(forecast.graphAfter.dependencies.filter { $0.from.name == "App" }.map(\.to.name) == ["Base", "Kit"])
    #expect(forecast.graphAfter.dependencies.filter { $0.from.name == "Kit" }.map(\.to.name) == ["Base"])
    #expect(forecast.graphAfter.modules.filter { $0.kind == .executable }.map(\.name) == ["App"])
  }

  @Test func `files that move take their cost with them`() throws {
    try expect(
      [.move(["Store0.swift"], from: "Store", to: "Net")],
      toGive: shop.with { targets in
        guard let file = targets["Store"]?.files.removeFirst() else { return }
        targets["Net"]?.files.append(file)
      }, within: 0.03)
  }

  @Test func `a removed module is not waited for and costs nothing`() throws {
    try expect(
      [.remove("Cart")],
      toGive: shop.with { targets in
        targets["Cart"] = nil
        targets["Search"]?.dependencies = ["Net"]
        targets["App"]?.dependencies = ["Search"]
      }, within: 0.03)
  }

  @Test func `an interface lets dependents start before the module`() throws {
    let forecast = try shop.recorded.forecast(Proposal([.interface("Store")]))
    let graph = forecast.graphAfter
    func below(_ name: String) -> [String] {
      graph.dependencies.filter { $0.from.name == name }.map(\.to.name)
    }
    #expect(below("Cart") == ["Net", "StoreInterface"])
    #expect(below("Store") == ["Core", "StoreInterface"])
    #expect(below("StoreInterface") == ["Core"])
    // Somebody has to link it.
    #expect(below("App") == ["Cart", "Search", "Store"])
    #expect(forecast.seconds.value < shop.seconds - 0.5)
    #expect(forecast.assumptions == [.interface(MadeWorld.id("StoreInterface"), lines: 150)])
    // A change of it was none before, and compiles all that is above it, also the module itself.
    let row = try #require(forecast.rebuilds.first { $0.module.name == "StoreInterface" })
    #expect(row.before == nil && row.origins == [] && row.after?.modules == 5)
  }

  @Test func `half the cost of a module on the critical path is half its time`() throws {
    let recorded = try shop.recorded
    let forecast = try recorded.forecast(Proposal([.cost("Core", factor: 0.5)]))
    // Core alone is built from 100 ms on, and nothing beside it. What it makes for all costs as much as before.
    let core = try #require(shop.trace.events.first { $0.job.kind == .plan && $0.job.module == "Core" })
    let half = (Double(core.wallNanoseconds) / 1e9 - Double(MadeWorld.making) / 1e3) / 2
    #expect(abs(shop.seconds - forecast.seconds.value - half) < 0.05)
    #expect(abs(try recorded.seconds(Proposal([.cost("Core", factor: 0.5)])) - forecast.seconds.value) < 1e-9)
  }

  @Test func `one core does all the work, one after the other`() throws {
    let forecast = try shop.recorded.forecast(Proposal([.cores(1)]))
    // 100 ms before the first compile, and the pauses of 10 ms between modules, are no work.
    #expect(abs(forecast.seconds.value - shop.cpuSeconds - 0.2) < 0.1, "\(forecast.seconds) \(shop.cpuSeconds)")
    #expect(forecast.after.idleShare < 0.05 && forecast.after.cores == 1 && forecast.after.jobs == MadeWorld.jobs)
  }

  @Test func `with more jobs a module has more frontends, which cost more`() throws {
    let forecast = try shop.recorded.forecast(Proposal([.jobs(8)]))
    #expect(forecast.seconds.value < shop.seconds - 0.2)
    #expect(forecast.cpuSeconds.value > shop.cpuSeconds + 0.3)
    let fewer = try shop.recorded.forecast(Proposal([.jobs(1)]))
    #expect(fewer.seconds.value > shop.seconds && fewer.cpuSeconds.value < shop.cpuSeconds)
  }

  @Test func `a builder that lets dependents start at emit-module has no drivers, and plans itself`() throws {
    // What compilers share is not looked for where no index is written.
    let trace = shop.trace(arguments: ["--disable-index-store"])
    let recorded = try RecordedStructure(trace, graph: shop.graph, files: shop.files)
    let forecast = try recorded.forecast(Proposal([.unblock(.atEmitModule)]))
    #expect(forecast.seconds.value < shop.seconds)
    // 70 ms of each driver, without the 15 ms that the builder plans longer, and 10 ms to start each compiler.
    let compilers = trace.events.count { $0.job.kind == .compile || $0.job.kind == .emitModule }
    let saved = Double(shop.targets.count) * (0.07 - 0.015) - Double(compilers) * 0.01
    #expect(abs(shop.cpuSeconds - forecast.cpuSeconds.value - saved) < 0.001)
    #expect(forecast.assumptions == [.otherDrivers(.atEmitModule)])
  }

  @Test func `a builder that lets dependents start at the end of a module runs a driver for each`() throws {
    var world = shop
    world.hasDrivers = false
    let recorded = try RecordedStructure(
      world.trace(arguments: ["--disable-index-store"]), graph: shop.graph, files: shop.files)
    let forecast = try recorded.forecast(Proposal([.unblock(.atModuleEnd)]))
    // 67 ms of each driver, without the 15 ms that the builder plans for a shorter time.
    let added = Double(shop.targets.count) * (0.067 - 0.015)
    #expect(abs(forecast.cpuSeconds.value - world.cpuSeconds - added) < 0.001)
    #expect(forecast.seconds.value > world.seconds + 1)
    #expect(abs(forecast.seconds.value / shop.seconds - 1) < 0.05, "\(forecast.seconds) for \(shop.seconds) s")
  }

  @Test func `the law is found again in the modules`() throws {
    let costs = try shop.recorded.costs
    // 100 of emit-module, 150 of a frontend, 70 of the driver.
    #expect(abs(costs.secondsPerModule - 0.32) < 0.02)
    #expect(costs.modules == 6)
  }

  @Test func `what the first compilers make for all is made once, whichever modules come first`() throws {
    let other = shop.with {
      $0["Net"]?.dependencies = []
      $0["Cart"]?.dependencies = ["Net", "Store"]
    }
    try expect([.cut("Net", "Core")], toGive: other, within: 0.04)
    try expect(
      [.add("Core", "Base")], of: other.with { $0["Base"] = MadeWorld.Target("Base", lines: [100, 200]) },
      toGive: other.with {
        $0["Base"] = MadeWorld.Target("Base", lines: [100, 200])
        $0["Core"]?.dependencies = ["Base"]
      }, within: 0.04)
  }

  @Test func `what a change compiles again follows the proposed graph`() throws {
    let forecast = try shop.recorded.forecast(Proposal([.cut("Search", "Cart")]))
    let cart = try #require(forecast.rebuilds.first { $0.module.name == "Cart" })
    #expect((cart.before?.modules, cart.after?.modules) == (3, 2))
    #expect((cart.before?.lines, cart.after?.lines) == (1790, 1160))
    #expect(!forecast.rebuilds.contains { $0.module.name == "Core" || $0.module.name == "App" })
    let seconds = try #require(cart.before?.seconds), after = try #require(cart.after?.seconds)
    #expect(after < seconds && after > 0)
    let program = try #require(forecast.programs.first)
    #expect(forecast.programs.count == 1 && program.module.name == "App" && program.modulesAfter == 6)
    #expect(abs(try #require(program.secondsAfter) - forecast.seconds.value) < 0.001)
  }

  @Test func `a real build is changed, and its files are those that the trace names`() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../BuildAnalysisTests/Traces/swift-argument-parser.jsonl")
    let trace = try #require(BuildTrace.builds(in: Data(contentsOf: file)).first)
    let graph = ModuleGraph([
      "generate-manual": ["ArgumentParser", "ArgumentParserToolInfo"], "ArgumentParser": ["ArgumentParserToolInfo"],
    ])
    let recorded = try RecordedStructure(trace, graph: graph)
    let cut = try recorded.forecast(Proposal([.cut("ArgumentParser", "ArgumentParserToolInfo")]))
    #expect(cut.seconds.value < recorded.measuredSeconds)
    #expect(cut.assumptions == [])
    // A wildcard for every name that there is, so that one part has all but one file.
    let split = Proposal([
      .split("ArgumentParser", [.init(name: "Help", files: ["Help*"]), .init(name: "Rest", files: ["*"])])
    ])
    #expect { try recorded.forecast(split) } throws: { error in
      if case .fileTwice(_, let parts)? = error as? ProposalError { parts == ["Help", "Rest"] } else { false }
    }
    let forecast = try recorded.forecast(Proposal([.cost("ArgumentParser", factor: 0.5)]))
    #expect(forecast.seconds.value < recorded.measuredSeconds)
  }

  @Test func `a compiler that did not get the place of emit-module waits for the one before it`() throws {
    func module(_ name: String, at start: Int, id: Int) -> [TracedProcess] {
      [
        TracedProcess(id: id, kind: .plan, module: name, start: start, end: start + 1080, cpu: 1180),
        TracedProcess(id: id + 1, parent: id, kind: .emitModule, module: name, start: start + 50, end: start + 150),
        TracedProcess(
          id: id + 2, parent: id, kind: .compile, module: name, start: start + 50, end: start + 550, files: ["0.swift"]),
        TracedProcess(
          id: id + 3, parent: id, kind: .compile, module: name, start: start + 555, end: start + 1055,
          files: ["1.swift"]),
      ]
    }
    let trace = BuildTrace(
      cores: 4, end: 2300, cpu: 2360, arguments: ["--jobs", "2"],
      module("Core", at: 100, id: 10) + module("App", at: 1190, id: 20))
    let recorded = try RecordedStructure(trace, graph: ModuleGraph(["App": ["Core"]]))
    #expect(abs(recorded.relativeError) < 0.01)
    // Half of both compilers in a row, and of what the driver does before and after them.
    let forecast = try recorded.forecast(Proposal([.cost("Core", factor: 0.5)]))
    #expect(abs(recorded.measuredSeconds - forecast.seconds.value - 0.5375) < 0.02, "\(forecast.seconds)")
    // Each second compiler could have started 0.4 s earlier.
    let lost = try #require(Timeline(trace, graph: ModuleGraph(["App": ["Core"]])).unusedPlaceNanoseconds)
    #expect(abs(Double(lost) / 1e9 - 0.8) < 0.03, "\(lost)")
    #expect(Timeline(shop.trace, graph: shop.graph).unusedPlaceNanoseconds == 0)
  }

  @Test func `several recordings give a range`() throws {
    let slower = shop.with { $0["Core"]?.files[0].lines = 400 }
    let recordings = try [shop.recorded, slower.recorded, shop.recorded]
    let forecast = try Forecast(recordings, Proposal([.cut("Search", "Cart")]))
    let single = try shop.recorded.forecast(Proposal([.cut("Search", "Cart")]))
    #expect(forecast.recordings == 3 && abs(forecast.seconds.value - single.seconds.value) < 1e-9)
    try #require(recordings.count > 1)
    #expect(forecast.seconds.high >= (try recordings[1].seconds(Proposal([.cut("Search", "Cart")]))))
    // Three values, two of them equal: of their logarithms, the standard deviation is a difference ÷ √3, and t is 2.92.
    let other = try recordings[1].forecast(Proposal([.cut("Search", "Cart")])).seconds.value
    let spread = exp(2.91999 * abs(log(other / single.seconds.value)) / 3.0.squareRoot() * (4.0 / 3).squareRoot())
    let wide = max(spread * single.seconds.value, single.seconds.high)
    #expect(abs(forecast.seconds.high / wide - 1) < 1e-4)
  }

  @Test func `of two recordings, times are means, and modules are those of the slower one`() throws {
    let slower = shop.with { $0["App"]?.files[0].lines = 600 }
    let proposal = Proposal([.cut("Search", "Cart")])
    let (first, second) = (try shop.recorded.forecast(proposal), try slower.recorded.forecast(proposal))
    let forecast = try Forecast([slower.recorded, shop.recorded], proposal)
    #expect(forecast.recordings == 2 && second.seconds.value > first.seconds.value + 0.5)
    #expect(abs(forecast.seconds.value - (first.seconds.value + second.seconds.value) / 2) < 1e-9)
    #expect(abs(forecast.cpuSeconds.value - (first.cpuSeconds.value + second.cpuSeconds.value) / 2) < 1e-9)
    #expect(abs(forecast.measuredSeconds - (first.measuredSeconds + second.measuredSeconds) / 2) < 1e-9)
    let own = [first, second, forecast].map { $0.cpuSecondsByModule[MadeWorld.id("App")] ?? 0 }
    #expect(own[1] > own[0] + 0.5 && abs(own[2] - own[1]) < 1e-6)
  }

  @Test func `a build that failed, or whose replay is far off, predicts nothing`() throws {
    let trace = shop.trace
    let failed = BuildTrace(header: trace.header, events: trace.events, supervised: nil)
    #expect(throws: RecordedStructure.ReplayError.incompleteTrace([.noEnd])) {
      try RecordedStructure(failed, graph: shop.graph)
    }
    let nothing = BuildTrace(end: 10, [])
    #expect(throws: RecordedStructure.ReplayError.nothingBuilt) { try RecordedStructure(nothing, graph: shop.graph) }
  }
}
