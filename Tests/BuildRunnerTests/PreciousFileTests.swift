import Foundation
import Platform
import TestSupport
import Testing
import Workspace

@testable import BuildRunner

/// Files of the user in every place where modgauge makes and removes its own.
struct PreciousFileTests {
  private let folder: TestFolder
  private var root: String { folder.path + "/Shop" }
  private var work: String { "benchmarks/" + BenchmarkFolders.key(root) }
  private var places: [String] {
    ["tmp", "manifests", "toolchains", "blobs", "shadows", "shadows/abc.partial", "benchmarks", "benchmarks/Other-1"]
      + [
        "", "/copy", "/copy/Sources", "/tmp", "/aside", "/arms", "/arms/001", "/revisions", "/revisions/base",
        "/set-aside",
      ]
      .map { work + $0 } + ["/scratch", "/scratch/App", "/scratch/App/debug", "/scratch/Gone"].map { work + $0 }
  }

  init() throws {
    folder = try TestFolder()
    try folder.write([
      "Shop/Package.swift": """
      // swift-tools-version: 5.9
      import PackageDescription
      let package = Package(name: "Shop", targets: [.target(name: "Shop")])
      """,
      "Shop/Sources/Shop/Shop.swift": "let shop = 1\n",
    ])
  }

  /// Everything that a command does in its cache folder and beside its results; links may be refused.
  private func carryOut(in cache: String) async throws {
    let loader = WorkspaceLoader(toolchain: nil, cacheFolder: cache, policy: ManifestPolicy(evaluates: false))
    let loaded = try await loader.load(packagePath: root)
    let folders = BenchmarkFolders(
      cache: CacheFolder.own(for: cache), workspaceRoot: root, output: folder.path + "/output")
    try? await folders.clearLeftovers()
    try? folders.makeAll()
    try? folders.prepare(arms: ["App"], warmArms: ["App"])
    for copies in [folders, folders.apart(1)] {
      _ = try? await PrivateCopy(of: loaded, at: copies.copy, leavingOut: folders.own)
    }
    try? folders.setAside(as: "abc")
    try? folders.takeBack("abc")
    try? folders.tidy()
    ShadowToolchain.prune(in: CacheFolder.own(for: cache))
  }

  @Test func `in a folder that modgauge has not made, nothing is removed`() async throws {
    let old = Date(timeIntervalSinceNow: -400 * 24 * 3600)
    for place in places {
      try folder.write(["cache/\(place)/thesis.txt": "mine"])
      try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: "\(folder.path)/cache/\(place)")
    }
    try folder.write(["output/logs/thesis.txt": "mine", "output/thesis.txt": "mine"])
    let before = try TestFolder.contents(of: folder.path).filter { $0.value == Data("mine".utf8) }
    try await carryOut(in: folder.path + "/cache")
    let after = try TestFolder.contents(of: folder.path).filter { $0.value == Data("mine".utf8) }
    #expect(after == before && before.count == places.count + 2)
  }

  @Test func `where a symbolic link leads out of modgauge's own folder, nothing is removed`() async throws {
    for (index, place) in places.enumerated() {
      let own = "cache\(index)"
      try folder.makeOwnFolder(own)
      for other in ["thesis.txt", "copy/a", "tmp/a", "scratch/App/a", "abc.partial/a", "App/a", "001/copy/a", "base/a"]
      {
        try folder.write(["elsewhere/\(other)": "mine"])
      }
      let parent = place.split(separator: "/").dropLast().joined(separator: "/")
      try FileManager.default.createDirectory(
        atPath: "\(folder.path)/\(own)/\(parent)", withIntermediateDirectories: true)
      try folder.link("\(own)/\(place)", to: folder.path + "/elsewhere")
      try await carryOut(in: "\(folder.path)/\(own)")
      let left = try TestFolder.contents(of: folder.path + "/elsewhere").filter { $0.value == Data("mine".utf8) }
      #expect(left.count == 8, "\(place)")
    }
  }
}
