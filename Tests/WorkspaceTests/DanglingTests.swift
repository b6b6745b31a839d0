import ModuleGraph
import Testing

@testable import Workspace

/// What SwiftPM refuses when it puts packages together, and what nobody can know without the packages elsewhere.
@Suite struct DanglingTests {
  private static func app(
    _ dependencies: String, on packages: String = "", tools: String = "6.1", more: String = ""
  ) -> String {
    """
    // swift-tools-version:\(tools)
    import PackageDescription

    let package = Package(
      name: "App",
      dependencies: [\(packages)],
      targets: [
        .target(name: "Kernel"),
        .target(name: "Lib", dependencies: [
          \(dependencies)
        ]\(more)),
      ])
    """
  }

  private static let core = """
    let package = Package(
      name: "Core", products: [.library(name: "CoreText", targets: ["Core"])], targets: [.target(name: "Core")])
    """

  private func failure(_ manifest: String) async throws -> String? {
    let workspace = try TemporaryWorkspace([
      "Package.swift": manifest, "Sources/Lib/a.swift": "", "Sources/Kernel/a.swift": "",
      "core/Package.swift": Self.core, "core/Sources/Core/a.swift": "",
    ])
    return await workspace.failure()?.replacing(
      "`WORK/Package.swift` refers to something that does not exist, which SwiftPM rejects. Correct it:\n", with: "")
  }

  private static let remote = #".package(url: "https://example.org/Kit.git", from: "1.0.0")"#
  private static let local = #".package(path: "core")"#

  @Test(arguments: [
    (
      #""Kernl""#, "", "6.1",
      #"depends on “Kernl”, which is neither a target of its package nor a product of a package that it depends on. Did you mean “Kernel”?"#
    ),
    (
      #""CoreTxt""#, local, "6.1",
      #"depends on “CoreTxt”, which is neither a target of its package nor a product of a package that it depends on. Did you mean “CoreText”?"#
    ),
    // From 5.2 on, a product's name alone has to be that of its package: the one that the manifest gives it, or its folder's.
    (
      #""CoreText""#, local, "6.1",
      #"depends on “CoreText” by its name alone, but it is a product of core: .product(name: "CoreText", package: "core")."#
    ),
    (
      #""Nope""#, remote, "5.2",
      #"depends on “Nope”, which is neither a target of its package nor a product of a package that it depends on."#
    ),
    (
      #""Nope""#, local, "5.1",
      #"depends on “Nope”, which is neither a target of its package nor a product of a package that it depends on."#
    ),
    (#".target(name: "Nope")"#, remote, "5.5", #"depends on the target “Nope”, which its package does not have."#),
    (
      #".product(name: "Cortext", package: "core")"#, local, "6.0",
      #"depends on the product “Cortext” of core, which has no such product. Did you mean “CoreText”?"#
    ),
  ])
  func whatNothingProvidesIsAnErrorWithTheManifestsLine(
    dependency: String, packages: String, tools: String, words: String
  ) async throws {
    let found = try await failure(Self.app(dependency, on: packages, tools: tools))
    #expect(found == "  line 10: Lib " + words)
  }

  @Test(arguments: [
    // Before 5.2 it may be a product of any package.
    (#""Nope""#, remote, "5.1"), (#""kit""#, remote, "6.1"), (#""Kit""#, remote, "6.1"),
    (#""CoreText""#, local, "5.1"), (#""CoreText""#, #".package(name: "CoreText", path: "core")"#, "6.1"),
    (#".product(name: "Nope", package: "Kit")"#, remote, "6.1"),
    // SwiftPM does not look for what hangs on a trait that is not enabled.
    (#".target(name: "Nope", condition: .when(traits: ["Off"]))"#, "", "6.1"),
  ])
  func whatMayExistIsNone(dependency: String, packages: String, tools: String) async throws {
    let traits = dependency.contains("Off") ? "products: [], traits: [\"Off\"],\n  dependencies" : "dependencies"
    let manifest = Self.app(dependency, on: packages, tools: tools).replacing(
      "dependencies: [\(packages)]", with: "\(traits): [\(packages)]")
    #expect(try await failure(manifest) == nil)
  }

  @Test func aPluginIsFoundByItsTargetOrItsProductOrIsAnError() async throws {
    func manifest(_ plugin: String) -> String {
      """
      let package = Package(
        name: "App", products: [.plugin(name: "GenProduct", targets: ["Gen"])],
        targets: [
          .target(name: "Lib", plugins: [.plugin(name: "\(plugin)")]),
          .target(name: "Kernel"),
          .plugin(name: "Gen", capability: .buildTool()),
        ])
      """
    }
    #expect(try await failure(manifest("Gen")) == nil)
    #expect(try await failure(manifest("GenProduct")) == nil)
    #expect(
      try await failure(manifest("Gone"))
        == "  line 6: Lib applies the plugin “Gone”, which its package does not have.")
  }

  @Test func whatIsDanglingIsAFailureBesideTheRestWhereLoadingKeepsGoing() async throws {
    let workspace = try TemporaryWorkspace([
      "Package.swift": Self.app(#""Nope", "Kernel""#), "Sources/Lib/a.swift": "", "Sources/Kernel/a.swift": "",
    ])
    let loader = WorkspaceLoader(toolchain: try Toolchain(), cacheFolder: workspace.cache, keepsGoing: true)
    let graph = try await loader.load(packagePath: workspace.path).graph
    #expect(graph.edges == ["App/Lib -> App/Kernel", "App/Lib -> unknown/Nope product Nope"])
    #expect(graph.modules.map { "\($0.name) \($0.kind)" } == ["Kernel regular", "Lib regular", "Nope unknown"])
    #expect(graph.failures.map { "\($0.package) \($0.path)" } == [". Package.swift"])
    try #require(!graph.failures.isEmpty)
    #expect(graph.failures[0].message.hasPrefix("`Package.swift` refers to something that does not exist"))
    #expect(graph.warnings == [])
  }

  @Test func aPackageThatAsksForItsHostMayHaveMoreProductsElsewhere() async throws {
    let workspace = try TemporaryWorkspace([
      "Package.swift": Self.app(#".product(name: "Shiny", package: "core")"#, on: Self.local),
      "Sources/Lib/a.swift": "", "Sources/Kernel/a.swift": "",
      "core/Package.swift": """
      let package = Package(name: "Core", targets: [.target(name: "Core")])
      #if os(Windows)
        package.products.append(.library(name: "Shiny", targets: ["Core"]))
        package.targets.append(contentsOf: [.target(name: "One"), .target(name: "Two", dependencies: [.target(name: "One")])])
      #endif
      #if os(Windows)
        package.platforms = [.macOS(.v14)]
      #endif
      """,
      "core/Sources/Core/a.swift": "",
    ])
    #expect(
      try await workspace.load().graph.warnings == [
        "App/Lib depends on the product `Shiny` of core, which has no product of that name.",
        "core: its manifest depends on the host's system, and here leaves out what it declares for others: 2 targets, 1 product "
          + "(`#if os(Windows)`, core/Package.swift:4).",
      ])
  }

  @Test func aPackageOfAnAddressesIdentityStandsInForItAndThatIsSaid() async throws {
    func library(_ name: String, on packages: String = "") -> String {
      """
      let package = Package(
        name: "\(name)", products: [.library(name: "\(name)", targets: ["\(name)"])], dependencies: [\(packages)],
        targets: [.target(name: "\(name)")])
      """
    }
    let workspace = try TemporaryWorkspace([
      "kit/Package.swift": library("Kit"), "kit/Sources/Kit/a.swift": "",
      "one/Package.swift": library("One", on: Self.remote), "one/Sources/One/a.swift": "",
      "two/Package.swift": library("Two", on: Self.remote), "two/Sources/Two/a.swift": "",
      // In its build, SwiftPM does the same.
      "three/Package.swift": library("Three", on: #".package(path: "../kit"), .package(path: "../two")"#),
      "three/Sources/Three/a.swift": "",
    ])
    let graph = try await workspace.load().graph
    #expect(
      graph.warnings == [
        "kit stands in for https://example.org/Kit.git, on which one depends, as in an Xcode workspace; SwiftPM alone "
          + "fetches that address."
      ])
    #expect(
      graph.packages.flatMap(\.dependencies).map { "\($0.identity) \($0.standIn ?? "-")" } == [
        "kit kit", "kit -", "two -", "kit kit",
      ])
  }

  @Test func aWarningThatHoldsForSeveralPackagesIsOneLine() async throws {
    let files = (1...14).map { number in
      (
        "p\(number)/Package.swift",
        #"let package = Package(name: "P", dependencies: [.package(path: "../gone"), .package(path: "../sub")])"#
      )
    }
    let workspace = try TemporaryWorkspace(Dictionary(uniqueKeysWithValues: files))
    try workspace.makeRepository()
    try workspace.write("[submodule \"sub\"]\n\tpath = sub\n\turl = https://example.org/sub\n", to: ".gitmodules")
    let names =
      "14 packages (p1, p10, p11, p12, p13, p14, p2, p3, p4, p5, p6, p7, …) depend; its products are shown as external."
    #expect(
      try await workspace.load().graph.warnings == [
        "There is no package at `gone`, on which " + names,
        "`sub` is a git submodule that is not checked out (`git submodule update --init`), on which " + names,
      ])
  }
}
