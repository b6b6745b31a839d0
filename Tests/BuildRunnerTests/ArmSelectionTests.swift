import BuildAnalysis
import Foundation
import ModuleGraph
import TestSupport
import Testing
import Workspace

@testable import BuildRunner

/// What the names of users are, without a build.
struct ArmSelectionTests {
  private let folder: TestFolder

  init() throws {
    folder = try TestFolder()
    try folder.write([
      "Shop/Package.swift": """
      // swift-tools-version: 5.9
      import PackageDescription
      let package = Package(
        name: "Shop",
        products: [
          .executable(name: "shop", targets: ["ShopApp"]), .library(name: "Kit", targets: ["Cart", "Search"]),
          .library(name: "Fixed", type: .dynamic, targets: ["Core"]), .library(name: "Still", type: .static, targets: ["Core"]),
        ],
        dependencies: [.package(path: "../Pay")],
        targets: [
          .executableTarget(name: "ShopApp", dependencies: ["Cart", "Search", .product(name: "Pay", package: "Pay")]),
          .executableTarget(name: "CartDemo", dependencies: ["Cart"]),
          .target(name: "Cart", dependencies: ["Core"]),
          .target(name: "Search", dependencies: ["Core", .target(name: "Web", condition: .when(platforms: [.wasi]))]),
          .target(name: "Core"), .target(name: "Web"), .plugin(name: "Gen", capability: .buildTool()),
          .testTarget(name: "CartTests", dependencies: ["Cart"]),
        ])
      """,
      "Pay/Package.swift": """
      // swift-tools-version: 5.9
      import PackageDescription
      let package = Package(
        name: "Pay", products: [.library(name: "Pay", targets: ["PayKit"])],
        targets: [.target(name: "PayKit"), .executableTarget(name: "PayDemo", dependencies: ["PayKit"]), .target(name: "Core2")])
      """,
      "Other/Package.swift": """
      // swift-tools-version: 5.9
      import PackageDescription
      let package = Package(
        name: "Other", targets: [.target(name: "Core2"), .executableTarget(name: "Lone", dependencies: ["Core2"])])
      """,
      "Pay/Sources/PayKit/a.swift": "", "Pay/Sources/PayDemo/main.swift": "", "Pay/Sources/Core2/a.swift": "",
      "Other/Sources/Core2/a.swift": "", "Other/Sources/Lone/main.swift": "",
      "Shop/Sources/ShopApp/main.swift": "", "Shop/Sources/CartDemo/main.swift": "", "Shop/Sources/Cart/a.swift": "",
      "Shop/Sources/Search/a.swift": "", "Shop/Sources/Core/a.swift": "", "Shop/Sources/Web/a.swift": "",
      "Shop/Plugins/Gen/a.swift": "", "Shop/Tests/CartTests/a.swift": "",
    ])
  }

  private func selection(
    of path: String = "Shop", builder: String = Arm.swiftBuilder, xcodebuild: Xcodebuild? = nil, makesApps: Bool = true
  ) async throws -> ArmSelection {
    let loader = WorkspaceLoader(
      toolchain: nil, cacheFolder: folder.path + "/cache", policy: ManifestPolicy(evaluates: false))
    return ArmSelection(
      workspace: try await loader.load(packagePath: path.isEmpty ? folder.path : folder.path + "/" + path),
      configuration: "debug", builder: builder, xcodebuild: xcodebuild, makesApps: makesApps, arguments: ["-v"])
  }

  /// A word for what is built: the package in whose folder that is, and the target.
  private func words(_ planned: PlannedArm) -> String {
    switch planned.target {
    case .everything: "\(planned.package): all"
    case .product(let name): "\(planned.package): product \(name)"
    case .appended(let product):
      switch product.kind {
      case .staticLibrary: "\(planned.package): library of \(product.package)/\(product.modules.joined(separator: "+"))"
      case .executable: "\(planned.package): program of \(product.package)/\(product.modules.joined(separator: "+"))"
      case .sampleApp: "\(planned.package): app of \(product.package)/\(product.modules.joined(separator: "+"))"
      }
    }
  }

  @Test func `what is named is built as it can be`() async throws {
    let selection = try await selection()
    for (name, words) in [
      (nil, "Shop: all"), ("all", "Shop: all"), ("ShopApp", "Shop: product shop"), ("shop", "Shop: product shop"),
      ("CartDemo", "Shop: product CartDemo"), ("Kit", "Shop: library of Shop/Cart+Search"),
      ("Fixed", "Shop: product Fixed"),
      ("Still", "Shop: product Still"), ("Core", "Shop: library of Shop/Core"),
      ("Shop/Core", "Shop: library of Shop/Core"),
      ("PayKit", "Shop: library of pay/PayKit"), ("PayDemo", "Shop: program of pay/PayDemo"),
    ] as [(String?, String)] {
      let planned = try selection.arm(named: name)
      #expect(self.words(planned) == words, "\(name ?? "")")
      #expect(planned.arm.role == .combined && planned.arm.arguments == ["-v"] && planned.arm.feature == nil)
      #expect(planned.arm.targets == (planned.target.productName.map { [$0] } ?? []))
    }
    let all = try selection.arm(named: nil)
    #expect(all.roots == nil && all.arm.name == "all")
    // SwiftPM does not build a module that only a condition for another platform names.
    #expect(all.arm.modules.map(\.name) == ["Cart", "CartDemo", "Core", "Gen", "Search", "ShopApp", "PayKit"])
    #expect(try selection.combinedArm(named: "Core").arm.name == "Core")
    #expect(try selection.combinedArm(named: nil).arm.name == "ShopApp")
  }

  @Test func `a feature is built as a sample app, or else as a library`() async throws {
    func arms(_ features: [String], makesApps: Bool) async throws -> [String] {
      let settings = RoleSettings().overridden(combined: "ShopApp", features: features)
      return try await selection(makesApps: makesApps).arms(settings).arms.map { "\($0.arm.role) \(words($0))" }
    }
    #expect(
      try await arms(["Cart", "Search", "PayKit"], makesApps: true) == [
        "combined Shop: product shop", "sampleApp Shop: product CartDemo", "sampleApp Shop: app of Shop/Search",
        "sampleApp Shop: app of pay/PayKit",
      ])
    #expect(
      try await arms(["Search", "Kit", "Fixed"], makesApps: false) == [
        "combined Shop: product shop", "feature Shop: library of Shop/Search",
        "feature Shop: library of Shop/Cart+Search", "feature Shop: product Fixed",
      ])
    // Patterns stand for the modules that they match, each once; a feature whose sample app one matches is meant itself.
    let matched = try await arms(["Cart", "*ar*", "C*"], makesApps: false)
    #expect(
      matched == [
        "combined Shop: product shop", "feature Shop: library of Shop/Cart", "feature Shop: library of Shop/Search",
        "feature Shop: library of Shop/Core", "feature Shop: library of pay/Core2",
      ])
  }

  @Test func `sample apps are programs, and show the feature that their name begins with`() async throws {
    let selection = try await selection()
    let named = try selection.arms(RoleSettings().overridden(combined: "ShopApp", sampleApps: ["Cart*"])).arms
    #expect(named.map(\.arm.name) == ["ShopApp", "CartDemo"] && named.map(\.arm.feature) == [nil, "Cart"])
    #expect(named.last?.arm.featureModules?.map(\.name) == ["Cart"])
    for (name, error) in [
      ("Core", ArmError.roles(.notASampleApp("Core", source: "--sample-app"))),
      ("Nothing*", .unknownName("Nothing*", nearest: [])),
    ] {
      #expect(throws: error) {
        try selection.arms(RoleSettings().overridden(combined: "ShopApp", sampleApps: [name]))
      }
    }
  }

  @Test func `what cannot be built says why`() async throws {
    let selection = try await selection()
    for (name, error) in [
      ("Cort", ArmError.unknownName("Cort", nearest: ["Cart", "Core"])),
      ("Gen", .notBuildable(name: "Gen", kind: "plugin")),
      ("CartTests", .notBuildable(name: "CartTests", kind: "test")),
      ("Zzzzzzzz", .unknownName("Zzzzzzzz", nearest: [])),
    ] {
      #expect(throws: error) { try selection.arm(named: name) }
    }
    #expect(throws: ArmError.armNamedTwice("Core")) {
      try selection.arms(RoleSettings().overridden(combined: "ShopApp", features: ["Core", "Core"]))
    }
    #expect(throws: ArmError.roles(.noLibrary("X*", source: "--feature"))) {
      try selection.arms(RoleSettings().overridden(combined: "ShopApp", features: ["X*"]))
    }
    let folder = try await self.selection(of: "")
    #expect(throws: ArmError.noPackageAtRoot(project: nil)) { try folder.arm(named: nil) }
    #expect(throws: ArmError.ambiguousName("Core2", candidates: ["other/Core2", "pay/Core2"])) {
      try folder.arm(named: "Core2")
    }
    #expect(try words(folder.arm(named: "Lone")) == "other: product Lone")
    #expect(try words(folder.arm(named: "PayKit")) == "pay: library of pay/PayKit")
  }

  @Test func `the name of what is generated is the workspace's only if nothing is`() async throws {
    try folder.write([
      "Taken/Package.swift": """
      // swift-tools-version: 5.9
      import PackageDescription
      let package = Package(
        name: "Taken",
        targets: [
          .executableTarget(name: "App", dependencies: ["Feature"]), .target(name: "Feature"), .target(name: "ModuleGaugeArm"),
          .executableTarget(name: "FeatureDemo", dependencies: ["Feature"]),
        ])
      """, "Taken/Sources/App/main.swift": "", "Taken/Sources/Feature/a.swift": "",
      "Taken/Sources/ModuleGaugeArm/a.swift": "",
      "Taken/Sources/FeatureDemo/main.swift": "",
    ])
    let selection = try await selection(of: "Taken")
    let settings = RoleSettings().overridden(combined: "App", features: ["FeatureDemo"])
    #expect(try selection.arms(settings).arms.count == 2)
    #expect(throws: ArmError.nameTaken) {
      try selection.arms(RoleSettings().overridden(combined: "App", features: ["ModuleGaugeArm"]))
    }
  }

  @Test func `more features than a benchmark builds unasked have to be named`() async throws {
    func package(features: Int) -> String {
      let names = (0..<features).map { "Part\(100 + $0)" }
      return """
        // swift-tools-version: 5.9
        import PackageDescription
        let package = Package(
          name: "Large",
          targets: [
            .executableTarget(name: "App", dependencies: [\(names.map { "\"\($0)\"" }.joined(separator: ", "))]),
            .target(name: "Base"), \(names.map { ".target(name: \"\($0)\", dependencies: [\"Base\"])" }.joined(separator: ", ")),
          ])
        """
    }
    try folder.write(
      Dictionary(uniqueKeysWithValues: (0...100).map { ("Large/Sources/Part\(100 + $0)/a.swift", "") }).merging([
        "Large/Sources/App/main.swift": "", "Large/Sources/Base/a.swift": "",
        "Large/Package.swift": package(features: 100),
      ]) { $1 })
    #expect(try await selection(of: "Large").arms(RoleSettings()).arms.count == 101)
    try folder.write(["Large/Package.swift": package(features: 101)])
    let selection = try await selection(of: "Large")
    #expect(throws: ArmError.tooManyFeatures(app: "App", count: 101, first: "Part100")) {
      try selection.arms(RoleSettings())
    }
  }

  @Test func `the arms of another state are found by their names, or by their module`() async throws {
    let selection = try await selection()
    let others = try selection.arms(RoleSettings().overridden(combined: "ShopApp", features: ["Search", "CartDemo"]))
      .arms
    var renamed = others
    try #require(renamed.count > 2)
    renamed[1].arm.name = "Finding"
    renamed[2].arm.featureModules = [ModuleID(package: "Shop", name: "Cart"), ModuleID(package: "Shop", name: "Gone")]
    let found = selection.arms(like: renamed)
    #expect(found.map(\.arm.name) == ["ShopApp", "Finding", "CartDemo"])
    #expect(found.map(\.arm.role) == [.combined, .sampleApp, .sampleApp])
    #expect(found.map { words($0) } == others.map { words($0) })
    #expect(found.last?.arm.featureModules?.map(\.name) == ["Cart"])
    let elsewhere = try await self.selection(of: "Other")
    #expect(elsewhere.arms(like: renamed).isEmpty)
  }

  @Test func `a command of the user's gets the names of the workspace`() async throws {
    let selection = try await selection(builder: Arm.commandBuilder)
    #expect(try words(selection.arm(named: "Core")) == "Shop: product Core")
    #expect(try words(selection.arm(named: nil)) == "Shop: all")
    #expect(try selection.arm(named: "Core").arm.builder == Arm.commandBuilder)
  }

  @Test func `Xcode has schemes for a package's products, and for no other modules`() async throws {
    let xcodebuild = Xcodebuild(container: "Shop.xcworkspace", configuration: "Debug", searched: "")
    let selection = try await selection(builder: Arm.xcodeBuilder, xcodebuild: xcodebuild)
    for (name, words, role) in [
      ("Core", "Shop.xcworkspace: product Fixed", Arm.Role.combined),
      ("ShopApp", "Shop.xcworkspace: product shop", .combined),
      ("PayKit", "Shop.xcworkspace: product Pay", .combined),
    ] {
      let planned = try selection.arm(named: name)
      #expect(self.words(planned) == words && planned.arm.role == role, "\(name)")
    }
    for (name, error) in [
      ("Web", SchemeError.missing("Web")), ("all", .noApp), ("Cort", .unknown("Cort", nearest: ["Cart", "Core"])),
    ] { #expect(throws: ArmError.scheme(error)) { try selection.arm(named: name) } }
    #expect(throws: ArmError.notBuildable(name: "Gen", kind: "plugin")) { try selection.arm(named: "Gen") }
  }

  @Test func `a scheme that is named after a module builds it, although it builds another one first`() async throws {
    func scheme(_ names: String...) -> String {
      let entries = names.map {
        "<BuildActionEntry buildForRunning=\"YES\"><BuildableReference BlueprintName=\"\($0)\"/></BuildActionEntry>"
      }
      return "<Scheme><BuildAction>\(entries.joined())</BuildAction></Scheme>"
    }
    let schemes = "Shop/Shop.xcworkspace/xcshareddata/xcschemes"
    try folder.write([
      "\(schemes)/Core.xcscheme": scheme("Web", "Core"), "\(schemes)/Rest.xcscheme": scheme("Search", "Core"),
    ])
    let xcodebuild = Xcodebuild(container: "Shop.xcworkspace", configuration: "Debug", searched: "")
    let selection = try await selection(builder: Arm.xcodeBuilder, xcodebuild: xcodebuild)
    let planned = try selection.arm(named: "Shop/Core")
    #expect(words(planned) == "Shop.xcworkspace: product Core" && planned.arm.modules.map(\.name) == ["Core", "Web"])
  }

  @Test func `twins build the same, each in a folder of its own`() async throws {
    let arms = try await selection().arms(RoleSettings().overridden(combined: "ShopApp", features: ["CartDemo"])).arms
    let planned = try #require(arms.dropFirst().first)
    let twins = planned.twins
    #expect(twins.map(\.arm.name) == ["A", "B"] && twins.map(\.arm.role) == [.combined, .other])
    #expect(
      twins.allSatisfy { $0.target == planned.target && $0.package == planned.package && $0.roots == planned.roots })
    #expect(twins.allSatisfy { $0.arm.feature == nil && $0.arm.featureModules == nil })
    #expect(twins.map(\.scratchName) == ["A", "B"])
    let swapped = planned.twinsInSwappedFolders
    #expect(swapped.map(\.arm.name) == ["A", "B"] && swapped.map(\.scratchName) == ["B", "A"])
    let head = planned.on(.head, revision: "abc", place: 2)
    #expect(head.scratchName == "CartDemo-2" && head.arm.revision == "abc" && head.arm.side == .head)
    let old = planned.at("0123456789abcdef")
    #expect(old.arm.name == "CartDemo@0123456789" && old.arm.revision == "0123456789abcdef")
    #expect(old.scratchName == "CartDemo")
  }
}
