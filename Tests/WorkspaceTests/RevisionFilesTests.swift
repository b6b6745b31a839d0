import Foundation
import ManifestSyntax
@testable import ModuleGraph
import TestSupport
import Testing

@testable import Workspace

/// What a revision holds, however odd, is what a clone of it holds.
@Suite struct RevisionFilesTests {
  /// A repository with a package `App`, in `repository`.
  struct Fixture {
    let folder: TestFolder
    var top: String { folder.path + "/repository" }
    var loader: WorkspaceLoader {
      get throws { WorkspaceLoader(toolchain: try Toolchain(), cacheFolder: folder.path + "/cache") }
    }

    init(_ files: [String: String] = [:], manifest: String = Fixture.literal) async throws {
      folder = try TestFolder()
      try folder.makeCacheFolder()
      try write(files.merging(["Package.swift": manifest, "Sources/App/App.swift": "let a = 1\nlet b = 2\n"]) { $1 })
      try await git("init", "--quiet", "--initial-branch", "main")
      try await commit("one")
    }

    static let literal = manifest(#"targets: [.target(name: "App")]"#)

    static func manifest(_ words: String, name: String = "App", imports: String = "") -> String {
      "// swift-tools-version: 5.9\nimport PackageDescription\n\(imports)let package = Package(name: \"\(name)\", \(words))\n"
    }

    func write(_ files: [String: String]) throws {
      try folder.write(Dictionary(uniqueKeysWithValues: files.map { ("repository/" + $0.key, $0.value) }))
    }

    func commit(_ tag: String) async throws {
      try await git("add", "--all")
      try await git("commit", "--quiet", "-m", tag)
      try await git("tag", tag)
    }

    @discardableResult
    func git(_ words: String..., in place: String? = nil) async throws -> String {
      let settings = ["-c", "user.name=T", "-c", "user.email=t@example.org", "-c", "protocol.file.allow=always"]
      let outcome = try await Tool.named("git")(["-C", place ?? top] + settings + words)
      #expect(outcome.exitCode == 0, "\(words): \(outcome.errors)")
      return outcome.output
    }

    func load(_ revision: String, in place: String? = nil) async throws -> LoadedWorkspace {
      try await loader.load(revision: revision, of: try await GitRepository(around: place ?? top))
    }

    /// A clone that has no file but what its checkout asked for.
    func partialClone(checkingOut: Bool) async throws -> String {
      try await git("config", "uploadpack.allowFilter", "true")
      let clone = folder.path + "/partial"
      try await git(
        "clone", "--quiet", "--filter=blob:none", checkingOut ? "--quiet" : "--no-checkout", "file://" + top, clone)
      return clone
    }
  }

  @Test func linksAndFoldersOfEveryKindAreThoseOfAClone() async throws {
    let fixture = try await Fixture(
      ["Shared/Real/Real.swift": "// é\n\n", "Kit/Package.swift": Fixture.manifest("targets: []", name: "Kit")],
      manifest: Fixture.manifest(
        """
        dependencies: [.package(path: "Linked")], targets: [
          .target(name: "App", resources: [.copy("nothing")]), .target(name: "ViaLink", path: "Sources/../Links/Real"),
          .target(name: "Loop")]
        """))
    let manager = FileManager.default
    for (place, target) in [
      ("Links", "Shared"), ("Linked", "Kit"), ("Sources/Loop", "App"), ("Sources/App/again", ".."),
      ("Sources/App/dead.swift", "nowhere.swift"), ("Sources/App/Other.swift", "../../Shared/Real/Real.swift"),
    ] {
      try manager.createSymbolicLink(atPath: "\(fixture.top)/\(place)", withDestinationPath: target)
    }
    try await fixture.commit("links")
    let clone = fixture.folder.path + "/clone/repository"
    try await fixture.git("clone", "--quiet", fixture.top, clone)
    let cloned = try await fixture.loader.load(packagePath: clone)
    let read = try await fixture.load("links")
    #expect(read.graph == cloned.graph)
    #expect(read.sources == cloned.sources)
    #expect(read.graph.warnings.contains { $0.contains("is a link to one of its parent folders") })
    #expect(read.graph.warnings.contains { $0.contains("links to nothing") })
  }

  @Test func aComputedManifestIsEvaluatedWithWhatItMaySee() async throws {
    let computed = """
      let names = ((try? String(contentsOfFile: Context.packageDirectory + "/names.txt", encoding: .utf8)) ?? "None")
        .split(separator: "\\n").map(String.init)

      """
    let fixture = try await Fixture(
      [
        "names.txt": "One\n", "Sources/One/One.swift": "\n",
        "Kit/Package.swift": Fixture.manifest("targets: []", name: "Kit"),
      ],
      manifest: Fixture.manifest(
        #"dependencies: [.package(path: "Kit")], targets: names.map { .target(name: $0) }"#,
        imports: "import Foundation\n" + computed))
    try fixture.write(["names.txt": "One\nTwo\n", "Sources/Two/Two.swift": "\n"])
    let read = try await fixture.load("one")
    #expect(read.graph.modules.map(\.name) == ["One"])
    #expect(read.package("kit")?.path == fixture.top + "/Kit")
    #expect(try await fixture.loader.load(packagePath: fixture.top).graph.modules.map(\.name) == ["One", "Two"])
    #expect(try FileManager.default.contentsOfDirectory(atPath: fixture.folder.path + "/cache/tmp").isEmpty)
  }

  @Test func theAnswerToAManifestServesEveryRevisionThatHasIt() async throws {
    let fixture = try await Fixture(
      ["Kit/Package.swift": Fixture.manifest("targets: []", name: "Kit")],
      manifest: Fixture.manifest(
        #"dependencies: [.package(path: "Kit")], targets: (["App"] as Set<String>).map { .target(name: $0) }"#))
    let first = try await fixture.load("one")
    #expect(first.root?.reading.way == .evaluated)
    try fixture.write(["Sources/App/More.swift": "\n\n\n"])
    try await fixture.commit("two")
    let second = try await fixture.load("two")
    let present = try await fixture.loader.load(packagePath: fixture.top)
    #expect([second, present].map { $0.root?.reading.way } == [.cached, .cached])
    #expect(
      [first, second, present].map { $0.package("kit")?.path } == Array(repeating: fixture.top + "/Kit", count: 3))
    #expect([first, second, present].map { $0.graph.modules.first?.lines } == [2, 5, 5])
  }

  @Test func anErrorNamesTheRevisionAndNoFolderOfOurs() async throws {
    let fixture = try await Fixture()
    try fixture.write(["Package.swift": Fixture.manifest("targets: [.target(name: nonsense)]")])
    try await fixture.commit("broken")
    let error = await #expect(throws: WorkspaceError.self) { try await fixture.load("broken") }
    let words = error?.description ?? ""
    #expect(words.contains("`broken:./Package.swift` cannot be evaluated"))
    #expect(words.contains("broken:./Package.swift:3:"))
    #expect(!words.contains("/cache/"), "\(words)")
  }

  @Test func whatAPartialCloneLacksIsFetchedByNobody() async throws {
    let fixture = try await Fixture(["Sources/App/picture.png": "old"])
    try fixture.write(["Sources/App/picture.png": "new", "Sources/App/App.swift": "\n"])
    try await fixture.commit("two")
    let clone = try await fixture.partialClone(checkingOut: true)
    let emptyTree = "4b825dc642cb6eb9a060e54bf8d69288fbee4904"
    let old = try await fixture.load("one", in: clone)
    #expect(old.graph.modules.map(\.sources) == [1] && old.graph.modules.map(\.lines) == [nil])
    #expect(
      old.graph.warnings == [
        "This partial clone lacks 1 source of one, so that the lines of its module are unknown. Fetch it with "
          + "`git -C \(clone) diff --shortstat \(emptyTree) one -- ':(top,literal)Sources/App/App.swift'`."
      ])
    #expect(try await fixture.load("two", in: clone).graph.modules.map(\.lines) == [1])
    let missing = try await fixture.git("rev-list", "--objects", "--all", "--missing=print", in: clone)
    #expect(missing.split(separator: "\n").count { $0.hasPrefix("?") } == 2)
    try await fixture.git(
      "diff", "--shortstat", emptyTree, "one", "--", ":(top,literal)Sources/App/App.swift", in: clone)
    #expect(try await fixture.load("one", in: clone).graph.modules.map(\.lines) == [2])
    let rest = try await fixture.git("rev-list", "--objects", "--all", "--missing=print", in: clone)
    #expect(rest.split(separator: "\n").count { $0.hasPrefix("?") } == 1, "the picture stays where it is")
  }

  @Test func aManifestThatAPartialCloneLacksIsAnErrorWithTheCommand() async throws {
    let fixture = try await Fixture()
    let clone = try await fixture.partialClone(checkingOut: false)
    let error = await #expect(throws: RevisionError.self) { try await fixture.load("one", in: clone) }
    #expect(
      error?.description
        == "This partial clone lacks `Package.swift` of one. Fetch it with `git -C \(clone) diff --shortstat "
        + "4b825dc642cb6eb9a060e54bf8d69288fbee4904 one -- ':(top,glob)**/Package.swift' ':(top,glob)**/Package@*.swift'`."
    )
  }

  @Test(arguments: [
    (
      ["Kit/Package@swift-5.9.swift", "Package.resolved"],
      "':(top,glob)**/Package.swift' ':(top,glob)**/Package@*.swift' ':(top,literal)Package.resolved'"
    ),
    (
      ["Sources/A/a.swift", "Sources/B/b.swift", "Sources/C/c.c", "Tests/t t/x.swift", "Makefile"],
      "':(top)Sources/*.c' ':(top)Sources/*.swift' ':(top)Tests/*.swift' ':(top,literal)Makefile'"
    ),
    ((0..<20).map { "F\($0)/a.swift" }, "':(top)*.swift'"),
  ])
  func onlyWhatIsMissingIsToBeFetched(paths: [String], patterns: String) {
    let hint = MissingFiles(paths: Set(paths), revision: "HEAD~1", clone: "/c").hint
    #expect(hint.hasSuffix(" HEAD~1 -- \(patterns)`."), "\(hint)")
  }

  @Test func aLinkThatAPartialCloneLacksLeadsNobodyKnowsWhere() async throws {
    let fixture = try await Fixture()
    let link = fixture.top + "/Sources/App/Link.swift"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "App.swift")
    let manifest = Fixture.manifest(#"targets: [.target(name: "App", resources: [.copy("Templates")])]"#)
    try fixture.write(["Package.swift": manifest, "Shared/template": "a"])
    try FileManager.default.createSymbolicLink(
      atPath: fixture.top + "/Sources/App/Templates", withDestinationPath: "../../Shared")
    try await fixture.commit("two")
    let clone = try await fixture.partialClone(checkingOut: false)
    try await fixture.git("show", "two:Package.swift", in: clone)
    let graph = try await fixture.load("two", in: clone).graph
    #expect(graph.modules.map(\.sources) == [2] && graph.modules.map(\.lines) == [nil])
    #expect(graph.warnings.map { $0.prefix(44) } == ["This partial clone lacks 2 sources of two, s"])
  }

  @Test func whatWasMeasuredIsRememberedByItsBlob() async throws {
    let fixture = try await Fixture()
    #expect(try await fixture.load("one").graph.modules.map(\.lines) == [2])
    let blob = try #require(
      try await fixture.git("rev-parse", "one:Sources/App/App.swift").split(separator: "\n").first)
    try FileManager.default.removeItem(atPath: "\(fixture.top)/.git/objects/\(blob.prefix(2))/\(blob.dropFirst(2))")
    #expect(try await fixture.load("one").graph.modules.map(\.lines) == [2])
    // A memory that was changed is none.
    let memory = fixture.folder.path + "/cache/blobs"
    let file = try #require(try FileManager.default.contentsOfDirectory(atPath: memory).first)
    let text = try String(contentsOfFile: "\(memory)/\(file)", encoding: .utf8)
    try Data(text.replacing(" 2 ", with: " 3 ").utf8).write(to: URL(filePath: "\(memory)/\(file)"))
    #expect(try await fixture.load("one").graph.modules.map(\.lines) == [nil])
  }

  @Test func aSubmoduleCountsAsInTheWorkingTree() async throws {
    let kit = try await Fixture(manifest: Fixture.manifest(#"targets: [.target(name: "App")]"#, name: "Kit"))
    let fixture = try await Fixture(manifest: Fixture.manifest(#"dependencies: [.package(path: "Kit")]"#))
    try await fixture.git("submodule", "--quiet", "add", kit.top, "Kit")
    try await fixture.commit("two")
    #expect(try await fixture.load("two").graph == fixture.loader.load(packagePath: fixture.top).graph)
    #expect(try await fixture.load("two").graph.modules.map(\.id.description) == ["kit/App"])
    let clone = fixture.folder.path + "/clone/repository"
    try await fixture.git("clone", "--quiet", fixture.top, clone)
    #expect(try await fixture.load("two", in: clone).graph == fixture.loader.load(packagePath: clone).graph)
  }

  /// What of the first commit's modules lives on in the second's, or in the working tree's, under another name.
  @Test func aModuleIsFollowedByItsFiles() async throws {
    func text(_ name: String, changed: String = "") -> String {
      (0..<40).map { "let \(name)\($0) = \($0)" }.joined(separator: "\n") + changed + "\n"
    }
    let fixture = try await Fixture(
      ["Sources/Net/One.swift": text("one"), "Sources/Net/Two.swift": text("two")],
      manifest: Fixture.manifest(#"targets: [.target(name: "App"), .target(name: "Net")]"#))
    try await fixture.git("rm", "--quiet", "-r", "Sources/Net")
    try fixture.write([
      "Package.swift": Fixture.manifest(
        #"targets: [.target(name: "App"), .target(name: "Client"), .target(name: "New")]"#),
      "Sources/Client/First.swift": text("one", changed: "\nlet more = 1"), "Sources/Client/Two.swift": text("two"),
      "Sources/New/New.swift": text("three"),
    ])
    let before = try TestFolder.contents(of: fixture.top)
    let repository = try await GitRepository(around: fixture.top)
    let base = try await fixture.load("one")
    let present = try await fixture.loader.load(packagePath: fixture.top)
    let commit = try await repository.commit("one")
    let expected = [
      ModuleSuccession(
        before: ModuleID(package: "App", name: "Net"), after: ModuleID(package: "App", name: "Client"), sharedFiles: 2,
        files: 2)
    ]
    #expect(
      try await fixture.loader.successions(from: base, at: commit, to: present, at: nil, in: repository) == expected)
    #expect(try TestFolder.contents(of: fixture.top) == before)
    try await fixture.commit("two")
    let head = try await fixture.load("two")
    let other = try await repository.commit("two")
    #expect(
      try await fixture.loader.successions(from: base, at: commit, to: head, at: other, in: repository) == expected)
    #expect(try await fixture.loader.successions(from: base, at: commit, to: base, at: commit, in: repository) == [])
  }

  @Test func aBareRepositoryHasRevisions() async throws {
    let fixture = try await Fixture()
    let bare = fixture.folder.path + "/bare.git"
    try await fixture.git("clone", "--quiet", "--bare", fixture.top, bare)
    #expect(try await fixture.load("one", in: bare).graph.modules.map(\.id.description) == ["App/App"])
  }

  @Test func aShallowCloneIsToldHowToGetDeeper() async throws {
    let fixture = try await Fixture()
    try fixture.write(["Sources/App/More.swift": "\n"])
    try await fixture.commit("two")
    let clone = fixture.folder.path + "/shallow"
    try await fixture.git("clone", "--quiet", "--depth", "1", "file://" + fixture.top, clone)
    let error = await #expect(throws: RevisionError.self) { try await fixture.load("HEAD~1", in: clone) }
    #expect(error?.description.contains("`git -C \(clone) fetch --unshallow`") == true)
    #expect(error?.description.hasSuffix("with `fetch-depth: 0` (GitHub) or `GIT_DEPTH: 0` (GitLab).") == true)
  }

  @Test func ourCacheInsideTheRepositoryServesAllTheSame() async throws {
    let fixture = try await Fixture(
      manifest: Fixture.manifest(#"targets: (["App"] as Set<String>).map { .target(name: $0) }"#))
    let loader = WorkspaceLoader(toolchain: try Toolchain(), cacheFolder: fixture.top + "/.cache")
    let repository = try await GitRepository(around: fixture.top)
    _ = try await loader.load(revision: "one", of: repository)
    #expect(try await loader.load(revision: "one", of: repository).root?.reading.way == .cached)
    #expect(try FileManager.default.contentsOfDirectory(atPath: fixture.top + "/.cache/tmp").isEmpty)
  }

  @Test func `a revision that git finds by its message is one, and a lost object is said to be`() async throws {
    let fixture = try await Fixture()
    let repository = try await GitRepository(around: fixture.top)
    let commit = try await repository.commit("HEAD")
    #expect(try await repository.commit(":/one") == commit)
    let object = "\(fixture.top)/.git/objects/\(commit.prefix(2))/\(commit.dropFirst(2))"
    try FileManager.default.removeItem(atPath: object)
    for name in ["HEAD", "main", "one", "HEAD~0"] {
      let lost = RevisionError.objectLost(commit, revision: name, clone: fixture.top)
      await #expect(throws: lost) { _ = try await repository.commit(name) }
    }
    await #expect(throws: RevisionError.self) { _ = try await repository.history(of: "HEAD", since: nil, limit: nil) }
  }

  @Test(arguments: [false, true])
  func `what a revision leads to over other commits may be lost or damaged`(isThere: Bool) async throws {
    let fixture = try await Fixture()
    for number in ["two", "three"] {
      try fixture.write(["Sources/App/More.swift": "// \(number)\n"])
      try await fixture.commit(number)
    }
    try await fixture.git("tag", "--annotate", "old", "-m", "old", "HEAD~1")
    let repository = try await GitRepository(around: fixture.top)
    let commit = try await repository.commit("HEAD~1")
    let object = "\(fixture.top)/.git/objects/\(commit.prefix(2))/\(commit.dropFirst(2))"
    try FileManager.default.removeItem(atPath: object)
    if isThere { try Data("damage".utf8).write(to: URL(filePath: object)) }
    for name in ["HEAD~1", "HEAD~2", "old", "old^{}", "old~1", "main~2"] {
      let lost = RevisionError.objectLost(commit, revision: name, clone: fixture.top)
      await #expect(throws: lost) { _ = try await repository.commit(name) }
    }
    _ = try await repository.commit("HEAD")
    let error = await #expect(throws: RevisionError.self) {
      _ = try await repository.history(of: "HEAD", since: nil, limit: nil)
    }
    #expect(error?.description.contains("The repository is damaged: `git -C \(fixture.top) fsck`") == true)
  }

  @Test func `what git knows and is no commit is neither unknown nor lost`() async throws {
    let fixture = try await Fixture()
    let repository = try await GitRepository(around: fixture.top)
    for (name, kind) in [("HEAD:Sources", "tree"), ("one:Package.swift", "blob"), ("HEAD^{tree}", "tree")] {
      await #expect(throws: RevisionError.noCommit(name, kind: kind)) { _ = try await repository.commit(name) }
    }
    #expect(
      "\(RevisionError.noCommit("HEAD:Sources", kind: "tree"))"
        == "“HEAD:Sources” is no commit: git has a tree of that name. Name a branch, a tag or a commit.")
    for name in ["^HEAD", "^one", "HEAD~7", String(repeating: "0", count: 40)] {
      let unknown = RevisionError.unknown(name, names: ["main", "one"], shallowClone: nil)
      await #expect(throws: unknown) { _ = try await repository.commit(name) }
    }
  }

  @Test func `where nothing was committed yet, no revision is called unknown`() async throws {
    let folder = try TestFolder()
    let outcome = try await Tool.named("git")(["init", "--quiet", "--initial-branch", "main", folder.path])
    try #require(outcome.exitCode == 0)
    let repository = try await GitRepository(around: folder.path)
    for name in ["HEAD", "main", "HEAD~1", ":/one"] {
      await #expect(throws: RevisionError.noCommits(folder: repository.folder)) {
        _ = try await repository.commit(name)
      }
    }
  }

  @Test func `a treeless clone is told how to get its history`() async throws {
    let fixture = try await Fixture(["Sources/App/More.swift": "\n"])
    for number in 2...4 {
      try fixture.write(["Sources/App/More.swift": String(repeating: "\n", count: number)])
      try await fixture.commit("\(number)")
    }
    try await fixture.git("config", "uploadpack.allowFilter", "true")
    let clone = fixture.folder.path + "/treeless"
    try await fixture.git("clone", "--quiet", "--filter=tree:0", "file://" + fixture.top, clone)
    let repository = try await GitRepository(around: clone)
    await #expect(throws: RevisionError.historyMissing(clone: repository.folder)) {
      _ = try await repository.history(of: "HEAD", since: nil, limit: nil)
    }
  }
}
