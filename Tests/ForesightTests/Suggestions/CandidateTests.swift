import ModuleGraph
import Testing

@testable import BuildAnalysis
@testable import Foresight

/// Which changes a search considers, and why.
@Suite struct CandidateTests {
  private typealias Target = MadeWorld.Target

  private func cuts(_ candidates: [Candidate]) -> [StructureChange: Suggestion.Reason] {
    var cuts: [StructureChange: Suggestion.Reason] = [:]
    for candidate in candidates {
      if case .cut? = candidate.changes.first { cuts[candidate.changes[0]] = candidate.reason }
    }
    return cuts
  }

  @Test func `dependencies and modules far from the longest chain matter only for builds after changes`() throws {
    let recorded = try MadeWorld(targets: [
      Target("Base", lines: [900, 900]), Target("Middle", lines: [900, 900], ["Base"]),
      Target("Top", lines: [900, 900], ["Middle"]), Target("Side", lines: [300]),
      Target("Other", lines: [300], ["Side"]),
    ]).recorded
    let far = StructureChange.cut("Other", "Side")
    #expect(cuts(recorded.candidates(isEverywhere: true)).keys.contains(far))
    let near = recorded.candidates(isEverywhere: false)
    #expect(Set(cuts(near).keys) == [.cut("Middle", "Base"), .cut("Top", "Middle")])
    let unused: Set = [Dependency(from: MadeWorld.id("Other"), to: MadeWorld.id("Side"))]
    let facts = RefactoringFacts(unused: unused)
    #expect(cuts(recorded.candidates(facts: facts, isEverywhere: false))[far] == .unused, "it costs nothing to cut")
    let divided = near.compactMap { if case .split(let name, _)? = $0.changes.first { name } else { nil } }
    #expect(divided.sorted() == ["Base", "Middle", "Top"])
    let interfaces = near.flatMap(\.changes).compactMap { if case .interface(let name) = $0 { name } else { nil } }
    #expect(interfaces.sorted() == ["Base", "Middle"], "Top has no dependents")
    #expect(near.first { $0.changes == [.interface("Base")] }?.dependents == 1)
    #expect(near.first { $0.changes == [.interface("Base")] }?.reason == .waitedFor(by: 1))
  }

  /// A dependency that few files import.
  @Test(arguments: [(2, 10, true), (2, 9, false), (1, 2, true), (1, 1, false), (0, 10, false), (3, 15, true)])
  func `a dependency can be cut if a fifth of the files import it, or one of several`(
    importing: Int, of all: Int, isCut: Bool
  ) throws {
    let world = MadeWorld(targets: [
      Target("Base", lines: [500, 500]), Target("Top", lines: Array(repeating: 100, count: all), ["Base"]),
    ])
    var files = world.files
    files[MadeWorld.id("Top")] = files[MadeWorld.id("Top")]?.enumerated().map {
      ModuleFile(path: $1.path, lines: $1.lines, imports: $0 < importing ? ["Base"] : [])
    }
    let recorded = try RecordedStructure(world.trace, graph: world.graph, files: files)
    let reason = cuts(recorded.candidates())[.cut("Top", "Base")]
    let paths = (0..<importing).map { "Top\($0).swift" }.sorted()
    #expect(reason == (isCut ? .rarelyImported(paths, of: all) : nil))
  }

  @Test func `without known imports each dependency of a module may be cut, but none of a program or a test`() throws {
    let found = cuts(try MadeWorld.shop.recorded.candidates())
    #expect(found.values.allSatisfy { $0 == .importsUnknown } && found.count == 6, "\(found)")
    #expect(!found.keys.contains { if case .cut("App", _) = $0 { true } else { false } })
  }

  @Test func `a dependency that closes a cycle is cut for that reason`() throws {
    let shop = MadeWorld.shop
    let (net, cart) = (MadeWorld.id("Net"), MadeWorld.id("Cart"))
    let graph = ModuleGraph(
      packages: shop.graph.packages, modules: shop.graph.modules,
      dependencies: shop.graph.dependencies + [Dependency(from: net, to: cart)])
    let found = cuts(try RecordedStructure(shop.trace, graph: graph, files: shop.files).candidates())
    for change in [StructureChange.cut("Net", "Cart"), .cut("Cart", "Net")] {
      guard case .cycle(let members)? = found[change] else {
        Issue.record("\(String(describing: found[change]))")
        continue
      }
      #expect(Set(members) == [net, cart] && members.count == 2)
    }
    #expect(found[.cut("Store", "Core")] == .importsUnknown)
  }

  @Test func `merged modules have the name of the largest one, as far as lines are known`() throws {
    let world = MadeWorld(
      targets: [Target("Core", lines: [200, 100])] + (0..<3).map { Target("Bit\($0)", lines: [1], ["Core"]) }
        + [Target("App", lines: [80], ["Bit0", "Bit1", "Bit2"], isProgram: true)])
    func names(_ lines: [String: Int]) throws -> Set<String> {
      let graph = ModuleGraph(
        packages: world.graph.packages,
        modules: world.graph.modules.map {
          Module(
            id: $0.id, kind: $0.kind, path: $0.path, sources: $0.sources,
            lines: $0.name.hasPrefix("Bit") ? lines[$0.name] : $0.lines, languages: $0.languages)
        }, dependencies: world.graph.dependencies)
      let candidates = try RecordedStructure(world.trace, graph: graph, files: world.files).candidates()
      return Set(
        candidates.flatMap(\.changes).compactMap { change in
          if case .merge(let modules, let name) = change, modules.count == 3 { name } else { nil }
        })
    }
    #expect(try names(["Bit0": 1, "Bit1": 1, "Bit2": 2]) == ["Bit2"])
    #expect(try names(["Bit0": 1, "Bit1": 1, "Bit2": 1]) == ["Bit0"])
    #expect(try names(["Bit1": 1, "Bit2": 1]) == ["Bit1"])
  }

  @Test func `small modules are merged with what they share, and say how much of them is fixed`() throws {
    let world = MadeWorld(
      targets: [Target("Core", lines: [200, 100]), Target("Base", lines: [900, 800])]
        + [("Bit0", ["Core"]), ("Bit1", ["Core"]), ("Bit2", ["Base", "Bit3"]), ("Bit3", [])].map {
          Target($0, lines: [10], $1)
        }
        + [
          Target("Left", lines: [900], ["Bit0"]), Target("Right", lines: [900], ["Bit1", "Bit2"]),
          Target("App", lines: [80], ["Left", "Right", "Bit3"], isProgram: true),
        ])
    let merges = try world.recorded.candidates().filter { if case .merge? = $0.changes.first { true } else { false } }
    let groups = merges.compactMap { if case .merge(let names, _)? = $0.changes.first { names } else { nil } }
    // All; those with the same dependencies; of the same height; with the same dependents; and connected ones.
    let expected: [[String]] = [
      ["Bit0", "Bit1", "Bit2", "Bit3"], ["Bit0", "Bit1", "Bit2"], ["Bit0", "Bit1"], ["Bit1", "Bit2"], ["Bit2", "Bit3"],
    ]
    #expect(Set(groups) == Set(expected), "\(groups)")
    #expect(groups.map(\.count) == groups.map(\.count).sorted(by: >))
    for merge in merges {
      guard case .small(let share) = merge.reason else { continue }
      #expect(share > 0.8 && share <= 1)
    }
    #expect(merges.first { $0.changes == [.merge(["Bit0", "Bit1"], into: "Bit0")] }?.dependents == 2)
  }
}
