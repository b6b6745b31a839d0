import Foundation
import TestSupport
import Testing

@Suite struct DiffCommandTests {
  /// A repository with a tag, and a working tree in which a module came and an edge went.
  private struct Repository {
    let shop: ShopWorkspace

    init() async throws {
      shop = try ShopWorkspace()
      for words in [
        ["init", "--quiet"], ["add", "--all"],
        ["-c", "user.name=T", "-c", "user.email=t@example.org", "commit", "--quiet", "-m", "one"], ["tag", "before"],
      ] {
        #expect(try await Tool.named("git")(["-C", shop.folder.path] + words).exitCode == 0)
      }
      let manifest = try shop.folder.read("Shop/Package.swift")
      try shop.folder.write([
        "Shop/Package.swift": manifest.replacing(
          #".target(name: "Unrelated"),"#,
          with: #".target(name: "Unrelated"), .target(name: "New", dependencies: ["Core"]),"#
        ).replacing(#"dependencies: ["Cart", "Search"])"#, with: #"dependencies: ["Cart"])"#),
        "Shop/Sources/New/New.swift": "\n",
      ])
    }

    func git(_ words: String...) async throws {
      let settings = ["-c", "user.name=T", "-c", "user.email=t@example.org"]
      let outcome = try await Tool.named("git")(["-C", shop.path] + settings + words)
      #expect(outcome.exitCode == 0, "\(words): \(outcome.errors)")
    }

    func diff(_ words: String...) async throws -> Tool.Outcome {
      try await shop.modgauge(["diff", "--package-path", shop.path, "--cache-dir", shop.cache] + words)
    }
  }

  @Test func aRevisionIsComparedWithTheWorkingTree() async throws {
    let repository = try await Repository()
    let outcome = try await repository.diff("before")
    #expect(outcome.exitCode == 0)
    #expect(outcome.errors == "")
    #expect(outcome.output.hasPrefix("before → working tree: 1 module added; 1 dependency added, 1 removed."))
    #expect(outcome.output.contains("+  New  module, 1 line  Sources/New"))
    #expect(outcome.output.contains("−  shop-app → Search"))
  }

  @Test func `if the graph is the same, nothing is written if that is asked for`() async throws {
    let repository = try await Repository()
    let file = repository.shop.output + ".md"
    let same = try await repository.diff("before", "before", "--quiet-if-same", "-o", file)
    #expect(same.exitCode == 0 && same.output == "" && !FileManager.default.fileExists(atPath: file))
    let changed = try await repository.diff("before", "--quiet-if-same", "-o", file)
    #expect(changed.exitCode == 0 && FileManager.default.fileExists(atPath: file))
  }

  @Test func `the owners of changed modules are named, of a revision as of the working tree`() async throws {
    let repository = try await Repository()
    try repository.shop.folder.write([
      ".github/CODEOWNERS": "* @shop/all\n/Shop/Sources/New/ @shop/new\n/Shop/Sources/Core/\n",
      "Shop/Sources/Core/Core.swift": "public func core() {}\n",
    ])
    try await repository.git("add", "--all", "..")
    try await repository.git("commit", "--quiet", "-m", "two")
    for words in [["before"], ["before", "HEAD"]] {
      let outcome = try await repository.diff(
        words[0], words.count > 1 ? words[1] : "--format", words.count > 1 ? "--no-color" : "text")
      #expect(outcome.output.contains("\nTouches Core, without an owner; New, owned by @shop/new.\n"), "\(outcome)")
    }
    let markdown = try await repository.diff("before", "--format", "markdown")
    #expect(markdown.output.contains("\n\nTouches Core, without an owner; New, owned by `@shop/new`.\n\n"))
    let metrics = try await repository.shop.modgauge([
      "metrics", "--package-path", repository.shop.path, "--cache-dir", repository.shop.cache, "--format", "csv",
    ])
    #expect(metrics.output.hasPrefix("id,name,") && metrics.output.contains("/New,New,1,1"))
    #expect(
      metrics.output.split(separator: "\r\n").contains { $0.contains("/New,") && $0.hasSuffix(",'@shop/new") },
      "\(metrics)")
    #expect(metrics.output.split(separator: "\r\n").contains { $0.contains("/Core,") && $0.hasSuffix(",") })
  }

  @Test func findingsMakeTheExitCodeOneOnlyWhenAsked() async throws {
    let repository = try await Repository()
    #expect(try await repository.diff("before", "--fail-if-any").exitCode == 1)
    let same = try await repository.diff("before", "before", "--fail-if-any")
    #expect(same.exitCode == 0)
    #expect(same.output.contains("The module graph is the same."))
  }

  @Test func graphFilesServeAsWell() async throws {
    let repository = try await Repository()
    let file = repository.shop.folder.path + "/graph.json"
    _ = try await repository.shop.modgauge([
      "graph", "--package-path", repository.shop.path, "--cache-dir", repository.shop.cache, "--format", "json=\(file)",
    ])
    let outcome = try await repository.diff("before", file, "--format", "json")
    #expect(try await JSONSchema.diff.complaints(about: outcome.output).isEmpty)
    #expect(outcome.output.contains(#""Shop/New""#))
  }

  @Test func everyFormatIsWritten() async throws {
    let repository = try await Repository()
    let folder = repository.shop.folder.path + "/out"
    let formats = ["text", "markdown", "json", "svg", "png", "pdf", "dot", "mermaid"]
    let outcome = try await repository.shop.modgauge(
      ["diff", "before", "--package-path", repository.shop.path, "--cache-dir", repository.shop.cache, "-o", folder]
        + formats.flatMap { ["--format", $0] })
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    let written = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    #expect(
      written == ["diff.dot", "diff.json", "diff.md", "diff.mmd", "diff.pdf", "diff.png", "diff.svg", "diff.txt"])
  }

  @Test func whatIsNeitherFileNorRevisionIsAnError() async throws {
    let repository = try await Repository()
    let outcome = try await repository.diff("befor")
    #expect(outcome.exitCode == 2)
    #expect(
      outcome.errors
        == "error: “befor” is not a revision that git knows. Did you mean “before”?\n")
    try repository.shop.folder.write(["no.json": "{}"])
    let noGraph = try await repository.diff(repository.shop.folder.path + "/no.json")
    #expect(noGraph.exitCode == 2)
    #expect(noGraph.errors.contains("is not a module graph: it has no “schema”. Give what"))
  }

  @Test func aRangeNamesBothStates() async throws {
    let repository = try await Repository()
    try await repository.git("checkout", "--quiet", "-b", "topic")
    try await repository.git("add", "--all")
    try await repository.git("commit", "--quiet", "-m", "two")
    let two = try await repository.diff("before..topic")
    #expect(two.output.hasPrefix("before → topic: 1 module added; 1 dependency added, 1 removed."))
    try await repository.git("checkout", "--quiet", "before")
    try repository.shop.folder.write(["Shop/Sources/Cart/More.swift": "\n"])
    try await repository.git("add", "--all")
    try await repository.git("commit", "--quiet", "-m", "aside")
    let three = try await repository.diff("HEAD...topic")
    #expect(three.output.hasPrefix("merge base of HEAD and topic ("))
    #expect(three.output.contains("1 module added; 1 dependency added, 1 removed."))
    let mixed = try await repository.diff("before..topic", "HEAD")
    #expect(mixed.exitCode == 64)
    #expect(mixed.errors.contains("“before..topic” names both states; give it alone."))
  }

  @Test func aRevisionWithoutAPackageIsAnEmptyGraph() async throws {
    let repository = try await Repository()
    try await repository.git("checkout", "--quiet", "--orphan", "nothing")
    try await repository.git("rm", "--quiet", "--force", "-r", ".")
    try await repository.git("commit", "--quiet", "--allow-empty", "-m", "nothing")
    let outcome = try await repository.diff("nothing", "before")
    #expect(outcome.errors == "note: there is no Swift package in nothing; it counts as an empty graph\n")
    #expect(outcome.output.hasPrefix("nothing → before: 8 modules added"))
    let neither = try await repository.diff("nothing", "nothing")
    #expect(neither.exitCode == 2)
    #expect(neither.errors.contains("There is no folder `Shop` in nothing."))
  }

  @Test func aBareRepositoryIsComparedByTwoRevisions() async throws {
    let repository = try await Repository()
    let bare = repository.shop.folder.path + "/bare.git"
    try await repository.git("clone", "--quiet", "--bare", repository.shop.folder.path, bare)
    func diff(_ words: String...) async throws -> Tool.Outcome {
      try await repository.shop.modgauge(
        ["diff", "--package-path", bare, "--cache-dir", repository.shop.cache, "--quiet"] + words)
    }
    let two = try await diff("before", "before")
    #expect(two.errors == "" && two.output.contains("The module graph is the same."))
    // In the repository itself, HEAD is also the name of a file.
    let inside = try await Tool.built("modgauge")(
      ["diff", "HEAD", "before", "--cache-dir", repository.shop.cache, "--quiet"], in: bare)
    #expect(inside.errors == "" && inside.output.hasPrefix("HEAD → before: "), "\(inside.errors)")
    let one = try await diff("before")
    #expect(one.exitCode == 2)
    #expect(
      one.errors
        == "error: `\(bare)` is a bare repository, which has no working tree. Name the revision to compare with.\n")
  }

  @Test func aCacheThatCannotBeWrittenIsSaidOnce() async throws {
    let repository = try await Repository()
    try repository.shop.folder.write(["file": ""])
    let cache = repository.shop.folder.path + "/file/cache"
    for states in [["before"], ["before", "before"]] {
      let outcome = try await repository.shop.modgauge(
        ["diff", "--package-path", repository.shop.path, "--cache-dir", cache] + states)
      #expect(outcome.exitCode == 0)
      #expect(
        outcome.errors.hasPrefix("warning: The cache folder `\(cache)` cannot be written (")
          && outcome.errors.split(separator: "\n").count == 1, "\(outcome.errors)")
    }
  }

  @Test func aWarningAboutBothStatesIsSaidOnce() async throws {
    let repository = try await Repository()
    try await repository.git("mv", "Sources/Unrelated", "Sources/Elsewhere")
    let one = try await repository.diff("before")
    #expect(
      one.errors == "warning: in working tree: Shop: Unrelated has no sources: SwiftPM finds no folder for it in `.`.\n"
    )
    try await repository.git("add", "--all")
    try await repository.git("commit", "--quiet", "-m", "two")
    let both = try await repository.diff("HEAD")
    #expect(both.errors == "warning: Shop: Unrelated has no sources: SwiftPM finds no folder for it in `.`.\n")
  }

  /// git has a variable for tests of this.
  @Test func `another user's repository is refused with git's own words and remedy`() async throws {
    let repository = try await Repository()
    let git = try Tool.named("git").path
    let folder = repository.shop.folder
    try folder.write(["bin/git": "#!/bin/sh\nGIT_TEST_ASSUME_DIFFERENT_OWNER=1 exec \(git) \"$@\"\n"])
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path + "/bin/git")
    let path = folder.path + "/bin:" + (ProcessInfo.processInfo.environment["PATH"] ?? "")
    func modgauge(_ words: String...) async throws -> Tool.Outcome {
      try await Tool.built("modgauge")(
        words + ["--package-path", repository.shop.path, "--cache-dir", repository.shop.cache],
        environment: ["PATH": path])
    }
    let remedy =
      "detected dubious ownership in repository at '\(folder.path)'. To add an exception for this directory, call "
    for words in [["diff", "before"], ["hotspots"], ["bisect", "--good", "before"]] {
      let outcome = try await Tool.built("modgauge")(
        words + ["--package-path", repository.shop.path, "--cache-dir", repository.shop.cache],
        environment: ["PATH": path])
      #expect(outcome.exitCode == 2 && outcome.errors.contains(remedy), "\(words): \(outcome.errors)")
      #expect(
        outcome.errors.contains("`git config --global --add safe.directory \(folder.path)`."), "\(outcome.errors)")
    }
    let graph = try await modgauge("graph", "--all", "--format", "json")
    #expect(graph.exitCode == 0 && graph.errors.contains("nothing was excluded there: \(remedy)"), "\(graph.errors)")
  }
}
