import ModuleGraph
import Testing

/// Which test modules are a feature's own.
@Suite struct OwnTestsTests {
  private func graph(_ adjacency: KeyValuePairs<String, [String]>) -> ModuleGraph {
    let tests = adjacency.map(\.key).filter { $0.contains("Tests") }
    return RoleExample.graph(adjacency, kinds: Dictionary(uniqueKeysWithValues: tests.map { ($0, .test) }))
  }

  private func own(_ feature: String..., in graph: ModuleGraph) -> [String] {
    graph.ownTests(of: feature.map { ModuleID(package: "Shop", name: $0) }).map(\.name)
  }

  @Test func `tests that are called after a feature are its own, others that use it are not`() {
    let graph = graph([
      "CartTests": ["Cart", "Core"], "CartUITests": ["Cart"], "SearchTests": ["Search", "Cart"],
      "IntegrationTests": ["Cart", "Search"],
    ])
    #expect(own("Cart", in: graph) == ["CartTests", "CartUITests"])
    #expect(own("Search", in: graph) == ["SearchTests"])
    #expect(own("Cart", "Search", in: graph) == ["CartTests", "CartUITests", "SearchTests"])
    // CartTests use it, and are not its own.
    #expect(own("Core", in: graph) == [])
  }

  @Test func `without such names, those that depend on it directly and are called after nothing else are`() {
    let graph = graph([
      "DequeTests": ["DequeModule", "Support"], "HeapTests": ["Heap", "DequeModule"], "AllTests": ["DequeTests"],
      "DeepTests": ["Heap"], "Heap": ["DequeModule"],
    ])
    #expect(own("DequeModule", in: graph) == ["DequeTests"])
    #expect(own("Heap", in: graph) == ["HeapTests"])
    #expect(own("Support", in: graph) == ["DequeTests"])
    #expect(own("Nothing", in: graph) == [])
  }

  @Test func `the longest name counts, and the word feature need not be in it`() {
    let graph = graph([
      "CartCheckoutTests": ["Cart", "CartCheckout"], "HomeTests": ["HomeFeature"], "CartingTests": ["Cart"],
    ])
    #expect(own("CartCheckout", in: graph) == ["CartCheckoutTests"])
    #expect(own("HomeFeature", in: graph) == ["HomeTests"])
    // It begins with the letters only.
    #expect(own("Cart", in: graph) == ["CartingTests"])
  }
}
