import ModuleGraph
import Testing

/// What the user says holds, and is told to be said.
@Suite struct RoleStatementTests {
  private func roles(_ graph: ModuleGraph = RoleExample.shop, _ settings: RoleSettings) throws -> Roles {
    try Roles(graph, settings: settings)
  }

  @Test func `named features are all there are, in their order`() throws {
    let roles = try roles(RoleSettings(features: .init(["Search", "Ho*", "Home"], by: "--feature")))
    #expect(roles.featureNames == ["Search", "Home"])
    try #require(!roles.features.isEmpty)
    #expect(roles.features[0].evidence == [.stated(by: "--feature")])
    #expect(roles.combinedName == "App", "what is not said is inferred")
    #expect(roles.role(of: "Cart") == .part && roles.isInferred)
  }

  @Test func `an app that is named as a feature is said to be, and cannot be the only one`() throws {
    let app = RoleSettings(features: .init(["App"], by: "--feature"))
    let roles = try roles(app)
    #expect(roles.combined.target == .wholePackage(key: "Shop") && roles.featureNames == ["App"])
    #expect(roles.combined.evidence.map(\.description) == ["App, which would be the app, is named by --feature"])
    let error = #expect(throws: RoleError.self) { try roles.checkComparable(in: RoleExample.shop) }
    #expect(
      error?.description
        == "App is the combined app, with which features are compared, so it cannot be the only feature. Name features of "
        + "it, or none to have them found. `--combined all` compares App with the whole package.")
    let several = try self.roles(RoleSettings(features: .init(["App", "Core"], by: "--feature")))
    try several.checkComparable(in: RoleExample.shop)
    #expect(several.combined.evidence == roles.combined.evidence)
    let whole = RoleSettings(combined: .init(["all"], by: "--combined"), features: app.features)
    try self.roles(whole).checkComparable(in: RoleExample.shop)
    let library = try self.roles(RoleSettings(features: .init(["Core"], by: "--feature")))
    #expect(library.combinedName == "App", "a library is not what would be the app")
  }

  @Test func `a sample app that is named as a feature stands for the feature that it shows`() throws {
    let graph = RoleExample.graph(
      [
        "App": ["HomeFeature", "CartFeature"], "HomeDemoApp": ["DemoKit"], "DemoKit": ["HomeFeature"],
        "HomeFeature": ["Core"], "CartFeature": ["Core"], "Tool": ["CartFeature"],
      ], kinds: ["App": .executable, "HomeDemoApp": .executable, "Tool": .executable])
    let words = ["HomeDemoApp", "HomeFeature", "Tool"]
    let roles = try roles(graph, RoleSettings(features: .init(words, by: "--feature")))
    #expect(roles.combinedName == "App" && roles.featureNames == ["HomeFeature", "Tool"])
    #expect(roles.sampleApps(of: "HomeFeature") == ["HomeDemoApp"] && roles.role(of: "HomeDemoApp") == .sampleApp)
    #expect(roles.assignment(of: "HomeFeature")?.evidence == [.stated(by: "--feature")])
  }

  @Test func `a named combined app overrides the one that would be found`() throws {
    let roles = try roles(RoleSettings(combined: .init(["Home"], by: "`combined:`")))
    #expect(roles.combinedName == "Home" && roles.combined.evidence == [.stated(by: "`combined:`")])
    #expect(roles.role(of: "App") == .outside)
    let whole = try self.roles(RoleSettings(combined: .init(["all"], by: "--combined")))
    #expect(whole.combined.target == .wholePackage(key: "Shop"))
  }

  @Test func `the combined app is one that builds the named features`() throws {
    let graph = RoleExample.graph(
      [
        "Buyer": ["Home", "Search", "Cart"], "Seller": ["Orders"], "Home": ["Core"], "Search": ["Core"],
        "Cart": ["Core"], "Orders": ["Core"],
      ], kinds: ["Buyer": .app, "Seller": .app])
    #expect(try roles(graph, RoleSettings()).combinedName == "Buyer")
    let named = try roles(graph, RoleSettings(features: .init(["Orders"], by: "--feature")))
    #expect(named.combinedName == "Seller" && named.featureNames == ["Orders"])
  }

  @Test func `a pattern for features leaves programs to the sample apps`() throws {
    let graph = RoleExample.graph(
      ["App": ["Home", "Cart"], "Home": ["Core"], "Cart": ["Core"], "HomeDemo": ["Home"]],
      kinds: ["App": .executable, "HomeDemo": .executable])
    let roles = try roles(
      graph, RoleSettings(features: .init(["Home*"], by: "f"), sampleApps: .init(["HomeDemo"], by: "s")))
    #expect(roles.featureNames == ["Home"] && roles.sampleApps(of: "Home") == ["HomeDemo"])
  }

  @Test func `a library product may be a feature`() throws {
    let graph = RoleExample.graph(
      ["App": ["A", "B"], "A": ["Core"], "B": ["Core"]], kinds: ["App": .executable], products: ["Pair": ["A", "B"]])
    let roles = try roles(graph, RoleSettings(features: .init(["Pair"], by: "--feature")))
    try #require(!roles.features.isEmpty)
    #expect(roles.featureNames == ["Pair"] && roles.features[0].modules.map(\.name) == ["A", "B"])
  }

  @Test func `a feature has the id of its product, or of its module`() throws {
    let graph = RoleExample.graph(
      ["App": ["A", "B", "C"], "A": ["Core"], "B": ["Core"], "C": ["Core"]], kinds: ["App": .executable],
      products: ["Pair": ["A", "B"]])
    let roles = try roles(graph, RoleSettings(features: .init(["Pair", "C"], by: "--feature")))
    #expect(roles.features.map(\.id) == ["Shop/Pair", "Shop/C"])
  }

  @Test func `named sample apps show features that nobody named`() throws {
    let graph = RoleExample.graph(
      [
        "App": ["Home", "Search", "Cart"], "Home": ["Core"], "Search": ["Core"], "Cart": ["Core"], "Try": ["Cart"],
        "HomeDemo": ["Home"],
      ], kinds: ["App": .executable, "Try": .executable, "HomeDemo": .executable])
    let settings = RoleSettings(
      features: .init(["Search"], by: "features"), sampleApps: .init(["Try"], by: "sample-apps"))
    let roles = try roles(graph, settings)
    #expect(roles.featureNames == ["Search", "Cart"])
    #expect(roles.sampleApps(of: "Cart") == ["Try"])
    #expect(roles.role(of: "HomeDemo") == .outside, "where sample apps are named, no others are found")
    #expect(try self.roles(graph, RoleSettings()).sampleApps(of: "Home") == ["HomeDemo"])
  }

  @Test func `layers whose names say a role give it`() throws {
    let graph = RoleExample.graph(
      ["Main": ["Home", "Tools"], "Home": ["HomeUI", "Contracts"], "Tools": ["HomeUI"], "Try": ["Home"]],
      kinds: ["Main": .executable, "Try": .executable])
    let layers = Layers([
      Layer(name: "apps", modules: [Glob("Main")]), Layer(name: "Sample Apps", modules: [Glob("Try")]),
      Layer(name: "features", modules: [Glob("Home"), Glob("HomeUI")]),
      Layer(name: "interfaces", modules: [Glob("Contracts")]), Layer(name: "core", modules: [Glob("*")]),
    ])
    let roles = try roles(graph, RoleSettings(layers: layers))
    #expect(roles.combinedName == "Main" && roles.combined.evidence == [.layer("apps"), .pullsIn(features: 2)])
    try #require(!roles.features.isEmpty)
    #expect(roles.featureNames == ["Home", "HomeUI"] && roles.features[0].evidence == [.layer("features")])
    #expect(roles.sampleApps(of: "Home") == ["Try"] && roles.role(of: "Contracts") == .interface)
    #expect(!roles.isInferred)
  }

  @Test func `words that mean nothing are errors with the nearest name`() {
    let settings: [(RoleSettings, String)] = [
      (
        RoleSettings(combined: .init(["Ap"], by: "--combined")),
        "--combined: no module of the workspace matches “Ap”. Did"
      ),
      (RoleSettings(features: .init(["Serch"], by: "`features:`")), "`features:`: no module of the workspace matches"),
      (
        RoleSettings(sampleApps: .init(["*Demo"], by: "--sample-app")),
        "--sample-app: no module of the workspace matches"
      ),
      (
        RoleSettings(sampleApps: .init(["Home"], by: "--sample-app")),
        "--sample-app: Home cannot be a sample app, since it is not a program. Name programs."
      ),
      (RoleSettings(sampleApps: .init(["Hom*"], by: "`sample-apps:`")), "`sample-apps:`: Hom* cannot be a sample app"),
    ]
    for (settings, message) in settings {
      let error = #expect(throws: RoleError.self) { try self.roles(settings) }
      #expect(error?.description.hasPrefix(message) == true, "\(error?.description ?? "")")
    }
  }

  @Test func `a named module that cannot be a feature is an error, and a pattern leaves it out`() throws {
    let graph = RoleExample.graph(
      ["App": ["Home", "Pages"], "Home": [], "Pages": [], "HomeGenerator": []],
      kinds: ["App": .executable, "HomeGenerator": .plugin])
    let error = #expect(throws: RoleError.self) {
      try roles(graph, RoleSettings(features: .init(["HomeGenerator"], by: "--feature")))
    }
    #expect(
      error?.description
        == "--feature: HomeGenerator cannot be a feature, since its kind is plugin. Name libraries or programs.")
    let home = try roles(graph, RoleSettings(features: .init(["Home*"], by: "--feature")))
    #expect(home.features.map(\.name) == ["Home"])
  }

  private func roles(_ settings: RoleSettings) throws -> Roles { try roles(RoleExample.shop, settings) }
}
