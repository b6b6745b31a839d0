import ModuleGraph
import Testing

@Suite struct FeatureShareTests {
  private func shares(
    _ graph: ModuleGraph, imports: [ModuleID: MissingImport] = [:],
    seconds: @escaping ([ModuleID]) -> Double? = { _ in nil }
  ) throws -> FeatureShares {
    FeatureShares(try Roles(graph), in: graph, imports: imports, estimates: .init(seconds: seconds))
  }

  @Test func `a feature's share is what a sample app would compile of the combined app`() throws {
    let shares = try shares(RoleExample.shop) { Double($0.count) }
    #expect(shares.combined.modules == 5 && shares.combined.lines == Tally(value: 500, isExact: true))
    let home = try #require(shares.rows.first { $0.feature.name == "Home" })
    #expect(home.part.modules == 2 && home.moduleShare == 0.4 && home.lineShare == 0.4 && home.sourceShare == 0.4)
    #expect(home.part.estimatedSeconds == 2 && home.secondsShare == 0.4 && home.sampleApp == nil)
    #expect(home.marginal.modules == 1 && home.marginal.lines?.exact == 100 && home.marginal.estimatedSeconds == nil)
  }

  @Test func `the smallest sample app that there is counts with its own module`() throws {
    let graph = RoleExample.graph(
      [
        "App": ["Home", "Cart"], "Home": ["Core"], "Cart": ["Core"], "HomeDemo": ["Home", "Extra"], "HomeApp": ["Home"],
      ], kinds: ["App": .executable, "HomeDemo": .executable, "HomeApp": .executable])
    let home = try #require(try shares(graph).rows.first { $0.feature.name == "Home" })
    #expect(home.sampleApp?.name == "HomeApp" && home.part.modules == 3)
    let estimated = try shares(graph) { $0.contains { $0.name == "HomeApp" } ? nil : Double($0.count) }
    let recorded = try #require(estimated.rows.first { $0.feature.name == "Home" })
    #expect(recorded.part.estimatedSeconds == 2, "the recorded build has the feature, but not its sample app")
  }

  @Test func `the smallest sample app has the fewest modules, then the fewest lines, then the first name`() throws {
    func chosen(lines: [String: Int]) throws -> String? {
      let plain = RoleExample.graph(
        [
          "App": ["Home", "Cart", "Pay"], "Home": ["Core"], "Cart": ["Core"], "Pay": ["Core"],
          "HomeApp": ["Home", "Extra"], "HomeDemo": ["Home"], "HomePreview": ["Home"],
        ],
        kinds: ["App": .executable, "HomeApp": .executable, "HomeDemo": .executable, "HomePreview": .executable])
      let graph = ModuleGraph(
        packages: plain.packages,
        modules: plain.modules.map { module in
          Module(
            id: module.id, kind: module.kind, path: module.path, sources: 2, lines: lines[module.name] ?? 10,
            languages: ["swift"])
        }, dependencies: plain.dependencies)
      return try shares(graph).rows.first { $0.feature.name == "Home" }?.sampleApp?.name
    }
    #expect(try chosen(lines: ["HomeDemo": 900, "HomePreview": 800]) == "HomePreview")
    #expect(try chosen(lines: ["HomeDemo": 700, "HomePreview": 800]) == "HomeDemo")
    #expect(try chosen(lines: [:]) == "HomeDemo")
  }

  @Test func `a sample app that is named after the feature counts rather than a smaller one`() throws {
    let graph = RoleExample.graph(
      [
        "App": ["Home", "Cart"], "Home": ["Core"], "Cart": ["Core"], "HomeDemo": ["Home", "Extra"], "ADemo": ["Home"],
      ],
      kinds: ["App": .executable, "HomeDemo": .executable, "ADemo": .executable])
    let home = try #require(try shares(graph).rows.first { $0.feature.name == "Home" })
    #expect(home.feature.sampleApps.map(\.name) == ["ADemo", "HomeDemo"])
    #expect(home.sampleApp?.name == "HomeDemo" && home.part.modules == 4)
  }

  @Test func `unknown sizes give no share`() throws {
    let graph = ModuleGraph(
      modules: RoleExample.shop.modules.map {
        Module(id: $0.id, kind: $0.kind, sources: 1, lines: $0.name == "Cart" ? nil : 10)
      }, dependencies: RoleExample.shop.dependencies)
    let row = try #require(try shares(graph).rows.first { $0.feature.name == "Home" })
    #expect(row.lineShare == nil && row.sourceShare != nil && row.part.lines?.exact == 20)
    #expect(try shares(graph).combined.lines?.lowerBound == 40)
  }

  @Test func `what cannot be built here is said, of each kind once`() throws {
    let package = RoleExample.graph(
      ["Home": ["Blob", "Core"], "Cart": ["Core"]], kinds: ["Blob": .binary],
      paths: ["Blob": "Frameworks/Blob.xcframework"])
    let project = RoleExample.graph(
      ["Phone": ["Action"], "Action": []], kinds: ["Phone": .app, "Action": .extension], package: "Project")
    let merged = RoleExample.merged([package, project], dependencies: [("Phone", "Home"), ("Phone", "Cart")])
    func graph(os: String) -> ModuleGraph {
      ModuleGraph(
        environment: .init(os: os, arch: "x86_64", toolchain: "6.3.1"),
        packages: [
          package.packages[0],
          Package(
            key: "Project", identity: "project", name: "P", path: "P.xcodeproj", toolsVersion: nil, dependencies: []),
        ], modules: merged.modules, dependencies: merged.dependencies)
    }
    let phone = ModuleID(package: "Project", name: "Phone")
    let blob = ModuleID(package: "Shop", name: "Blob")
    let core = ModuleID(package: "Shop", name: "Core")
    let view = MissingImport(file: "View.swift", framework: "SwiftUI")
    let linux = try shares(graph(os: "linux"), imports: [core: view])
    #expect(
      linux.combined.obstacles == [
        .xcodeTarget(phone), .appleBinary(blob, os: "linux"), .missingImport(core, view, os: "linux"),
      ])
    #expect(linux.rows.map(\.part.obstacles.count) == [1, 2])
    let mac = try shares(graph(os: "macos"), imports: [core: view])
    #expect(mac.combined.obstacles == [.xcodeTarget(phone)] && mac.rows.allSatisfy { $0.part.obstacles.isEmpty })
    try #require(linux.combined.obstacles.count > 2)
    #expect(linux.combined.obstacles[2].description == "View.swift of Core imports SwiftUI, which Linux does not have")
  }

  @Test func `a package with nothing to compare is an error that says what to name`() throws {
    func message(_ graph: ModuleGraph, _ settings: RoleSettings = RoleSettings()) throws -> String? {
      let roles = try Roles(graph, settings: settings)
      do throws(RoleError) {
        try roles.checkComparable(in: graph)
        return nil
      } catch { return error.description }
    }
    let tools = RoleExample.graph(["a": ["Kit"], "b": ["Kit"]], kinds: ["a": .executable, "b": .executable])
    #expect(
      try message(tools)
        == "There is nothing to compare all of Shop with: no feature of it was found. Name modules as features with "
        + "--feature, or under `features:` in .modgauge.yml, and the combined app with --combined or `combined:`. "
        + "Modules: Kit.")
    let library = RoleExample.graph(["Kit": []], products: ["Kit": ["Kit"]])
    #expect(try message(library)?.contains("its only feature, Kit, compiles all of it") == true)
    #expect(try message(library, RoleSettings(features: .init(["Kit"], by: "--feature"))) == nil)
    #expect(try message(RoleExample.graph(["Kit": ["Core"], "Kat": []], products: ["Kit": ["Kit"]])) == nil)
    #expect(try message(RoleExample.shop) == nil)
    let samples = RoleExample.graph(
      ["ExampleOne": ["Kit"], "ExampleTwo": ["Kit"]], kinds: ["ExampleOne": .app, "ExampleTwo": .app])
    #expect(try message(samples)?.contains(" Apps: ExampleOne, ExampleTwo; choose one with --combined. ") == true)
    let roles = try Roles(library, unreadProject: "Shop.xcodeproj")
    let unread = #expect(throws: RoleError.self) { try roles.checkComparable(in: library) }
    #expect(unread?.description.contains("`Shop.xcodeproj`, which may have an app, was not read") == true)
    #expect(throws: RoleError.appIsOnlyFeature("App")) {
      try Roles(
        RoleExample.shop, settings: RoleSettings(combined: .init(["App"], by: "c"), features: .init(["App"], by: "f")))
    }
  }
}
