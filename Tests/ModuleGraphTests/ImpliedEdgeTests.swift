import ModuleGraph
import Testing

struct ImpliedEdgeTests {
  private static func id(_ name: String) -> ModuleID { ModuleID(package: "P", name: name) }

  private static func edge(
    _ from: String, _ to: String, _ kind: Dependency.Kind = .target, on platforms: [String] = []
  ) -> Dependency {
    Dependency(from: id(from), to: id(to), kind: kind, condition: Condition(platforms: platforms))
  }

  private static func graph(
    _ dependencies: [Dependency], kinds: KeyValuePairs<String, Module.Kind> = [:]
  ) -> ModuleGraph {
    let ids = Set(dependencies.flatMap { [$0.from, $0.to] })
    let named = Dictionary(uniqueKeysWithValues: kinds.map { (id($0.key), $0.value) })
    return ModuleGraph(modules: ids.map { Module(id: $0, kind: named[$0] ?? .regular) }, dependencies: dependencies)
  }

  private func implied(_ graph: SelectedGraph) -> [String] {
    graph.impliedEdges.map { graph.nodes[$0.from].title + graph.nodes[$0.to].title }
  }

  @Test func aLongerPathOfLinkedModulesImpliesAnEdge() {
    let graph = Self.graph([Self.edge("A", "B"), Self.edge("B", "C", .product), Self.edge("A", "C")])
    #expect(implied(SelectedGraph(graph)) == ["AC"])
  }

  @Test func aPathUnderAConditionImpliesNothing() {
    let first = Self.graph([Self.edge("A", "B", on: ["linux"]), Self.edge("B", "C"), Self.edge("A", "C")])
    let last = Self.graph([Self.edge("A", "B"), Self.edge("B", "C", on: ["linux"]), Self.edge("A", "C")])
    #expect(implied(SelectedGraph(first)) == [] && implied(SelectedGraph(last)) == [])
  }

  @Test func anEdgeUnderAConditionThatThePathDoesNotHaveStays() {
    let graph = Self.graph([Self.edge("A", "B"), Self.edge("B", "C"), Self.edge("A", "C", on: ["linux"])])
    #expect(implied(SelectedGraph(graph)) == [])
  }

  @Test(arguments: [Module.Kind.plugin, .macro, .executable, .test, .snippet])
  func whatAToolNeedsDoesNotComeAlong(kind: Module.Kind) {
    let use = kind == .plugin ? Dependency.Kind.plugin : .target
    let graph = Self.graph([Self.edge("A", "T", use), Self.edge("T", "L"), Self.edge("A", "L")], kinds: ["T": kind])
    #expect(implied(SelectedGraph(graph)) == [])
  }

  @Test func theUseOfAPluginOrAMacroIsNotImplied() {
    for (kind, use) in [(Module.Kind.plugin, Dependency.Kind.plugin), (.macro, .target)] {
      let graph = Self.graph(
        [Self.edge("A", "B"), Self.edge("B", "T", use), Self.edge("A", "T", use)], kinds: ["T": kind])
      #expect(implied(SelectedGraph(graph)) == [])
    }
  }

  @Test func aPluginOfAToolHidesNoLibrary() {
    let graph = Self.graph(
      [
        Self.edge("App", "Gen", .plugin), Self.edge("Gen", "Tool"), Self.edge("Tool", "Lib"), Self.edge("App", "Lib"),
      ], kinds: ["App": .executable, "Gen": .plugin, "Tool": .executable])
    #expect(implied(SelectedGraph(graph)) == [])
  }

  @Test func anEdgeOfACycleStaysEvenWhereTheCycleIsConditional() {
    let graph = Self.graph([
      Self.edge("A", "B"), Self.edge("B", "C"), Self.edge("A", "C"), Self.edge("C", "A", on: ["linux"]),
    ])
    #expect(implied(SelectedGraph(graph)) == [])
  }

  @Test func anEdgeAgainstTheLayersStays() throws {
    let graph = Self.graph([Self.edge("A", "B"), Self.edge("B", "C"), Self.edge("A", "C")])
    func layers(_ names: String...) -> Layers { Layers(names.map { Layer(name: $0, modules: [Glob($0)]) }) }
    #expect(implied(try Selection()(graph, layers: layers("C", "A"))) == [])
    #expect(implied(try Selection()(graph, layers: layers("A", "C"))) == ["AC"])
  }

  @Test func theEdgesOfAModuleThatWasNamedStay() throws {
    let graph = Self.graph([Self.edge("A", "B"), Self.edge("B", "C"), Self.edge("A", "C")])
    var selection = Selection()
    selection.focus = ["B"]
    selection.includesDependents = true
    #expect(implied(try selection(graph)) == ["AC"])
    selection = Selection()
    selection.focus = ["A"]
    #expect(implied(try selection(graph)) == [])
    selection.reaches = ["C"]
    #expect(implied(try selection(graph)) == [])
    #expect(implied(try selection(graph).filter { _ in true }) == [])
    #expect(implied(try selection(graph).folded { _ in nil }) == [])
  }

  /// The groups `A*` and `B*`, and a module between `A1` and `B1`.
  @Test(arguments: [("A2", "B2", false), ("A1", "B1", true), ("A1", "B2", false)])
  func anEdgeBetweenGroupsIsImpliedOnlyForItsMembers(from: String, to: String, isImplied: Bool) throws {
    var selection = Selection()
    selection.collapse = ["A*", "B*"]
    let folded = try selection(Self.graph([Self.edge("A1", "X"), Self.edge("X", "B1"), Self.edge(from, to)]))
    #expect(folded.edges.count == 3)
    #expect(folded.impliedEdges.count == (isImplied ? 1 : 0))
  }

  @Test func metricsCountTheSameEdges() {
    let graph = SelectedGraph(
      Self.graph([
        Self.edge("A", "B"), Self.edge("B", "C", on: ["linux"]), Self.edge("A", "C"), Self.edge("C", "D"),
        Self.edge("A", "D"),
      ]))
    #expect(GraphMetrics(graph).redundantEdges == graph.impliedEdges)
    #expect(implied(graph) == ["AD"])
  }

  /// A graph whose edges and modules are of all kinds, some under a condition and some parallel.
  private static func mixed(_ random: RandomGraph) -> SelectedGraph {
    var generator = SeededGenerator(seed: random.seed + 1)
    let kinds: [Module.Kind] = [.regular, .regular, .regular, .system, .executable, .macro]
    let uses: [Dependency.Kind] = [.target, .target, .product, .plugin]
    let names = (0..<random.vertexCount).map { "\(1000 + $0)" }
    let edges = random.edges.map {
      edge(names[$0.from], names[$0.to], uses[generator.below(4)], on: generator.below(4) == 0 ? ["linux"] : [])
    }
    return SelectedGraph(
      ModuleGraph(
        modules: names.map { Module(id: id($0), kind: kinds[generator.below(kinds.count)]) },
        dependencies: Array(Set(edges))))
  }

  /// The definition, word for word, with Warshall's closure.
  @Test(arguments: RandomGraph.small) func anEdgeIsImpliedWhereALinkedPathLeadsAroundIt(random: RandomGraph) {
    let graph = Self.mixed(random)
    let whole = graph.graph.reachability
    let linking = graph.edges.filter { edge in
      edge.dependencies.contains {
        $0.condition == nil && $0.kind != .plugin
          && ![.executable, .macro].contains(graph.nodes[edge.to].modules[0].kind)
      }
    }
    let reach = IndexedGraph(vertexCount: graph.nodes.count, edges: linking.lazy.map { ($0.from, $0.to) }).reachability
    func isOneWay(_ from: Int, _ to: Int) -> Bool { reach[from][to] && !reach[to][from] }
    let expected = linking.filter { edge in
      !whole[edge.to][edge.from] && edge.from != edge.to
        && graph.nodes.indices.contains { isOneWay(edge.from, $0) && isOneWay($0, edge.to) }
    }
    #expect(graph.impliedEdges == expected)
  }

  @Test(arguments: RandomGraph.small) func withoutImpliedEdgesTheSameIsLinked(random: RandomGraph) {
    let graph = Self.mixed(random)
    let implied = Set(graph.impliedEdges)
    func reach(_ edges: [SelectedGraph.Edge]) -> [[Bool]] {
      let linking = edges.filter { edge in
        edge.dependencies.contains { $0.condition == nil && $0.kind != .plugin }
          && ![.executable, .macro].contains(graph.nodes[edge.to].modules[0].kind)
      }
      return IndexedGraph(vertexCount: graph.nodes.count, edges: linking.lazy.map { ($0.from, $0.to) }).reachability
    }
    #expect(reach(graph.edges) == reach(graph.edges.filter { !implied.contains($0) }))
  }
}
