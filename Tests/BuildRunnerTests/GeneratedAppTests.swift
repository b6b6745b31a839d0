import BuildAnalysis
import Foundation
import ModuleGraph
import TestSupport
import Testing
import Workspace

@testable import BuildRunner

/// Sample apps that only the private copy has: what they are, without a build.
struct GeneratedAppTests {
  private let folder: TestFolder

  init() throws {
    folder = try TestFolder()
    try folder.makeCacheFolder()
    try folder.write([
      "Shop/Package.swift": """
      // swift-tools-version: 5.9
      import PackageDescription
      let package = Package(
        name: "Shop", products: [.library(name: "Both", targets: ["Cart", "Search"])],
        dependencies: [.package(path: "../Old")],
        targets: [
          .executableTarget(name: "shop-app", dependencies: ["Cart", "Search", .product(name: "Pay", package: "Old")]),
          .executableTarget(name: "CartDemo", dependencies: ["Cart"]),
          .target(name: "Cart", dependencies: ["Core"]), .target(name: "Search", dependencies: ["Core"]),
          .target(name: "Core"),
        ])
      """,
      "Shop/Sources/shop-app/main.swift": "", "Shop/Sources/CartDemo/main.swift": "",
      "Shop/Sources/Cart/a.swift": "", "Shop/Sources/Search/a.swift": "", "Shop/Sources/Core/a.swift": "",
      "Old/Package.swift": """
      // swift-tools-version:4.2
      import PackageDescription
      let old = Package(
        name: "Old", products: [.library(name: "Pay", targets: ["pay-kit"])],
        targets: [.target(name: "pay-kit", dependencies: ["Base"]), .target(name: "Base")])
      """,
      "Old/Sources/pay-kit/a.swift": "", "Old/Sources/Base/a.swift": "",
    ])
  }

  private func workspace() async throws -> LoadedWorkspace {
    try await WorkspaceLoader(toolchain: Toolchain(), cacheFolder: folder.path + "/cache").load(
      packagePath: folder.path + "/Shop")
  }

  private func arms(makesApps: Bool = true, features: [String] = []) async throws -> [PlannedArm] {
    try await ArmSelection(workspace: workspace(), configuration: "debug", makesApps: makesApps, arguments: [])
      .arms(RoleSettings().overridden(features: features)).arms
  }

  @Test func `the combined app may be built alone`() async throws {
    #expect(try await arms(features: ["none"]).map(\.arm.name) == ["shop-app"])
    let selection = try await ArmSelection(workspace: workspace(), configuration: "debug", arguments: [])
    let settings = RoleSettings(features: .init([], by: "`features:`"))
    #expect(try selection.arms(settings).arms.map(\.arm.name) == ["shop-app"])
    #expect(try selection.arms(settings.overridden(combined: "CartDemo")).arms.map(\.arm.name) == ["CartDemo"])
    #expect(try selection.arms(settings.overridden(features: ["Cart"])).arms.count == 2)
  }

  @Test func `without names, a feature without a sample app gets one`() async throws {
    let arms = try await arms().map(\.arm)
    #expect(arms.map(\.name) == ["shop-app", "CartDemo", "Search", "pay-kit"])
    #expect(arms.map(\.feature) == [nil, "Cart", "Search", "pay-kit"])
    #expect(arms.map(\.made) == [nil, nil, true, true])
    #expect(arms.map(\.role) == [.combined, .sampleApp, .sampleApp, .sampleApp])
    #expect(arms.map { ($0.featureModules ?? []).map(\.name) } == [[], ["Cart"], ["Search"], ["pay-kit"]])
  }

  @Test func `a feature that is named is built as its sample app, if it has one`() async throws {
    let arms = try await arms(features: ["Cart", "Search"]).map(\.arm)
    #expect(arms.map(\.name) == ["shop-app", "CartDemo", "Search"])
    #expect(arms.map(\.feature) == [nil, "Cart", "Search"] && arms.map(\.made) == [nil, nil, true])
  }

  @Test func `a product is a feature of several modules, and a feature that is a program is built as it is`()
    async throws
  {
    let arms = try await arms(features: ["Both", "CartDemo"]).map(\.arm)
    #expect(arms.map(\.name) == ["shop-app", "Both", "CartDemo"] && arms.map(\.made) == [nil, true, nil])
    try #require(arms.count > 1)
    #expect(arms[1].featureModules?.map(\.name) == ["Cart", "Search"])
  }

  @Test func `where none is to be made, a feature is built as a library`() async throws {
    let arms = try await arms(makesApps: false)
    #expect(arms.map(\.arm.role) == [.combined, .sampleApp, .feature, .feature])
    #expect(arms.map(\.arm.made) == [nil, nil, nil, nil])
    try #require(arms.count > 2)
    guard case .appended(let product) = arms[2].target else {
      Issue.record("no product of its own")
      return
    }
    #expect(product.kind == .staticLibrary && product.modules == ["Search"])
    // A command of the user's knows no names but those of the packages.
    let commands = try await ArmSelection(
      workspace: workspace(), configuration: "debug", builder: Arm.commandBuilder, arguments: []
    ).arms(RoleSettings()).arms
    try #require(commands.count > 2)
    #expect(commands.map(\.arm.made) == [nil, nil, nil, nil] && commands[2].target == .product("Search"))
  }

  @Test func `the copy's manifest has the app only while it is built, and the user's never`() async throws {
    let before = try TestFolder.contents(of: folder.path).filter { !$0.key.hasPrefix("cache") }
    let arms = try await arms()
    let copy = try await PrivateCopy(of: workspace(), at: folder.path + "/cache/copy")
    let manifests = try CopiedManifests(of: copy)
    func manifest(_ package: String) throws -> String { try folder.read("cache/copy/\(package)/Package.swift") }
    let originals = try (manifest("Shop"), manifest("Old"))
    try #require(arms.count > 3)
    try manifests.install(arms[2].target)
    #expect(
      try manifest("Shop") == originals.0 + """


        package.targets.append(.executableTarget(name: "ModuleGaugeArm", dependencies: [.target(name: "Search")], \
        path: ".modgauge/Search", swiftSettings: package.targets.first(where: { $0.name == "Search" })?.swiftSettings))
        package.products.append(.executable(name: "ModuleGaugeArm", targets: ["ModuleGaugeArm"]))

        """)
    #expect(try folder.read("cache/copy/Shop/.modgauge/Search/main.swift") == "import `Search`\n")
    // Settings of targets are not known to this one, nor `executableTarget`, and its package has another name.
    try manifests.install(arms[3].target)
    #expect(try manifest("Shop") == originals.0)
    #expect(
      try manifest("Old").hasSuffix(
        """
        old.targets.append(.target(name: "ModuleGaugeArm", dependencies: [.target(name: "pay-kit")], \
        path: ".modgauge/pay-kit"))
        old.products.append(.executable(name: "ModuleGaugeArm", targets: ["ModuleGaugeArm"]))

        """))
    #expect(try folder.read("cache/copy/Old/.modgauge/pay-kit/main.swift") == "import `pay_kit`\n")
    try manifests.install(arms[0].target)
    #expect(try manifest("Shop") == originals.0 && manifest("Old") == originals.1)
    #expect(try TestFolder.contents(of: folder.path).filter { !$0.key.hasPrefix("cache") } == before)
  }

  @Test func `what Swift may be unable to import is linked all the same`() {
    func source(_ languages: [String], _ kind: Module.Kind = .regular) -> String {
      let module = Module(id: ModuleID(package: "p", name: "Fast"), kind: kind, languages: languages)
      return GeneratedApp(named: "Fast", importing: [module], toolsVersion: "6.0.0").source
    }
    #expect(source(["swift"]) == "import `Fast`\n" && source(["c", "swift"]) == "import `Fast`\n")
    #expect(source(["c"]) == "#if canImport(`Fast`)\n  import `Fast`\n#endif\n")
    #expect(source(["c", "cpp"]) == "\n" && source([], .binary) == "\n")
  }
}
