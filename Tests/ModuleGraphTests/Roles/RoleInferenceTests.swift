import ModuleGraph
import Testing

/// What is inferred where nobody says anything, each rule with a graph in which it must not apply.
@Suite struct RoleInferenceTests {
  @Test func `an executable with features of its own is the combined app`() throws {
    let roles = try Roles(RoleExample.shop)
    #expect(roles.combinedName == "App" && roles.combined.alternatives.isEmpty)
    #expect(roles.combined.evidence == [.kind(.executable), .namedApp, .pullsIn(features: 3)])
    #expect(roles.featureNames == ["Cart", "Home", "Search"])
    try #require(!roles.features.isEmpty)
    #expect(roles.features[0].evidence == [.onlyAppsDepend(apps: ["App"], height: 1)])
    #expect(roles.names(.shared) == ["Core"])
    #expect(roles.assignment(of: "Core")?.evidence == [.usedByFeatures(["Cart", "Home", "Search"])])
    #expect(roles.isInferred)
  }

  @Test(arguments: [("App", true), ("Application", true), ("Server", false), ("CartApp", false)])
  func `only an executable that is called an app needs no second feature`(name: String, isApp: Bool) throws {
    let package = RoleExample.graph(
      [name: ["CartFeature", "Core"], "CartDemo": ["CartFeature"], "CartFeature": ["Core"], "Core": []],
      kinds: [name: .executable, "CartDemo": .executable])
    let roles = try Roles(package)
    #expect(roles.combinedName == (isApp ? name : nil))
    guard isApp else { return }
    #expect(roles.featureNames == ["CartFeature"] && roles.sampleApps(of: "CartFeature") == ["CartDemo"])
  }

  @Test func `an app for developers comes last, though it has more modules`() throws {
    let package = RoleExample.graph(
      [
        "ShopApp": ["HomeFeature", "CartFeature"], "ShopDebugApp": ["HomeFeature", "CartFeature", "Menu"],
        "HomeFeature": ["Core"], "CartFeature": ["Core"],
      ],
      kinds: ["ShopApp": .executable, "ShopDebugApp": .executable])
    let roles = try Roles(package)
    #expect(roles.combinedName == "ShopApp" && roles.combined.alternatives.map(\.name) == ["ShopDebugApp"])
  }

  @Test func `of apps with as many modules, none is called the one with the most`() throws {
    let package = RoleExample.graph(
      ["One": ["Home", "Cart"], "Two": ["Home", "Cart"], "Home": ["Core"], "Cart": ["Core"]],
      kinds: ["One": .app, "Two": .app])
    #expect(try Roles(package).combined.evidence.contains(.largest(of: 2, isTied: true)))
    #expect(RoleEvidence.largest(of: 2, isTied: true).description == "no other of 2 apps has more modules")
  }

  @Test func `one module of the app, or two layers without dependencies, are no features`() throws {
    func features(_ adjacency: KeyValuePairs<String, [String]>) throws -> [String] {
      try Roles(RoleExample.graph(adjacency, kinds: ["Shop": .app])).featureNames
    }
    #expect(try features(["Shop": ["UI", "Backend"]]) == [])
    #expect(try features(["Shop": ["Images", "Core"], "Images": ["Core"]]) == [])
    #expect(try features(["Shop": ["Home", "Cart", "Search"]]) == ["Cart", "Home", "Search"])
  }

  @Test func `a combined app that is named like a sample app counts as a user`() throws {
    let package = RoleExample.graph(
      ["PayDemo": ["Feed", "Chat"], "Feed": ["Core"], "Chat": ["Core"]], kinds: ["PayDemo": .executable])
    let roles = try Roles(package, settings: RoleSettings(combined: .init(["PayDemo"], by: "--combined")))
    #expect(roles.features.map(\.evidence).allSatisfy { $0 == [.onlyAppsDepend(apps: ["PayDemo"], height: 1)] })
  }

  @Test func `the largest of several tools is no combined app`() throws {
    let tools = RoleExample.graph(
      [
        "MMapTool": ["Formats", "Memory"], "Process": ["Formats", "Crypto"], "Shard": ["Formats"],
        "Formats": ["Crypto"],
      ], kinds: ["MMapTool": .executable, "Process": .executable, "Shard": .executable],
      products: ["Formats": ["Formats"], "Crypto": ["Crypto"], "Memory": ["Memory"]])
    let roles = try Roles(tools)
    #expect(roles.combined.target == .wholePackage(key: "Shop"))
    #expect(roles.combined.evidence == [.noApp(programs: 3)])
    #expect(roles.featureNames == ["Crypto", "Formats", "Memory"])
    try #require(!roles.features.isEmpty)
    #expect(roles.features[0].evidence == [.product("Crypto")])
    #expect(roles.names(.part) == ["MMapTool", "Process", "Shard"])
  }

  @Test(arguments: [
    (0, "there is no app"), (1, "the only executable has too few features of its own to be an app"),
    (3, "none of its 3 executables has enough features of its own to be an app"),
  ])
  func `why a package has no app depends on its number of programs`(programs: Int, words: String) {
    #expect(RoleEvidence.noApp(programs: programs).description == words)
  }

  @Test func `a project beside the packages that was not read may have the app`() throws {
    let package = RoleExample.graph(["Kit": ["Core"], "Kat": ["Core"]], products: ["Kit": ["Kit"], "Kat": ["Kat"]])
    let roles = try Roles(package, unreadProject: "Shop.xcodeproj")
    #expect(roles.combined.evidence == [.unreadProject("Shop.xcodeproj")])
    #expect(
      roles.combined.evidence.map(\.description)
        == ["`Shop.xcodeproj`, which may have an app, was not read: name it with --package-path"])
    #expect(try Roles(package).combined.evidence == [.noApp(programs: 0)])
  }

  @Test func `sample apps of Xcode projects are not denied when none of them is the combined app`() throws {
    let package = RoleExample.graph(
      ["ExampleOne": ["Kit", "Kat"], "ExampleTwo": ["Kit"], "Kit": [], "Kat": []],
      kinds: ["ExampleOne": .app, "ExampleTwo": .app], products: ["Kit": ["Kit"], "Kat": ["Kat"]])
    let combined = try Roles(package).combined
    #expect(combined.target == .wholePackage(key: "Shop"))
    #expect(
      combined.evidence.map(\.description)
        == ["none of the 2 apps seems to be the combined one; --combined chooses one"])
  }

  @Test func `the products of the package that is built are its features, each set of modules once`() throws {
    let package = RoleExample.graph(
      ["A": ["Core"], "B": ["Core"]],
      products: ["Both": ["A", "B"], "A": ["A"], "AToo": ["A"], "Core": ["Core"]])
    let roles = try Roles(package)
    #expect(roles.featureNames == ["A", "Both", "Core"])
    try #require(roles.features.count > 1)
    #expect(roles.features[1].modules.map(\.name) == ["A", "B"])
    let other = RoleExample.graph(
      ["Other": []], products: ["Other": ["Other"]], path: "Packages/Other", package: "other")
    #expect(try Roles(RoleExample.merged([package, other])).featureNames == ["A", "Both", "Core"])
  }

  @Test func `in a folder of packages all products are features`() throws {
    let graphs = ["A", "B"].map { name in
      RoleExample.graph([name: []], products: [name: [name]], path: "Packages/\(name)", package: name.lowercased())
    }
    let roles = try Roles(RoleExample.merged(graphs, dependencies: [("A", "B")]))
    #expect(roles.combined.target == .wholePackage(key: nil) && roles.featureNames == ["A", "B"])
  }

  @Test func `features are called so, wherever they stand`() throws {
    let graph = RoleExample.graph(
      [
        "App": ["HomeFeature", "Logging"], "HomeFeature": ["CartFeature", "FeatureFlags"], "CartFeature": [],
        "Unused": ["OldFeature"],
      ], kinds: ["App": .executable])
    let roles = try Roles(graph)
    #expect(roles.featureNames == ["CartFeature", "HomeFeature"])
    #expect(roles.features.allSatisfy { $0.evidence == [.nameSays("Feature")] })
    #expect(roles.role(of: "FeatureFlags") == .part)
    #expect(roles.role(of: "OldFeature") == .outside, "the app does not build it")
    #expect(roles.assignment(of: "Logging")?.evidence == [.usedByNoFeature])
  }

  @Test func `in a folder of features the module that the others serve is the feature`() throws {
    let graph = RoleExample.graph(
      [
        "App": ["Home", "Cart"], "Home": ["HomeUI"], "Cart": ["Model", "CartTesting"], "HomeUI": [],
      ], kinds: ["App": .executable],
      paths: [
        "Home": "Features/Home/Sources/Home", "HomeUI": "Features/Home/Sources/HomeUI", "Cart": "Features/Sources/Cart",
        "CartTesting": "Features/Sources/CartTesting", "Model": "Shared/Features.swift/Model",
      ])
    let roles = try Roles(graph)
    #expect(roles.featureNames == ["Cart", "Home"])
    try #require(roles.features.count > 1)
    #expect(roles.features[1].evidence == [.folder("Features")])
    #expect(roles.assignment(of: "HomeUI")?.of.map(\.name) == ["Home"])
  }

  @Test func `a feature that others depend on stands in their row`() throws {
    let graph = RoleExample.graph(
      [
        "App": ["Account", "Explore", "Timeline", "Kit", "Crash", "Log"], "Explore": ["Account", "Kit"],
        "Account": ["Kit"], "Timeline": ["Kit"], "Kit": ["Core"], "Unused": ["Kit"],
      ], kinds: ["App": .executable])
    let roles = try Roles(graph)
    #expect(roles.featureNames == ["Account", "Explore", "Timeline"])
    try #require(!roles.features.isEmpty)
    #expect(roles.features[0].evidence == [.besideFeatures(dependents: ["App", "Explore"], height: 2)])
    #expect(roles.role(of: "Kit") == .shared, "the features rest on it")
    #expect(roles.names(.part) == ["Crash", "Log"], "they stand below the features")
  }

  @Test func `what other features need through a feature is not told as that one's alone`() throws {
    let graph = RoleExample.graph(
      [
        "App": ["HomeFeature", "CartFeature"], "HomeFeature": ["CartFeature", "HomeKit"], "CartFeature": ["CartKit"],
        "HomeDemo": ["HomeFeature"], "CartDemo": ["CartFeature"],
      ], kinds: ["App": .executable, "HomeDemo": .executable, "CartDemo": .executable])
    let roles = try Roles(graph)
    func words(_ name: String) -> String? { roles.assignment(of: name)?.evidence.last?.description }
    #expect(words("CartKit") == "CartFeature depends on it, other features only through CartFeature")
    #expect(words("HomeKit") == "of the features only HomeFeature depends on it")
    #expect(words("HomeDemo") == "needs HomeFeature and other features that HomeFeature depends on")
    #expect(words("CartDemo") == "the one feature that it needs is CartFeature")
  }

  @Test func `an app may be a shell around a module of its own, but not around one of many`() throws {
    let shell = RoleExample.graph(
      ["Shop": ["ShopKit"], "ShopKit": ["Home", "Cart", "Core"], "Home": ["Core"], "Cart": ["Core"]],
      kinds: ["Shop": .executable])
    let roles = try Roles(shell)
    #expect(roles.combinedName == "Shop" && roles.featureNames == ["Cart", "Home"])
    #expect(roles.assignment(of: "ShopKit")?.evidence == [.leadsToFeatures(2)])
    let tool = RoleExample.graph(
      ["tool": ["Kit", "Output"], "Kit": ["Parser", "Lexer"], "Other": ["Output"]], kinds: ["tool": .executable],
      products: ["Kit": ["Kit"]])
    #expect(try Roles(tool).combinedName == nil)
  }

  @Test func `a module that is called app is one where features hang on it`() throws {
    let library: KeyValuePairs = ["AppFeature": ["HomeFeature", "CartFeature"], "server": ["Server"]]
    let roles = try Roles(RoleExample.graph(library, kinds: ["server": .executable]))
    #expect(roles.combinedName == "AppFeature")
    #expect(roles.featureNames == ["CartFeature", "HomeFeature"])
    let account = RoleExample.graph(["AppAccount": ["Models", "Net"]], products: ["AppAccount": ["AppAccount"]])
    #expect(try Roles(account).combinedName == nil)
  }

  @Test func `the app of an Xcode project comes before executables, the largest before others`() throws {
    let package = RoleExample.graph(
      ["server": ["Home", "Cart"], "Home": ["Core"], "Cart": ["Core"]], kinds: ["server": .executable])
    let project = RoleExample.graph(
      ["Phone": ["Widget"], "Watch": []], kinds: ["Phone": .app, "Watch": .app, "Widget": .extension],
      path: "Shop.xcodeproj", package: "Project")
    let roles = try Roles(
      RoleExample.merged([package, project], dependencies: [("Phone", "Home"), ("Watch", "Core")]))
    #expect(roles.combinedName == "Phone" && roles.combined.alternatives.map(\.name) == ["Watch"])
    #expect(roles.combined.evidence.contains(.largest(of: 2)))
  }
}

/// Sample apps and interfaces.
@Suite struct SampleAppTests {
  private static let kinds: [String: Module.Kind] = [
    "App": .executable, "HomeDemo": .executable, "CartApp": .executable, "SearchSampleApp": .executable,
    "Tour": .executable, "Admin": .executable,
  ]

  private func roles(
    _ more: KeyValuePairs<String, [String]>, paths: [String: String] = [:]
  ) throws -> Roles {
    let all = [("App", ["Home", "Search", "Cart"]), ("Home", ["Core"]), ("Search", ["Core"]), ("Cart", ["Core"])]
    let pairs = all + more.map { ($0, $1) }
    let ids = Set(pairs.flatMap { [$0.0] + $0.1 })
    return try Roles(
      ModuleGraph(
        modules: ids.map {
          Module(
            id: ModuleID(package: "Shop", name: $0), kind: Self.kinds[$0] ?? .regular,
            path: paths[$0] ?? "Sources/\($0)"
          )
        },
        dependencies: pairs.flatMap { from, tos in
          tos.map {
            Dependency(from: ModuleID(package: "Shop", name: from), to: ModuleID(package: "Shop", name: $0))
          }
        }))
  }

  @Test func `a program that is called so and shows one feature is its sample app`() throws {
    let roles = try roles(["HomeDemo": ["Home", "Core"], "CartApp": ["Cart"], "SearchSampleApp": ["Search"]])
    #expect(roles.featureNames == ["Cart", "Home", "Search"])
    #expect(roles.sampleApps(of: "Home") == ["HomeDemo"] && roles.sampleApps(of: "Cart") == ["CartApp"])
    #expect(
      roles.assignment(of: "Home")?.evidence.map(\.description)
        == ["only App depends on it besides sample apps, at height 1"])
    #expect(
      roles.assignment(of: "HomeDemo")?.evidence
        == [.nameSays("Demo"), .namedAfter("Home"), .dependsOn(feature: "Home")])
    #expect(roles.assignment(of: "CartApp")?.evidence == [.namedAfter("Cart"), .dependsOn(feature: "Cart")])
    #expect(roles.assignment(of: "SearchSampleApp")?.of.map(\.name) == ["Search"])
  }

  @Test func `one that shows several features is of the one that it is named after, or of none`() throws {
    let roles = try roles(["HomeDemo": ["Home", "Cart"], "Tour": ["Home", "Cart"]], paths: ["Tour": "Examples/Tour"])
    #expect(roles.sampleApps(of: "Home") == ["HomeDemo"])
    #expect(roles.role(of: "Tour") == .outside)
    #expect(roles.assignment(of: "Tour")?.evidence == [.folder("Examples"), .showsFeatures(["Cart", "Home"])])
  }

  @Test func `one that is named after another module than its feature is no sample app of it`() throws {
    let roles = try roles(["HomeDemo": ["Cart", "HomeKit"]])
    #expect(roles.sampleApps(of: "Cart") == ["HomeDemo"], "HomeKit is not what it is named after")
    let other = try self.roles(["SearchSampleApp": ["Cart", "SearchSample"]])
    #expect(other.sampleApps(of: "Cart").isEmpty && other.role(of: "SearchSampleApp") == .outside)
  }

  @Test func `a folder of examples and an app package of Swift Playgrounds say so as well`() throws {
    #expect(try roles(["Tour": ["Home"]], paths: ["Tour": "Examples/Tour"]).sampleApps(of: "Home") == ["Tour"])
    #expect(try roles(["Tour": ["Home"]], paths: ["Tour": "Sources/Examples"]).sampleApps(of: "Home").isEmpty)
    let demo = RoleExample.graph(["Tour": []], kinds: ["Tour": .executable], path: "Demos.swiftpm", package: "demos")
    let workspace = RoleExample.merged([RoleExample.shop, demo], dependencies: [("Tour", "Home")])
    let roles = try Roles(workspace)
    #expect(roles.sampleApps(of: "Home") == ["Tour"])
    #expect(roles.assignment(of: "Tour")?.evidence.first == .playgroundPackage)
  }

  @Test func `a program of its own keeps a module from being the app's alone`() throws {
    let roles = try roles(["Admin": ["Cart"]])
    #expect(roles.featureNames == ["Home", "Search"])
    #expect(roles.role(of: "Admin") == .outside && roles.role(of: "Cart") == .part)
  }

  @Test func `interfaces have the name, or an implementation`() throws {
    let graph = RoleExample.graph(
      [
        "App": ["Home", "Cart", "HomeInterface", "CartAPI", "API", "ClientLive"], "Home": ["HomeInterface", "API"],
        "Cart": ["CartAPI", "HomeInterface", "API", "Client", "GitHubAPI"], "ClientLive": ["Client"],
      ], kinds: ["App": .executable])
    let roles = try Roles(graph)
    #expect(roles.featureNames == ["Cart", "Home"])
    #expect(roles.names(.interface) == ["CartAPI", "Client", "HomeInterface"])
    #expect(roles.assignment(of: "CartAPI")?.evidence == [.implementedBy("Cart")])
    #expect(roles.assignment(of: "CartAPI")?.of.map(\.name) == ["Cart"])
    #expect(roles.assignment(of: "HomeInterface")?.evidence == [.nameSays("Interface"), .implementedBy("Home")])
    #expect(roles.role(of: "API") == .shared && roles.role(of: "GitHubAPI") == .part)
    #expect(roles.assignment(of: "ClientLive")?.role == .part)
  }

  @Test func `names that break formats are names like others`() throws {
    let names = HostileRoleNames.all
    let graph = ModuleGraph(
      modules: ([("App", .executable)] + names.map { ($0, Module.Kind.regular) }).map {
        Module(id: ModuleID(package: "x", name: $0.0), kind: $0.1)
      },
      dependencies: names.map {
        Dependency(from: ModuleID(package: "x", name: "App"), to: ModuleID(package: "x", name: $0))
      })
    let roles = try Roles(graph)
    #expect(roles.features.count == names.count && roles.assignments.count == names.count + 1)
  }
}

private enum HostileRoleNames {
  static let all = ["", " ", "_", "a/b", "\n", "é🧭", "App\u{0}", "feature", "Feature", "*", "\u{202E}x", "App App"]
}
