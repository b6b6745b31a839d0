import Foundation
import ModuleGraph
import TestSupport
import Testing

@testable import Workspace

/// What a checkout leaves out.
extension RevisionFilesTests {
  /// A repository with the packages App and Kit, on which App depends, and of which a clone's checkout has one.
  private func sparse(filter: String? = nil) async throws -> (Fixture, clone: String) {
    let fixture = try await Fixture(
      [
        "A/Package.swift": Fixture.manifest(
          #"dependencies: [.package(path: "../Kit")], targets: [.target(name: "A", dependencies: [.product(name: "Kit", package: "Kit")])]"#,
          name: "A"),
        "A/Sources/A/A.swift": "import Kit\n", "Kit/Sources/Kit/Kit.swift": "\n\n\n",
        "Kit/Package.swift": Fixture.manifest(
          #"products: [.library(name: "Kit", targets: ["Kit"])], targets: [.target(name: "Kit")]"#, name: "Kit"),
      ])
    try await fixture.git("config", "uploadpack.allowFilter", "true")
    let clone = fixture.folder.path + "/clone/repository"
    let partial = filter.map { "--filter=\($0)" } ?? "--quiet"
    try await fixture.git("clone", "--quiet", partial, "--sparse", "file://" + fixture.top, clone)
    try await fixture.git("sparse-checkout", "set", "A", in: clone)
    return (fixture, clone)
  }

  private func comparing(_ fixture: Fixture) throws -> WorkspaceLoader {
    WorkspaceLoader(toolchain: try Toolchain(), cacheFolder: fixture.folder.path + "/cache", fillsCheckout: true)
  }

  @Test func `what a sparse checkout leaves out is no removal`() async throws {
    let (fixture, clone) = try await sparse()
    #expect(!FileManager.default.fileExists(atPath: clone + "/Kit"))
    let all = DiscoveryOptions(includesAll: true)
    let loaded = try await comparing(fixture).load(packagePath: clone, discovery: all)
    let read = try await fixture.loader.load(
      revision: "HEAD", of: try await GitRepository(around: clone), discovery: all)
    #expect(loaded.graph == read.graph && loaded.sources == read.sources)
    #expect(loaded.graph.modules.map(\.name) == ["A", "App", "Kit"] || loaded.graph.modules.count == 3)
    #expect(loaded.notes.contains { $0.contains("was read from git's index") })
    #expect(try await fixture.loader.load(packagePath: clone, discovery: all).graph != read.graph, "a build lacks them")
    let needed = try await LeftOutFiles.paths(neededBy: loaded)
    #expect(Set(needed).isSuperset(of: ["Kit/Package.swift", "Kit/Sources/Kit/Kit.swift"]), "\(needed)")
    #expect(!needed.contains { $0.hasPrefix("A/") }, "\(needed)")
    let error = await #expect(throws: WorkspaceError.self) {
      try await fixture.loader.load(packagePath: clone + "/Kit")
    }
    #expect("\(try #require(error))".contains("try `git sparse-checkout add Kit`"))
  }

  @Test func `a file that is marked skip-worktree is no removal`() async throws {
    let fixture = try await Fixture(["Sources/App/More.swift": "\n\n\n"])
    try await fixture.git("update-index", "--skip-worktree", "Sources/App/More.swift")
    try FileManager.default.removeItem(atPath: fixture.top + "/Sources/App/More.swift")
    #expect(try await comparing(fixture).load(packagePath: fixture.top).graph == fixture.load("one").graph)
    try await fixture.git("update-index", "--no-skip-worktree", "Sources/App/More.swift")
    let loaded = try await comparing(fixture).load(packagePath: fixture.top)
    #expect(loaded.graph.modules.first?.sources == 1 && loaded.notes.isEmpty, "now it is one")
  }

  @Test func `a package that a sparse and partial clone lacks is unknown, and no removal`() async throws {
    let (fixture, clone) = try await sparse(filter: "blob:none")
    let loaded = try await comparing(fixture).load(packagePath: clone, discovery: DiscoveryOptions(includesAll: true))
    #expect(loaded.unknownFolders.contains("Kit"), "\(loaded.unknownFolders)")
    #expect(loaded.notes.contains { $0.contains("lacks") && $0.contains("Kit/Package.swift") }, "\(loaded.notes)")
  }

  @Test func `a source in Git LFS that is not checked out has unknown lines`() async throws {
    let pointer =
      "version https://git-lfs.github.com/spec/v1\noid sha256:\(String(repeating: "a", count: 64))\nsize 90000\n"
    let fixture = try await Fixture(["Sources/App/Large.swift": pointer])
    let loaded = try await fixture.loader.load(packagePath: fixture.top)
    #expect(loaded.graph.modules.first?.lines == nil && loaded.graph.modules.first?.sources == 2)
    #expect(
      loaded.graph.warnings.contains { $0.contains("is in Git LFS and not checked out") }, "\(loaded.graph.warnings)")
    let read = try await fixture.load("one")
    #expect(read.graph.modules == loaded.graph.modules && read.graph.warnings.isEmpty, "\(read.graph.warnings)")
  }

  @Test func `a package within a submodule that is not checked out is said to be`() async throws {
    let kit = #".product(name: "Kit", package: "Kit")"#
    let fixture = try await Fixture(
      [".gitmodules": "[submodule \"Vendor/Sub\"]\n\tpath = Vendor/Sub\n\turl = ../sub\n"],
      manifest: Fixture.manifest(
        "dependencies: [.package(path: \"Vendor/Sub/Kit\")], targets: [.target(name: \"App\", dependencies: [\(kit)])]")
    )
    try FileManager.default.createDirectory(atPath: fixture.top + "/Vendor/Sub", withIntermediateDirectories: true)
    let loaded = try await fixture.loader.load(packagePath: fixture.top)
    #expect(
      loaded.graph.warnings == [
        "`Vendor/Sub/Kit` is in the git submodule `Vendor/Sub`, which is not checked out (`git submodule update --init`), on "
          + "which App depends; its products are shown as external."
      ])
    #expect(loaded.unknownFolders == ["Vendor/Sub"])
  }
}
