import Foundation
import TestSupport
import Testing

@testable import Workspace

struct ManifestWordsTests {
  @Test(arguments: [
    ("import PackageDescription\nlet package = Package(name: \"A\")", true),
    ("import PackageDescription\nimport CompilerPluginSupport\nlet a = [1, 2].map { $0 + 1 }", true),
    (
      "import PackageDescription\nimport Foundation\nlet isCI = ProcessInfo.processInfo.environment[\"CI\"] != nil",
      true
    ),
    ("import PackageDescription\n#if canImport(Glibc)\nimport Glibc\n#endif\nlet x = getenv(\"X\") != nil", true),
    ("import PackageDescription\nimport Foundation\nlet x = FileManager.default.fileExists(atPath: \"y\")", false),
    ("import PackageDescription\nimport Foundation\nlet x = try? String(contentsOfFile: \"y\")", false),
    ("import PackageDescription\nimport Foundation\nlet x = \"a\\(FileManager.default)b\"", false),
    ("import PackageDescription\nimport Foundation // FileManager\nlet x = \"FileManager\"", true),
    ("import PackageDescription\nlet git = Context.gitInformation?.currentCommit", false),
    ("import PackageDescription\nlet line = readLine()", false),
    ("import PackageDescription\nlet x = Bool.random()", false),
    ("import PackageDescription\nimport SomethingElse", false),
    (
      "import PackageDescription\nimport class Foundation.ProcessInfo\nlet x = ProcessInfo.processInfo.environment[\"X\"]",
      true
    ),
    ("import PackageDescription\nimport class Foundation.FileManager\nlet x = FileManager.default", false),
    ("import PackageDescription\nimport Foundation\nextension FileManager { var contentsOfFile: Int { 1 } }", false),
    ("import PackageDescription\nimport Foundation\nlet x = access(\"y\", 0)", false),
    ("import PackageDescription\nlet raw = #\"a\"#", false),
    ("import PackageDescription\nlet open = \"a", false),
    ("import PackageDescription\n/* never closed", false),
  ])
  func onlyWhatDependsOnItsInputsAloneIsCached(manifest: String, expected: Bool) {
    #expect((ManifestWords(Array(manifest.utf8)).obstacle == nil) == expected)
  }
}

struct ManifestCacheTests {
  private let folder: TestFolder
  private let cache: ManifestCache
  private let inputs = ManifestInputs(
    folder: "/a", files: [.init(name: "Package.swift", bytes: Array("text".utf8))], toolchain: "6.3.1 /usr/bin/swift",
    os: "linux", arch: "x86_64", environment: ["HOME": "/root"])
  private let manifest = Manifest(
    name: "A", toolsVersion: "6.0.0",
    dependencies: [ManifestDependency(identity: "b", name: nil, source: .folder(path: "/b"))],
    products: [], targets: [], traits: [])

  init() throws {
    folder = try TestFolder()
    cache = ManifestCache(folder: folder.path + "/manifests")
  }

  @Test func whatWasStoredIsFoundAgainAndOnlyForTheSameInputs() {
    #expect(cache.manifest(for: inputs) == nil)
    cache.store(manifest, for: inputs)
    #expect(cache.manifest(for: inputs) == manifest)
    let others = [
      ManifestInputs(
        folder: "/b", files: inputs.files, toolchain: inputs.toolchain, os: "linux", arch: "x86_64",
        environment: inputs.environment),
      ManifestInputs(
        folder: "/a", files: [.init(name: "Package.swift", bytes: Array("texT".utf8))], toolchain: inputs.toolchain,
        os: "linux", arch: "x86_64", environment: inputs.environment),
      ManifestInputs(
        folder: "/a", files: inputs.files, toolchain: "6.4", os: "linux", arch: "x86_64",
        environment: inputs.environment),
      ManifestInputs(
        folder: "/a", files: inputs.files, toolchain: inputs.toolchain, os: "macos", arch: "x86_64",
        environment: inputs.environment),
      ManifestInputs(
        folder: "/a", files: inputs.files, toolchain: inputs.toolchain, os: "linux", arch: "x86_64", environment: [:]),
    ]
    for other in others { #expect(cache.manifest(for: other) == nil) }
  }

  @Test func anEntryThatWasCutOrChangedIsNone() throws {
    cache.store(manifest, for: inputs)
    let name = try #require(try FileManager.default.contentsOfDirectory(atPath: cache.folder).first)
    let path = cache.folder + "/" + name
    let whole = try Data(contentsOf: URL(filePath: path))
    for length in 0..<whole.count {
      try whole.prefix(length).write(to: URL(filePath: path))
      #expect(cache.manifest(for: inputs) == nil)
    }
    // Another manifest's entry under this one's name, as a collision of names would give.
    try Data("modgauge.manifest/1\n5\nother{}".utf8).write(to: URL(filePath: path))
    #expect(cache.manifest(for: inputs) == nil)
    cache.store(manifest, for: inputs)
    #expect(cache.manifest(for: inputs) == manifest)
  }

  @Test func theCacheStaysBounded() {
    for index in 0..<40 {
      cache.store(
        manifest, for: ManifestInputs(folder: "/\(index)", files: [], toolchain: "", os: "", arch: "", environment: [:])
      )
    }
    ManifestCache(folder: cache.folder, limit: 20).prune()
    #expect((try? FileManager.default.contentsOfDirectory(atPath: cache.folder))?.count == 15)
  }

  @Test func manyMayStoreAtOnce() async {
    await withTaskGroup { group in
      for _ in 0..<50 {
        group.addTask {
          cache.store(manifest, for: inputs)
          let found = cache.manifest(for: inputs)
          #expect(found == manifest)
        }
      }
    }
  }

  @Test func aCacheThatCannotBeWrittenIsNoError() {
    let nowhere = ManifestCache(folder: "/dev/null/manifests")
    nowhere.store(manifest, for: inputs)
    nowhere.prune()
    #expect(nowhere.manifest(for: inputs) == nil)
  }
}
