import BuildTrace
import ModuleGraph
import TestSupport
import Testing

@testable import BuildAnalysis
@testable import Foresight

/// Which compilers the modules of a proposal have.
@Suite struct ReplanningTests {
  private typealias Target = MadeWorld.Target

  /// How many compilers of Swift files each module has.
  private func frontends(_ world: MadeWorld, _ changes: StructureChange...) throws -> [String: Int] {
    let recorded = try world.recorded
    let structure = try recorded.proposed(Proposal(changes))
    let tasks = recorded.plan(for: structure, structure.graph, doubt: 1).tasks
    return Dictionary(
      uniqueKeysWithValues: tasks.map { ($0.name, $1.compile.flatMap(\.flattened).count(where: \.isFrontend)) })
  }

  @Test func `a module has as many compilers as jobs, and none without a file`() throws {
    let more = try frontends(.shop, .jobs(8)), fewer = try frontends(.shop, .jobs(2))
    #expect(more == ["App": 2, "Cart": 4, "Core": 6, "Net": 3, "Search": 5, "Store": 5])
    #expect(fewer.values.allSatisfy { $0 == 2 } && fewer.count == 6)
  }

  @Test func `where each file had a compiler of its own it keeps one`() throws {
    var world = MadeWorld.shop
    world.hasProcessForEachFile = true
    let fewer = try frontends(world, .jobs(2))
    #expect(fewer["Core"] == 6 && fewer["Store"] == 5, "not as jobs say")
    #expect(fewer["Net"] == 2, "three files had three compilers, as with batches")
  }

  /// A driver gives a compiler 25 files at most, here 30: one compiler less than it should have.
  @Test func `parts of a module have compilers in proportion to those that it had`() throws {
    let world = MadeWorld(targets: [
      Target("Base", lines: [300]), Target("Big", lines: Array(repeating: 9, count: 120), ["Base"]),
    ])
    let half = (0..<60).map { "Big\($0).swift" }
    let found = try frontends(world, .split("Big", [.init(name: "Big", files: half), .init(name: "Rest", files: [])]))
    #expect(found["Big"] == 3 && found["Rest"] == 3, "four of five, each")
  }

  @Test func `where modules are compiled as wholes, a visible change compiles direct dependents as wholes`() throws {
    let names = ["Core", "Middle", "Top"]
    let processes = names.enumerated().flatMap { index, name in
      let start = 1010 * index
      return [
        TracedProcess(id: 10 * index + 1, kind: .plan, module: name, start: start, end: start + 1000, cpu: 1000),
        TracedProcess(
          id: 10 * index + 2, parent: 10 * index + 1, kind: .compile, module: name, start: start + 100, end: start + 900
        ),
      ]
    }
    let trace = BuildTrace(cores: 2, end: 3020, cpu: 3000, arguments: ["-c", "release"], processes)
    let graph = ModuleGraph(
      modules: names.map { Module(id: MadeWorld.id($0), kind: .regular, sources: 2, lines: 200, languages: ["swift"]) },
      dependencies: [("Middle", "Core"), ("Top", "Middle")].map {
        Dependency(from: MadeWorld.id($0), to: MadeWorld.id($1))
      })
    let files = names.map { name in
      let own = (0..<2).map {
        ModuleFile(path: "\(name)\($0).swift", lines: 100, names: .init(declared: [], mentioned: []))
      }
      return (MadeWorld.id(name), own)
    }
    let recorded = try RecordedStructure(trace, graph: graph, files: Dictionary(uniqueKeysWithValues: files))
    #expect(recorded.compilesModulesAsWholes)
    let rebuilds = try recorded.forecast(Proposal([.add("Top", "Core")])).rebuilds
    let core = try #require(rebuilds.first { $0.module.name == "Core" })
    #expect((core.before?.visible?.files, core.after?.visible?.files) == (4, 6))
  }
}
