import ModuleGraph
import TestSupport
import Testing

struct QuestionTests {
  /// App → Cart → Core → Fast, App → Search → Core, App → Core, and Tool alone.
  private let shop = ModuleGraph([
    "App": ["Cart", "Search", "Core"], "Cart": ["Core"], "Search": ["Core"], "Core": ["Fast"], "Tool": [],
  ])

  private func why(_ from: String, _ to: String, in graph: ModuleGraph, limit: Int? = nil) throws -> Why {
    let selected = SelectedGraph(graph)
    return Why(try selected.node(named: from), to: try selected.node(named: to), in: selected, limit: limit)
  }

  private func titles(_ paths: [[Int]], _ graph: SelectedGraph) -> [String] {
    paths.map { path in path.map { graph.nodes[$0].title }.joined(separator: " ") }
  }

  @Test func theShortestPathIsToldAndHowManyThereAre() throws {
    let answer = try why("App", "Fast", in: shop)
    #expect(titles(answer.paths, answer.graph) == ["App Core Fast"])
    #expect((answer.shortestCount.value, answer.shortestCount.isExact) == (1, true))
    #expect((answer.count.value, answer.count.isExact) == (3, true))
    #expect(titles([answer.onEveryPath], answer.graph) == ["Core"])
    #expect(answer.stepsBack == nil)
  }

  @Test func allPathsComeTheShortestFirstUpToTheLimit() throws {
    let all = try why("App", "Fast", in: shop, limit: 20)
    #expect(titles(all.paths, all.graph) == ["App Core Fast", "App Cart Core Fast", "App Search Core Fast"])
    #expect(all.steps.count == 6)
    let two = try why("App", "Fast", in: shop, limit: 2)
    #expect(two.paths == Array(all.paths.prefix(2)))
    #expect(two.count == all.count)
  }

  @Test func aCutSavesWhatNoOtherPathLeadsTo() throws {
    let modules = ["App": 100, "Cart": 10, "Search": 20, "Core": 3].map {
      Module(id: ModuleID(package: "Example", name: $0), kind: .regular, sources: 1, lines: $1)
    }
    let edges = [("App", "Cart"), ("App", "Search"), ("Cart", "Core"), ("Search", "Core")]
    func dependency(_ from: String, _ to: String, _ product: String?) -> Dependency {
      Dependency(
        from: ModuleID(package: "Example", name: from), to: ModuleID(package: "Example", name: to),
        kind: product == nil ? .target : .product, product: product)
    }
    func cut(_ from: String, _ to: String, product: String?) throws -> Cut {
      let graph = ModuleGraph(
        modules: modules, dependencies: edges.map { dependency($0, $1, $0 == "App" ? product : nil) })
      let answer = try why(from, to, in: graph)
      return try #require(Cut(answer, of: answer.graph))
    }
    let one = try cut("App", "Cart", product: nil)
    #expect(titles([one.recompiled.compactMap(\.node)], one.whole) == ["Cart"])
    #expect(one.recompiled.map { [$0.before.modules, $0.after.modules] } == [[2, 1]])
    #expect(one.recompiled.map { [$0.before.lines?.exact, $0.after.lines?.exact] } == [[110, 10]])
    #expect([one.total.before.lines?.exact, one.total.after.lines?.exact] == [463, 363])
    // Both modules of a product are one statement, and Core has no other way.
    let both = try cut("App", "Cart", product: "Features")
    #expect(both.dependencies.map(\.to.name) == ["Cart", "Search"])
    #expect(titles([both.recompiled.compactMap(\.node)], both.whole) == ["Cart Core Search"])
    let inner = try cut("Cart", "Core", product: nil)
    #expect(inner.recompiled.map { [$0.before.modules, $0.after.modules] } == [[4, 3]])
    let none = try why(
      "App", "Core", in: ModuleGraph(modules: modules, dependencies: edges.map { dependency($0, $1, nil) }))
    #expect(Cut(none, of: none.graph) == nil)
  }

  @Test func whereNoPathLeadsTheWayBackIsTold() throws {
    let back = try why("Fast", "App", in: shop)
    #expect(back.paths.isEmpty && back.count.value == 0 && back.shortestCount.value == 0 && back.onEveryPath.isEmpty)
    #expect(back.stepsBack == 2)
    #expect(try why("Tool", "App", in: shop).stepsBack == nil)
  }

  @Test func aModuleAskedForTwiceMeansTheCyclesThroughIt() throws {
    #expect(try why("Core", "Core", in: shop).paths.isEmpty)
    let graph = ModuleGraph(["A": ["B", "C"], "B": ["A"], "C": ["D"], "D": ["A", "D"]])
    let cycles = try why("A", "A", in: graph, limit: 9)
    #expect(titles(cycles.paths, cycles.graph) == ["A B A", "A C D A"])
    #expect(cycles.count.value == 2)
    #expect(titles(try why("D", "D", in: graph).paths, cycles.graph) == ["D D"])
  }

  @Test(arguments: RandomGraph.few)
  func everyPathIsOneAndNoStepIsMissing(random: RandomGraph) throws {
    let graph = random.selected
    let reach = random.indexed.reachability
    for to in random.targets {
      let answer = Why(0, to: to, in: graph, limit: 5)
      #expect(!answer.paths.isEmpty == reach[0][to])
      #expect(answer.count.value >= answer.paths.count && answer.count.value >= answer.shortestCount.value)
      #expect(answer.paths.map(\.count) == answer.paths.map(\.count).sorted())
      #expect(Set(answer.paths).count == answer.paths.count)
      let shortest = answer.paths.first?.count
      #expect(answer.shortestCount.value >= answer.paths.count { $0.count == shortest })
      for path in answer.paths {
        #expect(path.first == 0 && path.last == to)
        #expect(Set(path.dropLast()).count == path.count - 1)
        for (from, next) in zip(path, path.dropFirst()) {
          #expect(answer.steps.contains { $0.from == from && $0.to == next })
        }
        #expect(answer.onEveryPath.allSatisfy(path.contains))
      }
    }
  }

  @Test(arguments: RandomGraph.few)
  func aPassageHoldsTheStepsOfItsPathsAndNoOthers(random: RandomGraph) throws {
    let graph = random.selected
    for to in random.targets {
      let answer = Why(0, to: to, in: graph, limit: 1000)
      let length = answer.paths.first?.count
      func steps(_ paths: [[Int]]) -> Set<[Int]> {
        Set(paths.flatMap { path in zip(path, path.dropFirst()).map { [$0, $1] } })
      }
      let shortest = answer.passage(allPaths: false)
      #expect(shortest.isWhole)
      #expect(Set(shortest.edges.map { [$0.from, $0.to] }) == steps(answer.paths.filter { $0.count == length }))
      let all = answer.passage(allPaths: true)
      #expect(all.isWhole == answer.count.isExact)
      #expect(Set(all.edges.map { [$0.from, $0.to] }).isSuperset(of: steps(answer.paths)))
      if answer.count.value <= 1000 { #expect(all.edges.count == steps(answer.paths).count) }
    }
  }

  @Test func dependenciesAreSortedByDepthAndThenById() throws {
    let graph = SelectedGraph(shop)
    let app = try graph.node(named: "App")
    let direct = Reach(.dependencies, of: app, in: graph, of: shop, isTransitive: false)
    #expect(titles([direct.rows.map(\.node)], graph) == ["Cart Core Search"])
    #expect((direct.directCount, direct.transitiveCount) == (3, 4))
    #expect(direct.rows.allSatisfy { $0.edge?.dependencies.count == 1 })
    let all = Reach(.dependencies, of: app, in: graph, of: shop, isTransitive: true)
    #expect(titles([all.rows.map(\.node)], graph) == ["Cart Core Search Fast"])
    #expect(all.rows.map(\.depth) == [1, 1, 1, 2])
    #expect(all.rows.last?.edge == nil)
    #expect(all.lines == nil)
  }

  @Test func dependentsCountTheTestsThatAreLeftOut() throws {
    let id = { ModuleID(package: "P", name: $0) }
    let whole = ModuleGraph(
      modules: [
        Module(id: id("Core"), kind: .regular, lines: 10), Module(id: id("App"), kind: .executable, lines: 5),
        Module(id: id("CoreTests"), kind: .test, lines: 3), Module(id: id("AppTests"), kind: .test, lines: 2),
      ],
      dependencies: [
        Dependency(from: id("App"), to: id("Core"), location: .init(file: "Package.swift", line: 7)),
        Dependency(from: id("CoreTests"), to: id("Core")), Dependency(from: id("AppTests"), to: id("App")),
      ])
    let graph = SelectedGraph(whole)
    let core = try graph.node(named: "Core")
    let direct = Reach(.dependents, of: core, in: graph, of: whole, isTransitive: false)
    #expect(direct.rows.map { $0.edge?.dependencies.first?.location?.line } == [7])
    #expect(direct.lines?.exact == 5)
    #expect(direct.omitted == SelectedGraph.Omitted(tests: 1))
    #expect(
      Reach(.dependents, of: core, in: graph, of: whole, isTransitive: true).omitted
        == SelectedGraph.Omitted(tests: 2))
    #expect(
      Reach(.dependencies, of: core, in: graph, of: whole, isTransitive: true).omitted == SelectedGraph.Omitted())
  }

  @Test(arguments: RandomGraph.few)
  func whatDependsOnAModuleIsWhatHasItAmongItsDependencies(random: RandomGraph) {
    let graph = random.selected
    let reach = random.indexed.reachability
    for node in 0..<random.vertexCount {
      for (direction, row) in [(Reach.Direction.dependencies, reach[node]), (.dependents, reach.map { $0[node] })] {
        let answer = Reach(direction, of: node, in: graph, of: random.modules, isTransitive: true)
        #expect(answer.rows.map(\.node).sorted() == row.indices.filter { row[$0] && $0 != node })
        #expect(answer.rows.allSatisfy { ($0.edge != nil) == ($0.depth == 1) })
      }
    }
  }

  @Test func aCycleIsToldByItsShortestAndByWhatBreaksIt() throws {
    let graph = SelectedGraph(
      ModuleGraph(["A": ["B"], "B": ["C", "A"], "C": ["A"], "D": ["A"], "E": ["E"], "F": ["G"]]))
    let cycles = Cycles(graph)
    #expect(titles(cycles.components.map(\.nodes), graph) == ["A B C", "E"])
    #expect(titles(cycles.components.map(\.shortest), graph) == ["A B", "E"])
    #expect(cycles.components.map { $0.steps(in: graph).count } == [2, 1])
    let breaking = cycles.components.map { set in set.breaking.map { [$0.from, $0.to] } }
    #expect(breaking.map { titles($0, graph) } == [["A B"], ["E E"]])
    #expect(cycles.components.allSatisfy { $0.isFewest && $0.isShortest })
    #expect(Cycles(SelectedGraph(shop)).components.isEmpty)
  }

  @Test(arguments: RandomGraph.few)
  func withoutTheBreakingEdgesNoCycleIsLeft(random: RandomGraph) {
    let graph = random.selected
    let components = Cycles(graph).components
    let removed = Set(components.flatMap(\.breaking).map { [$0.from, $0.to] })
    let rest = random.edges.filter { !removed.contains([$0.from, $0.to]) }
    #expect(IndexedGraph(vertexCount: random.vertexCount, edges: rest).cyclicComponents.isEmpty)
    #expect(components.map(\.nodes) == random.indexed.cyclicComponents)
    for set in components { #expect(set.steps(in: graph).count == set.shortest.count) }
  }
}

extension RandomGraph {
  /// The vertices that paths from the first one are asked to, itself among them.
  fileprivate var targets: [Int] { Campaign.part(of: Array(0..<vertexCount), every: 4) }
}
