import ModuleGraph
import Testing

struct MetricsTests {
  /// App → Cart → Core, App → Core, and a system library whose lines nobody counted.
  private let metrics: GraphMetrics = {
    let id = { ModuleID(package: "P", name: $0) }
    return GraphMetrics(
      SelectedGraph(
        ModuleGraph(
          modules: [("App", 60), ("Cart", 30), ("Core", 10)].map {
            Module(id: id($0.0), kind: .regular, sources: 2, lines: $0.1)
          } + [Module(id: id("libz"), kind: .system)],
          dependencies: [("App", "Cart"), ("App", "Core"), ("Cart", "Core"), ("Core", "libz")].map {
            Dependency(from: id($0.0), to: id($0.1))
          })))
  }()

  private func node(_ name: String) throws -> NodeMetrics { metrics.nodes[try metrics.graph.node(named: name)] }

  @Test func aModulesFiguresAreWhatTheGraphSays() throws {
    let core = try node("Core")
    #expect((core.sources?.exact, core.lines?.exact, core.fanIn, core.fanOut) == (2, 10, 2, 1))
    #expect((core.dependencies, core.dependents, core.height, core.depth) == (1, 2, 1, 2))
    #expect(core.instability == 1.0 / 3)
    #expect(core.recompiledShare == 1)
    #expect(try node("Cart").recompiledShare == 0.9)
    #expect(try node("App").instability == 1)
  }

  @Test func whatIsNotKnownIsAbsent() throws {
    let library = try node("libz")
    #expect(library.lines == nil && library.sources == nil)
    #expect(library.recompiledShare == 1, "all that depends on it is compiled again")
    let bare = GraphMetrics(SelectedGraph(ModuleGraph(["Alone": []])))
    #expect(bare.lines == nil && bare.density == nil)
    try #require(!bare.nodes.isEmpty)
    #expect(bare.nodes[0].recompiledShare == nil && bare.nodes[0].instability == nil)
    #expect(bare.longestChain == [0])
    #expect(GraphMetrics(SelectedGraph(ModuleGraph())).longestChain.isEmpty)
  }

  private static func id(_ name: String) -> ModuleID { ModuleID(package: "P", name: name) }

  /// App → Kit → Core, and App → Lib, of which `uncounted` have sources that nobody counted.
  private static func shop(uncounted: Set<String>, kinds: [String: Module.Kind] = [:]) -> ModuleGraph {
    let modules = ["App", "Kit", "Core", "Lib"].map { name in
      let lines: Int? = uncounted.contains(name) || kinds[name] != nil ? nil : 10
      return Module(id: id(name), kind: kinds[name] ?? .regular, sources: lines.map { _ in 1 }, lines: lines)
    }
    let ends = [("App", "Kit"), ("Kit", "Core"), ("App", "Lib")]
    return ModuleGraph(modules: modules, dependencies: ends.map { Dependency(from: id($0.0), to: id($0.1)) })
  }

  @Test func aShareOfATotalThatIsNotKnownIsAbsent() throws {
    let metrics = GraphMetrics(SelectedGraph(Self.shop(uncounted: ["App"])))
    #expect(metrics.lines == Tally(value: 30, isExact: false))
    #expect(metrics.nodes.allSatisfy { $0.recompiledShare == nil })
    #expect(metrics.uncounted.map { metrics.graph.nodes[$0].title } == ["App"])
    #expect(metrics.defaultColumn == .dependents)
  }

  @Test func aModuleOfWhichFilesAreMissingIsNamedAsTheReason() {
    let modules = ["App", "Kit"].map {
      Module(id: Self.id($0), kind: .app, sources: 1, lines: 10, missingSources: $0 == "App" ? 1 : nil)
    }
    let metrics = GraphMetrics(SelectedGraph(ModuleGraph(modules: modules)))
    #expect(metrics.nodes.allSatisfy { $0.recompiledShare == nil })
    #expect(metrics.uncounted.map { metrics.graph.nodes[$0].title } == ["App"])
  }

  @Test(arguments: [Module.Kind.binary, .system])
  func whatHasNoSourcesLeavesTheSharesOfOthersKnown(kind: Module.Kind) throws {
    let metrics = GraphMetrics(SelectedGraph(Self.shop(uncounted: [], kinds: ["Lib": kind])))
    #expect(metrics.lines == Tally(value: 30, isExact: true))
    // App, Core, Kit, Lib.
    let shares: [Double?] = [1.0 / 3, 1, 2.0 / 3, 1.0 / 3]
    #expect(metrics.nodes.map(\.recompiledShare) == shares)
    // Nothing is compiled again where nothing depends on it: that is no share of anything.
    let lonely = GraphMetrics(SelectedGraph(Self.shop(uncounted: [], kinds: ["App": kind])))
    try #require(!lonely.nodes.isEmpty)
    #expect(lonely.nodes[0].recompiledShare == nil)
  }

  @Test func linesOfAGroupAreALowerBoundWhereSomeAreNotKnown() throws {
    var selection = Selection()
    selection.collapse = ["package"]
    let group = try #require(try selection(Self.shop(uncounted: ["Kit"])).nodes.first)
    #expect(group.lines == Tally(value: 30, isExact: false))
    #expect(group.sources == Tally(value: 3, isExact: false))
    #expect(try #require(try selection(Self.shop(uncounted: ["App", "Core", "Kit", "Lib"])).nodes.first).lines == nil)
    let graph = SelectedGraph(Self.shop(uncounted: ["Kit"]))
    let reach = Reach(
      .dependencies, of: try graph.node(named: "App"), in: graph, of: Self.shop(uncounted: ["Kit"]), isTransitive: true)
    #expect(reach.lines == Tally(value: 20, isExact: false))
  }

  @Test func externalProductsHaveNoPartInTheWorkspacesLines() throws {
    var selection = Selection()
    selection.includesExternal = true
    #expect(selection.whole.includesExternal && !Selection().whole.includesExternal)
    let metrics = GraphMetrics(try selection(Self.shop(uncounted: [], kinds: ["Lib": .external])))
    #expect(metrics.lines?.exact == 30)
    #expect(metrics.nodes[try metrics.graph.node(named: "Lib")].recompiledShare == 1.0 / 3)
    #expect(metrics.uncounted.isEmpty)
  }

  @Test func rootsLeavesAndWhatStandsAloneAreNamed() {
    let metrics = GraphMetrics(
      SelectedGraph(ModuleGraph(["App": ["Kit"], "Tool": ["Kit"], "Kit": ["Core"], "Lonely": [], "Loop": ["Loop"]])))
    func names(_ nodes: [Int]) -> [String] { nodes.map { metrics.graph.nodes[$0].title } }
    #expect(names(metrics.roots) == ["App", "Tool"])
    #expect(names(metrics.leaves) == ["Core"])
    #expect(names(metrics.alone) == ["Lonely", "Loop"])
  }

  @Test func aChangeCostsTheSecondsOfWhatDependsOnIt() throws {
    let costs = [
      Self.id("App"): BuildCost(cpuSeconds: 1.5, wallSeconds: 1),
      Self.id("Kit"): BuildCost(cpuSeconds: 2, wallSeconds: 4),
    ]
    let metrics = GraphMetrics(SelectedGraph(Self.shop(uncounted: ["App"])), costs: costs)
    func node(_ name: String) throws -> NodeMetrics { metrics.nodes[try metrics.graph.node(named: name)] }
    #expect(try node("Kit").cost == BuildCost(cpuSeconds: 2, wallSeconds: 4))
    #expect(try node("Core").cost == nil)
    // App, Core, Kit, Lib.
    let seconds: [Double?] = [1.5, 3.5, 3.5, 1.5]
    #expect(metrics.nodes.map(\.recompiledCPUSeconds) == seconds)
    #expect(metrics.defaultColumn == .recompiledCPUSeconds)
    #expect(
      metrics.nodes(sortedBy: .wallSeconds).map { metrics.graph.nodes[$0.node].title }.prefix(2) == ["Kit", "App"])
    let unbuilt = GraphMetrics(
      SelectedGraph(Self.shop(uncounted: [])), costs: [Self.id("Lib"): BuildCost(cpuSeconds: 1, wallSeconds: 1)])
    try #require(!unbuilt.nodes.isEmpty)
    #expect(unbuilt.nodes[0].recompiledCPUSeconds == nil)
  }

  @Test func theGraphsFiguresAreTold() {
    #expect(metrics.lines?.exact == 100)
    #expect(metrics.height == 3)
    #expect(metrics.density == 4.0 / 12)
    #expect(metrics.longestChain.map { metrics.graph.nodes[$0].title } == ["App", "Cart", "Core", "libz"])
    #expect(metrics.redundantEdges.map { [$0.from, $0.to] } == [[0, 2]])
    #expect(metrics.cycleCount == 0)
  }

  private static let orders: [(MetricColumn, [String])] = [
    (.name, ["App", "Cart", "Core", "libz"]), (.lines, ["App", "Cart", "Core", "libz"]),
    (.recompiled, ["Core", "libz", "Cart", "App"]), (.fanIn, ["Core", "Cart", "libz", "App"]),
    (.dependents, ["libz", "Core", "Cart", "App"]), (.instability, ["App", "Cart", "Core", "libz"]),
    (.height, ["App", "Cart", "Core", "libz"]), (.depth, ["libz", "Core", "Cart", "App"]),
    (.sources, ["App", "Cart", "Core", "libz"]), (.fanOut, ["App", "Cart", "Core", "libz"]),
    (.dependencies, ["App", "Cart", "Core", "libz"]),
  ]

  @Test(arguments: orders)
  func everyColumnSortsFromTheGreatestAndWhatIsAbsentComesLast(column: MetricColumn, names: [String]) {
    #expect(metrics.nodes(sortedBy: column).map { metrics.graph.nodes[$0.node].title } == names)
  }

  @Test func aCycleIsOnePlaceAndItsModulesAreCompiledTogether() {
    let ids = ["A", "B", "C"].map { ModuleID(package: "P", name: $0) }
    let edges: [(from: Int, to: Int)] = [(0, 1), (1, 0), (1, 2), (0, 0)]
    let graph = ModuleGraph(
      modules: ids.map { Module(id: $0, kind: .regular, lines: 1) },
      dependencies: edges.map { Dependency(from: ids[$0.from], to: ids[$0.to]) })
    let cyclic = GraphMetrics(SelectedGraph(graph))
    #expect(cyclic.nodes.map(\.height) == [1, 1, 0])
    #expect(cyclic.nodes.map(\.fanOut) == [1, 2, 0], "a module that depends on itself depends on no other")
    #expect(cyclic.nodes.map(\.dependents) == [1, 1, 2])
    let twoThirds = 2.0 / 3
    #expect(cyclic.nodes.map(\.recompiledShare) == [twoThirds, twoThirds, 1])
    #expect(cyclic.cycleCount == 1)
    #expect(cyclic.longestChain == [0, 2])
  }

  @Test(arguments: RandomGraph.small)
  func theFiguresFollowFromWhatReachesWhat(random: RandomGraph) {
    let metrics = GraphMetrics(random.selected)
    let reach = random.indexed.reachability
    for node in metrics.nodes.indices {
      let others = metrics.nodes.indices.filter { $0 != node }
      let dependents = others.filter { reach[$0][node] }
      #expect(metrics.nodes[node].dependencies == others.count { reach[node][$0] })
      #expect(metrics.nodes[node].dependents == dependents.count)
      let lines = ([node] + dependents).reduce(0) { $0 + (metrics.nodes[$1].lines?.value ?? 0) }
      #expect(
        metrics.nodes[node].recompiledShare
          == metrics.lines.flatMap { total in
            // The first one is a system library, which has no share unless something depends on it.
            lines == 0 ? nil : Double(lines) / Double(total.value)
          })
    }
    #expect(metrics.longestChain.count == metrics.height + 1)
  }

  @Test func theSumsOfAWideGraphCrossTheBlocksOfItsBits() {
    // A chain of more vertices than one row of bits holds, and a fan above it.
    let count = 1500
    let chain = (1..<count).map { (from: $0, to: $0 - 1) } + (0..<count).map { (from: count, to: $0) }
    let graph = IndexedGraph(vertexCount: count + 1, edges: chain)
    let sums = graph.transitiveSuccessorSums(of: Array(0...count))
    #expect(sums == (0...count).map { $0 * ($0 + 1) / 2 })
  }
}
