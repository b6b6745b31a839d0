import ModuleGraph
import Reports
import TestSupport
import Testing

@Suite struct RolesReportTests {
  /// An app with a sample app, an interface, a helper and two modules of one name, on Linux.
  private static let graph: ModuleGraph = {
    let shop = { ModuleID(package: "Shop", name: $0) }
    let kinds: [String: Module.Kind] = ["App": .executable, "CartDemo": .executable, "Blob": .binary]
    let edges = [
      ("App", "Cart"), ("App", "Home"), ("App", "Crash"), ("Cart", "CartAPI"), ("Home", "CartAPI"), ("Cart", "Core"),
      ("Home", "Core"), ("Home", "Blob"), ("CartDemo", "Cart"),
    ]
    let names = Set(edges.flatMap { [$0.0, $0.1] })
    let lines = ["App": 1000, "Cart": 1500, "Home": 500]
    return ModuleGraph(
      environment: .init(os: "linux", arch: "x86_64", toolchain: "6.3.1"),
      packages: [
        Package(key: "Shop", identity: "shop", name: "Shop", path: ".", toolsVersion: "6.0.0", dependencies: []),
        Package(key: "core", identity: "core", name: "core", path: "core", toolsVersion: "6.0.0", dependencies: []),
      ],
      modules: names.map { name in
        Module(
          id: shop(name), kind: kinds[name] ?? .regular, path: name == "Blob" ? "Blob.xcframework" : "Sources/\(name)",
          sources: name == "Blob" ? nil : 2, lines: name == "Blob" ? nil : lines[name] ?? 100)
      } + [
        Module(id: ModuleID(package: "core", name: "Core"), kind: .regular, sources: 1, lines: 10),
        Module(id: ModuleID(package: "swift-log", name: "Logging"), kind: .external),
      ],
      dependencies: edges.map { Dependency(from: shop($0.0), to: shop($0.1)) } + [
        Dependency(from: shop("Core"), to: ModuleID(package: "core", name: "Core"), kind: .product, product: "Core"),
        Dependency(
          from: shop("Core"), to: ModuleID(package: "swift-log", name: "Logging"), kind: .product, product: "Logging"),
      ])
  }()

  private func report(
    _ graph: ModuleGraph = Self.graph, settings: RoleSettings = RoleSettings(), build: String? = nil,
    method: BuildEstimate.Method = .replay(relativeError: 0.012)
  ) throws -> RolesReport {
    let view = MissingImport(file: "View.swift", framework: "SwiftUI")
    let shares = FeatureShares(
      try Roles(graph, settings: settings), in: graph, imports: [ModuleID(package: "Shop", name: "Home"): view],
      estimates: .init(
        seconds: { build == nil ? nil : Double($0.count) * 1.5 },
        secondsSaved: { build == nil || method == .cpuShare ? nil : Double($1.count) }))
    return RolesReport(
      shares, of: "Shop", in: graph, estimate: build.map { BuildEstimate(build: $0, method: method) })
  }

  @Test func `roles for a terminal`() throws {
    try expectSnapshot(Text.roles(try report()), named: "roles.txt")
  }

  @Test func `modules without a role are counted and said to be snippets`() throws {
    let id = { ModuleID(package: "Shop", name: $0) }
    let graph = ModuleGraph(
      packages: [
        Package(key: "Shop", identity: "shop", name: "Shop", path: ".", toolsVersion: "6.0.0", dependencies: [])
      ],
      products: ["Kit", "Kat"].map {
        Product(name: $0, package: "Shop", kind: .library, linkage: .automatic, modules: [id($0)])
      },
      modules: [("Kit", .regular), ("Kat", .regular), ("First", .snippet), ("Second", .snippet)].map {
        Module(id: id($0), kind: $1, sources: 1, lines: 10)
      }, dependencies: [])
    let text = Text.roles(try report(graph))
    #expect(text.contains("Of the 4 modules of all of Shop, 2 are snippets, which have no role."))
    #expect(!Text.roles(try report()).contains("snippet"))
  }

  @Test func `roles for a page, with estimates that are called so`() throws {
    try expectSnapshot(Markdown.roles(try report(build: "clean build of App")), named: "roles.md")
  }

  @Test func `roles for programs`() async throws {
    let text = try JSON.roles(try report(build: "clean build of App"))
    #expect(try await JSONSchema.roles.complaints(about: text) == "")
    #expect(text.contains(#""basis" : "place""#) && text.contains(#""estimatedSeconds" : 13.5"#))
    #expect(text.contains(#""estimate" : "replay""#))
    let shares = try JSON.roles(try report(build: "clean build of App", method: .cpuShare))
    #expect(shares.contains(#""estimate" : "cpu-share""#))
    let words = Text.roles(try report(build: "clean build of App", method: .cpuShare))
    #expect(words.split(whereSeparator: \.isWhitespace).joined(separator: " ").contains("share of the CPU time"))
    let plain = try JSON.roles(try report())
    #expect(!plain.contains("estimatedSeconds") && !plain.contains(#""build""#))
  }

  @Test func `what was said is not told as inferred`() throws {
    let settings = RoleSettings(
      combined: .init(["App"], by: "--combined"), features: .init(["Home"], by: "--feature"),
      sampleApps: .init(["CartDemo"], by: "--sample-app"))
    let roles = try report(settings: settings)
    #expect(!Text.roles(roles).contains("inferred"))
    #expect(Text.inferences(try Roles(Self.graph, settings: settings), in: Self.graph) == [])
    #expect(
      Text.inferences(try Roles(Self.graph), in: Self.graph) == [
        "combined app: App (an executable; its name says app; depends on 2 features)",
        "features: Cart, Home (only App depends on it besides sample apps, at height 2)",
        "sample apps: CartDemo of Cart",
      ])
  }

  @Test func `features with the same evidence are told together, and one alone as one`() throws {
    func id(_ name: String) -> ModuleID { ModuleID(package: "Kit", name: name) }
    func graph(_ names: [String]) -> ModuleGraph {
      ModuleGraph(
        modules: [Module(id: id("App"), kind: .executable)] + names.map { Module(id: id($0), kind: .regular) },
        dependencies: names.map { Dependency(from: id("App"), to: id($0)) })
    }
    let two = graph(["HomeFeature", "PayFeature"])
    #expect(
      Text.inferences(try Roles(two), in: two).last
        == "features: HomeFeature, PayFeature (their names say “Feature”)")
    #expect(Text.inferences(try Roles(two), in: two, isAppAlone: true).count == 1)
    let one = graph(["HomeFeature"])
    #expect(Text.inferences(try Roles(one), in: one).last == "feature: HomeFeature (its name says “Feature”)")
  }

  @Test func `a sample app of a product is told with the product's name, not with those of its modules`() throws {
    func id(_ name: String) -> ModuleID { ModuleID(package: "Kit", name: name) }
    let graph = ModuleGraph(
      packages: [Package(key: "Kit", identity: "kit", name: "Kit", path: ".", toolsVersion: "6.0.0", dependencies: [])],
      products: ["KitLibrary": ["Basics", "Build"], "Other": ["Other"]].map { name, modules in
        Product(name: name, package: "Kit", kind: .library, linkage: .automatic, modules: modules.map(id))
      },
      modules: [
        Module(id: id("Basics"), kind: .regular), Module(id: id("Build"), kind: .regular),
        Module(id: id("Other"), kind: .regular),
        Module(id: id("info"), kind: .executable, path: "Examples/info/Sources"),
      ], dependencies: [Dependency(from: id("info"), to: id("Build"))])
    #expect(Text.inferences(try Roles(graph), in: graph).last == "sample apps: info of KitLibrary")
  }

  @Test func `hostile names break no line and no table`() async throws {
    let names = HostileNames.all.filter { !$0.isEmpty && !$0.contains("\u{0}") }
    func id(_ name: String) -> ModuleID { ModuleID(package: #"pack"age<&>"#, name: name) }
    let graph = ModuleGraph(
      packages: [
        Package(
          key: id("").package, identity: "x", name: "x\ny|z", path: ".", toolsVersion: "6.0.0", dependencies: [])
      ],
      modules: names.map { Module(id: id($0), kind: .regular, sources: 1, lines: 1) }
        + [Module(id: id("App"), kind: .executable, sources: 1, lines: 1)],
      dependencies: names.map { Dependency(from: id("App"), to: id($0)) })
    let report = try report(graph)
    let text = Text.roles(report)
    #expect(!text.unicodeScalars.contains { $0.properties.generalCategory == .control && $0 != "\n" })
    let rows = Markdown.roles(report).split(separator: "\n").filter { $0.hasPrefix("| feature") }
    #expect(rows.count == names.count + 1, "the heading of the first table is the one more")
    for row in rows.dropFirst() {
      let bars = row.replacing(#"\\"#, with: "").replacing(#"\|"#, with: "").count { $0 == "|" }
      #expect(bars == 4, "\(row)")
    }
    #expect(try await JSONSchema.roles.complaints(about: JSON.roles(report)) == "")
  }
}
