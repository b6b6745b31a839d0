@testable import BuildAnalysis
import Foresight
import ModuleGraph
import Testing

/// What another public function rebuilds, in builds that are made up, where the names in files are known.
struct VisibleChangesTests {
  /// Every file declares its own name. `mentions` tells which others it mentions.
  private static func recorded(
    mentions: [String: Set<String>], in world: MadeWorld = .shop
  ) throws -> RecordedStructure {
    let files = world.files.mapValues { files in
      files.map { file in
        let name = String(file.path.dropLast(".swift".count))
        return ModuleFile(
          path: file.path, lines: file.lines,
          names: .init(declared: [name], mentioned: (mentions[name] ?? []).union([name])))
      }
    }
    return try RecordedStructure(world.trace, graph: world.graph, files: files)
  }

  private static func rebuild(
    of module: String, _ changes: [StructureChange], mentions: [String: Set<String>], in world: MadeWorld = .shop
  ) throws -> RebuildForecast {
    let forecast = try recorded(mentions: mentions, in: world).forecast(Proposal(changes))
    return try #require(forecast.rebuilds.first { $0.module.name == module })
  }

  @Test func `files that mention a name of the module are compiled in direct dependents only`() throws {
    // Net and Store need Core. Cart needs Net and Store, and mentions a name of Core without depending on it.
    let mentions: [String: Set<String>] = [
      "Net1": ["Core0"], "Store0": ["Core5"], "Store3": ["Core1"], "Cart0": ["Core0"], "Core2": ["Core4"],
    ]
    let rebuild = try Self.rebuild(of: "Core", [.cut("Net", "Core")], mentions: mentions)
    // Of Core's six files, five are compiled alone.
    #expect(rebuild.before?.visible?.files == 1 + 1 + 2)
    #expect(rebuild.after?.visible?.files == 1 + 2)
    #expect(rebuild.after?.visible?.changedFile == "Core2.swift")
    let (before, after) = (try #require(rebuild.before?.visible), try #require(rebuild.after?.visible))
    #expect(after.cpuSeconds.value < before.cpuSeconds.value)
    #expect(before.seconds.low < before.seconds.value && before.seconds.value < before.seconds.high)
    // At most everything above it is compiled, which takes longer.
    let most = try #require(rebuild.before?.seconds)
    #expect(before.seconds.value < most)
  }

  /// The file that is mentioned by all others costs most, and is in the interval.
  @Test func `the interval contains what a change of other files rebuilds`() throws {
    let core: [String: Set<String>] = ["Core1": ["Core0"], "Core2": ["Core0"], "Core3": ["Core0"], "Core4": ["Core0"]]
    let alone = try Self.rebuild(of: "Core", [.cut("Net", "Core")], mentions: [:])
    let used = try Self.rebuild(of: "Core", [.cut("Net", "Core")], mentions: core)
    let (narrow, wide) = (try #require(alone.before?.visible), try #require(used.before?.visible))
    #expect(narrow.files == wide.files && narrow.files == 1)
    #expect(wide.cpuSeconds.high > narrow.cpuSeconds.high)
  }

  @Test func `what every file mentions has the whole modules compiled`() throws {
    let all = Set(MadeWorld.shop.targets.flatMap { $0.files.map { String($0.name.dropLast(".swift".count)) } })
    let mentions = Dictionary(uniqueKeysWithValues: all.map { ($0, all) })
    let rebuild = try Self.rebuild(of: "Store", [.cut("Cart", "Store")], mentions: mentions)
    let visible = try #require(rebuild.before?.visible)
    // Store's five files, and the four of Cart; above it, programs are only linked.
    #expect(visible.files == 9)
    let direct = try #require(rebuild.before)
    #expect(visible.cpuSeconds.value < direct.cpuSeconds)
  }

  @Test func `object code is generated for the changed file only`() throws {
    let all = Set(MadeWorld.shop.targets.flatMap { $0.files.map { String($0.name.dropLast(".swift".count)) } })
    func seconds(_ mentions: [String: Set<String>]) throws -> Double {
      let rebuild = try Self.rebuild(of: "Store", [.cut("Cart", "Store")], mentions: mentions)
      return try #require(rebuild.after?.visible).cpuSeconds.value
    }
    // All five files of Store, or one, with 300 lines. A process takes 0.3 s, and a line 2 ms.
    let others = try seconds(Dictionary(uniqueKeysWithValues: all.map { ($0, all) })) - seconds([:])
    // Three of the four processes compile no changed file, and save 38 %.
    let whole = (0.3 + 0.35 * 2) + (3 * 0.3 + 1.15 * 2) * 0.62
    #expect(abs(others - (whole - (0.3 + 0.3 * 2))) < 0.1)
  }

  @Test func `a rebuild is stated where only other modules look at the changed one`() throws {
    // App was above Core before, but not directly.
    let rebuild = try Self.rebuild(of: "Core", [.add("App", "Core")], mentions: ["App0": ["Core0"]])
    #expect(rebuild.before?.modules == rebuild.after?.modules)
    let (before, after) = (try #require(rebuild.before?.visible), try #require(rebuild.after?.visible))
    #expect((before.files, after.files) == (1, 2))
  }

  @Test func `without the names in files nothing is said`() throws {
    let forecast = try MadeWorld.shop.recorded.forecast(Proposal([.cut("Net", "Core")]))
    #expect(!forecast.rebuilds.isEmpty && forecast.rebuilds.allSatisfy { $0.before?.visible == nil })
  }
}
