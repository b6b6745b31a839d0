import Foundation
import Platform
import TestSupport
import Testing
import Workspace

@testable import BuildRunner

/// What git says in a private copy, which manifests may ask: the same as in the user's repository.
struct GitCopyTests {
  private let folder: TestFolder
  private var root: String { folder.path + "/Repository/App" }
  private var place: String { folder.path + "/cache/copy" }

  init() throws {
    folder = try TestFolder()
    try folder.makeOwnFolder("cache")
    try folder.write([
      "Repository/App/Package.swift": Self.manifest(asks: true), "Repository/App/Sources/P/a.swift": "let a = 1\n",
      "Repository/notes.txt": "n\n",
    ])
  }

  /// - Parameter asks: whether it looks at more than its text.
  private static func manifest(asks: Bool) -> String {
    """
    // swift-tools-version: 6.0
    import Foundation
    import PackageDescription
    let extra = \(asks ? "FileManager.default.fileExists(atPath: \"Extra\")" : "false")
    let package = Package(name: "P", targets: [.target(name: "P")] + (extra ? [.target(name: "Extra")] : []))

    """
  }

  private func git(_ words: String..., in path: String) async throws -> (code: Int32, output: String) {
    let outcome = try await Tool.named("git")(
      ["-c", "user.name=A", "-c", "user.email=a@b.c", "-c", "init.defaultBranch=main", "-C", path] + words)
    return (outcome.exitCode, outcome.output)
  }

  /// What SwiftPM asks for `Context.gitInformation`.
  private func answers(in path: String) async throws -> [String] {
    let commit = try await git("rev-parse", "--verify", "HEAD", in: path)
    let tag = try await git("describe", "--exact-match", "--tags", in: path)
    var changed = false
    for scope in [[], ["--cached"]] as [[String]] {
      let words = ["diff", "--no-ext-diff", "--quiet", "--exit-code"] + scope
      let outcome = try await Tool.named("git")(["-C", path] + words)
      changed = changed || outcome.exitCode != 0
    }
    return [commit.output, tag.output, "\(changed)"]
  }

  private func commit() async throws {
    let repository = folder.path + "/Repository"
    for words in [["init", "--quiet"], ["add", "."], ["commit", "--quiet", "--message", "A"], ["tag", "v1"]] {
      let outcome = try await Tool.named("git")(
        ["-c", "user.name=A", "-c", "user.email=a@b.c", "-c", "init.defaultBranch=main", "-C", repository] + words)
      try #require(outcome.exitCode == 0, "\(outcome.errors)")
    }
  }

  private func loaded() async throws -> LoadedWorkspace {
    let loader = WorkspaceLoader(
      toolchain: nil, cacheFolder: folder.path + "/cache", policy: ManifestPolicy(evaluates: false))
    return try await loader.load(packagePath: root)
  }

  @Test func `git says the same in a copy, whatever builds change there`() async throws {
    try await commit()
    let repository = folder.path + "/Repository"
    let clean = try await answers(in: root)
    #expect(clean.suffix(2) == ["v1\n", "false"])
    let copy = try await PrivateCopy(of: loaded(), at: place)
    let own = try #require(copy.packagePaths["P"])
    #expect(own == place + "/App")
    #expect(try await answers(in: own) == clean)
    // An arm's own product is no change, nor is what a build adds.
    for file in ["Package.swift", "Sources/P/a.swift", "new.txt"] {
      try Data("changed".utf8).write(to: URL(filePath: own + "/" + file))
    }
    #expect(try await answers(in: own) == clean)
    try folder.write(["Repository/untracked.txt": ""])
    #expect(try await answers(in: PrivateCopy(of: loaded(), at: place).path) == clean)
    // A change of any tracked file is one, and so is one that is only staged.
    try folder.write(["Repository/notes.txt": "other\n"])
    let changed = try await answers(in: root)
    #expect(changed == clean.prefix(2) + ["true"])
    #expect(try await answers(in: PrivateCopy(of: loaded(), at: place).path) == changed)
    #expect(try await git("add", ".", in: repository).code == 0)
    #expect(try await answers(in: PrivateCopy(of: loaded(), at: place).path) == changed)
    #expect(try await git("commit", "--quiet", "--message", "B", in: repository).code == 0)
    let later = try await answers(in: root)
    #expect(later.first != clean.first && later.suffix(2) == ["", "false"])
    #expect(try await answers(in: PrivateCopy(of: loaded(), at: place).path) == later)
  }

  @Test func `nothing that git does in a copy reaches the user's repository`() async throws {
    try await commit()
    let before = try TestFolder.contents(of: folder.path + "/Repository")
    let copy = try await PrivateCopy(of: loaded(), at: place)
    for words in [
      ["checkout", "--quiet", "-b", "other"], ["add", "."], ["commit", "--allow-empty", "--message", "C"], ["stash"],
      ["gc"],
    ] {
      _ = try await Tool.named("git")(["-c", "user.name=A", "-c", "user.email=a@b.c", "-C", copy.path] + words)
    }
    #expect(try TestFolder.contents(of: folder.path + "/Repository") == before)
    #expect(copy.contents.keys.allSatisfy { !$0.contains(".git/") })
  }

  @Test func `a copy that is brought up to date has the answers of now, and others have none`() async throws {
    try await commit()
    var copy = try await PrivateCopy.updated(of: loaded(), at: place)
    let first = try await answers(in: root)
    #expect(try await answers(in: copy.path) == first)
    try folder.write(["Repository/notes.txt": "other\n"])
    copy = try await PrivateCopy.updated(of: loaded(), at: place)
    let second = try await answers(in: root)
    #expect(second != first)
    #expect(try await answers(in: copy.path) == second)
    // A manifest that looks at nothing asks nothing, and no repository is made where the user wants a copy.
    let elsewhere = try await PrivateCopy(of: loaded(), at: folder.path + "/elsewhere")
    #expect(!FileManager.default.fileExists(atPath: elsewhere.path + "/.git"))
    try folder.write(["Repository/App/Package.swift": Self.manifest(asks: false)])
    let plain = try await PrivateCopy(of: loaded(), at: place)
    #expect(!FileManager.default.fileExists(atPath: plain.path + "/.git"))
  }

  @Test func `without a commit or a repository there are no answers`() async throws {
    let outside = try await PrivateCopy(of: loaded(), at: place)
    #expect(!FileManager.default.fileExists(atPath: outside.path + "/.git"))
    #expect(try await git("init", "--quiet", in: folder.path + "/Repository").code == 0)
    let unborn = try await PrivateCopy(of: loaded(), at: place)
    #expect(!FileManager.default.fileExists(atPath: unborn.path + "/.git"))
  }
}
