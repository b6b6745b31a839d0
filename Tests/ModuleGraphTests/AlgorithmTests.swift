import TestSupport
import Testing

@testable import ModuleGraph

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

  @Test func aDependencyIsAnEdgeFromTheModuleThatNeedsToTheOneThatIsNeeded() {
    let ids = ["App", "Core"].map { ModuleID(package: "Example", name: $0) }
    let graph = ModuleGraph(["App": ["Core", "Outside"]])
    #expect(IndexedGraph(ids, graph.dependencies).edges.map { [$0.from, $0.to] } == [[0, 1]])
  }

  @Test(arguments: RandomGraph.small) func edgesAreSortedAndOnce(random: RandomGraph) {
    let expected = Set(random.edges.map { [$0.from, $0.to] }).sorted { $0.lexicographicallyPrecedes($1) }
    #expect(random.indexed.edges.map { [$0.from, $0.to] } == expected)
    #expect(random.indexed.reversed.reversed == random.indexed)
    #expect(expected.allSatisfy { random.indexed.reversed.hasEdge(from: $0[1], to: $0[0]) })
  }

  @Test(arguments: RandomGraph.small) func componentsAreTheSetsThatReachOneAnother(random: RandomGraph) throws {
    let graph = random.indexed
    let reach = graph.reachability
    let components = graph.stronglyConnectedComponents
    #expect(components.flatMap { $0 }.sorted() == Array(0..<random.vertexCount))
    for (index, members) in components.enumerated() {
      let first = try #require(members.first)
      let expected = (0..<random.vertexCount).filter { $0 == first || (reach[first][$0] && reach[$0][first]) }
      #expect(members == expected)
      for later in components[(index + 1)...] {
        try #require(!later.isEmpty)
        #expect(!reach[first][later[0]], "a component comes after all that it reaches")
      }
    }
  }

  @Test(arguments: RandomGraph.small) func anOrderRespectsEveryEdgeBetweenComponents(random: RandomGraph) {
    let graph = random.indexed
    let order = graph.topologicalOrder
    #expect(order.sorted() == Array(0..<graph.vertexCount))
    let positions = Dictionary(uniqueKeysWithValues: order.enumerated().map { ($1, $0) })
    let components = graph.condensation.componentOf
    for edge in graph.edges where components[edge.from] != components[edge.to] {
      #expect((positions[edge.from] ?? .max) < (positions[edge.to] ?? .min))
    }
  }

  @Test(arguments: RandomGraph.small) func aReductionReachesTheSame(random: RandomGraph) {
    #expect(random.indexed.transitiveReduction.reachability == random.indexed.reachability)
  }

  @Test(arguments: RandomGraph.acyclic) func noEdgeOfAReductionCanGo(random: RandomGraph) {
    let reduced = random.indexed.transitiveReduction
    let reach = reduced.reachability
    for edge in reduced.edges {
      #expect(reduced.filteringEdges { $0 != edge.from || $1 != edge.to }.reachability != reach, "\(edge) is implied")
    }
  }

  /// More vertices than a block has columns, and components that lie in several blocks.
  @Test(arguments: [700, 1500]) func aReductionAcrossBlocksCountsWhatIsReached(count: Int) {
    var generator = SeededGenerator(seed: UInt64(count))
    var edges = (0..<(2 * count)).map { _ in (from: generator.below(count), to: generator.below(count)) }
      .map { (from: max($0.from, $0.to), to: min($0.from, $0.to)) }
    edges += (100..<count - 100).map { (from: $0, to: $0 + 1) }
    let graph = IndexedGraph(vertexCount: count, edges: edges)
    let counts = graph.transitiveSuccessorCounts
    let reduced = graph.transitiveReduction
    #expect(reduced.edgeCount < graph.edgeCount)
    for vertex in Campaign.part(of: Array(0..<count), every: 11) {
      #expect(graph.levels(from: [vertex]).joined().count - 1 == counts[vertex])
      #expect(reduced.levels(from: [vertex]).joined().count - 1 == counts[vertex])
    }
  }

  @Test(arguments: RandomGraph.small) func withoutItsFeedbackEdgesAGraphHasNoCycle(random: RandomGraph) {
    let graph = random.indexed
    let feedback = graph.feedbackEdges.edges
    let rest = graph.filteringEdges { from, to in !feedback.contains { $0 == (from, to) } }
    #expect(rest.isAcyclic)
    for spared in feedback {
      let edges = rest.edges + [spared]
      #expect(!IndexedGraph(vertexCount: graph.vertexCount, edges: edges).isAcyclic, "\(spared) closes no cycle")
    }
  }

  @Test func aLargeComponentsFeedbackEdgesAreNotClaimedToBeTheFewest() {
    var generator = SeededGenerator(seed: 5)
    let edges = (0..<900).map { _ in (from: generator.below(60), to: generator.below(60)) }
    let found = IndexedGraph(vertexCount: 60, edges: edges).feedbackEdges
    #expect(!found.isMinimum)
    #expect(found.edges.count < edges.count / 2)
  }

  @Test func aGreedyOrderCountsOnlyTheEdgesToWhatIsLeft() {
    let edges = [(1, 0), (1, 2), (1, 3), (2, 3), (3, 1)].map { (from: $0.0, to: $0.1) }
    // 0 goes to the end. Without its edge to 0, 1 is still the first, and 2 and 3 follow as sources.
    #expect(IndexedGraph(vertexCount: 4, edges: edges).greedyOrder == [1, 2, 3, 0])
  }

  @Test(arguments: 1...12 as ClosedRange<UInt64>)
  func noMoveOfAVertexImprovesAnImprovedOrder(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let edges = (0..<300).map { _ in (from: generator.below(60), to: generator.below(60)) }.filter { $0.from != $0.to }
    var order = LinearArrangement(IndexedGraph(vertexCount: 60, edges: edges))
    order.improve()
    let improved = order.vertices
    order.improve()
    #expect(order.vertices == improved)
  }

  @Test func aRingOfAnySizeNeedsOneEdgeLess() {
    let ring = IndexedGraph(vertexCount: 1000, edges: (0..<1000).map { (from: $0, to: ($0 + 1) % 1000) })
    #expect(ring.feedbackEdges.edges.count == 1)
    #expect(ring.feedbackEdges.isMinimum)
    #expect(ring.shortestCycle(within: Array(0..<1000))?.vertices == Array(0..<1000))
  }

  @Test func pathsAreCountedWhereTheyCannotBeListed() throws {
    // 70 times two ways: 2 to the 70th.
    var edges: [(from: Int, to: Int)] = []
    for start in stride(from: 0, to: 210, by: 3) {
      edges += [(start, start + 1), (start, start + 2), (start + 1, start + 3), (start + 2, start + 3)]
    }
    let graph = IndexedGraph(vertexCount: 211, edges: edges)
    #expect(graph.simplePathCount(from: 0, to: 60) == Tally(value: 1 << 20, isExact: true))
    #expect(graph.simplePathCount(from: 0, to: 210) == Tally(value: .max, isExact: false))
    #expect(graph.shortestPathCount(from: 0, to: 210) == .max)
    let some = graph.simplePaths(from: 0, to: 210, limit: 5)
    #expect(some.paths.count == 5)
    #expect(!some.isComplete)
    try #require(!some.paths.isEmpty)
    #expect(some.paths[0] == graph.shortestPath(from: 0, to: 210))
  }

  @Test func anEnumerationThatIsCutShortSaysSo() {
    let edges = (0..<12).flatMap { from in (0..<12).map { (from: from, to: $0) } }
    let graph = IndexedGraph(vertexCount: 12, edges: edges)
    let some = graph.simplePaths(from: 0, to: 11, limit: 1_000_000, work: 2000)
    #expect(!some.isComplete)
    #expect(!some.paths.isEmpty)
    #expect(some.paths == graph.simplePaths(from: 0, to: 11, limit: some.paths.count).paths)
    #expect(graph.simplePathCount(from: 0, to: 11, limit: 7) == Tally(value: 7, isExact: false))
  }

  @Test func aDominatorIsOnEveryPath() {
    let graph = IndexedGraph(
      vertexCount: 6, edges: [(0, 1), (0, 2), (1, 3), (2, 3), (3, 4)].map { (from: $0.0, to: $0.1) })
    #expect(graph.immediateDominators(from: [0]) == [nil, 0, 0, 0, 3, nil])
  }

  @Test func theFirstOfTheLongestChainsIsTaken() {
    let graph = IndexedGraph(
      vertexCount: 6, edges: [(5, 1), (5, 2), (1, 3), (2, 3), (3, 4), (4, 3)].map { (from: $0.0, to: $0.1) })
    #expect(graph.longestChain == [[5], [1], [3, 4]])
    let heaviest = graph.longestPath(weights: [0, 1, 2.5, 1, 1, 0.5])
    #expect(heaviest?.components == [[5], [2], [3, 4]])
    #expect(heaviest?.weight == 5)
  }

  @Test func anEmptyGraphHasEmptyAnswers() {
    let empty = IndexedGraph(vertexCount: 0, edges: [])
    #expect(empty.topologicalOrder.isEmpty)
    #expect(empty.transitiveSuccessorCounts.isEmpty)
    #expect(empty.transitiveReduction == empty)
    #expect(empty.longestChain.isEmpty)
    #expect(empty.longestPath(weights: [Int]()) == nil)
    #expect(empty.feedbackEdges.edges.isEmpty && empty.feedbackEdges.isMinimum)
    #expect(empty.immediateDominators(from: []).isEmpty)
  }

  @Test func aVeryDeepGraphNeedsNoDeepStack() {
    let depth = 40_000
    let chain = IndexedGraph(vertexCount: depth, edges: (1..<depth).map { (from: $0, to: $0 - 1) })
    #expect(chain.stronglyConnectedComponents.count == depth)
    #expect(chain.heights == Array(0..<depth))
    #expect(chain.longestChain.count == depth)
    #expect(chain.shortestPath(from: depth - 1, to: 0)?.count == depth)
    #expect(chain.immediateDominators(from: [depth - 1]).first == 1)
    let ring = IndexedGraph(vertexCount: depth, edges: chain.edges + [(from: 0, to: depth - 1)])
    #expect(ring.stronglyConnectedComponents.count == 1)
    #expect(ring.shortestCycle(within: Array(0..<depth))?.vertices.count == depth)
  }

  @Test func theSameSeedGivesTheSameOrderEverywhere() {
    var generator = SeededGenerator(seed: 42)
    #expect(generator.next() == 13_679_457_532_755_275_413)
    #expect(generator.shuffled(Array(0..<8)) == [7, 4, 1, 2, 5, 6, 0, 3])
  }
}
