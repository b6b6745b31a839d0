import BuildTrace
import ModuleGraph
import Testing

@testable import BuildAnalysis
@testable import Foresight

/// Costs of files that another build measured, in a world in which a file costs more than its lines tell.
@Suite struct FileCostsTests {
  private let shop = MadeWorld.shop
  private static let parts: [StructureChange.Part] = [
    .init(name: "Store", files: ["Store3.swift"]),
    .init(name: "Disk", files: ["Store0.swift", "Store1.swift", "Store2.swift", "Store4.swift"]),
  ]

  private let slow = MadeWorld.shop.with { $0["Store"]?.slowFiles = ["Store3.swift"] }

  private func structure(isMeasured: Bool) throws -> RecordedStructure {
    try RecordedStructure(
      slow.trace, graph: slow.graph, files: slow.files, fileCosts: isMeasured ? slow.fileCosts : nil)
  }

  @Test func `each file costs what its process did, without what all share`() throws {
    let measured = try #require(shop.fileCosts.modules.first { $0.id == MadeWorld.id("Store") })
    #expect(measured.files.map(\.name) == (0..<5).map { "Store\($0).swift" })
    for (file, lines) in zip(measured.files, [400, 300, 350, 200, 250]) {
      // 150 for a process, a tenth of a line for each of the module's 1,500, 2 for each of its own; in milliseconds.
      #expect(abs(file.cpuSeconds - Double(150 + 150 + 2 * lines) / 1000) < 1e-6)
    }
    #expect(shop.fileCosts.fileCount == shop.targets.reduce(0) { $0 + $1.files.count })
    #expect(shop.fileCosts.cpuSeconds > shop.cpuSeconds)
  }

  @Test func `a module that is compiled in batches or as a whole was not measured`() {
    let batches = FileCosts(shop.trace, graph: shop.graph)
    // Five files in four processes.
    #expect(!batches.modules.contains { $0.id == MadeWorld.id("Store") })
    #expect(batches.modules.contains { $0.id == MadeWorld.id("Net") })
  }

  @Test func `both builds together tell what a process costs besides its files`() throws {
    let files = try #require(MeasuredFiles([5, 3, 4, 8], processes: 2, compiled: 4, cost: 16))
    #expect(files.overhead == 2 && files.own == [3, 1, 2, 6])
    // A module that was built twice.
    let twice = try #require(MeasuredFiles([5, 3, 4, 8], processes: 4, compiled: 8, cost: 32))
    #expect(twice.overhead == 2 && twice.own == files.own)
    // A busy machine may make the second build cheaper; no file is free, and none costs less than nothing.
    let cheaper = try #require(MeasuredFiles([5, 3, 4, 8], processes: 2, compiled: 4, cost: 30))
    #expect(cheaper.overhead == 0 && cheaper.own == [5, 3, 4, 8])
    let dear = try #require(MeasuredFiles([1, 1, 1, 97], processes: 2, compiled: 4, cost: 4))
    #expect(dear.overhead <= 1.8 && dear.own.allSatisfy { $0 > 0 })
    #expect(MeasuredFiles([5, 3], processes: 2, compiled: 2, cost: 8) == nil, "nothing tells them apart")
    #expect(MeasuredFiles([5, 3, 4], processes: 2, compiled: 4, cost: 8) == nil, "other files")
    #expect(MeasuredFiles([], processes: 0, compiled: 0, cost: 0) == nil)
    #expect(MeasuredFiles([5, -3, 4, 8], processes: 2, compiled: 4, cost: 8) == nil, "a file that was edited")
  }

  @Test func `a split costs what its files were measured to cost, not their lines`() throws {
    let proposal = Proposal([.split("Store", Self.parts)])
    let carriedOut = slow.with { targets in
      let files = targets["Store"]?.files ?? []
      targets["Store"]?.files = [files[3]]
      targets["Disk"] = MadeWorld.Target("Disk", lines: [], ["Core"])
      targets["Disk"]?.files = [files[0], files[1], files[2], files[4]]
      targets["Cart"]?.dependencies = ["Net", "Store", "Disk"]
    }
    func errors(_ forecast: Forecast) -> [Double] {
      ["Store", "Disk"].map { name in
        let actual = carriedOut.trace.events.filter { $0.job.module == name && $0.job.kind == .plan }
          .reduce(0) { $0 + $1.userMicroseconds + $1.systemMicroseconds }
        return abs((forecast.cpuSecondsByModule[MadeWorld.id(name)] ?? 0) / (Double(actual) / 1e6) - 1)
      }
    }
    let measured = try structure(isMeasured: true).forecast(proposal)
    let byLines = try structure(isMeasured: false).forecast(proposal)
    #expect(errors(measured).allSatisfy { $0 < 0.1 }, "\(errors(measured))")
    #expect(errors(byLines).contains { $0 > 0.2 }, "\(errors(byLines))")
    #expect(measured.divided == [DividedModule(module: MadeWorld.id("Store"), costs: .measured)])
    #expect(byLines.divided == [DividedModule(module: MadeWorld.id("Store"), costs: .lines)])
  }

  @Test func `the unchanged build is replayed as without them`() throws {
    let proposal = Proposal([.cut("Search", "Cart")])
    let (with, without) = (try structure(isMeasured: true), try structure(isMeasured: false))
    #expect(try with.seconds(proposal) == without.seconds(proposal))
    #expect(with.relativeError == without.relativeError && with.measuredSeconds == without.measuredSeconds)
    #expect(try with.forecast(proposal).divided.isEmpty)
  }

  @Test func `a file that was not measured makes its module count by lines`() throws {
    var files = slow.files
    files[MadeWorld.id("Store")]?[0] = ModuleFile(path: "Renamed.swift", lines: 400)
    let recorded = try RecordedStructure(slow.trace, graph: slow.graph, files: files, fileCosts: slow.fileCosts)
    let forecast = try recorded.forecast(
      Proposal([
        .split("Store", [.init(name: "Store", files: ["Renamed.swift"]), .init(name: "Disk", files: ["Store*.swift"])])
      ]))
    #expect(forecast.divided.map(\.costs) == [.lines])
  }

  @Test func `a module is suggested to be halved by what its files cost`() throws {
    func halves(isMeasured: Bool) throws -> [String] {
      let recorded = try structure(isMeasured: isMeasured)
      return try #require(
        recorded.everyChange().joined().compactMap { change -> [String]? in
          if case .split("Store", let parts) = change { parts[0].files } else { nil }
        }.first)
    }
    #expect(try halves(isMeasured: true) == ["Store0.swift", "Store1.swift", "Store2.swift"])
    #expect(try halves(isMeasured: false) == ["Store0.swift", "Store1.swift"])
  }

  @Test func `a recompiled file costs what was measured`() throws {
    let timeline = Timeline(shop.trace, graph: shop.graph, fileCosts: shop.fileCosts)
    func seconds(_ name: String?, _ timeline: Timeline) throws -> Double {
      let recompiled = RecompiledModule(
        module: MadeWorld.id("Store"), reason: .changed, changedFiles: 1, compiledFiles: 1, files: 5,
        compiledLines: 300, lines: 1500, changedLines: 300, names: name.map { [$0] })
      return try #require(CompilerCosts(timeline).cpuSeconds(of: recompiled))
    }
    let (dear, cheap) = (try seconds("Store0.swift", timeline), try seconds("Store3.swift", timeline))
    // 400 lines and 200, at 2 ms.
    #expect(abs(dear - cheap - 0.4) < 0.01, "\(dear) \(cheap)")
    let unknown = try seconds("New.swift", timeline)
    #expect(unknown == (try seconds(nil, timeline)) && unknown > cheap && unknown < dear, "a new file counts by lines")
  }
}
