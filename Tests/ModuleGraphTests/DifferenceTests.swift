@testable import ModuleGraph
import Testing

@Suite struct DifferenceTests {
  private let base = ModuleGraph([
    "App": ["Cart", "Legacy", "Core"], "Cart": ["Core"], "Legacy": ["Core"], "Core": [],
  ])

  private func ends(_ edges: [GraphDifference.Edge]) -> [String] {
    edges.map { "\($0.from.dropFirst(8)) → \($0.to.dropFirst(8))" }
  }

  @Test func aGraphDoesNotDifferFromItself() throws {
    let difference = try GraphDifference(from: base, to: base)
    #expect(difference.isEmpty)
    #expect(difference.cycles.new.isEmpty && difference.redundantEdges.new.isEmpty)
  }

  @Test func modulesAndEdgesAreAddedAndRemoved() throws {
    let head = ModuleGraph(["App": ["Cart", "Search"], "Cart": ["Core"], "Search": ["Core", "Cart"]])
    let difference = try GraphDifference(from: base, to: head)
    #expect(difference.addedNodes.map(\.title) == ["Search"])
    #expect(difference.removedNodes.map(\.title) == ["Legacy"])
    #expect(ends(difference.addedEdges) == ["App → Search", "Search → Cart", "Search → Core"])
    #expect(ends(difference.removedEdges) == ["App → Core", "App → Legacy", "Legacy → Core"])
    #expect(difference.redundantEdges.new.map(\.to) == ["Example/Cart", "Example/Core"])
    // App → Core was implied, and is told among those that were removed.
    #expect(difference.redundantEdges.gone.isEmpty)
    #expect(difference.union.nodes.count == 5)
  }

  @Test func cyclesComeAndGo() throws {
    let head = ModuleGraph(["App": ["Cart", "Legacy", "Core"], "Cart": ["Core"], "Legacy": ["Core"], "Core": ["Cart"]])
    #expect(try GraphDifference(from: base, to: head).cycles.new == [["Example/Cart", "Example/Core"]])
    #expect(try GraphDifference(from: head, to: base).cycles.gone == [["Example/Cart", "Example/Core"]])
  }

  @Test func aConditionThatIsNewChangesAnEdge() throws {
    let (app, core) = (ModuleID(package: "P", name: "App"), ModuleID(package: "P", name: "Core"))
    func graph(_ condition: Condition?, line: Int) -> ModuleGraph {
      ModuleGraph(
        modules: [app, core].map { Module(id: $0, kind: .regular) },
        dependencies: [
          Dependency(
            from: app, to: core, condition: condition, location: .init(file: "Package.swift", line: line))
        ])
    }
    let changed = try GraphDifference(from: graph(nil, line: 1), to: graph(Condition(platforms: ["ios"]), line: 1))
    #expect(changed.changedEdges.count == 1 && changed.addedEdges.isEmpty)
    #expect(try GraphDifference(from: graph(nil, line: 1), to: graph(nil, line: 2)).isEmpty)
  }

  @Test func aModuleOfAnotherKindIsADifference() throws {
    func graph(_ kind: Module.Kind) -> ModuleGraph {
      ModuleGraph(modules: [Module(id: ModuleID(package: "P", name: "Tool"), kind: kind)])
    }
    for (before, after) in [
      (Module.Kind.executable, Module.Kind.regular), (.test, .regular), (.external, .regular), (.regular, .test),
      (.regular, .external),
    ] {
      let difference = try GraphDifference(from: graph(before), to: graph(after))
      #expect(!difference.isEmpty)
      #expect(difference.changedKinds.map(\.id) == ["P/Tool"])
      #expect(difference.changedKinds.map(\.before) == [before] && difference.changedKinds.map(\.after) == [after])
    }
  }

  @Test func aProductOfAnotherTypeIsADifference() throws {
    let (core, more) = (ModuleID(package: "P", name: "Core"), ModuleID(package: "P", name: "More"))
    func product(
      _ name: String, _ modules: [ModuleID], _ kind: Product.Kind = .library, _ linkage: Product.Linkage? = .automatic
    ) -> Product { Product(name: name, package: "P", kind: kind, linkage: linkage, modules: modules) }
    func changed(_ before: [Product], _ after: [Product], with modules: [ModuleID]) throws -> [String] {
      func graph(_ products: [Product], _ modules: [ModuleID]) -> ModuleGraph {
        ModuleGraph(products: products, modules: modules.map { Module(id: $0, kind: .regular) })
      }
      return try GraphDifference(from: graph(before, [core]), to: graph(after, modules)).changedProducts.map(\.id)
    }
    let library = product("Core", [core])
    #expect(try changed([library], [library], with: [core]).isEmpty)
    #expect(try changed([library], [product("Core", [core], .library, .dynamic)], with: [core]) == ["P/Core"])
    #expect(try changed([library], [product("Core", [core], .executable, nil)], with: [core]) == ["P/Core"])
    #expect(try changed([library], [product("Core", [core, more])], with: [core, more]) == ["P/Core"])
    #expect(try changed([library], [], with: [core]) == ["P/Core"])
    // A product of a new module says nothing that the module does not.
    #expect(try changed([library], [library, product("More", [more])], with: [core, more]).isEmpty)
  }

  @Test func aModuleThatMovedKeepsItsEdges() throws {
    func graph(core: Module) -> ModuleGraph {
      let app = ModuleID(package: "Shop", name: "App")
      return ModuleGraph(
        modules: [Module(id: app, kind: .executable, path: "Sources/App"), core],
        dependencies: [Dependency(from: app, to: core.id)])
    }
    let inRoot = Module(id: ModuleID(package: "Shop", name: "Core"), kind: .regular, path: "Sources/Core")
    let inOwn = Module(id: ModuleID(package: "core", name: "Core"), kind: .regular, path: "Core/Sources/Core")
    let renamed = Module(id: ModuleID(package: "Shop", name: "Kernel"), kind: .regular, path: "Sources/Core")
    let elsewhere = Module(id: inRoot.id, kind: .regular, path: "Modules/Core")
    for after in [inOwn, renamed, elsewhere] {
      let difference = try GraphDifference(from: graph(core: inRoot), to: graph(core: after))
      #expect(difference.moves == [ModuleMove(before: inRoot, after: after)])
      #expect(difference.addedNodes.isEmpty && difference.removedEdges.isEmpty && difference.addedEdges.isEmpty)
      #expect(!difference.isEmpty)
    }
  }

  @Test func anEdgeThatNothingImpliesAnyMoreIsTold() throws {
    let head = ModuleGraph(["App": ["Cart", "Legacy", "Core"], "Cart": [], "Legacy": [], "Core": []])
    let difference = try GraphDifference(from: base, to: head)
    #expect(difference.redundantEdges.gone.map(\.to) == ["Example/Core"])
  }

  @Test func whatFollowsFromARenameIsNoChange() throws {
    func graph(_ name: String, extra: [String] = []) -> ModuleGraph {
      let (app, net) = (ModuleID(package: "App", name: "App"), ModuleID(package: name.lowercased(), name: name))
      return ModuleGraph(
        modules: [Module(id: app, kind: .executable), Module(id: net, kind: .regular, path: "Packages/\(name)")]
          + extra.map { Module(id: ModuleID(package: "App", name: $0), kind: .regular) },
        dependencies: [Dependency(from: app, to: net, kind: .product, product: name)])
    }
    let succession = ModuleSuccession(
      before: ModuleID(package: "network", name: "Network"),
      after: ModuleID(package: "networkclient", name: "NetworkClient"), sharedFiles: 9, files: 10)
    let difference = try GraphDifference(
      from: graph("Network"), to: graph("NetworkClient", extra: ["New"]), successions: [succession])
    #expect(difference.moves.map(\.isRenamed) == [true])
    #expect(difference.moves.map(\.succession) == [succession])
    #expect(difference.addedNodes.map(\.title) == ["New"] && difference.removedNodes.isEmpty)
    #expect(difference.addedEdges.isEmpty && difference.removedEdges.isEmpty && difference.changedEdges.isEmpty)
    for name in ["Network", "network/Network", "NetworkClient"] {
      var selection = Selection()
      selection.reaches = [name]
      let part = try GraphDifference(
        from: graph("Network"), to: graph("NetworkClient", extra: ["New"]), selection: selection,
        successions: [succession])
      #expect(part.head.nodes.map(\.title) == ["App", "NetworkClient"])
      #expect(part.moves == difference.moves)
    }
  }

  @Test func aSelectionMayNameWhatOnlyOneGraphHas() throws {
    let head = ModuleGraph(["App": ["Cart", "Search"], "Cart": ["Core"], "Search": ["Core"]])
    var selection = Selection()
    selection.focus = ["Search", "Legacy"]
    let difference = try GraphDifference(from: base, to: head, selection: selection)
    #expect(difference.union.nodes.map(\.title) == ["Core", "Legacy", "Search"])
    #expect(difference.addedNodes.map(\.title) == ["Search"])
  }

  @Test func groupsAreComparedAsOne() throws {
    let head = ModuleGraph(["App": ["Cart"], "Cart": ["Core"], "Catalog": ["Core"]])
    var selection = Selection()
    selection.collapse = ["C*"]
    let difference = try GraphDifference(from: base, to: head, selection: selection)
    #expect(difference.addedNodes.isEmpty)
    #expect(difference.removedNodes.map(\.title) == ["Legacy"])
  }

  @Test(arguments: UInt64(0)..<200) func whatChangedTurnsTheBaseIntoTheHead(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    func graph() -> ModuleGraph {
      let ids = (0..<12).filter { _ in random.below(4) > 0 }.map { ModuleID(package: "P", name: "M\($0)") }
      guard !ids.isEmpty else { return ModuleGraph() }
      let edges = (0..<random.below(30)).map { _ in [ids[random.below(ids.count)], ids[random.below(ids.count)]] }
      return ModuleGraph(
        modules: ids.map { Module(id: $0, kind: .regular) },
        dependencies: Set(edges).map { Dependency(from: $0[0], to: $0[1]) })
    }
    let (base, head) = (graph(), graph())
    let difference = try GraphDifference(from: base, to: head)
    func nodes(_ graph: ModuleGraph) -> Set<String> { Set(graph.modules.map(\.id.description)) }
    func edges(_ graph: ModuleGraph) -> Set<[String]> {
      Set(graph.dependencies.map { [$0.from.description, $0.to.description] })
    }
    #expect(
      nodes(base).subtracting(difference.removedNodes.map(\.id)).union(difference.addedNodes.map(\.id)) == nodes(head))
    #expect(
      edges(base).subtracting(difference.removedEdges.map { [$0.from, $0.to] })
        .union(difference.addedEdges.map { [$0.from, $0.to] }) == edges(head))
    #expect(difference.isEmpty == (nodes(base) == nodes(head) && edges(base) == edges(head)))
  }
}
