import Foundation
import ModuleGraph
import Testing

@testable import Workspace

/// Manifests whose meaning depends on more than their text.
@Suite struct LookingAroundTests {
  private static let listing = """
    // swift-tools-version: 6.0
    import Foundation
    import PackageDescription
    let names = try! FileManager.default.contentsOfDirectory(atPath: Context.packageDirectory + "/Sources").sorted()
    let package = Package(name: "P", targets: names.map { .target(name: $0) })
    """

  private func names(_ loaded: LoadedWorkspace) -> [String] { loaded.graph.modules.map(\.name) }

  @Test func aManifestThatListsAFolderIsEvaluatedAgainEachTime() async throws {
    let workspace = try TemporaryWorkspace(["Package.swift": Self.listing, "Sources/One/a.swift": ""])
    let before = try await workspace.load()
    #expect(names(before) == ["One"] && before.looksAround)
    try workspace.write("", to: "Sources/Two/a.swift")
    // Neither our cache nor SwiftPM's own answers for the former state.
    #expect(try await names(workspace.load()) == ["One", "Two"])
    try FileManager.default.removeItem(atPath: workspace.path + "/Sources/One")
    let loader = WorkspaceLoader(
      toolchain: try Toolchain(), cacheFolder: workspace.cache,
      policy: ManifestPolicy(readsLiterals: false, caches: false))
    #expect(try await names(loader.load(packagePath: workspace.path)) == ["Two"])
  }

  @Test func aFileThatAManifestAsksForIsLookedForWithoutSwiftPM() async throws {
    let workspace = try TemporaryWorkspace([
      "Package.swift": """
      // swift-tools-version: 6.0
      import Foundation
      import PackageDescription
      let extra = FileManager.default.fileExists(atPath: "Sources/Extra/")
      let package = Package(name: "P", targets: [.target(name: "P")] + (extra ? [.target(name: "Extra")] : []))
      """, "Sources/P/a.swift": "", "Sources/Extra": "a file",
    ])
    let before = try await workspace.load()
    #expect(names(before) == ["P"] && before.packages.map(\.reading.way) == [.literal] && before.looksAround)
    try FileManager.default.removeItem(atPath: workspace.path + "/Sources/Extra")
    try workspace.write("", to: "Sources/Extra/a.swift")
    #expect(try await names(workspace.load()) == ["Extra", "P"])
    try commitAll(in: workspace)
    try FileManager.default.removeItem(atPath: workspace.path + "/Sources/Extra")
    let loader = WorkspaceLoader(toolchain: try Toolchain(), cacheFolder: workspace.cache)
    let head = try await loader.load(revision: "HEAD", of: try await GitRepository(around: workspace.path))
    #expect(names(head) == ["Extra", "P"] && head.packages.map(\.reading.way) == [.literal])
  }

  @Test func aFileBesideAManifestThatReadsNothingElseIsAnInputOfTheCachedAnswer() async throws {
    let manifest = """
      // swift-tools-version: 6.0
      import Foundation
      import PackageDescription
      let words = try? String(
        contentsOf: URL(fileURLWithPath: #filePath)
          .deletingLastPathComponent()
          .appendingPathComponent("names.txt"), encoding: .utf8)
      let names = (words ?? "").split(separator: " ").map(String.init)
      let package = Package(name: "P", targets: (["P"] + names).map { .target(name: $0) })
      """
    let sources = Dictionary(uniqueKeysWithValues: ["P", "One", "Two"].map { ("Sources/\($0)/a.swift", "") })
    let workspace = try TemporaryWorkspace(sources.merging(["Package.swift": manifest]) { first, _ in first })
    func load() async throws -> (names: [String], way: ManifestReading.Way?, looksAround: Bool) {
      let loaded = try await workspace.load()
      return (names(loaded), loaded.packages.first?.reading.way, loaded.looksAround)
    }
    #expect(try await load() == (["P"], .evaluated, true))
    #expect(try await load() == (["P"], .cached, true))
    try workspace.write("One", to: "names.txt")
    #expect(try await load() == (["One", "P"], .evaluated, true))
    try commitAll(in: workspace)
    try workspace.write("Two", to: "names.txt")
    #expect(try await load() == (["P", "Two"], .evaluated, true))
    for way in [ManifestReading.Way.evaluated, .cached] {
      let loader = WorkspaceLoader(toolchain: try Toolchain(), cacheFolder: workspace.cache)
      let head = try await loader.load(revision: "HEAD", of: try await GitRepository(around: workspace.path))
      #expect(names(head) == ["One", "P"] && head.packages.map(\.reading.way) == [way])
    }
    try FileManager.default.removeItem(atPath: workspace.path + "/names.txt")
    #expect(try await load() == (["P"], .cached, true))
  }

  private func commitAll(in workspace: TemporaryWorkspace) throws {
    try workspace.makeRepository()
    try workspace.git(["add", "--all"])
    try workspace.git([
      "-c", "user.name=T", "-c", "user.email=t@example.org", "commit", "--quiet", "--message", "all",
    ])
  }

  @Test(arguments: ["", "import Foundation\nlet file = FileManager.default.contents(atPath: \"Sources/P/a.swift\")\n"])
  func aRevisionIsToldWhatGitWouldHaveSaidThere(also: String) async throws {
    let workspace = try TemporaryWorkspace([
      "App/Package.swift": """
      // swift-tools-version: 6.0
      import PackageDescription
      \(also)let package = Package(name: "P", targets: [.target(name: "P")])
      if let git = Context.gitInformation {
        package.targets.append(.target(name: "at_" + String(git.currentCommit.prefix(7)), path: "Sources/P/at"))
        if let tag = git.currentTag { package.targets.append(.target(name: tag, path: "Sources/P/tag")) }
        if git.hasUncommittedChanges { package.targets.append(.target(name: "Dirty", path: "Sources/P/dirty")) }
      }
      """, "App/Sources/P/a.swift": "", "Other/large.txt": "not needed",
    ])
    try commitAll(in: workspace)
    try workspace.git(["tag", "v1"])
    func head(_ revision: String = "HEAD") async throws -> LoadedWorkspace {
      let loader = WorkspaceLoader(toolchain: try Toolchain(), cacheFolder: workspace.cache)
      return try await loader.load(
        revision: revision, of: try await GitRepository(around: workspace.path + "/App"))
    }
    let here = try await workspace.load("App")
    #expect(names(here).count == 3 && names(here).contains("v1"))
    #expect(try await names(head()) == names(here))
    // A tag or a change that comes later is noticed, in the revision as in the working tree.
    try workspace.write("// changed", to: "App/Sources/P/a.swift")
    #expect(try await names(workspace.load("App")).contains("Dirty"))
    let again = try await head()
    #expect(names(again) == names(here))
    #expect(again.packages.map(\.reading.way) == [also.isEmpty ? .cached : .evaluated])
    try workspace.git(["tag", "--delete", "v1"])
    #expect(try await names(head()).count == 2)
  }
}

/// What SwiftPM calls the package at the root, and which packages it refuses to build together.
@Suite struct BuildRuleTests {
  private func library(_ name: String, _ packages: String = "", uses: String = "", tests: String = "") -> String {
    """
    let package = Package(
      name: "\(name)", products: [.library(name: "\(name)", targets: ["\(name)"])], dependencies: [\(packages)],
      targets: [.target(name: "\(name)", dependencies: [\(uses)])\(tests)])
    """
  }

  @Test func theIdentityOfTheRootIsItsFoldersName() async throws {
    let workspace = try TemporaryWorkspace([
      "Package.swift": library(
        "Foo", #".package(url: "https://example.org/foo", from: "1.0.0")"#,
        uses: #".product(name: "Bar", package: "foo")"#),
      "Sources/Foo/a.swift": "",
    ])
    let graph = try await workspace.load().graph
    #expect(graph.edges == ["Foo/Foo -> foo/Bar product Bar"])
    #expect(graph.modules.map(\.kind) == [.regular, .external] && graph.warnings == [])
    #expect(graph.packages.map(\.identity) == ["work"])
  }

  @Test func aPackageInAFolderOfTheRootsNameIsBuiltWithIt() async throws {
    let workspace = try TemporaryWorkspace([
      "Package.swift": library("Foo", #".package(path: "foo")"#, uses: #".product(name: "Bar", package: "foo")"#),
      "Sources/Foo/a.swift": "", "foo/Package.swift": library("Bar"), "foo/Sources/Bar/a.swift": "",
    ])
    let graph = try await workspace.load().graph
    #expect(graph.edges == ["Foo/Foo -> foo/Bar product Bar"] && graph.warnings == [])
    // Documents of clones in other folders are the same where nothing else has the name.
    let alone = try TemporaryWorkspace(["Package.swift": library("Foo"), "Sources/Foo/a.swift": ""])
    #expect(try await alone.load().graph.packages.map(\.identity) == ["foo"])
  }

  @Test func equalTargetsOfPackagesThatAreBuiltTogetherAreAnErrorInSwiftPMsWords() async throws {
    func workspace(
      _ uses: String = #""Util""#, aliases: String = "", tests: String = ""
    ) throws -> TemporaryWorkspace {
      let helper = #", .target(name: "Util")"#
      return try TemporaryWorkspace([
        "Package.swift": library(
          "App", #".package(path: "L"), .package(path: "M")"#,
          uses: #".product(name: "L", package: "L"\#(aliases)), .product(name: "M", package: "M")"#, tests: tests),
        "Sources/App/a.swift": "", "L/Package.swift": library("L", uses: #""Util""#, tests: helper),
        "L/Sources/L/a.swift": "", "L/Sources/Util/a.swift": "",
        "M/Package.swift": library("M", uses: uses, tests: helper),
        "M/Sources/M/a.swift": "", "M/Sources/Util/a.swift": "", "Tests/Util/a.swift": "",
      ])
    }
    #expect(
      await (try workspace()).failure()
        == "`WORK/Package.swift` describes a package that SwiftPM does not build with those that it depends on. Correct them, "
        + "and check them with `swift package show-dependencies`.\nerror: multiple packages ('l', 'm') declare targets with a "
        + "conflicting name: 'Util’; target names need to be unique across the package graph")
    // Neither targets that no product needs, nor those with aliases.
    #expect(await (try workspace("")).failure() == nil)
    #expect(await (try workspace(aliases: #", moduleAliases: ["Util": "Other"]"#)).failure() == nil)
    // Tests of the root count.
    let named = await (try workspace("", tests: #", .testTarget(name: "Util")"#)).failure()
    #expect(named?.contains("multiple packages ('l', 'work') declare targets") == true)
    // Packages that nothing builds together may have equal targets.
    #expect(try await workspace().load("L").graph.modules.map(\.name) == ["L", "Util"])
  }

  @Test func aCycleOfPackagesIsAnErrorBeforeToolsVersion6() async throws {
    func workspace(tools: String) throws -> TemporaryWorkspace {
      func text(_ name: String, on other: String) -> String {
        "// swift-tools-version: \(tools)\nimport PackageDescription\n"
          + library(
            name, ".package(path: \"../\(other)\")", uses: ".product(name: \"\(other)\", package: \"\(other)\")")
      }
      return try TemporaryWorkspace([
        "A/Package.swift": text("A", on: "B"), "A/Sources/A/a.swift": "", "B/Package.swift": text("B", on: "A"),
        "B/Sources/B/a.swift": "",
      ])
    }
    let failure = await (try workspace(tools: "5.9")).failure("A")
    let words = "\nerror: cyclic dependency between packages A -> B -> A requires tools-version 6.0 or later"
    #expect(failure?.hasPrefix("`WORK/A/Package.swift` describes") == true && failure?.hasSuffix(words) == true)
    #expect(await (try workspace(tools: "6.0")).failure("A") == nil)
  }

  @Test func anAppPackageIsAModuleOfKindAppWithItsEdges() async throws {
    let workspace = try TemporaryWorkspace([
      "Leaflet/Package.swift": library("Leaflet"), "Leaflet/Sources/Leaflet/a.swift": "",
      "LeafletDemoApp.swiftpm/Package.swift": """
      // swift-tools-version: 5.8
      import AppleProductTypes
      import PackageDescription
      let package = Package(
        name: "LeafletDemoApp",
        products: [
          .iOSApplication(
            name: "LeafletDemoApp", targets: ["AppModule"], supportedDeviceFamilies: [.phone],
            supportedInterfaceOrientations: [.portrait])
        ],
        dependencies: [.package(path: "../Leaflet")],
        targets: [.executableTarget(name: "AppModule", dependencies: ["Leaflet"], path: ".")])
      """, "LeafletDemoApp.swiftpm/App.swift": "import Leaflet\n",
    ])
    let graph = try await workspace.load().graph
    #expect(graph.edges == ["leafletdemoapp.swiftpm/AppModule -> leaflet/Leaflet product Leaflet"])
    #expect(
      graph.modules.map { "\($0.name) \($0.kind) \($0.lines ?? -1)" } == ["Leaflet regular 0", "AppModule app 1"])
    let feature = try Roles(graph).features.first
    #expect(
      feature?.name == "Leaflet" && feature?.sampleApps.map(\.description) == ["leafletdemoapp.swiftpm/AppModule"])
    let part = BuildSurvey(graph).part(graph.modules.map(\.id))
    #expect(
      part.obstacles.map(\.description) == [
        "leafletdemoapp.swiftpm/AppModule is an app package of Swift Playgrounds, and Xcode on macOS builds those"
      ])
  }
}
