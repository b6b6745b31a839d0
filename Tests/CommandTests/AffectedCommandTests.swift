import Foundation
import TestSupport
import Testing

/// The Shop in a repository of its own, committed on the branch `main`.
struct AffectedRepository {
  let shop: ShopWorkspace

  init(_ files: [String: String] = [:], isCommitted: Bool = true) async throws {
    shop = try ShopWorkspace()
    try shop.folder.write(files)
    try shop.folder.write([".gitignore": "/cache\n/state\n/output\n"])
    try await git("init", "--quiet", "--initial-branch=main")
    if isCommitted { try await commit() }
  }

  func git(_ words: String...) async throws {
    // The system's own settings may ignore Package.resolved.
    let settings = ["-c", "user.name=T", "-c", "user.email=t@example.org", "-c", "core.excludesFile=/dev/null"]
    let outcome = try await Tool.named("git")(["-C", shop.folder.path] + settings + words)
    #expect(outcome.exitCode == 0, "\(words): \(outcome.errors)")
  }

  func commit(_ message: String = "next") async throws {
    try await git("add", "--all")
    try await git("commit", "--quiet", "--allow-empty", "-m", message)
  }

  func affected(_ words: String...) async throws -> Tool.Outcome {
    try await shop.modgauge(["affected", "--package-path", shop.path, "--cache-dir", shop.cache] + words)
  }

  /// The names of what is affected; the command must succeed.
  func names(_ words: String...) async throws -> [String] {
    let outcome = try await shop.modgauge(
      ["affected", "--package-path", shop.path, "--cache-dir", shop.cache, "--format", "names"] + words)
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    return outcome.output.split(separator: "\n").map(String.init).sorted()
  }

  func replace(_ old: String, with new: String, in file: String = "Shop/Package.swift") throws {
    let text = try shop.folder.read(file)
    #expect(text.contains(old))
    try shop.folder.write([file: text.replacing(old, with: new)])
  }
}

@Suite struct AffectedCommandTests {
  @Test func `a changed source affects its module and what depends on it`() async throws {
    let repository = try await AffectedRepository()
    #expect(try await repository.names() == [])
    try repository.shop.folder.write(["Shop/Sources/Cart/Cart.swift": "// changed\n"])
    #expect(try await repository.names() == ["Cart", "CartApp", "CartTests", "shop-app"])
    #expect(try await repository.names("--kind", "tests") == ["CartTests"])
    #expect(try await repository.names("--kind", "products") == ["Features"])
    #expect(try await repository.names("--kind", "packages") == ["Shop"])
  }

  @Test func `headers, untracked files, deleted files and moved files count`() async throws {
    let repository = try await AffectedRepository()
    try repository.shop.folder.write(["Shop/Sources/CFast/include/fast.h": "int fast(void);\n\n"])
    #expect(try await repository.names("--direct") == ["CFast", "Core"])
    try await repository.commit()
    try await repository.git("tag", "one")
    try repository.shop.folder.write(["Shop/Sources/Search/New.swift": "\n"])
    #expect(try await repository.names("--untracked") == ["Search", "shop-app"])
    #expect(try await repository.names("--uncommitted") == [])
    try await repository.commit()
    try await repository.git("mv", "Shop/Sources/Search/New.swift", "Shop/Sources/Unrelated/New.swift")
    #expect(try await repository.names("--uncommitted") == ["Search", "Unrelated", "shop-app"])
    try await repository.commit()
    #expect(try await repository.names("--base", "one", "--head", "HEAD") == ["Unrelated"])
    try await repository.git("rm", "--quiet", "Shop/Sources/Unrelated/New.swift")
    #expect(try await repository.names() == ["Unrelated"])
  }

  @Test func `a header counts for targets whose search paths leave their folders`() async throws {
    func names(searching path: String) async throws -> [String] {
      let repository = try await AffectedRepository([
        "Shop/Package.swift": """
        // swift-tools-version: 6.0
        import PackageDescription
        let package = Package(
          name: "Shop",
          targets: [
            .target(name: "Base"), .target(name: "Fast", cSettings: [.headerSearchPath("\(path)")]),
            .target(name: "User", dependencies: ["Fast"]),
          ])

        """,
        "Shop/Sources/Base/base.c": "#include \"base.h\"\n", "Shop/Sources/Base/include/base.h": "int base;\n",
        "Shop/Sources/Fast/fast.c": "int fast;\n", "Shop/Sources/Fast/include/fast.h": "int fast;\n",
        "Shop/Sources/User/user.c": "int user;\n", "Shop/Sources/User/include/user.h": "int user;\n",
      ])
      try repository.shop.folder.write(["Shop/Sources/Base/include/base.h": "long base;\n"])
      return try await repository.names("--kind", "modules")
    }
    #expect(try await names(searching: "include") == ["Base"])
    #expect(try await names(searching: "../Base/include") == ["Base", "Fast", "User"])
  }

  @Test func `a manifest counts by its meaning`() async throws {
    let repository = try await AffectedRepository()
    try repository.replace("let package", with: "// A comment.\nlet package")
    #expect(try await repository.names() == [])
    try repository.replace(#".target(name: "Unrelated"),"#, with: #".target(name: "Unrelated"), .target(name: "New"),"#)
    try repository.shop.folder.write(["Shop/Sources/New/New.swift": "\n"])
    #expect(try await repository.names() == ["New"])
    try await repository.commit()
    try repository.replace(
      #".target(name: "Search", dependencies: ["Core"]),"#,
      with: #".target(name: "Search", dependencies: ["Core"], linkerSettings: [.linkedLibrary("m")]),"#)
    #expect(try await repository.names() == ["Search", "shop-app"])
    try await repository.commit()
    try repository.replace("tools-version: 5.9", with: "tools-version: 5.10")
    let all = try await repository.names()
    #expect(all.count == 9 && !all.contains("Model"))
  }

  @Test func `a pin counts for the users of its package`() async throws {
    func resolved(_ version: String) -> String {
      """
      { "version": 3, "pins": [{ "identity": "remote", "kind": "remoteSourceControl",
        "location": "https://example.org/remote.git", "state": { "revision": "\(version)", "version": "\(version)" } }] }
      """
    }
    let repository = try await AffectedRepository(["Shop/Package.resolved": resolved("1.0.0")])
    try repository.replace(
      #"[.package(path: "../Shared")]"#,
      with: #"[.package(path: "../Shared"), .package(url: "https://example.org/remote.git", from: "1.0.0")]"#)
    try repository.replace(
      #".target(name: "Unrelated"),"#,
      with: #".target(name: "Unrelated", dependencies: [.product(name: "Remote", package: "remote")]),"#)
    try await repository.commit()
    try repository.shop.folder.write(["Shop/Package.resolved": resolved("1.1.0")])
    #expect(try await repository.names() == ["Unrelated"])
    let text = try await repository.affected().output
    #expect(text.contains("the version of remote (1.0.0 → 1.1.0)"))
    try repository.shop.folder.write(["Shop/Package.resolved": "<<<<<<< HEAD\n"])
    #expect(try await repository.names("--kind", "tests") == ["CartTests"])
  }

  @Test func `a file that nothing owns affects everything, and the line to write is named`() async throws {
    let repository = try await AffectedRepository()
    try repository.shop.folder.write(["Shop/docs/guide.md": "\n"])
    let outcome = try await repository.affected("--format", "names")
    #expect(outcome.exitCode == 0)
    #expect(outcome.output.split(separator: "\n").count == 9)
    #expect(outcome.errors.contains("no target owns `docs/guide.md`, so that everything is affected"))
    #expect(outcome.errors.contains(#"  affected: { ignore: ["docs/**"] }"#))
    try repository.shop.folder.write([
      "Shop/.modgauge.yml": #"affected: { ignore: ["docs/**"], all: ["script/**"] }"#
    ])
    #expect(try await repository.names() == [])
    try repository.shop.folder.write(["Shop/script/run": "\n"])
    #expect(try await repository.names("--kind", "tests") == ["CartTests"])
    #expect(try await repository.affected().output.contains("script/run (`affected: all:` names it)"))
  }

  @Test func `several files of a kind at the top are one pattern`() async throws {
    let repository = try await AffectedRepository()
    let names = (1...30).map { "notes\($0).md" } + ["a.txt", "b.txt", "Makefile", ".swiftlint.yml"]
    try repository.shop.folder.write(Dictionary(uniqueKeysWithValues: names.map { ("Shop/\($0)", "\n") }))
    let outcome = try await repository.affected("--format", "names")
    #expect(outcome.errors.contains(#"{ ignore: [".swiftlint.yml", "Makefile", "a.txt", "b.txt", "*.md"] }"#))
  }

  @Test func `outside a repository, files can be listed`() async throws {
    let folder = try TestFolder()
    try folder.write([
      "Package.swift":
        "// swift-tools-version: 6.0\nimport PackageDescription\nlet package = Package(name: \"P\", targets: [.target(name: \"A\")])\n",
      "Sources/A/a.swift": "let a = 1\n",
    ])
    let words = ["affected", "--package-path", folder.path, "--cache-dir", folder.path + "/cache"]
    let refused = try await Tool.built("modgauge")(words)
    #expect(refused.exitCode == 2)
    #expect(refused.errors.contains("nothing says what changed. List the files with --files"))
    let listed = try await Tool.built("modgauge")(
      words + ["--files", folder.path + "/Sources/A/a.swift", "--format", "names"])
    #expect(listed.output == "A\n")
  }

  @Test func `a file behind a symbolic link belongs to the target that shows it`() async throws {
    let repository = try await AffectedRepository(["Common/Shown.swift": "\n"])
    try repository.shop.folder.link("Shop/Sources/Search/Shown.swift", to: "../../../Common/Shown.swift")
    try await repository.commit()
    try repository.shop.folder.write([
      "Common/Shown.swift": "// changed\n", "Shop/.modgauge.yml": #"affected: { ignore: ["../Common/**", ".*"] }"#,
    ])
    #expect(try await repository.names() == ["Search", "shop-app"])
  }

  @Test func `the way from a change to a test is explained, and what would reach another module`() async throws {
    let repository = try await AffectedRepository()
    try repository.shop.folder.write(["Shop/Sources/Cart/Cart.swift": "// changed\n"])
    let way = try await repository.affected("--explain")
    #expect(
      way.output == """
        main → working tree: 1 changed file; affected: 1 of 1 test module, 3 of 8 other modules.
        CartTests is affected by Sources/Cart/Cart.swift:
          Sources/Cart/Cart.swift → Cart
          CartTests  depends on Cart  Package.swift:16

        """)
    let none = try await repository.affected("--explain", "Search")
    #expect(none.output.contains("Search is not affected. It would be by a change of"))
    #expect(none.output.contains("a module that it depends on: CFast, Core, Model;"))
    let unknown = try await repository.affected("--explain", "Serch")
    #expect(unknown.exitCode == 2)
    #expect(unknown.errors == "error: No module of the workspace matches “Serch”. Did you mean “Search”?\n")
  }

  @Test func `other tools get the affected tests in their own words`() async throws {
    let repository = try await AffectedRepository()
    let empty = try await repository.affected("--format", "github-matrix")
    #expect(empty.output == "{\"include\":[]}\n" && empty.exitCode == 0)
    #expect(try await repository.affected("--format", "swift-test").output == "")
    try repository.shop.folder.write(["Shop/Sources/Cart/Cart.swift": "// changed\n"])
    #expect(try await repository.affected("--format", "swift-test").output == "--filter '^CartTests\\.'\n")
    #expect(try await repository.affected("--format", "swift-test", "-0").output == "--filter\0^CartTests\\.\0")
    #expect(try await repository.affected("--format", "xcodebuild").output == "-only-testing:CartTests\n")
    let matrix = try await repository.affected("--format", "github-matrix", "--parts", "3").output
    #expect(
      matrix
        == #"{"include":[{"name":"1 of 1","run":"swift test --filter '^CartTests\\.'","tests":"CartTests"}]}"# + "\n")
    let pipeline = try await repository.affected("--format", "gitlab").output
    #expect(
      pipeline == "\"affected tests 1 of 1\":\n  script:\n    - \"swift test --filter '^CartTests\\\\.'\"\n")
    let json = try await repository.affected("--format", "json").output
    #expect(try await JSONSchema.affected.complaints(about: json) == "")
    #expect(try await repository.affected("--format", "markdown").output.hasPrefix("# Affected by the change\n"))
  }

  @Test func `a test plan of the user is never replaced`() async throws {
    let repository = try await AffectedRepository()
    let plan = repository.shop.folder.path + "/All.xctestplan"
    try repository.shop.folder.write(["All.xctestplan": "{}"])
    let refused = try await repository.affected("--format", "xctestplan=\(plan)")
    #expect(refused.exitCode == 64)
    #expect(try repository.shop.folder.read("All.xctestplan") == "{}")
    let own = repository.shop.folder.path + "/Affected.xctestplan"
    for _ in 0..<2 { #expect(try await repository.affected("--format", "xctestplan=\(own)").exitCode == 0) }
  }

  @Test func `files of another tool's list are taken as they are`() async throws {
    let repository = try await AffectedRepository()
    let file = repository.shop.path + "/Sources/Cart/Cart.swift"
    #expect(try await repository.names("--files", file, "--kind", "tests") == ["CartTests"])
    let none = try await repository.affected("--files", file, "--fail-if-any")
    #expect(none.exitCode == 1)
    #expect(try await repository.affected("--fail-if-any").exitCode == 0)
  }

  @Test func `nothing committed yet, no branch to compare with, and no common commit are said`() async throws {
    let repository = try await AffectedRepository(isCommitted: false)
    #expect(try await repository.names("--kind", "tests") == ["CartTests"])
    try await repository.commit()
    try await repository.git("branch", "--quiet", "-m", "topic")
    let none = try await repository.affected()
    #expect(none.exitCode == 2)
    #expect(none.errors.contains("has no branch `main` or `master`, and its origin names none."))
    try await repository.git("checkout", "--quiet", "--orphan", "other")
    try await repository.commit("other")
    let unrelated = try await repository.affected("--base", "topic")
    #expect(unrelated.exitCode == 2)
    #expect(unrelated.errors == "error: “topic” and “HEAD” have no commit in common.\n")
  }

  @Test func `everything is affected if the workspace cannot be loaded after the change`() async throws {
    let repository = try await AffectedRepository()
    try repository.replace("let package = Package(", with: "let package = Pakage(")
    let outcome = try await repository.affected("--format", "names", "--kind", "tests")
    #expect(outcome.exitCode == 2)
    #expect(outcome.output == "CartTests\n")
    #expect(outcome.errors.contains("cannot be evaluated"))
  }
}
