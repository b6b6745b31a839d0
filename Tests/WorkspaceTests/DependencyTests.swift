import ManifestSyntax
import ModuleGraph
import Testing

@testable import Workspace

@Suite struct DependencyTests {
  private static func everyKind() throws -> TemporaryWorkspace {
    try TemporaryWorkspace([
      "Package.swift": """
      // swift-tools-version: 6.1
      import CompilerPluginSupport
      import PackageDescription

      let package = Package(
        name: "Kinds",
        products: [
          .library(name: "Both", type: .dynamic, targets: ["Lib", "Legacy"]), .executable(name: "tool", targets: ["Tool"]),
          .plugin(name: "Gen", targets: ["Gen"]),
        ],
        traits: [.default(enabledTraits: ["Fast"]), .trait(name: "Fast", enabledTraits: ["Small"]), "Small", "Off"],
        dependencies: [.package(path: "Dep")],
        targets: [
          .target(
            name: "Lib",
            dependencies: [
              "Sys", "Bin", "Macros", .target(name: "Legacy", condition: .when(platforms: [.macOS, .linux])),
              .product(
                name: "Pair", package: "Dep", moduleAliases: ["One": "Uno"],
                condition: .when(platforms: [.linux], traits: ["Fast"])),
            ],
            plugins: [.plugin(name: "Gen"), .plugin(name: "DepGen", package: "Dep")]),
          .target(name: "Legacy"), .executableTarget(name: "Tool"), .macro(name: "Macros"),
          .systemLibrary(name: "Sys"), .binaryTarget(name: "Bin", path: "Bin.xcframework"),
          .plugin(name: "Gen", capability: .buildTool(), dependencies: ["Tool"]),
          .testTarget(name: "LibTests", dependencies: ["Lib"]),
        ])
      """,
      "Sources/Lib/a.swift": "a\nb", "Sources/Legacy/main.swift": "", "Sources/Tool/t.swift": "",
      "Sources/Macros/m.swift": "", "Sources/Sys/module.modulemap": "", "Plugins/Gen/g.swift": "",
      "Tests/LibTests/t.swift": "", "Bin.xcframework/Info.plist": "",
      "Dep/Package.swift": """
      let package = Package(
        name: "Dep",
        products: [.library(name: "Pair", targets: ["One", "Two"]), .plugin(name: "DepGen", targets: ["DepGen"])],
        targets: [.target(name: "One"), .target(name: "Two"), .plugin(name: "DepGen", capability: .buildTool())])
      """,
      "Dep/Sources/One/a.c": "int a;\n", "Dep/Sources/One/b.S": "", "Dep/Sources/One/include/one.h": "",
      "Dep/Sources/Two/a.swift": "", "Dep/Plugins/DepGen/a.swift": "",
    ])
  }

  @Test func everyKindOfTargetAndDependencyIsTold() async throws {
    let workspace = try Self.everyKind()
    let loaded = try await workspace.load()
    let graph = loaded.graph
    #expect(
      graph.edges == [
        "Kinds/Gen -> Kinds/Tool",
        "Kinds/Lib -> Kinds/Bin",
        "Kinds/Lib -> Kinds/Gen plugin",
        "Kinds/Lib -> Kinds/Legacy [linux, macos]",
        "Kinds/Lib -> Kinds/Macros",
        "Kinds/Lib -> Kinds/Sys",
        "Kinds/Lib -> dep/DepGen plugin DepGen",
        "Kinds/Lib -> dep/One product Pair [linux; trait Fast]",
        "Kinds/Lib -> dep/Two product Pair [linux; trait Fast]",
        "Kinds/LibTests -> Kinds/Lib",
      ])
    #expect(
      graph.modules.map { "\($0.id) \($0.kind.rawValue) \($0.path ?? "-") \($0.sources.map(String.init) ?? "-")" } == [
        "Kinds/Bin binary Bin.xcframework -", "Kinds/Gen plugin Plugins/Gen 1",
        "Kinds/Legacy executable Sources/Legacy 1", "Kinds/Lib regular Sources/Lib 1",
        "Kinds/LibTests test Tests/LibTests 1", "Kinds/Macros macro Sources/Macros 1",
        "Kinds/Sys system Sources/Sys -", "Kinds/Tool executable Sources/Tool 1",
        "dep/DepGen plugin Dep/Plugins/DepGen 1", "dep/One regular Dep/Sources/One 2",
        "dep/Two regular Dep/Sources/Two 1",
      ])
    #expect(graph.modules.first { $0.name == "One" }?.languages == ["assembly", "c"])
    #expect(graph.modules.first { $0.name == "Lib" }?.lines == 2)
    #expect(
      graph.products.map { "\($0.id) \($0.kind.rawValue) \($0.linkage?.rawValue ?? "-") \($0.modules)" } == [
        "Kinds/Both library dynamic [Kinds/Lib, Kinds/Legacy]", "Kinds/Gen plugin - [Kinds/Gen]",
        "Kinds/tool executable - [Kinds/Tool]", "dep/DepGen plugin - [dep/DepGen]",
        "dep/Pair library automatic [dep/One, dep/Two]",
      ])
    #expect(loaded.enabledTraits()[try #require(loaded.root?.key)] == ["Fast", "Small"])
    #expect(graph.warnings == [])
    #expect(graph.environment?.toolchain.first?.isNumber == true)
  }

  @Test func productsOfPackagesElsewhereAreExternal() async throws {
    let workspace = try TemporaryWorkspace([
      "Package.swift": """
      let package = Package(
        name: "App",
        dependencies: [
          .package(url: "https://example.org/Some-Kit.git", from: "1.2.0"),
          .package(url: "https://example.org/Yams", branch: "main"), .package(id: "mona.list", exact: "2.0.0"),
          .package(url: "https://example.org/pinned", revision: "abc"),
        ],
        targets: [
          .target(
            name: "App",
            dependencies: [
              .product(name: "Kit", package: "some-kit"), .product(name: "List", package: "mona.list"), "Yams",
            ])
        ])
      """,
      "Sources/App/a.swift": "",
    ])
    let graph = try await workspace.load().graph
    #expect(
      graph.edges == [
        "App/App -> mona.list/List product List", "App/App -> some-kit/Kit product Kit",
        "App/App -> yams/Yams product Yams",
      ])
    #expect(graph.modules.filter { $0.kind == .external }.count == 3)
    #expect(
      graph.packages.flatMap(\.dependencies).map { "\($0.identity) \($0.requirement) \($0.location)" } == [
        "some-kit 1.2.0..<2.0.0 https://example.org/Some-Kit.git", "yams branch main https://example.org/Yams",
        "mona.list exact 2.0.0 mona.list", "pinned revision abc https://example.org/pinned",
      ])
  }

  @Test func aLocalPackageStandsInForOthersOfItsIdentity() async throws {
    let workspace = try TemporaryWorkspace([
      "Package.swift": #"""
      let package = Package(
        name: "App", dependencies: [.package(path: "Dep"), .package(path: "Mid")], targets: [.target(name: "App")])
      """#,
      "Sources/App/a.swift": "",
      "Dep/Package.swift": """
      let package = Package(
        name: "Dep", products: [.library(name: "Dep", targets: ["Dep"])], targets: [.target(name: "Dep")])
      """,
      "Dep/Sources/Dep/a.swift": "",
      "Mid/Package.swift": """
      let package = Package(
        name: "Mid", dependencies: [.package(url: "https://example.org/dep.git", from: "1.0.0")],
        targets: [.target(name: "Mid", dependencies: [.product(name: "Dep", package: "dep")])])
      """,
      "Mid/Sources/Mid/a.swift": "",
    ])
    #expect(try await workspace.load().graph.edges == ["mid/Mid -> dep/Dep product Dep"])
  }

  @Test func aNameWithoutAPackageIsAProductOfTheOnlyPackageElsewhere() async throws {
    let workspace = try TemporaryWorkspace([
      "Package.swift": """
      // swift-tools-version:5.1
      import PackageDescription

      let package = Package(
        name: "App", dependencies: [.package(url: "https://example.org/kit", from: "1.0.0")],
        targets: [.target(name: "App", dependencies: ["Thing"])])
      """,
      "Sources/App/a.swift": "",
    ])
    #expect(try await workspace.load().graph.edges == ["App/App -> kit/Thing product Thing"])
  }

  @Test func manifestsSeeTheGivenVariablesAndNoOthers() async throws {
    let workspace = try TemporaryWorkspace([
      "Package.swift": """
      let seen = Context.environment.keys.sorted().filter { $0 != "HOME" && $0 != "PATH" }.joined(separator: "_")
      let package = Package(name: seen + "=" + (Context.environment["MODE"] ?? ""))
      """
    ])
    let loaded = try await workspace.load(environment: ["MODE": "x"])
    #expect(loaded.graph.environment?.manifest == ["MODE": "x"])
    #expect(loaded.root?.manifest.name == "LANG_LC_ALL_MODE_SWIFT_BACKTRACE_TMPDIR=x")
  }
}
