import Foundation
import Synchronization
import TestSupport
import Testing
import Workspace

@testable import BuildRunner

/// What a private copy of a workspace has, and what it has not.
struct CopyTests {
  private let folder: TestFolder
  private var root: String { folder.path + "/App" }
  private var place: String { folder.path + "/cache/copy" }

  init() throws {
    folder = try TestFolder()
    try folder.makeCacheFolder()
    try folder.write([
      "App/Package.swift": Self.manifest("App", dependencies: ["../Shared"]),
      "App/Sources/App/App.swift": "let app = 1\n",
      "Shared/Package.swift": Self.manifest("Shared"),
      "Shared/Sources/Shared/Shared.swift": "let shared = 1\n",
    ])
  }

  private static func manifest(_ name: String, dependencies: [String] = []) -> String {
    """
    // swift-tools-version: 5.9
    import PackageDescription
    let package = Package(
      name: "\(name)",
      dependencies: [\(dependencies.map { ".package(path: \"\($0)\")" }.joined(separator: ", "))],
      targets: [.target(name: "\(name)")])

    """
  }

  private static let noMirrors = "{ \"object\": [], \"version\": 1 }\n"

  private func copy(_ path: String? = nil, leavingOut: [String] = []) async throws -> PrivateCopy {
    let loader = WorkspaceLoader(toolchain: try Toolchain(at: nil), cacheFolder: folder.path + "/cache")
    return try await PrivateCopy(
      of: loader.load(packagePath: path ?? root), at: place, leavingOut: leavingOut)
  }

  private func files(_ copy: PrivateCopy) -> [String] { copy.contents.keys.sorted() }

  private func git(_ words: String..., in path: String? = nil) async throws {
    let outcome = try await Tool.named("git")(
      [
        "-c", "user.name=A", "-c", "user.email=a@b.c", "-c", "init.defaultBranch=main", "-c",
        "protocol.file.allow=always", "-C", path ?? root,
      ] + words)
    try #require(outcome.exitCode == 0, "\(words): \(outcome.errors)")
  }

  private let plain = [
    "App/Package.swift", "App/Sources/App/App.swift", "Shared/Package.swift", "Shared/Sources/Shared/Shared.swift",
  ]

  #if os(Linux)
    @Test func `a folder on a file system that takes none is refused with what to do`() {
      let error = #expect(throws: BenchmarkError.self) { try FileTree.makeFolder("/proc/modgauge/results") }
      #expect(
        error.map { "\($0)" }?.contains(
          "`/proc/modgauge/results`: no folder can be created there; specify another path")
          == true)
    }
  #endif

  @Test func outsideOfGitEverythingComesAlongButWhatBuildsLeave() async throws {
    try folder.write([
      "App/.build/debug.yaml": "x", "App/.swiftpm/xcode/a": "x",
      "App/.swiftpm/configuration/mirrors.json": Self.noMirrors,
      "App/notes.txt": "n", "App/Sources/App/.build/x": "x",
    ])
    let copy = try await copy()
    #expect(files(copy) == (plain + ["App/.swiftpm/configuration/mirrors.json", "App/notes.txt"]).sorted())
    #expect(try TestFolder.contents(of: place).keys.filter { !$0.hasSuffix("/") }.sorted() == files(copy))
    #expect(copy.packagePaths == ["App": place + "/App", "shared": place + "/Shared"])
  }

  @Test func inGitWhatIsIgnoredStaysButForVersionsAndMirrors() async throws {
    try folder.write([
      "App/.gitignore": "*.log\nPackage.resolved\n.swiftpm\nGenerated/\n", "App/tracked.log": "t", "App/other.log": "o",
      "App/Package.resolved": "{}", "App/.swiftpm/configuration/mirrors.json": Self.noMirrors,
      "App/Generated/A.swift": "x",
      "App/new.txt": "untracked", "App/gone.txt": "deleted in the tree",
    ])
    try await git("init", "--quiet")
    try await git("add", ".")
    try await git("add", "--force", "tracked.log")
    try await git("commit", "--quiet", "--message", "A")
    try FileManager.default.removeItem(atPath: root + "/gone.txt")
    try folder.write(["App/Sources/App/App.swift": "let app = 2\n", "App/Sources/App/New.swift": "let new = 1\n"])
    let copy = try await copy()
    #expect(
      files(copy)
        == (plain + [
          "App/.gitignore", "App/.swiftpm/configuration/mirrors.json", "App/Package.resolved", "App/new.txt",
          "App/tracked.log", "App/Sources/App/New.swift",
        ]).sorted())
    #expect(try String(contentsOfFile: place + "/App/Sources/App/App.swift", encoding: .utf8) == "let app = 2\n")
  }

  @Test func whatTheRepositoryHasBesidesThePackagesComesAlong() async throws {
    try folder.write([
      "Repository/.gitignore": "*.log\n", "Repository/flavor.txt": "pro",
      "Repository/common/include/common.h": "int a;\n",
      "Repository/apps/App/Package.swift": Self.manifest("App"),
      "Repository/apps/App/Sources/App/App.swift": "let a = 1\n",
      "Repository/apps/other/notes.md": "n", "Repository/own.log": "ignored",
    ])
    let repository = folder.path + "/Repository"
    try FileManager.default.createSymbolicLink(
      atPath: repository + "/apps/App/common", withDestinationPath: "../../common")
    try await git("init", "--quiet", in: repository)
    try await git("add", ".", in: repository)
    let expected = [
      ".gitignore", "apps/App/Package.swift", "apps/App/Sources/App/App.swift", "apps/App/common",
      "apps/other/notes.md",
      "common/include/common.h", "flavor.txt",
    ]
    let copied = try await copy(repository + "/apps/App")
    #expect(files(copied) == expected && copied.packagePaths == ["App": place + "/apps/App"])
    #expect(try String(contentsOfFile: place + "/apps/App/../../flavor.txt", encoding: .utf8) == "pro")
    // A link to a folder that is copied leads to the copy, so that nothing is written into the original.
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: place + "/apps/App/common") == "../../common")
    try Data("free".utf8).write(to: URL(filePath: place + "/flavor.txt"))
    #expect(try folder.read("Repository/flavor.txt") == "pro")
    // A checkout is no repository; its folder stands for the top.
    try FileManager.default.removeItem(atPath: repository + "/.git")
    let loader = WorkspaceLoader(toolchain: try Toolchain(at: nil), cacheFolder: folder.path + "/cache")
    var workspace = try await loader.load(packagePath: repository + "/apps/App")
    #expect(
      try await files(PrivateCopy(of: workspace, at: place)) == ["Package.swift", "Sources/App/App.swift", "common"])
    workspace.checkout = repository
    #expect(try await files(PrivateCopy(of: workspace, at: place)) == (expected + ["own.log"]).sorted())
  }

  @Test func theLargestFilesBesidesThePackagesAreLeftOutAboveABound() async throws {
    try folder.write(["Repository/App/Package.swift": Self.manifest("App"), "Repository/App/Sources/App/App.swift": ""])
    let repository = folder.path + "/Repository"
    for (name, size) in [("small", 1 << 10), ("large", WorkspaceFiles.mostBytes - 100), ("fits", 1 << 20)] {
      try Data().write(to: URL(filePath: "\(repository)/\(name)"))
      try #require(truncate("\(repository)/\(name)", off_t(size)) == 0)
    }
    try await git("init", "--quiet", in: repository)
    try await git("add", "--intent-to-add", ".", in: repository)
    let listing = try await WorkspaceFiles(
      of: [repository + "/App"], besides: .init(of: [repository + "/App"], checkout: nil), leavingOut: [])
    #expect(
      listing.stamps.keys.map { $0.dropFirst(repository.count) }.sorted()
        == ["/App/Package.swift", "/App/Sources/App/App.swift", "/fits", "/small"])
    #expect(listing.omitted == (1, WorkspaceFiles.mostBytes - 100))
  }

  @Test func aPackageThatTheRepositoryIgnoresComesAsAWhole() async throws {
    try folder.write([".gitignore": "Shared/\n*.log\n", "Shared/a.log": "x", "App/a.log": "x"])
    try await git("init", "--quiet", in: folder.path)
    try await git("add", ".gitignore", "App/Package.swift", in: folder.path)
    #expect(try await files(copy()) == (plain + [".gitignore", "Shared/a.log"]).sorted())
  }

  @Test func filesOfSubmodulesAndOfRepositoriesWithinComeAlong() async throws {
    try folder.write([
      "Library/.gitignore": "*.log\n", "Library/code.c": "int a;\n", "App/Nested/b.c": "int b;\n",
      "App/Nested/.gitignore": "b.log\n", "App/Nested/b.log": "x",
    ])
    try await git("init", "--quiet", in: folder.path + "/Library")
    try await git("add", ".", in: folder.path + "/Library")
    try await git("commit", "--quiet", "--message", "A", in: folder.path + "/Library")
    try await git("init", "--quiet")
    try await git("submodule", "--quiet", "add", folder.path + "/Library", "Sources/Library")
    try await git("submodule", "--quiet", "add", folder.path + "/Library", "Sources/Empty")
    try await git("submodule", "--quiet", "deinit", "--force", "Sources/Empty")
    try await git("init", "--quiet", in: root + "/Nested")
    try folder.write(["App/Sources/Library/built.log": "x"])
    #expect(
      try await files(copy())
        == (plain + [
          "App/.gitmodules", "App/Nested/.gitignore", "App/Nested/b.c", "App/Sources/Library/.gitignore",
          "App/Sources/Library/code.c",
        ]).sorted())
  }

  @Test func sparseAndShallowClonesAreCopiedAsTheyAre() async throws {
    try folder.write(["App/Docs/page.md": "# A\n"])
    try await git("init", "--quiet")
    for message in ["A", "B"] {
      try folder.write(["App/Docs/page.md": message])
      try await git("add", ".")
      try await git("commit", "--quiet", "--message", message)
    }
    let clone = folder.path + "/Clone"
    try await git("clone", "--quiet", "--depth", "1", "file://" + root, clone, in: folder.path)
    try await git("sparse-checkout", "set", "Sources", in: clone)
    #expect(
      try await files(copy(clone))
        == ["Clone/Package.swift", "Clone/Sources/App/App.swift"]
        + ["Shared/Package.swift", "Shared/Sources/Shared/Shared.swift"])
  }

  @Test func linksLeadWhereTheyLedOrIntoTheCopy() async throws {
    let links = [
      "inside": "Sources/App/App.swift", "absolute": root + "/Sources/App", "other": "../Shared/Sources",
      "outside": "../elsewhere", "nowhere": "missing", "self": "self",
    ]
    try folder.write(["elsewhere/a.txt": "e"])
    for (name, target) in links {
      try FileManager.default.createSymbolicLink(atPath: "\(root)/\(name)", withDestinationPath: target)
    }
    _ = try await copy()
    let expected = links.merging([
      "absolute": place + "/App/Sources/App", "outside": folder.path + "/elsewhere",
    ]) { $1 }
    for (name, target) in expected {
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: "\(place)/App/\(name)") == target)
    }
  }

  @Test func aFileElsewhereIsCopiedInPlaceOfTheLinkToIt() async throws {
    try folder.write(["elsewhere.swift": "let a = 1\n"])
    for (name, target) in ["linked.swift": "../elsewhere.swift", "twice.swift": "linked.swift"] {
      try FileManager.default.createSymbolicLink(atPath: "\(root)/\(name)", withDestinationPath: target)
    }
    let contents = try await copy().contents
    try Data("changed".utf8).write(to: URL(filePath: "\(place)/App/twice.swift"))
    #expect(try folder.read("elsewhere.swift") == "let a = 1\n")
    // What it holds belongs to what a run is about.
    try folder.write(["elsewhere.swift": "let a = 2\n"])
    #expect(try await copy().contents != contents)
  }

  @Test func programsStayProgramsAndUnwritableFilesAreCopied() async throws {
    try folder.write(["App/run.sh": "#!/bin/sh\n", "App/locked.txt": "l"])
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: root + "/run.sh")
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: root + "/locked.txt")
    let first = try await copy().contents
    for (name, permissions) in ["run.sh": 0o755, "locked.txt": 0o444] {
      let attributes = try FileManager.default.attributesOfItem(atPath: "\(place)/App/\(name)")
      #expect(attributes[.posixPermissions] as? Int == permissions)
    }
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: root + "/run.sh")
    let second = try await copy().contents
    #expect(first.keys.filter { first[$0] != second[$0] } == ["App/run.sh"])
  }

  @Test func ourOwnFoldersWithinTheWorkspaceStayOut() async throws {
    try folder.write(["App/reports/run.jsonl": "{}\n", "App/cache/manifests/x": "x"])
    #expect(try await files(copy(leavingOut: [root + "/reports", root + "/cache"])) == plain)
  }

  @Test func aFileThatVanishesBeforeItsTurnIsNotCopied() throws {
    var copier = FileCopier()
    try folder.write(["there.txt": "t"])
    #expect(try copier.copyFile(folder.path + "/there.txt", to: place + "/a", permissions: 0o640))
    #expect(try copier.copyFile(folder.path + "/gone.txt", to: place + "/b", permissions: 0o640) == false)
    #expect(try FileManager.default.contentsOfDirectory(atPath: place) == ["a"])
  }

  @Test func aWorkspaceThatNeverStandsStillIsRefusedWithTheFile() async throws {
    let path = root + "/busy.log"
    // So many that each look at them takes longer than the writer may have to wait for a core.
    try folder.write(Dictionary(uniqueKeysWithValues: (0..<3000).map { ("App/Notes/\($0).txt", "") }))
    let writer = try BusyWriter(path)
    await #expect(throws: BenchmarkError.keepsChanging(files: [path])) { try await copy() }
    writer.stop()
    #expect(
      BenchmarkError.keepsChanging(files: ["/a", "/b", "/c", "/d"]).description
        == "The workspace changes while it is copied: `/a`, `/b`, `/c` and 1 more. Wait until no program writes there, "
        + "or add files that no build needs to .gitignore.")
  }

  @Test func anythingButFilesFoldersAndLinksStaysOut() async throws {
    #expect(mkfifo(root + "/pipe", 0o600) == 0)
    _ = try await copy()
    #expect(!FileManager.default.fileExists(atPath: place + "/App/pipe"))
  }
}

/// Writes one file again and again, in a thread of its own: a task may find all threads of its pool taken.
private final class BusyWriter: Sendable {
  private let stops = Atomic(false)
  private let ended = DispatchSemaphore(value: 0)

  init(_ path: String) throws {
    try Data().write(to: URL(filePath: path))
    Thread.detachNewThread { [self] in
      for count in 1... {
        guard !stops.load(ordering: .relaxed), (try? Data("\(count)".utf8).write(to: URL(filePath: path))) != nil else {
          break
        }
      }
      ended.signal()
    }
  }

  func stop() {
    stops.store(true, ordering: .relaxed)
    ended.wait()
  }
}
