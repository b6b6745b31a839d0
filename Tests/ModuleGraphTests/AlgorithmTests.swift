import ModuleGraph
import Testing

struct AlgorithmTests {
  @Test func aClosureHoldsWhatIsReachedAndNothingElse() {
    let graph = ModuleGraph(["App": ["Feature", "Core"], "Feature": ["Core"], "Other": ["Core"]])
    let id = { ModuleID(package: "Example", name: $0) }
    #expect(graph.closure(of: [id("App")]).map(\.name) == ["App", "Core", "Feature"])
    #expect(graph.closure(of: [id("Core")]).map(\.name) == ["Core"])
    #expect(graph.closure(of: [id("Missing")]).isEmpty)
    #expect(graph.closure(of: [id("App")], following: { $0.to.name != "Core" }).map(\.name) == ["App", "Feature"])
  }

  @Test func aClosureOfACycleEnds() {
    let graph = ModuleGraph(["A": ["B"], "B": ["C"], "C": ["A"]])
    #expect(graph.closure(of: [ModuleID(package: "Example", name: "B")]).map(\.name) == ["A", "B", "C"])
  }

  @Test(arguments: (0..<400).map { RandomGraph(seed: $0, acyclic: false) })
  func componentsAreTheSetsThatReachOneAnother(random: RandomGraph) {
    let graph = random.indexed
    let reach = graph.reachability
    let components = graph.stronglyConnectedComponents
    #expect(components.flatMap { $0 }.sorted() == Array(0..<random.vertexCount))
    for (index, members) in components.enumerated() {
      let first = members[0]
      let expected = (0..<random.vertexCount).filter { $0 == first || (reach[first][$0] && reach[$0][first]) }
      #expect(members == expected)
      for later in components[(index + 1)...] {
        #expect(!reach[first][later[0]], "a component comes after all that it reaches")
      }
    }
  }

  @Test(arguments: (0..<400).map { RandomGraph(seed: $0, acyclic: $0.isMultiple(of: 2)) })
  func aReductionReachesTheSame(random: RandomGraph) {
    #expect(random.indexed.transitiveReduction.reachability == random.indexed.reachability)
  }

  @Test(arguments: (0..<400).map { RandomGraph(seed: $0, acyclic: true) })
  func noEdgeOfAReductionCanGo(random: RandomGraph) {
    let reduced = random.indexed.transitiveReduction
    let reach = reduced.reachability
    for edge in reduced.edges {
      let rest = IndexedGraph(vertexCount: random.vertexCount, edges: reduced.edges.filter { $0 != edge })
      #expect(rest.reachability != reach, "\(edge) is implied by the others")
    }
  }

  @Test func aVeryDeepGraphNeedsNoDeepStack() {
    let depth = 200_000
    let chain = IndexedGraph(vertexCount: depth, edges: (1..<depth).map { (from: $0, to: $0 - 1) })
    #expect(chain.stronglyConnectedComponents.count == depth)
  }

  @Test func theSameSeedGivesTheSameOrderEverywhere() {
    var generator = SeededGenerator(seed: 42)
    #expect(generator.next() == 13_679_457_532_755_275_413)
    #expect(generator.shuffled(Array(0..<8)) == [7, 4, 1, 2, 5, 6, 0, 3])
  }
}
