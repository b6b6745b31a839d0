import ModuleGraph
import Testing

@testable import BuildAnalysis
@testable import Foresight

/// The model by which a search ranks proposals before it replays them.
@Suite struct RoughBuildTests {
  private typealias Target = MadeWorld.Target

  private func build(
    _ world: MadeWorld, _ changes: [StructureChange] = []
  ) throws -> (rough: RoughBuild, costs: RoughCosts) {
    let recorded = try world.recorded
    let costs = RoughCosts(recorded, recorded.build(recorded.unchanged))
    let structure = changes.isEmpty ? recorded.unchanged : try recorded.proposed(Proposal(changes))
    return (RoughBuild(structure, costs), costs)
  }

  /// Two chains of equal modules, of which one is half as long.
  private static let chains = MadeWorld(targets: [
    Target("Base", lines: [300, 300]), Target("A", lines: [400, 400], ["Base"]), Target("B", lines: [400, 400], ["A"]),
    Target("C", lines: [400, 400], ["Base"]),
  ])

  @Test func `the longest chain is that of the slowest modules which wait for one another`() throws {
    let (rough, costs) = try build(Self.chains)
    func chain(_ names: String...) -> Double { names.reduce(0) { $0 + costs[MadeWorld.id($1)].chain } }
    func place(_ name: String) throws -> Int { try #require(rough.places[MadeWorld.id(name)]) }
    #expect(abs(rough.criticalSeconds - chain("Base", "A", "B")) < 1e-6)
    #expect(try abs(rough.chainSeconds(through: place("A")) - chain("Base", "A", "B")) < 1e-6)
    #expect(try abs(rough.chainSeconds(through: place("C")) - chain("Base", "C")) < 1e-6)
    #expect(try abs(rough.chainSeconds(from: place("C"), to: place("Base")) - chain("Base", "C")) < 1e-6)
    #expect(try abs(rough.chainSeconds(from: place("A"), to: place("Base")) - chain("Base", "A", "B")) < 1e-6)
    #expect(abs(rough.workSeconds - ["Base", "A", "B", "C"].reduce(0) { $0 + costs[MadeWorld.id($1)].work }) < 1e-9)
    // A driver with two compilers and emitting: 50 ms, 150 and 80 ms and two for each line, and 20 ms.
    #expect(abs(costs[MadeWorld.id("B")].chain - (0.05 + 0.15 + 0.08 + 0.8 + 0.02)) < 0.02)
    #expect(abs(costs[MadeWorld.id("B")].work - (0.07 + 0.1 + 0.16 + 2 * (0.15 + 0.08 + 0.8))) < 0.02)
  }

  @Test func `a rank is Graham's bound, and a tenth of what chains as long as the longest have in common`() throws {
    let (rough, _) = try build(Self.chains)
    let (critical, cores) = (rough.criticalSeconds, 32.0)
    let bound = rough.workSeconds / cores + (1 - 1 / cores) * critical
    var (shares, all) = (0.0, 0.0)
    for place in rough.ids.indices {
      let chain = rough.costs[place].chain
      let share = rough.chainSeconds(through: place) / critical
      shares += chain * (0..<8).reduce(1) { product, _ in product * share }
      all += chain
    }
    #expect(abs(rough.rank - bound - 0.1 * critical * shares / all) < 1e-6)
    // Shortening a chain that is as long as another one helps, although the longest stays.
    let equal = try build(MadeWorld(targets: Self.chains.targets + [Target("D", lines: [400, 400], ["C"])])).rough
    let cut = try build(
      MadeWorld(targets: Self.chains.targets + [Target("D", lines: [400, 400], ["C"])]), [.cut("D", "C")]
    ).rough
    #expect(abs(cut.criticalSeconds - equal.criticalSeconds) < 0.1 && cut.rank < equal.rank - 0.02)
  }

  @Test func `a build after changes takes as long as the longest chain of what is above them`() throws {
    let (rough, costs) = try build(Self.chains)
    func places(_ names: String...) -> [Int] { names.compactMap { rough.places[MadeWorld.id($0)] } }
    func chain(_ names: String...) -> Double { names.reduce(0) { $0 + costs[MadeWorld.id($1)].chain } }
    let found = rough.rebuilds(of: [places("B"), places("A"), places("Base"), places("C", "B"), places("C", "A")])
    let expected = [
      chain("B"), chain("A", "B"), chain("Base", "A", "B"), max(chain("B"), chain("C")), chain("A", "B"),
    ]
    #expect(zip(found, expected).allSatisfy { abs($0 - $1) < 1e-6 }, "\(found) \(expected)")
  }

  @Test func `parts cost their share of the lines, and the fixed cost once each`() throws {
    let split = StructureChange.split(
      "B", [.init(name: "B", files: ["B0.swift"]), .init(name: "B2", files: ["B1.swift"])])
    let (rough, costs) = try build(Self.chains, [split])
    let whole = costs[MadeWorld.id("B")]
    let fixed = costs.perModule / whole.work
    for name in ["B", "B2"] {
      let part = try #require(rough.places[MadeWorld.id(name)].map { rough.costs[$0] })
      #expect(abs(part.work - whole.work * (fixed + (1 - fixed) / 2)) < 1e-6)
      #expect(abs(part.chain - whole.chain * (fixed + (1 - fixed) / 2)) < 1e-6)
    }
    let half = try build(Self.chains, [.cost("B", factor: 0.5)]).rough
    #expect(abs(try #require(half.places[MadeWorld.id("B")].map { half.costs[$0].work }) - whole.work / 2) < 1e-6)
    let interface = try build(Self.chains, [.interface("A")]).rough
    let own = costs[MadeWorld.id("A")]
    let share = costs.perModule / own.work
    let found = try #require(interface.places[MadeWorld.id("AInterface")].map { interface.costs[$0].work })
    #expect(abs(found - own.work * (share + (1 - share) * 0.1)) < 1e-6)
    #expect(costs.fixedShare(.init(chain: 1, work: costs.perModule / 2)) == 1 && costs.fixedShare(.init()) == 0)
  }
}

/// How often modules change in a structure that a proposal changes.
@Suite struct ChangeWeightsTests {
  private let shop = MadeWorld.shop

  private func weights(
    _ commits: [[String: Set<String>]], after changes: [StructureChange] = []
  ) throws -> [[String]: Double] {
    let recorded = try shop.recorded
    let costs = RoughCosts(recorded, recorded.build(recorded.unchanged))
    let facts = RefactoringFacts(
      commits: commits.map { CommitChange(files: Dictionary(uniqueKeysWithValues: $0.map { (MadeWorld.id($0), $1) })) })
    let structure = changes.isEmpty ? recorded.unchanged : try recorded.proposed(Proposal(changes))
    let found = ChangeWeights(recorded, costs, facts).changes(in: structure)
    #expect(found.map(\.weight) == found.map(\.weight).sorted(by: >))
    return Dictionary(uniqueKeysWithValues: found.map { ($0.modules.map(\.name), ($0.weight * 1e6).rounded() / 1e6) })
  }

  private static let split = StructureChange.split(
    "Core", [.init(name: "Low", files: ["Core0.swift", "Core1.swift", "Core2.swift"]), .init(name: "Core", files: [])])

  @Test func `commits count once each, with all modules that they change`() throws {
    let commits: [[String: Set<String>]] = [["Core": []], ["Core": []], ["Core": [], "App": []], ["Net": []]]
    #expect(try weights(commits) == [["Core"]: 0.5, ["App", "Core"]: 0.25, ["Net"]: 0.25])
    #expect(try weights([["Gone": []], ["Net": []]]) == [["Net"]: 1], "not of the recorded build")
  }

  @Test func `without commits a module changes as often as it has lines`() throws {
    let found = try weights([])
    #expect(found.count == 6 && found[["Core"]] == (1200 / 4940.0 * 1e6).rounded() / 1e6)
  }

  @Test func `a change of a divided module is one of the parts with its files, or else of each by its lines`() throws {
    #expect(try weights([["Core": ["Core1.swift"]]], after: [Self.split]) == [["Low"]: 1])
    #expect(try weights([["Core": ["Core1.swift", "Core3.swift"]]], after: [Self.split]) == [["Core", "Low"]: 1])
    #expect(try weights([["Core": []]], after: [Self.split]) == [["Low"]: 0.625, ["Core"]: 0.375])
    #expect(
      try weights([["Core": [], "Net": []]], after: [Self.split]) == [["Low", "Net"]: 0.625, ["Core", "Net"]: 0.375])
  }

  @Test func `an interface changes as often as it has lines of its module`() throws {
    #expect(try weights([["Core": []]], after: [.interface("Core")]) == [["Core"]: 0.9, ["CoreInterface"]: 0.1])
  }

  @Test func `an average change compiles the mean of what the changes do, by how often they occur`() throws {
    let recorded = try shop.recorded
    let build = recorded.build(recorded.unchanged)
    let costs = RoughCosts(recorded, build)
    let commits = ["App", "App", "Core"].map { CommitChange(files: [MadeWorld.id($0): []]) }
    let model = SuggestionGoalModel(.changes, recorded, costs, RefactoringFacts(commits: commits))
    let (app, all) = (
      costs[MadeWorld.id("App")].work, shop.targets.reduce(0) { $0 + costs[MadeWorld.id($1.name)].work }
    )
    #expect(abs(model.meanCPUSeconds(recorded.unchanged, build) - (2 * app + all) / 3) < 1e-6)
    let rough = RoughBuild(recorded.unchanged, costs)
    let each = rough.rebuilds(of: ["App", "Core"].compactMap { rough.places[MadeWorld.id($0)] }.map { [$0] })
    try #require(each.count == 2)
    let distribution = model.distribution(recorded.unchanged)
    #expect(abs(distribution.mean - (2 * each[0] + each[1]) / 3) < 1e-9 && model.secondsBefore == distribution.mean)
    #expect((distribution.median, distribution.p90) == (each[0], each[1]))
    let seconds = max(rough.criticalSeconds, rough.workSeconds / 32)
    #expect(abs(model.roughError - abs(1 - seconds / recorded.measuredSeconds)) < 1e-9)
  }
}
