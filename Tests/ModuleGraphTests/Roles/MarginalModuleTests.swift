import ModuleGraph
import Testing

/// What a build would not compile without a feature.
@Suite struct MarginalModuleTests {
  private func marginal(
    _ feature: [String], besides others: [[String]], in graph: ModuleGraph, built: [String]? = nil
  ) -> [String] {
    func ids(_ names: [String]) -> [ModuleID] { names.map { ModuleID(package: "Shop", name: $0) } }
    return graph.marginalModules(
      of: ids(feature), besides: others.map(ids), in: ids(built ?? graph.modules.map(\.name))
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

  @Test func `in a whole package, the programs that show the feature alone go with it`() {
    let graph = RoleExample.graph(
      ["HomeDemo": ["Home"], "tool": ["Home", "Cart"], "Home": ["Core"], "Cart": ["Core"], "Alone": []],
      kinds: ["HomeDemo": .executable, "tool": .executable])
    #expect(marginal(["Home"], besides: [["Cart"]], in: graph) == ["Home", "HomeDemo"])
    // The app that has a single feature is not a program of that feature.
    let single = RoleExample.graph(["App": ["Home"], "Home": ["Core"]], kinds: ["App": .executable])
    #expect(marginal(["Home"], besides: [], in: single) == ["Core", "Home"])
  }

  @Test func `what is not built is nobody's`() {
    #expect(marginal(["Home"], besides: [["Cart"]], in: app, built: ["App", "Cart", "Core", "Pay", "Money"]) == [])
    #expect(
      marginal(["Home", "Cart"], besides: [], in: app)
        == ["Cart", "Core", "Home", "Images", "Money", "Pay"])
  }
}
