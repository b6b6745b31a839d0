import ModuleGraph
import Testing

@Suite struct AffectedTests {
  private func id(_ name: String) -> ModuleID { ModuleID(package: "Example", name: name) }

  private func reached(_ changed: [String], within limit: Int? = nil) -> [String: Int] {
    let graph = ModuleGraph(["App": ["Cart", "Search"], "Cart": ["Core"], "Search": ["Core"], "CartTests": ["Cart"]])
    var impact = ChangeImpact()
    for name in changed { impact.add(ChangeCause(.file, "\(name).swift"), to: [id(name)]) }
    let affected = AffectedModules(impact, in: graph, within: limit)
    return Dictionary(uniqueKeysWithValues: affected.reaches.map { ($0.key.name, $0.value.distance) })
  }

  @Test func `a change reaches what depends on it, with the distance`() {
    #expect(reached(["Core"]) == ["Core": 0, "Cart": 1, "Search": 1, "App": 2, "CartTests": 2])
    #expect(reached(["Cart"]) == ["Cart": 0, "App": 1, "CartTests": 1])
    #expect(reached(["App"]) == ["App": 0])
    #expect(reached(["Core", "Cart"])["CartTests"] == 1)
  }

  @Test func `one step is enough if that is asked for`() {
    #expect(reached(["Core"], within: 1) == ["Core": 0, "Cart": 1, "Search": 1])
  }

  @Test func `a cycle is followed once`() {
    let graph = ModuleGraph(["A": ["B"], "B": ["C"], "C": ["A"]])
    var impact = ChangeImpact()
    impact.add(ChangeCause(.file, "A.swift"), to: [id("A")])
    let affected = AffectedModules(impact, in: graph)
    #expect(affected.reaches.count == 3)
    #expect(affected.path(of: id("B")).map(\.to.name) == ["C", "A"])
  }

  @Test func `what touches everything reaches every module, and a cause of its own comes first`() {
    let graph = ModuleGraph(["App": ["Core"]])
    var impact = ChangeImpact()
    impact.addEverything(ChangeCause(.unowned, "README.md"))
    impact.add(ChangeCause(.file, "Core.swift"), to: [id("Core")])
    let affected = AffectedModules(impact, in: graph)
    #expect(affected.reaches[id("App")]?.cause.kind == .unowned)
    #expect(affected.causes(of: id("Core")) == [ChangeCause(.file, "Core.swift")])
  }

  @Test func `a module that the graph lacks reaches nothing`() {
    #expect(reached(["Gone"]) == [:])
  }

  @Test func `a product and a package are reached with one of their modules`() {
    let whole = ModuleGraph(["App": ["Cart"], "Cart": ["Core"]])
    let graph = ModuleGraph(
      packages: whole.packages,
      products: [
        Product(name: "Cart", package: "Example", kind: .library, modules: [id("Cart"), id("Core")]),
        Product(name: "Core", package: "Example", kind: .library, modules: [id("Core")]),
      ], modules: whole.modules, dependencies: whole.dependencies)
    var impact = ChangeImpact()
    impact.add(ChangeCause(.file, "Cart.swift"), to: [id("Cart")])
    let items = AffectedModules(impact, in: graph).items(sampleApps: [], apps: [id("App")])
    #expect(
      items.map { "\($0.kind.rawValue) \($0.id) \($0.distance)" } == [
        "modules Example/Cart 0", "apps Example/App 1", "products Example/Cart 0", "packages Example 0",
      ])
  }

  @Test func `parts take about equally long, and keep the order`() {
    let parts = Balance.divide([5, 1, 4, 2, 3], into: 2) { Double($0) }
    #expect(parts.map { $0.reduce(0, +) }.sorted() == [7, 8])
    #expect(parts.flatMap { $0 }.sorted() == [1, 2, 3, 4, 5])
    #expect(Balance.divide([1], into: 3) { Double($0) } == [[1]])
    #expect(Balance.divide([Int](), into: 3) { Double($0) }.isEmpty)
  }
}
