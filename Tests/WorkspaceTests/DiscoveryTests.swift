import Documents
import Foundation
import ModuleGraph
import Testing

@testable import Workspace

/// A package of one library, which may use others beside it.
func libraryManifest(_ name: String, using others: [(name: String, path: String)] = []) -> String {
  // By its product's name, so that the folder's name does not matter.
  let packages = others.map { ".package(name: \"\($0.name)\", path: \"\($0.path)\")" }
  return """
    let package = Package(
      name: "\(name)", products: [.library(name: "\(name)", targets: ["\(name)"])],
      dependencies: [\(packages.joined(separator: ", "))],
      targets: [.target(name: "\(name)", dependencies: \(others.map(\.name)))])
    """
}

@Suite struct DiscoveryTests {
  /// Packages at several depths, of which `App` reaches `Core`, and much that only looks like one.
  private static let monorepo = [
    "apps/App/Package.swift": libraryManifest("App", using: [(name: "Core", path: "../../libraries/Core")]),
    "apps/App/Sources/App/a.swift": "import Core\n",
    "libraries/Core/Package.swift": libraryManifest("Core"),
    "libraries/Core/Sources/Core/a.swift": "",
    "libraries/Core/Examples/Deep/Package.swift": libraryManifest("Deep"),
    "libraries/Core/Examples/Deep/Sources/Deep/a.swift": "",
    "libraries/Core/Sources/Core/Package.swift": "// A package of a parcel service.\nstruct Package {}\n",
  ]

  @Test func aFolderThatIsNoPackageMeansEveryPackageInIt() async throws {
    let workspace = try TemporaryWorkspace(Self.monorepo)
    let loaded = try await workspace.load()
    #expect(
      loaded.graph.packages.map { "\($0.key) \($0.path)" } == [
        "app apps/App", "core libraries/Core", "deep libraries/Core/Examples/Deep",
      ])
    #expect(loaded.graph.edges == ["app/App -> core/Core product Core"])
    #expect(loaded.graph.warnings == [])
    #expect(loaded.rootPath == workspace.path)
    #expect(loaded.root == nil)
  }

  @Test func aPackageMeansItselfAndWhatItReachesUnlessAllIsAskedFor() async throws {
    let workspace = try TemporaryWorkspace(Self.monorepo)
    #expect(try await workspace.load("apps/App").graph.packages.map(\.key) == ["App", "core"])
    #expect(try await workspace.load("libraries/Core").graph.packages.map(\.key) == ["Core"])
    let all = try await workspace.load("libraries/Core", discovery: DiscoveryOptions(includesAll: true))
    #expect(all.graph.packages.map { "\($0.key) \($0.path)" } == ["Core .", "deep Examples/Deep"])
    #expect(all.root?.key == "Core")
  }

  @Test func demoAppsBesideAPackageAreNamedUnlessTheyAreRead() async throws {
    let demo = """
      let package = Package(
        name: "Demo", dependencies: [.package(name: "Core", path: "..")],
        targets: [.executableTarget(name: "Demo", dependencies: [.product(name: "Core", package: "Core")])])
      """
    let workspace = try TemporaryWorkspace([
      "Core/Package.swift": libraryManifest("Core"), "Core/Sources/Core/a.swift": "",
      "Core/Demo.swiftpm/Package.swift": demo, "Core/Demo.swiftpm/Sources/Demo/main.swift": "import Core\n",
      "Core/Old.swiftpm/notes.txt": "no package", "Core/.swiftpm/Package.swift": demo,
    ])
    let alone = try await workspace.load("Core")
    #expect(
      alone.notes == [
        "`Demo.swiftpm`: not read, since the package here does not reach it. --all reads every package below the folder."
      ])
    let all = try await workspace.load("Core", discovery: DiscoveryOptions(includesAll: true))
    #expect(all.notes == [] && all.graph.edges == ["demo.swiftpm/Demo -> Core/Core product Core"])
  }

  @Test(arguments: [
    ".build/checkouts/X", ".swiftpm/X", ".hidden", "Pods/X", "a/Carthage/Checkouts/X", "node_modules/X",
    "ignored/X", "a/Derived/X", "nested/clone/build/X", "excluded/X", "some/Fixtures/deep/X",
  ])
  func foldersThatNobodyMeansAreSkipped(folder: String) async throws {
    let workspace = try TemporaryWorkspace([
      "Core/Package.swift": libraryManifest("Core"), "Core/Sources/Core/a.swift": "",
      ".gitignore": "/ignored\nDerived/\n", "nested/clone/.gitignore": "build\n",
      "\(folder)/Package.swift": "#error(\"nobody evaluates this\")",
    ])
    for repository in ["", "nested/clone"] { try workspace.makeRepository(repository) }
    let options = DiscoveryOptions(exclude: [Glob("excluded"), Glob("**/Fixtures/**")])
    let graph = try await workspace.load(discovery: options).graph
    #expect(graph.packages.map(\.key) == ["core"])
    #expect(graph.warnings == [])
  }

  @Test func whatGitTracksIsFoundAlsoInAnIgnoredFolder() async throws {
    let workspace = try TemporaryWorkspace([
      "ignored/Kept/Package.swift": libraryManifest("Kept"), "ignored/Kept/Sources/Kept/a.swift": "",
      "ignored/Other/Package.swift": "#error(\"nobody evaluates this\")", ".gitignore": "ignored\n",
    ])
    try workspace.makeRepository()
    try workspace.git(["add", "--force", "ignored/Kept"])
    #expect(try await workspace.load().graph.packages.map(\.key) == ["kept"])
  }

  @Test func anIgnoredFolderThatIsNamedIsLookedInto() async throws {
    let workspace = try TemporaryWorkspace([
      "ignored/below/Core/Package.swift": libraryManifest("Core"), "ignored/below/Core/Sources/Core/a.swift": "",
      ".gitignore": "ignored\n",
    ])
    try workspace.makeRepository()
    for folder in ["ignored", "ignored/below"] {
      let graph = try await workspace.load(folder).graph
      #expect(graph.packages.map(\.key) == ["core"])
      #expect(graph.warnings == [])
    }
  }

  @Test func excludedFoldersAreNamedFromTheConfigurationsFolder() async throws {
    let workspace = try TemporaryWorkspace([
      "sub/Core/Package.swift": libraryManifest("Core"), "sub/Core/Sources/Core/a.swift": "",
      "sub/Old/Package.swift": "#error(\"nobody evaluates this\")",
    ])
    let options = DiscoveryOptions(exclude: [Glob("sub/Old/")], excludeBase: workspace.path)
    #expect(try await workspace.load("sub", discovery: options).graph.packages.map(\.key) == ["core"])
  }

  @Test func linkedFoldersAreNotFollowedSoThatNoLoopMatters() async throws {
    let workspace = try TemporaryWorkspace([
      "Core/Package.swift": libraryManifest("Core"), "Core/Sources/Core/a.swift": "", "Gone/readme": "",
    ])
    #expect(symlink("..", workspace.path + "/Core/loop") == 0)
    #expect(symlink("Core", workspace.path + "/Same") == 0)
    #expect(symlink("ring", workspace.path + "/ring") == 0)
    #expect(symlink("Package.swift", workspace.path + "/Gone/Package.swift") == 0)
    let graph = try await workspace.load().graph
    #expect(graph.packages.map(\.path) == ["Core"])
    #expect(graph.warnings == ["`Gone/Package.swift` is a link to nothing."])
  }

  @Test func twoPackagesOfOneIdentityAreBothShownWithAWarning() async throws {
    let workspace = try TemporaryWorkspace([
      "a/Core/Package.swift": libraryManifest("CoreA"), "a/Core/Sources/CoreA/a.swift": "",
      "b/Core/Package.swift": libraryManifest("CoreB"), "b/Core/Sources/CoreB/a.swift": "",
    ])
    let graph = try await workspace.load().graph
    #expect(graph.modules.map(\.id.description) == ["a/Core/CoreA", "b/Core/CoreB"])
    #expect(
      graph.warnings == [
        "`a/Core` and `b/Core` are packages with the same identity, `core`; SwiftPM does not build them together."
      ])
  }

  /// Otherwise its modules would replace the root's, or the root's them.
  @Test func aPackageInAFolderWithTheNameOfTheRootHasItsOwnKey() async throws {
    let workspace = try TemporaryWorkspace([
      "Package.swift": libraryManifest("core"), "Sources/core/a.swift": "",
      "core/Package.swift": libraryManifest("core"), "core/Sources/core/a.swift": "",
    ])
    let graph = try await workspace.load(discovery: DiscoveryOptions(includesAll: true)).graph
    #expect(graph.packages.map { "\($0.key) \($0.path)" } == ["./core core", "core ."])
    #expect(graph.modules.map(\.id.description) == ["./core/core", "core/core"])
    #expect(graph.modules.map(\.path) == ["core/Sources/core", "Sources/core"])
  }

  @Test func aMissingPathDependencyIsStoodInForByAPackageOfItsIdentity() async throws {
    let workspace = try TemporaryWorkspace([
      "App/Package.swift": libraryManifest("App", using: [("Core", "../Core")]), "App/Sources/App/a.swift": "",
      "libraries/Core/Package.swift": libraryManifest("Core"), "libraries/Core/Sources/Core/a.swift": "",
    ])
    let graph = try await workspace.load().graph
    #expect(graph.edges == ["app/App -> core/Core product Core"])
    #expect(
      graph.warnings == [
        "There is no package at `Core`, on which app depends; core is used instead, since it has the same identity."
      ])
  }

  @Test func packagesInACycleAreAllFound() async throws {
    let workspace = try TemporaryWorkspace([
      "A/Package.swift": libraryManifest("A", using: [("B", "../B")]), "A/Sources/A/a.swift": "",
      "B/Package.swift": libraryManifest("B", using: [("A", "../A")]), "B/Sources/B/a.swift": "",
    ])
    #expect(try await workspace.load().graph.edges == ["a/A -> b/B product B", "b/B -> a/A product A"])
  }

  @Test func aLocalRepositoryThatIsNoneIsRefusedInSwiftPMsWords() async throws {
    let workspace = try TemporaryWorkspace([
      "Package.swift": """
      let package = Package(
        name: "App", dependencies: [.package(url: "\\(Context.packageDirectory)/Plain", from: "1.0.0")])
      """,
      "Plain/readme": "",
    ])
    let failure = try #require(await workspace.failure())
    #expect(failure.hasPrefix("`WORK/Package.swift` cannot be evaluated."))
    #expect(failure.contains("cannot clone from local directory WORK/Plain"))
  }

  @Test(arguments: ["", "libraries", "libraries/Core/Examples/Deep"])
  func clonesInFoldersOfOtherNamesGiveTheSameBytes(folder: String) async throws {
    var files = Self.monorepo
    // Reaches the folder around the workspace, whose name is the clone's.
    files["Package.swift"] = libraryManifest("Whole")
    files["Sources/Whole/a.swift"] = ""
    files["libraries/Core/Examples/Deep/Package.swift"] = libraryManifest("Deep", using: [("Whole", "../../../..")])
    let workspace = try TemporaryWorkspace(
      Dictionary(
        uniqueKeysWithValues: ["whole", "Another name"].flatMap { clone in files.map { ("\(clone)/\($0)", $1) } }))
    let options = DiscoveryOptions(includesAll: true)
    let first = try await workspace.load("whole/" + folder, discovery: options).graph
    let second = try await workspace.load("Another name/" + folder, discovery: options).graph
    #expect(try first.json() == second.json())
    #expect(first.packages.contains { $0.name == "Whole" })
  }
}

@Suite struct ManifestFileTests {
  @Test(arguments: [
    "// swift-tools-version: 6.0\nimport PackageDescription\n", "//swift-tools-version:5.0\n",
    "\n\n//  Swift-Tools-Version:5.9",
    "\u{FEFF}// swift-tools-version:5.3\r\nimport PackageDescription\r\n", "import PackageDescription",
    "// License\nimport Foundation\nimport  PackageDescription // here\n", "import PackageDescription;",
  ])
  func isAManifest(text: String) {
    #expect(ManifestFile.statesManifest(Array(text.utf8)))
  }

  @Test(arguments: [
    "", "struct Package {}", "// not the swift-tools-version: 5\n", "import PackageDescriptionTools\n",
    "let a = \"\"\"\n  import PackageDescription\n  // swift-tools-version: 6.0\n\"\"\"\n", "importPackageDescription",
    "// import PackageDescription",
  ])
  func isNone(text: String) {
    #expect(!ManifestFile.statesManifest(Array(text.utf8)))
  }
}
