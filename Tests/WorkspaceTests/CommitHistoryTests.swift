import Foundation
import ModuleGraph
import TestSupport
import Testing
import Workspace

/// What `git log` tells of real repositories.
@Suite struct CommitHistoryTests {
  private struct Repository {
    let folder: TestFolder
    var path: String { folder.path + "/repo" }

    init() async throws {
      folder = try TestFolder()
      try await git(["init", "--quiet", "--initial-branch", "main", path], in: folder.path)
    }

    @discardableResult
    func git(
      _ words: [String], in place: String? = nil, at date: String = "2026-03-01T12:00:00Z"
    ) async throws -> String {
      let outcome = try await Tool.named("git")(
        ["-C", place ?? path, "-c", "protocol.file.allow=always"] + words,
        environment: ["GIT_AUTHOR_DATE": date, "GIT_COMMITTER_DATE": date])
      #expect(outcome.exitCode == 0, "\(words): \(outcome.errors)")
      return outcome.output
    }

    func commit(
      _ files: [String: String], by name: String = "Ann", message: String = "change", at date: String
    ) async throws {
      try folder.write(Dictionary(uniqueKeysWithValues: files.map { ("repo/" + $0.key, $0.value) }))
      try await git(["add", "--all"])
      try await git(
        [
          "-c", "user.name=\(name)", "-c", "user.email=a@example.org", "commit", "--quiet", "--allow-empty", "-m",
          message,
        ],
        at: date)
    }

    func history(
      at place: String? = nil, since: String? = nil, limit: Int? = nil
    ) async throws -> CommitHistory {
      try await GitRepository.withHistory(around: place ?? path).history(of: "HEAD", since: since, limit: limit)
    }
  }

  /// A root, then three commits a month apart.
  private static func repository() async throws -> Repository {
    let repository = try await Repository()
    let lines = (0..<50).map { "line \($0)\n" }.joined()
    try await repository.commit(["A.swift": lines, "B.swift": ""], at: "2026-01-01T12:00:00Z")
    try await repository.commit(["A.swift": lines + "one\n"], at: "2026-02-01T12:00:00Z")
    try await repository.git(["mv", "A.swift", "Z.swift"])
    try await repository.commit([:], by: "Bob", at: "2026-03-01T12:00:00Z")
    try await repository.commit(["B.swift": "two\n"], at: "2026-04-01T12:00:00Z")
    return repository
  }

  @Test func `commits are told with renames, and the first one is left out`() async throws {
    let history = try await Self.repository().history()
    #expect(
      history.commits.map(\.changes) == [
        [.init(path: "B.swift", kind: .modified)], [.init(path: "Z.swift", kind: .renamed(from: "A.swift"))],
        [.init(path: "A.swift", kind: .modified)],
      ])
    #expect(history.commits.map(\.author) == ["Ann", "Bob", "Ann"])
    #expect(history.ending == .beginning)
    #expect(history.start == 1_767_268_800)
    #expect(history.end == 1_775_044_800)
  }

  @Test func `the period and the number of commits are bounded`() async throws {
    let repository = try await Self.repository()
    let late = try await repository.history(since: "2026-02-15")
    #expect(late.commits.count == 2)
    #expect(late.ending == .period)
    let first = try await repository.history(since: "1970-01-01")
    #expect(first.commits.count == 3)
    let few = try await repository.history(limit: 1)
    #expect(few.commits.count == 1)
    #expect(few.ending == .limit)
    #expect(few.start == few.end)
  }

  @Test func `half a year is the default, counted from the last commit`() async throws {
    let repository = try await Self.repository()
    try await repository.commit(["B.swift": "three\n"], at: "2026-08-20T12:00:00Z")
    let history = try await repository.history()
    #expect(history.commits.count == 3)
    #expect(history.end - history.start == 183 * 86_400)
    #expect(history.ending == .period)
  }

  @Test(arguments: ["some day", "tomorrow", ""]) func `words that are no date are an error`(words: String) async throws
  {
    let repository = try await Self.repository()
    await #expect(throws: RevisionError.unknownDate(words)) { _ = try await repository.history(since: words) }
  }

  @Test func `names, messages and settings of any kind do no harm`() async throws {
    let repository = try await Repository()
    try await repository.commit(["x": ""], at: "2026-01-01T12:00:00Z")
    let name = "a\tb\nM\"ü — commit abc.swift"
    try await repository.commit(
      [name: "", "commit 1": "", "R100": ""], by: "Ann\u{202E} \"M\" B", message: "commit abc\n\nM\tfile\ncommit def",
      at: "2026-02-01T12:00:00Z")
    for (key, value) in [
      ("log.showSignature", "true"), ("color.ui", "always"), ("log.follow", "true"), ("diff.renames", "false"),
      ("format.pretty", "oneline"), ("diff.external", "false"), ("core.quotePath", "true"), ("log.showRoot", "false"),
    ] {
      try await repository.git(["config", key, value])
    }
    let history = try await repository.history()
    #expect(history.commits.count == 1)
    try #require(!history.commits.isEmpty)
    #expect(history.commits[0].changes.map(\.path).sorted() == ["R100", name, "commit 1"].sorted())
    #expect(history.commits[0].subject == "commit abc")
    #expect(history.commits[0].author == "Ann\u{202E} \"M\" B")
  }

  @Test func `people with several names are one by the mailmap`() async throws {
    let repository = try await Self.repository()
    try await repository.commit([".mailmap": "Ann <a@example.org> Bob <a@example.org>\n"], at: "2026-04-02T12:00:00Z")
    #expect(Set(try await repository.history().commits.map(\.author)) == ["Ann"])
  }

  @Test func `where a shallow clone ends, its history ends`() async throws {
    let repository = try await Self.repository()
    let clone = repository.folder.path + "/shallow"
    try await repository.git(
      ["clone", "--quiet", "--depth", "2", "file://" + repository.path, clone], in: repository.folder.path)
    let history = try await repository.history(at: clone)
    #expect(history.commits.map(\.changes) == [[.init(path: "B.swift", kind: .modified)]])
    #expect(history.ending == .shallow(clone: clone))
  }

  @Test func `a partial clone tells what it can without fetching`() async throws {
    let repository = try await Self.repository()
    let clone = repository.folder.path + "/partial"
    try await repository.git(["config", "uploadpack.allowFilter", "true"])
    try await repository.git(
      ["clone", "--quiet", "--bare", "--filter=blob:none", "file://" + repository.path, clone],
      in: repository.folder.path)
    let before = try TestFolder.contents(of: clone).keys.sorted()
    let history = try await repository.history(at: clone)
    #expect(history.commits.count == 3)
    try #require(history.commits.count > 1)
    #expect(history.commits[1].changes == [.init(path: "Z.swift", kind: .renamed(from: "A.swift"))])
    #expect(try TestFolder.contents(of: clone).keys.sorted() == before)
  }

  @Test func `without a repository, and without a commit, the error says so`() async throws {
    let folder = try TestFolder()
    await #expect(throws: RevisionError.noHistory(folder: folder.path, hasGit: true)) {
      _ = try await GitRepository.withHistory(around: folder.path)
    }
    let empty = try await Repository()
    await #expect(throws: RevisionError.noCommits(folder: empty.path)) { _ = try await empty.history() }
  }

  @Test func `sources are found by their paths in the repository`() async throws {
    let repository = try await Repository()
    try repository.folder.write([
      "repo/App/Package.swift": """
      // swift-tools-version: 5.9
      import PackageDescription
      let package = Package(name: "App", dependencies: [.package(path: "../Kit")], targets: [
        .target(name: "App", dependencies: [.product(name: "Kit", package: "Kit")])])
      """,
      "repo/App/Sources/App/App.swift": "\n",
      "repo/Kit/Package.swift": """
      // swift-tools-version: 5.9
      import PackageDescription
      let package = Package(
        name: "Kit", products: [.library(name: "Kit", targets: ["Kit"])], targets: [.target(name: "Kit")])
      """,
      "repo/Kit/Sources/Kit/kit.c": "\n",
      "repo/Kit/Sources/Kit/include/kit.h": "\n",
    ])
    let loaded = try await WorkspaceLoader(toolchain: nil, cacheFolder: repository.folder.path + "/cache")
      .load(packagePath: repository.path + "/App")
    let places = loaded.places(in: try await GitRepository(around: repository.path))
    #expect(places.sources.keys.sorted() == ["App/Sources/App/App.swift", "Kit/Sources/Kit/kit.c"])
    #expect(places.headerModules == [ModuleID(package: "kit", name: "Kit")])
    #expect(places.packages == ["App", "Kit"])
  }
}
