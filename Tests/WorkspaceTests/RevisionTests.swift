import Foundation
import ModuleGraph
import TestSupport
import Testing
import Workspace

@Suite struct RevisionTests {
  /// A repository whose top holds a package in a folder, with two commits and a change that is not committed.
  private struct Repository {
    let folder: TestFolder
    var top: String { folder.path + "/Shop Ünï" }
    var package: String { top + "/App" }

    init() async throws {
      folder = try TestFolder()
      try folder.makeCacheFolder()
      try await git(["init", "--quiet", "--initial-branch", "main", top], in: folder.path)
      try await commit("Kit", tag: "one")
      try await commit("Shed", tag: "two")
      try write("Barn")
    }

    func write(_ module: String) throws {
      try folder.write([
        "Shop Ünï/App/Package.swift": """
        // swift-tools-version: 5.9
        import PackageDescription
        let package = Package(name: "App", dependencies: [.package(path: "../Kit")], targets: [
          .target(name: "\(module)", dependencies: [.product(name: "Kit", package: "Kit")])])
        """,
        "Shop Ünï/App/Sources/\(module)/File.swift": "\n",
        "Shop Ünï/Kit/Package.swift": """
        // swift-tools-version: 5.9
        import PackageDescription
        let package = Package(
          name: "Kit", products: [.library(name: "Kit", targets: ["Kit"])], targets: [.target(name: "Kit")])
        """,
        "Shop Ünï/Kit/Sources/Kit/File.swift": "\n",
      ])
    }

    private func commit(_ module: String, tag: String) async throws {
      try write(module == "Kit" ? "Hut" : module)
      try await git(["add", "--all"], in: top)
      try await git(["-c", "user.name=T", "-c", "user.email=t@example.org", "commit", "--quiet", "-m", tag], in: top)
      try await git(["tag", tag], in: top)
    }

    @discardableResult
    func git(_ arguments: [String], in place: String) async throws -> String {
      let outcome = try await Tool.named("git")(["-C", place] + arguments)
      #expect(outcome.exitCode == 0, "\(outcome.errors)")
      return outcome.output
    }

    func load(_ revision: String, package path: String? = nil) async throws -> LoadedWorkspace {
      let loader = WorkspaceLoader(toolchain: try Toolchain(at: nil), cacheFolder: folder.path + "/cache")
      return try await loader.load(revision: revision, of: try await GitRepository(around: path ?? package))
    }

    func names(at revision: String, package path: String? = nil) async throws -> [String] {
      try await load(revision, package: path).graph.modules.map(\.id.description)
    }
  }

  @Test func aPathMayContainNewlines() async throws {
    let repository = try await Repository()
    let moved = repository.folder.path + "/new\n\"line\""
    try FileManager.default.moveItem(atPath: repository.top, toPath: moved)
    let found = try await GitRepository(around: moved + "/App")
    #expect(found.folder.hasSuffix("/new\n\"line\"/App") && !found.isBare)
    #expect(try await repository.names(at: "one", package: moved + "/App") == ["App/Hut", "kit/Kit"])
  }

  @Test func everyRevisionIsReadFromItsObjects() async throws {
    let repository = try await Repository()
    #expect(try await repository.names(at: "one") == ["App/Hut", "kit/Kit"])
    #expect(try await repository.names(at: "main") == ["App/Shed", "kit/Kit"])
    #expect(try await repository.names(at: "HEAD~1") == ["App/Hut", "kit/Kit"])
  }

  @Test func theWorkingTreeAndGitsOwnFilesStayAsTheyAre() async throws {
    let repository = try await Repository()
    let before = try TestFolder.contents(of: repository.top)
    _ = try await repository.names(at: "one")
    #expect(try TestFolder.contents(of: repository.top) == before)
    let cache = try FileManager.default.contentsOfDirectory(atPath: repository.folder.path + "/cache/tmp")
    #expect(cache.isEmpty)
  }

  @Test func theSameRevisionGivesTheSameGraphAsItsClone() async throws {
    let repository = try await Repository()
    let loader = WorkspaceLoader(toolchain: try Toolchain(at: nil), cacheFolder: repository.folder.path + "/cache")
    let read = try await repository.load("two").graph
    let clone = repository.folder.path + "/clone"
    try await repository.git(
      ["clone", "--quiet", "--branch", "two", repository.top, clone], in: repository.folder.path)
    #expect(try await loader.load(packagePath: clone + "/App").graph == read)
  }

  @Test func aWordThatIsNoRevisionIsAnErrorWithTheNearestNames() async throws {
    let repository = try await Repository()
    await #expect(throws: RevisionError.unknown("mian", names: ["main", "one", "two"], shallowClone: nil)) {
      try await repository.names(at: "mian")
    }
    #expect(
      RevisionError.unknown("mian", names: ["main"], shallowClone: nil).description
        == "“mian” is not a revision that git knows. Did you mean “main”?")
    await #expect(throws: RevisionError.self) { try await repository.names(at: "--help") }
    await #expect(throws: RevisionError.noRepository(folder: repository.folder.path)) {
      try await repository.names(at: "main", package: repository.folder.path)
    }
  }

  @Test func aFolderThatTheRevisionLacksIsNamed() async throws {
    let repository = try await Repository()
    try repository.folder.write([
      "Shop Ünï/New/Package.swift": "// swift-tools-version: 5.9\nimport PackageDescription\n"
    ])
    await #expect(throws: RevisionError.folderMissing(path: "New", revision: "one")) {
      try await repository.names(at: "one", package: repository.top + "/New")
    }
  }
}
