@testable import BuildAnalysis
@testable import Foresight
import ModuleGraph
import Testing

/// What a proposal may say, and what is said about one that cannot be.
@Suite struct ProposalTests {
  private func message(_ changes: StructureChange...) throws -> String? {
    let recorded = try MadeWorld.shop.recorded
    do throws(ProposalError) {
      _ = try recorded.seconds(Proposal(changes))
      return nil
    } catch {
      return error.description
    }
  }

  @Test func `names that are none are told with the nearest`() throws {
    #expect(
      try message(.cut("Serch", "Cart")) == "There is no module “Serch”. Did you mean “Search”?")
    #expect(try message(.remove("Qqqqq")) == "There is no module “Qqqqq”. `modgauge graph` lists the modules.")
    #expect(try message(.cut("Shop/Search", "Cart")) == nil)
  }

  @Test func `what is so already is an error`() throws {
    #expect(try message() == "No change was specified. Add one, such as --cut App->Core, or a file with --proposal.")
    #expect(try message(.add("Cart", "Net")) == "“add Cart → Net” changes nothing.")
    #expect(try message(.cores(32)) == "“32 cores” changes nothing.")
    #expect(try message(.jobs(4)) == "“4 jobs” changes nothing.")
    #expect(try message(.cores(8), .jobs(8)) == nil)
    #expect(try message(.jobs(4), .cores(8)) == nil)
    #expect(try message(.unblock(.atModuleEnd))?.contains("changes nothing") == true)
    #expect(try message(.cost("Core", factor: 1))?.contains("changes nothing") == true)
    #expect(
      try message(.cut("Search", "Core")) == "Search does not depend on Core directly. It depends on Cart, Net.")
    #expect(try message(.cut("Core", "App")) == "Core does not depend on App directly. It has no dependencies.")
    #expect(try message(.interface("Search"))?.contains("changes nothing") == true)
  }

  @Test func `a cycle is told with its members, once all changes are made`() throws {
    #expect(
      try message(.add("Core", "Search"))
        == "The modules would form a cycle: Core → Search → Net → Core.")
    #expect(try message(.add("Core", "Core")) == "Core cannot depend on itself.")
    #expect(try message(.add("Cart", "Search"), .cut("Search", "Cart")) == nil)
    #expect(try message(.merge(["Core", "Cart"], into: "All"))?.contains("would form a cycle: ") == true)
  }

  @Test func `every file of a split module belongs to one part`() throws {
    func split(_ parts: (String, [String])...) -> StructureChange {
      .split("Net", parts.map { .init(name: $0.0, files: $0.1) })
    }
    #expect(
      try message(split(("A", ["Net0.swift"]), ("B", ["Net[12]*", "Net1.swift", "Net2.swift"])))?
        .contains("matches no file of Net, which has Net0.swift, Net1.swift, Net2.swift") == true)
    #expect(
      try message(split(("A", ["Net0.swift"]), ("B", ["Net1.swift"])))
        == "No pattern matches Net2.swift of Net. Every file must belong to one part; one without patterns, as in "
        + "`Net=New:…,Net:`, gets the rest.")
    #expect(
      try message(split(("A", ["Net0.swift"]), ("B", ["*"]))) == "Several parts match Net0.swift: A, B.")
    #expect(try message(split(("A", ["Net0.swift"]), ("Net", []))) == nil)
    #expect(
      try message(split(("A", ["Net0.swift"]), ("B", []), ("C", []))) == "Several parts match Net1.swift: B, C.")
    #expect(try message(split(("A", ["*"])))?.contains("needs at least two modules") == true)
    let rest = ["Net1.swift", "Net2.swift"]
    #expect(
      try message(split(("Core", ["Net0.swift"]), ("B", rest)))
        == "A module “Core” already exists; choose another name.")
    #expect(try message(split(("A", ["Net0.swift"]), ("A", rest))) == "“A” is named twice.")
    #expect(try message(split(("a/b", ["Net0.swift"]), ("B", rest))) == "“a/b” cannot be the name of a module.")
    #expect(try message(split(("Net", ["Net0.swift"]), ("B", rest))) == nil)
    // A part is a module that further changes may name.
    #expect(try message(split(("A", ["Net0.swift"]), ("B", rest)), .cut("Search", "A"), .add("B", "A")) == nil)
    #expect(
      try message(split(("A", ["Net0.swift"]), ("B", rest)), .remove("Net"))
        == "Module “Net” no longer exists: an earlier change of the proposal removed, split or merged it.")
  }

  @Test func `two modules cannot be compiled under one name`() throws {
    var shop = MadeWorld.shop
    shop.targets.append(MadeWorld.Target("Foo_Bar", lines: [80, 40]))
    let recorded = try shop.recorded
    func message(_ change: StructureChange) -> String? {
      do throws(ProposalError) {
        _ = try recorded.seconds(Proposal([change]))
        return nil
      } catch { return error.description }
    }
    func split(_ module: String, _ one: String, _ other: String) -> StructureChange {
      let files = shop.files[MadeWorld.id(module)]?.map(\.path) ?? []
      return .split(module, [.init(name: one, files: [files[0]]), .init(name: other, files: Array(files.dropFirst()))])
    }
    let words =
      "“Foo-Bar” and “Foo_Bar” cannot both exist: both would be compiled as “Foo_Bar”; choose another name."
    #expect(message(.merge(["Net", "Store"], into: "Foo-Bar")) == words)
    #expect(message(split("Net", "Foo-Bar", "Net")) == words)
    #expect(
      message(split("Net", "a-b", "a.b"))
        == "“a.b” and “a-b” cannot both exist: both would be compiled as “a_b”; choose another name.")
    #expect(message(split("Foo_Bar", "Foo-Bar", "Rest")) == nil)
    #expect(message(.merge(["Net", "Foo_Bar"], into: "Foo-Bar")) == nil)
  }

  @Test func `what was recorded cannot be removed, but replaced`() throws {
    let shop = MadeWorld.shop
    let whole = shop.graph
    let graph = ModuleGraph(
      packages: whole.packages,
      products: [Product(name: "shop", package: "Shop", kind: .executable, modules: [MadeWorld.id("App")])],
      modules: whole.modules, dependencies: whole.dependencies)
    func message(_ changes: [StructureChange], recording target: String?) throws -> String? {
      let recorded = try RecordedStructure(shop.trace, graph: graph, files: shop.files, target: target)
      do throws(ProposalError) {
        _ = try recorded.forecast(Proposal(changes))
        return nil
      } catch { return error.description }
    }
    let words =
      "The recorded build is of App: without it, nothing is left to build. To predict the rest of the package, record the "
      + "whole package with `modgauge record`, and name that recording."
    for target in ["App", "Shop/App", "shop"] { #expect(try message([.remove("App")], recording: target) == words) }
    #expect(try message([.remove("App")], recording: nil) == nil)
    #expect(try message([.remove("Search")], recording: "App") == nil)
    #expect(try message([.merge(["App", "Search"], into: "Whole")], recording: "App") == nil)
    // An interface is nothing to build for itself.
    #expect(try message([.interface("Cart"), .remove("Cart")], recording: "Cart")?.contains("is of Cart:") == true)
    let all = try message(whole.modules.map { .remove($0.name) }, recording: nil)
    #expect(all == "All modules are removed: nothing is left to build.")
  }

  @Test func `what nothing needs any more is not built`() throws {
    let shop = MadeWorld.shop
    func forecast(
      _ changes: [StructureChange], recording target: String? = nil, _ graph: ModuleGraph
    ) throws -> Forecast {
      let files = Dictionary(
        uniqueKeysWithValues: graph.modules.map { ($0.id, shop.files[MadeWorld.id($0.name)] ?? []) })
      return try RecordedStructure(shop.trace, graph: graph, files: files, target: target).forecast(Proposal(changes))
    }
    func names(_ forecast: Forecast) -> [String] { forecast.graphAfter.modules.map(\.name).sorted() }
    let cut = [StructureChange.cut("App", "Search")]
    let whole = try forecast(cut, shop.graph)
    #expect(names(whole) == ["App", "Cart", "Core", "Net", "Search", "Store"])
    let part = try forecast(cut, recording: "App", shop.graph)
    #expect(names(part) == ["App", "Cart", "Core", "Net", "Store"])
    #expect(part.assumptions.map(\.description) == ["Nothing that is built needs Search any more, so it is not built."])
    #expect(part.cpuSeconds.value < whole.cpuSeconds.value - 0.5)

    // In a package of its own, Net is built only because others need it.
    func elsewhere(_ id: ModuleID) -> ModuleID { id.name == "Net" ? ModuleID(package: "lib", name: "Net") : id }
    let lib = PackageDependency(identity: "lib", requirement: "path", location: "lib")
    let graph = ModuleGraph(
      packages: [
        Package(key: "Shop", identity: "shop", name: "Shop", path: ".", toolsVersion: "6.0.0", dependencies: [lib]),
        Package(key: "lib", identity: "lib", name: "Lib", path: "lib", toolsVersion: "6.0.0", dependencies: []),
      ],
      modules: shop.graph.modules.map {
        Module(id: elsewhere($0.id), kind: $0.kind, sources: $0.sources, lines: $0.lines, languages: $0.languages)
      },
      dependencies: shop.graph.dependencies.map {
        let (from, to) = (elsewhere($0.from), elsewhere($0.to))
        return Dependency(
          from: from, to: to, kind: from.package == to.package ? .target : .product,
          product: from.package == to.package ? nil : to.name)
      })
    #expect(try names(forecast([.cut("Cart", "Net")], graph)).contains("Net"), "Search needs it")
    let without = try forecast([.cut("Cart", "Net"), .cut("Search", "Net")], graph)
    #expect(names(without) == ["App", "Cart", "Core", "Search", "Store"])
    let inOne = try forecast([.cut("Cart", "Net"), .cut("Search", "Net")], shop.graph)
    #expect(names(inOne).contains("Net"), "a module of the built package")
  }

  @Test func `merging and moving have their own errors`() throws {
    #expect(try message(.merge(["Net"], into: "N"))?.contains("needs at least two modules") == true)
    #expect(try message(.merge(["Net", "Net"], into: "N")) == "“Net” is named twice.")
    #expect(try message(.merge(["Net", "Store"], into: "Cart"))?.contains("already") == true)
    #expect(try message(.merge(["Net", "Store"], into: "Net")) == nil)
    #expect(
      try message(.move(["Net*"], from: "Net", to: "Store"))
        == "The patterns match every file of Net; merge the modules instead.")
    #expect(try message(.move(["Qqq*"], from: "Net", to: "Store"))?.contains("matches no file of Net") == true)
    #expect(
      try message(.move(["[A-Z]*"], from: "Net", to: "Store"))?.hasSuffix("Only *, ** and ? are wildcards.") == true)
    for factor in [-1, 1e12, .infinity] {
      let words = "A cost cannot be multiplied by \(factor): the factor must be from 0 to 1000000."
      #expect(try message(.cost("Net", factor: factor)) == words)
    }
    #expect(try message(.cores(0)) == "“0” is not a number of cores or jobs; it must be from 1 to 10000.")
    #expect(try message(.jobs(.max)) == "“\(Int.max)” is not a number of cores or jobs; it must be from 1 to 10000.")
  }

  @Test func `a merged module has the factors of its parts, by their lines or else by their files`() throws {
    let shop = MadeWorld.shop
    let proposal = Proposal([.cost("Cart", factor: 2), .merge(["Cart", "Search"], into: "Features")])
    var structure = try shop.recorded.unchanged
    try structure.apply(proposal)
    let merged = try #require(structure.contents[MadeWorld.id("Features")])
    // 1,000 lines of the cart and 630 of the search.
    #expect(abs(merged.factor - (2 * 1000 + 630) / 1630.0) < 1e-9)
    #expect(merged.files.count == 9 && merged.origins == [MadeWorld.id("Cart"), MadeWorld.id("Search")])
    let graph = ModuleGraph(
      modules: shop.graph.modules.map { Module(id: $0.id, kind: $0.kind) }, dependencies: shop.graph.dependencies)
    var unknown = ProposedStructure(
      graph, built: Set(graph.modules.map(\.id)), files: shop.files, machine: structure.machine)
    try unknown.apply(proposal)
    // Four files and five.
    #expect(abs(try #require(unknown.contents[MadeWorld.id("Features")]).factor - (2 * 4 + 5) / 9.0) < 1e-9)
  }

  @Test func `two programs cannot be one module`() throws {
    var shop = MadeWorld.shop
    shop.targets.append(MadeWorld.Target("Admin", lines: [80], ["Cart"], isProgram: true))
    let recorded = try shop.recorded
    do throws(ProposalError) {
      _ = try recorded.seconds(Proposal([.merge(["App", "Admin", "Search"], into: "All")]))
      Issue.record("a module with two entry points was predicted")
    } catch {
      #expect(
        error.description == "App, Admin cannot be one module: each is a program with an entry point of its own.")
    }
    _ = try recorded.seconds(Proposal([.merge(["App", "Search"], into: "App")]))
  }

  @Test func `a module that the build did not compile has no cost to change`() throws {
    let shop = MadeWorld.shop
    var modules = shop.graph.modules
    modules.append(Module(id: MadeWorld.id("Lonely"), kind: .regular, sources: 1, lines: 5))
    modules.append(Module(id: MadeWorld.id("Tool"), kind: .plugin, sources: 1, lines: 5))
    let graph = ModuleGraph(modules: modules, dependencies: shop.graph.dependencies)
    let recorded = try RecordedStructure(shop.trace, graph: graph, files: shop.files)
    #expect(throws: ProposalError.notBuilt(MadeWorld.id("Lonely"))) {
      try recorded.seconds(Proposal([.remove("Lonely")]))
    }
    #expect(throws: ProposalError.notDivisible(MadeWorld.id("Tool"), .plugin)) {
      try recorded.seconds(Proposal([.merge(["Tool", "Net"], into: "N")]))
    }
  }

  @Test func `files of C and Swift are not mixed, and the error of an interface says what a program cannot have`()
    throws
  {
    let shop = MadeWorld.shop
    let modules = shop.graph.modules.map {
      $0.name == "Net"
        ? Module(id: $0.id, kind: $0.kind, sources: $0.sources, lines: $0.lines, languages: ["c"]) : $0
    }
    let graph = ModuleGraph(modules: modules, dependencies: shop.graph.dependencies)
    let recorded = try RecordedStructure(shop.trace, graph: graph, files: shop.files)
    let (cart, net) = (MadeWorld.id("Cart"), MadeWorld.id("Net"))
    let file = try #require(shop.files[cart]?.first?.path)
    #expect(throws: ProposalError.mixedLanguages([cart, net])) {
      try recorded.seconds(Proposal([.move([file], from: "Cart", to: "Net")]))
    }
    #expect(throws: ProposalError.mixedLanguages([cart, net])) {
      try recorded.seconds(Proposal([.merge(["Cart", "Net"], into: "All")]))
    }
    #expect(throws: ProposalError.noInterface(MadeWorld.id("App"), .executable)) {
      try recorded.seconds(Proposal([.interface("App")]))
    }
    #expect(throws: ProposalError.interfaceOfC(net)) { try recorded.seconds(Proposal([.interface("Net")])) }
  }

  @Test func `what depends on removed modules is named, unless it is removed as well`() {
    func names(_ words: String...) -> [String] {
      let proposal = Proposal([.cut("App", "Cart")] + words.map { .remove($0) })
      return proposal.dependenciesOnRemoved(in: MadeWorld.shop.graph).map { "\($0.from.name) \($0.to.name)" }
    }
    #expect(names() == [])
    #expect(names("Cart") == ["App Cart", "Search Cart"])
    #expect(names("Cart", "Search") == ["App Cart", "App Search"])
    #expect(
      Proposal([.cut("App", "Cart"), .cut("App", "New")]).cuts(in: MadeWorld.shop.graph).map(\.to.name) == ["Cart"])
  }

  @Test func `errors that no build resolves are found before one is recorded`() throws {
    let shop = MadeWorld.shop
    func check(_ change: StructureChange, in graph: ModuleGraph) throws {
      try Proposal([change]).check(in: graph, files: shop.files)
    }
    let unknown = ProposalError.unknownModule("Zzzzzz", nearest: [])
    #expect(throws: unknown) { try check(.cut("App", "Zzzzzz"), in: shop.graph) }
    let open = ModuleGraph(
      modules: shop.graph.modules + [Module(id: ModuleID(package: "swift-nio", name: "NIO"), kind: .external)],
      dependencies: shop.graph.dependencies)
    try check(.cut("App", "Zzzzzz"), in: open)
    #expect(throws: ProposalError.onItself(MadeWorld.id("App"))) { try check(.add("App", "App"), in: open) }
    for change in [StructureChange.cores(32), .jobs(4), .unblock(.atEmitModule), .cut("App", "Cart")] {
      try check(change, in: shop.graph)
    }
  }

  @Test func `a cut that leaves a path is noted`() throws {
    let forecast = try MadeWorld.shop.recorded.forecast(Proposal([.cut("Search", "Net")]))
    #expect(
      forecast.assumptions.map(\.description)
        == ["Search still reaches Net through Cart, and waits for it."])
  }

  @Test func `parts depend on what their files import, where that is known`() throws {
    let shop = MadeWorld.shop
    var files = shop.files
    files[MadeWorld.id("Cart")] = shop.files[MadeWorld.id("Cart")]?.enumerated().map {
      ModuleFile(path: $1.path, lines: $1.lines, imports: $0 == 0 ? ["Net"] : ["Store", "Foundation"])
    }
    let recorded = try RecordedStructure(shop.trace, graph: shop.graph, files: files)
    let split = StructureChange.split(
      "Cart",
      [
        .init(name: "CartNet", files: ["Cart0.swift"]),
        .init(name: "CartStore", files: ["Cart1.swift", "Cart2.swift", "Cart3.swift"]),
      ])
    let after = try recorded.forecast(Proposal([split])).graphAfter
    func below(_ name: String) -> [String] { after.dependencies.filter { $0.from.name == name }.map(\.to.name) }
    #expect(below("CartNet") == ["Net"] && below("CartStore") == ["Store"])
    #expect(below("App") == ["CartNet", "CartStore", "Search"])
  }

  @Test(arguments: [
    (StructureChange.Kind.cut, "A->B", StructureChange.cut("A", "B")), (.add, "A → p/B", .add("A", "p/B")),
    (.merge, "A, B=C", .merge(["A", "B"], into: "C")), (.remove, "A", .remove("A")),
    (
      .split, "M=A:x*.swift,y.swift,B:Sub/**",
      .split("M", [.init(name: "A", files: ["x*.swift", "y.swift"]), .init(name: "B", files: ["Sub/**"])])
    ),
    (.moveFiles, "a*,b*=A->B", .move(["a*", "b*"], from: "A", to: "B")), (.cost, "A=×0.5", .cost("A", factor: 0.5)),
    (.cost, "A=x2", .cost("A", factor: 2)), (.cost, "A=0", .cost("A", factor: 0)), (.cores, "8", .cores(8)),
    (.unblock, "emit-module", .unblock(.atEmitModule)), (.unblock, "all", .unblock(.atModuleEnd)),
  ])
  func `changes have a form for each kind`(kind: StructureChange.Kind, text: String, change: StructureChange) {
    #expect(StructureChange(kind, text) == change)
  }

  @Test(arguments: [
    (StructureChange.Kind.cut, "A"), (.cut, "A->"), (.add, "->B"), (.merge, "A,B"), (.merge, "=C"), (.split, "M=x"),
    (.split, "M=:a"), (.moveFiles, "a=A"), (.cost, "A=fast"), (.cost, "A=0x10"), (.cost, "A=xX8"), (.cost, "A=nan"),
    (.cores, "many"), (.unblock, "later"), (.remove, ""),
  ])
  func `another form is none`(kind: StructureChange.Kind, text: String) {
    #expect(StructureChange(kind, text) == nil)
  }
}
