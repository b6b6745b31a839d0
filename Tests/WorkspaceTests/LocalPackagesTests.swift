import Documents
import Foundation
import ManifestSyntax
import ModuleGraph
import Synchronization
import Testing

@testable import Workspace

private func library(_ name: String, depends: String = "", on dependencies: String = "") -> String {
  """
  let package = Package(
    name: "\(name)", products: [.library(name: "\(name)", targets: ["\(name)"])],
    dependencies: [\(dependencies)], targets: [.target(name: "\(name)", dependencies: [\(depends)])])
  """
}

@Suite struct LocalPackagesTests {
  /// App → Left, Right → Base → Deep, each in a package of its own, and one that nothing reaches.
  private static let diamond = [
    "Package.swift": library(
      "App", depends: #""Left", "Right""#, on: #".package(path: "Packages/Left"), .package(path: "Packages/Right")"#),
    "Sources/App/App.swift": "import Left\nimport Right\n",
    "Packages/Left/Package.swift": library(
      "Left", depends: #".product(name: "Base", package: "base")"#, on: #".package(path: "../Base")"#),
    "Packages/Left/Sources/Left/Left.swift": "let left = 1",
    "Packages/Right/Package.swift": library(
      "Right", depends: #".product(name: "Base", package: "Base")"#, on: #".package(path: "../Base")"#),
    "Packages/Right/Sources/Right/Right.swift": "",
    "Packages/Base/Package.swift": library("Base", depends: #""Deep""#, on: #".package(path: "../../../Deep")"#),
    "Packages/Base/Sources/Base/Base.swift": "\n\n",
    "../Deep/Package.swift": library("Deep"),
    "../Deep/Sources/Deep/Deep.swift": "let deep = 1\n",
    "Packages/Unreached/Package.swift": "#error(\"nobody evaluates this\")",
  ]

  @Test func followsPathDependenciesToAnyDepthAndEachPackageOnce() async throws {
    let workspace = try TemporaryWorkspace(Self.diamond)
    let before = try workspace.snapshot()
    let loaded = try await workspace.load()
    #expect(
      loaded.graph.edges == [
        "App/App -> left/Left product Left", "App/App -> right/Right product Right",
        "base/Base -> deep/Deep product Deep", "left/Left -> base/Base product Base",
        "right/Right -> base/Base product Base",
      ])
    #expect(
      loaded.graph.packages.map { "\($0.key) \($0.name) \($0.path)" } == [
        "App App .", "base Base Packages/Base", "deep Deep ../Deep", "left Left Packages/Left",
        "right Right Packages/Right",
      ])
    #expect(loaded.graph.warnings == [])
    #expect(loaded.rootPath == workspace.path)
    #expect(loaded.root?.dependencies == ["left", "right"])
    #expect(loaded.package("deep")?.path == workspace.folder + "/Deep")
    #expect(loaded.graph.modules.map(\.lines) == [2, 2, 1, 1, 0])
    #expect(
      loaded.sources[ModuleID(package: "deep", name: "Deep")] == [
        SourceFile(path: "../Deep/Sources/Deep/Deep.swift", lines: 1, bytes: 13, language: "swift")
      ])
    #expect(try workspace.snapshot() == before, "the user's tree was changed")
    #expect(before.count > 10)
    #expect(try FileManager.default.contentsOfDirectory(atPath: workspace.cache + "/tmp") == [])
  }

  @Test func aCloneInAnotherFolderGivesTheSameBytes() async throws {
    let files = [
      "Package.swift": library("App", depends: #""Core""#, on: #".package(path: "Core")"#),
      "Sources/App/App.swift": "import Core\n",
      "Core/Package.swift": library("Core", on: #".package(path: "..")"#),
      "Core/Sources/Core/Core.swift": "",
      "Core/Sources/Core/Link.swift": "",
    ]
    let workspace = try TemporaryWorkspace(
      Dictionary(
        uniqueKeysWithValues: ["first", "Second-clone"].flatMap { clone in files.map { ("\(clone)/\($0)", $1) } }))
    let first = try await workspace.load("first").graph.json()
    let second = try await workspace.load("Second-clone").graph.json()
    #expect(first == second)
    #expect(first.count > 500)
    #expect(!first.contains(workspace.folder))
  }

  @Test func packagesMayDependOnEachOtherInACycle() async throws {
    let workspace = try TemporaryWorkspace([
      "A/Package.swift": library("A", depends: #".product(name: "B", package: "B")"#, on: #".package(path: "../B")"#),
      "A/Sources/A/A.swift": "",
      "B/Package.swift": library("B", depends: #".product(name: "A", package: "A")"#, on: #".package(path: "../A")"#),
      "B/Sources/B/B.swift": "",
    ])
    let graph = try await workspace.load("A").graph
    #expect(graph.edges == ["A/A -> b/B product B", "b/B -> A/A product A"])
    #expect(graph.packages.map(\.identity) == ["a", "b"])
  }

  @Test func aPackageIsFoundByItsFolderItsNameAndItsDeclaredName() async throws {
    let workspace = try TemporaryWorkspace([
      "Package.swift": """
      let package = Package(
        name: "App", dependencies: [.package(path: "core-lib"), .package(name: "Nick", path: "other"), .package(path: "Third")],
        targets: [
          .target(name: "ByFolder", dependencies: [.product(name: "Core", package: "Core-Lib")]),
          .target(name: "ByDeclaredName", dependencies: [.product(name: "Other", package: "Nick")]),
          .target(name: "ByProduct", dependencies: ["Third"]),
        ])
      """,
      "Sources/ByFolder/a.swift": "", "Sources/ByDeclaredName/a.swift": "", "Sources/ByProduct/a.swift": "",
      "core-lib/Package.swift": library("Core"), "core-lib/Sources/Core/a.swift": "",
      "other/Package.swift": library("Other"), "other/Sources/Other/a.swift": "",
      "Third/Package.swift": library("Third"), "Third/Sources/Third/a.swift": "",
    ])
    let graph = try await workspace.load().graph
    #expect(
      graph.edges == [
        "App/ByDeclaredName -> other/Other product Other", "App/ByFolder -> core-lib/Core product Core",
        "App/ByProduct -> third/Third product Third",
      ])
    #expect(graph.packages.map(\.key) == ["App", "core-lib", "other", "third"])
  }

  @Test func aPathDependencyThatIsNotThereIsAWarningAndItsProductsAreExternal() async throws {
    let workspace = try TemporaryWorkspace([
      "Package.swift": library(
        "App", depends: #".product(name: "Gone", package: "gone")"#, on: #".package(path: "../gone")"#),
      "Sources/App/a.swift": "",
    ])
    let graph = try await workspace.load().graph
    #expect(graph.edges == ["App/App -> gone/Gone product Gone"])
    #expect(graph.modules.map(\.kind) == [.regular, .external])
    #expect(
      graph.warnings == [
        "There is no package at `../gone`, on which App depends; its products are shown as external."
      ])
  }

  @Test func twoPackagesOfOneIdentityAreKeyedByTheirPaths() async throws {
    let workspace = try TemporaryWorkspace([
      "Package.swift": library(
        "App", depends: #".product(name: "A", package: "core"), .product(name: "B", package: "Mid")"#,
        on: #".package(path: "A/core"), .package(path: "Mid")"#),
      "Sources/App/a.swift": "",
      "A/core/Package.swift": library("A"), "A/core/Sources/A/a.swift": "",
      "Mid/Package.swift": library("B", on: #".package(path: "../B/core")"#), "Mid/Sources/B/a.swift": "",
      "B/core/Package.swift": library("Other"), "B/core/Sources/Other/a.swift": "",
    ])
    let graph = try await workspace.load().graph
    #expect(graph.packages.map(\.key) == ["A/core", "App", "B/core", "mid"])
    #expect(graph.edges == ["App/App -> A/core/A product A", "App/App -> mid/B product B"])
    #expect(
      graph.warnings == [
        "`A/core` and `B/core` are packages with the same identity, `core`; SwiftPM does not build them together."
      ])
  }

  @Test func aLinkedPackageLooksForOthersBesideTheLink() async throws {
    let workspace = try TemporaryWorkspace([
      "root/Package.swift": library(
        "Root", depends: #".product(name: "Linked", package: "link")"#, on: #".package(path: "Packages/link")"#),
      "root/Sources/Root/a.swift": "",
      "vendor/real/Package.swift": library(
        "Linked", depends: #".product(name: "Near", package: "near")"#, on: #".package(path: "../near")"#),
      "vendor/real/Sources/Linked/a.swift": "",
      "root/Packages/near/Package.swift": library("Near"), "root/Packages/near/Sources/Near/a.swift": "",
      "vendor/near/Package.swift": library("Wrong"), "vendor/near/Sources/Wrong/a.swift": "",
    ])
    #expect(symlink("../../vendor/real", workspace.path + "/root/Packages/link") == 0)
    let graph = try await workspace.load("root").graph
    #expect(graph.edges == ["Root/Root -> link/Linked product Linked", "link/Linked -> near/Near product Near"])
    #expect(graph.packages.map(\.path) == [".", "../vendor/real", "Packages/near"])
  }

  @Test func asManyManifestsAreEvaluatedAtOnceAsIsAskedFor() async throws {
    let workspace = try TemporaryWorkspace(
      Dictionary(uniqueKeysWithValues: (0...12).map { ("p\($0)/Package.swift", "") }))
    let manifest = Manifest(
      name: "P", toolsVersion: "6.0.0",
      dependencies: (0...12).map {
        ManifestDependency(identity: "p\($0)", name: nil, source: .folder(path: workspace.path + "/p\($0)"))
      }, products: [], targets: [], traits: [])
    let running = Mutex((now: 0, most: 0, all: 0))
    let found = try await LocalPackages.find(from: [workspace.path + "/p0"], base: workspace.path, width: 3) { folder in
      running.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1), $0.all + 1) }
      try await Task.sleep(for: .milliseconds(20))
      running.withLock { $0.now -= 1 }
      let read = ReadManifest(manifest, reading: ManifestReading(way: .evaluated, seconds: 0, obstacle: nil))
      return .done(.success(ReadPackage(folder: folder, manifest: manifest, read: read, scans: [])))
    }
    #expect(found.packages.count == 13)
    let counts = running.withLock { $0 }
    #expect(counts.now == 0)
    #expect(counts.most == 3)
    #expect(counts.all == 13)
  }

  private static func found(_ folder: PackageFolder, dependsOn paths: [String]) -> Examined.Outcome {
    let manifest = Manifest(
      name: "P", toolsVersion: "6.0.0",
      dependencies: paths.map { ManifestDependency(identity: $0, name: nil, source: .folder(path: $0)) },
      products: [], targets: [], traits: [])
    let read = ReadManifest(manifest, reading: ManifestReading(way: .evaluated, seconds: 0, obstacle: nil))
    return .success(ReadPackage(folder: folder, manifest: manifest, read: read, scans: []))
  }

  /// The root is not answered before all that its text names has begun, or it would wait for ever.
  @Test func whatAManifestNamesBeginsWhileItIsEvaluatedAndCountsOnlyIfItIsReached() async throws {
    let workspace = try TemporaryWorkspace(
      Dictionary(uniqueKeysWithValues: (0...4).map { ("p\($0)/Package.swift", "") }))
    let path = workspace.path
    let (begun, signal) = AsyncStream.makeStream(of: String.self)
    let calls = Mutex<[String]>([])
    let found = try await LocalPackages.find(from: [path + "/p0"], base: path, width: 2) { folder in
      let name = folder.relativePath
      calls.withLock { $0.append(name) }
      return .slow(naming: name == "p0" ? ["../p1", "../p2", "../p3", "../missing", ""] : []) {
        switch name {
        case "p0":
          var waits = begun.makeAsyncIterator()
          for _ in 1...3 { _ = await waits.next() }
          return Self.found(folder, dependsOn: [path + "/p1", path + "/p4"])
        case "p2":
          signal.yield(name)
          throw Missing()
        case "p3":
          signal.yield(name)
          try await Task.sleep(for: .seconds(600))
          return Self.found(folder, dependsOn: [])
        default:
          signal.yield(name)
          return Self.found(folder, dependsOn: [])
        }
      }
    }
    #expect(found.packages.keys.sorted() == [0, 1, 4].map { path + "/p\($0)" })
    #expect(found.failures.isEmpty)
    #expect(calls.withLock { $0.sorted() } == ["p0", "p1", "p2", "p3", "p4"], "each once")
  }

  @Test func aGuessThatFailsIsAnErrorWhereItTurnsOutToBeReached() async throws {
    let workspace = try TemporaryWorkspace(["p0/Package.swift": "", "p1/Package.swift": ""])
    let path = workspace.path
    await #expect(throws: Missing.self) {
      try await LocalPackages.find(from: [path + "/p0"], base: path, width: 2) { folder in
        .slow(naming: folder.relativePath == "p0" ? ["../p1"] : []) {
          guard folder.relativePath == "p0" else { throw Missing() }
          try await Task.sleep(for: .milliseconds(20))
          return Self.found(folder, dependsOn: [path + "/p1"])
        }
      }
    }
  }

  @Test func onlyPlainStringsThatNamePackagesAreLikelyDependencies() throws {
    let workspace = try TemporaryWorkspace([
      "App/Package.swift":
        #"let a = [".package", "../Core", "Nested", "../Core", "Plain"] + "../\("Core")" + "Nes\u{74}ed""#,
      "App/Nested/Package.swift": "", "App/Plain/a.swift": "", "Core/Package.swift": "",
    ])
    let folder = workspace.path + "/App"
    #expect(try ManifestFiles(in: folder, home: nil).likelyDependencies(in: folder) == ["../Core", "Nested"])
  }
}
