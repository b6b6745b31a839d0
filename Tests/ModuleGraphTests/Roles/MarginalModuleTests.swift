import ModuleGraph
import Testing

/// What a build would not compile without a feature.
@Suite struct MarginalModuleTests {
  private func marginal(
    _ feature: [String], besides others: [[String]], in graph: ModuleGraph, built: [String]? = nil,
    isWholePackage: Bool = false
  ) -> [String] {
    func ids(_ names: [String]) -> [ModuleID] { names.map { ModuleID(package: "Shop", name: $0) } }
    return graph.marginalModules(
      of: ids(feature), besides: others.map(ids), in: ids(built ?? graph.modules.map(\.name)),
      isWholePackage: isWholePackage
    ).map(\.name)
  }

  private let app = RoleExample.graph(
    [
      "App": ["Home", "Cart", "Shell"], "Shell": ["Home", "Cart"], "Home": ["Core", "Images"], "Cart": ["Core", "Pay"],
      "Pay": ["Money"],
    ], kinds: ["App": .executable])

  @Test func `a feature goes with what nothing else needs`() {
    #expect(marginal(["Home"], besides: [["Cart"]], in: app) == ["Home", "Images"])
    #expect(marginal(["Cart"], besides: [["Home"]], in: app) == ["Cart", "Money", "Pay"])
  }

  @Test func `a feature that another depends on stays`() {
    let graph = RoleExample.graph(
      ["App": ["Home", "Cart"], "Home": ["Cart", "Core"], "Cart": ["Core"]], kinds: ["App": .executable])
    #expect(marginal(["Cart"], besides: [["Home"]], in: graph) == [])
    #expect(marginal(["Home"], besides: [["Cart"]], in: graph) == ["Home"])
  }

  @Test func `what other features need stays, whether or not the user named them`() throws {
    func marginal(_ feature: String, in graph: ModuleGraph) throws -> Int? {
      let roles = try Roles(graph, settings: RoleSettings(features: .init([feature], by: "--feature")))
      return FeatureShares(roles, in: graph).rows.first?.marginal.modules
    }
    #expect(try marginal("Core", in: RoleExample.shop) == 0)
    #expect(try marginal("Cart", in: RoleExample.shop) == 1)
  }

  @Test func `what an embedded program needs stays`() throws {
    let plain = RoleExample.graph(
      ["App": ["Home", "Cart"], "Widget": ["Home"], "Home": ["Core"], "Cart": ["Core"]],
      kinds: ["App": .app, "Widget": .extension])
    let embed = Dependency(
      from: ModuleID(package: "Shop", name: "App"), to: ModuleID(package: "Shop", name: "Widget"), kind: .embed)
    let graph = ModuleGraph(
      packages: plain.packages, products: plain.products, modules: plain.modules,
      dependencies: plain.dependencies + [embed])
    let rows = FeatureShares(try Roles(graph), in: graph).rows
    #expect(rows.map(\.feature.name) == ["Cart", "Home"] && rows.map(\.marginal.modules) == [1, 0])
  }

  @Test func `in a whole package, a program that is a product stays although a plugin uses it`() throws {
    let plain = RoleExample.graph(
      ["plugin": ["compiler", "generator"], "generator": ["Library"], "Library": ["Core"], "Runtime": ["Core"]],
      kinds: ["plugin": .plugin, "compiler": .executable, "generator": .executable],
      products: ["Library": ["Library"], "Runtime": ["Runtime"]])
    let compiler = Product(
      name: "compiler", package: "Shop", kind: .executable, linkage: .automatic,
      modules: [ModuleID(package: "Shop", name: "compiler")])
    let graph = ModuleGraph(
      packages: plain.packages, products: plain.products + [compiler], modules: plain.modules,
      dependencies: plain.dependencies)
    #expect(
      marginal(["Library"], besides: [["Runtime"]], in: graph, isWholePackage: true)
        == ["Library", "generator", "plugin"])
  }

  @Test func `in a whole package, the programs that show the feature alone go with it`() throws {
    let graph = RoleExample.graph(
      ["HomeDemo": ["Home", "Kit"], "tool": ["Cart"], "Home": ["Core"], "Cart": ["Core"], "Alone": []],
      kinds: ["HomeDemo": .executable, "tool": .executable], products: ["Home": ["Home"], "Cart": ["Cart"]])
    let gone = marginal(["Home"], besides: [["Cart"]], in: graph, isWholePackage: true)
    #expect(gone == ["Home", "HomeDemo", "Kit"])
    let row = FeatureShares(try Roles(graph), in: graph).rows.first { $0.feature.name == "Home" }
    #expect(row?.marginal.modules == 3)
    let single = RoleExample.graph(["App": ["Home"], "Home": ["Core"]], kinds: ["App": .executable])
    #expect(marginal(["Home"], besides: [], in: single) == ["Core", "Home"], "an app stays")
    #expect(marginal(["Home"], besides: [], in: single, isWholePackage: true) == ["App", "Core", "Home"])
  }

  @Test func `in a whole package, what a program of several features needs is not counted`() {
    let graph = RoleExample.graph(
      [
        "tool": ["Commands", "Cart"], "Commands": ["Home"], "HomeDemo": ["Home"], "ViewsDemo": ["Views"],
        "Home": ["Core"], "Views": ["Home", "Pixels"], "Cart": ["Core"],
      ], kinds: ["tool": .executable, "HomeDemo": .executable, "ViewsDemo": .executable])
    // Of the product, the tool needs `Home`; so does its demo, which stays.
    let gone = marginal(["Home", "Views"], besides: [["Cart"]], in: graph, isWholePackage: true)
    #expect(gone == ["Pixels", "Views", "ViewsDemo"])
    #expect(marginal(["Home"], besides: [["Cart"], ["Views"]], in: graph, isWholePackage: true) == [])
  }

  @Test func `in a whole package, other library products stay, whether or not they are features`() {
    let dependencies: KeyValuePairs = ["HomeDemo": ["Home", "Kit"], "Home": ["Core"]]
    func gone(_ products: KeyValuePairs<String, [String]>) -> [String] {
      let graph = RoleExample.graph(dependencies, kinds: ["HomeDemo": .executable], products: products)
      return marginal(["Home"], besides: [], in: graph, isWholePackage: true)
    }
    #expect(gone(["Home": ["Home"], "Kit": ["Kit"]]) == [], "the program shows both")
    #expect(gone(["Home": ["Home"]]) == ["Core", "Home", "HomeDemo", "Kit"])
  }

  @Test func `a snippet, which may import all libraries, keeps none of them`() {
    let graph = RoleExample.graph(
      ["Tour": ["Home", "Cart"], "Home": ["Core"], "Cart": ["Core"]], kinds: ["Tour": .snippet])
    #expect(marginal(["Home"], besides: [["Cart"]], in: graph, isWholePackage: true) == ["Home"])
  }

  @Test func `what is not built is nobody's`() {
    #expect(marginal(["Home"], besides: [["Cart"]], in: app, built: ["App", "Cart", "Core", "Pay", "Money"]) == [])
    #expect(
      marginal(["Home", "Cart"], besides: [], in: app)
        == ["Cart", "Core", "Home", "Images", "Money", "Pay"])
  }

  @Test(arguments: RandomGraph.small)
  func `computed from the paths between modules, the definition gives the same`(_ random: RandomGraph) {
    var generator = SeededGenerator(seed: random.seed + 1)
    func some(_ most: Int) -> [Int] { (0...generator.below(most)).map { _ in generator.below(random.vertexCount) } }
    let feature = Set(some(3))
    let others = Set(generator.below(3) == 0 ? [] : some(2))
    let ids = (0..<random.vertexCount).map { ModuleID(package: "", name: "\($0)") }
    let graph = ModuleGraph(
      modules: ids.map { Module(id: $0, kind: .regular) },
      dependencies: random.edges.filter { $0.from != $0.to }.map {
        Dependency(from: ids[$0.from], to: ids[$0.to], kind: .target)
      })
    for isWholePackage in [false, true] {
      let found = graph.marginalModules(
        of: feature.map { ids[$0] }, besides: others.map { [ids[$0]] }, in: ids, isWholePackage: isWholePackage)
      let expected = isWholePackage ? random.onlyFor(feature, besides: others) : random.onlyInApp(feature, others)
      #expect(found == expected.map { ids[$0] }.sorted(), "whole package: \(isWholePackage)")
      let broken = graph.dependencies.filter { found.contains($0.to) && !found.contains($0.from) }
      // In a cycle that nothing else leads to, there is no program that stays.
      let isChecked = isWholePackage && random.indexed.isAcyclic
      #expect(!isChecked || broken.isEmpty, "nothing that stays needs what is counted")
    }
  }
}

extension RandomGraph {
  /// Whether one vertex is the other or leads to it, on ways that avoid some.
  private func paths(avoiding avoided: Set<Int> = []) -> (Int, Int) -> Bool {
    let edges = edges.filter { !avoided.contains($0.from) && !avoided.contains($0.to) }
    let reach = IndexedGraph(vertexCount: vertexCount, edges: edges).reachability
    return { $0 == $1 || reach[$0][$1] }
  }

  private var roots: [Int] {
    (0..<vertexCount).filter { vertex in !edges.contains { $0.to == vertex && $0.from != vertex } }
  }

  /// The app's dependencies on the feature are cut.
  fileprivate func onlyInApp(_ feature: Set<Int>, _ others: Set<Int>) -> [Int] {
    let leads = paths()
    let gone = feature.filter { module in !others.contains { leads($0, module) } }
    let stillLeads = paths(avoiding: gone)
    let apps = roots.filter { !gone.contains($0) }
    return (0..<vertexCount).filter { module in
      gone.contains(module)
        || !apps.contains { stillLeads($0, module) } && !others.contains { leads($0, module) }
    }
  }

  /// What shows the feature alone, and nothing that stays needs, is removed.
  fileprivate func onlyFor(_ feature: Set<Int>, besides others: Set<Int>) -> [Int] {
    let leads = paths()
    let foreign = others.filter { other in !feature.contains { leads($0, other) } }
    let shows = roots.filter { root in
      feature.contains(root) || (feature.contains { leads(root, $0) } && !foreign.contains { leads(root, $0) })
    }
    var staying = others.union(Set(roots).subtracting(shows))
    let gone = feature.filter { module in !staying.contains { leads($0, module) } }
    let removed = shows.filter { root in gone.contains { leads(root, $0) } }
    staying.formUnion(Set(shows).subtracting(removed))
    return (0..<vertexCount).filter { module in
      !staying.contains { leads($0, module) } && gone.union(removed).contains { leads($0, module) }
    }
  }
}
