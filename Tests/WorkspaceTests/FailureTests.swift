import Foundation
import Testing

@testable import Workspace

let placeAdvice =
  "Give a Swift package, a folder that holds some, an .xcworkspace or an .xcodeproj with --package-path."
private let advice = "cannot be evaluated. Correct it, and check it with `swift package dump-package`."

@Suite struct FailureTests {
  @Test func mirrorsThatCannotBeReadAreForSwiftPMToJudge() async throws {
    let workspace = try TemporaryWorkspace([
      "Package.swift": "let package = Package(name: \"A\")", ".swiftpm/configuration/mirrors.json/a": "",
    ])
    #expect(await workspace.failure()?.contains("mirrors.json is a directory") == true)
  }

  @Test func aFolderOrManifestThatIsNotThereIsNamed() async throws {
    let workspace = try TemporaryWorkspace(["Empty/readme": ""])
    #expect(
      await workspace.failure("Gone")
        == "There is no folder `WORK/Gone`. \(placeAdvice)")
    // SwiftPM itself would look in the folders above.
    try workspace.write("let package = Package(name: \"Above\")", to: "Package.swift")
    #expect(
      await workspace.failure("Empty")
        == "There is no Swift package in `WORK/Empty`, nor in the folders below it that are neither hidden, ignored by "
        + "git nor excluded. \(placeAdvice)")
  }

  @Test func anAppPackageThatOnlyXcodeEvaluatesIsSaidToBeOne() async throws {
    let workspace = try TemporaryWorkspace([
      "App.swiftpm/Package.swift": """
      // swift-tools-version: 5.9
      import AppleProductTypes
      import PackageDescription
      let package = Package(name: "App", products: [.iOSApplication(name: "App", targets: ["App"])])
      """
    ])
    #expect(
      await workspace.failure("App.swiftpm")
        == "`WORK/App.swiftpm/Package.swift` describes an app for Xcode and Swift Playgrounds: it imports AppleProductTypes, which "
        + "only they have, so that no `swift package` can evaluate it (not literal: line 4: arguments that the reader does not "
        + "know). Write its declarations as literals, or skip it: exclude its folder in .modgauge.yml, or show the rest with "
        + "--keep-going.")
  }

  @Test func aFailureNamesTheFileThatSwiftPMReads() {
    let failure = ManifestFailure(path: "P/Package.swift", reason: .refused(words: "error: too old"))
    let variant = failure.about(ManifestInputs.File(name: "Package@swift-4.swift", bytes: Array("// a".utf8)))
    #expect(variant == ManifestFailure(path: "P/Package@swift-4.swift", reason: .refused(words: "error: too old")))
    let marked = failure.about(ManifestInputs.File(name: "Package.swift", bytes: Array("\u{FEFF}// a".utf8)))
    #expect(marked.description.contains("begins with a byte order mark") && marked.description.hasSuffix("too old"))
    #expect(failure.about(nil) == failure)
  }

  @Test func everyManifestThatDoesNotCompileIsReportedInTheCompilersWords() async throws {
    let workspace = try TemporaryWorkspace([
      "Package.swift": """
      let package = Package(
        name: "App", dependencies: [.package(path: "Zeta"), .package(path: "Beta"), .package(path: "Fine")])
      """,
      "Beta/Package.swift": "#error(\"not today\")\nlet package = Package(name: \"Beta\")\n",
      "Fine/Package.swift": "let package = Package(name: \"Fine\")",
      "Zeta/Package.swift": "// swift-tools-version: 99.0\n",
    ])
    let before = try workspace.snapshot()
    let failure = try #require(await workspace.failure())
    let beta = """
      `WORK/Beta/Package.swift` \(advice)
      WORK/Beta/Package.swift:3:8: error: not today
      1 | // swift-tools-version: 6.0
      2 | import PackageDescription
      3 | #error("not today")
        |        `- error: not today
      4 | let package = Package(name: "Beta")
      5 |
      """
    #expect(failure.hasPrefix(beta))
    let zeta = failure.dropFirst(beta.count)
    #expect(
      zeta.hasPrefix(
        "\n`WORK/Zeta/Package.swift` needs a newer Swift. Name a toolchain that has it with --toolchain.\n"
          + "error: 'zeta': package 'zeta' is using Swift tools"))
    #expect(!zeta.contains("Fine"))
    #expect(try workspace.snapshot() == before)
  }

  @Test func theCompilersPathsAreTheUsersOwn() {
    let words = ManifestEvaluator.words(
      """
      error: 'x': Invalid manifest (compiled with: ["/opt/swiftc", "/a/b/Package.swift"])
      /a/b/Package.swift:1:2: error: no
      error: invalid manifests at [<AbsolutePath:"/a/b">]

      """, folder: "/a/b", shownAs: ".")
    #expect(words == "Package.swift:1:2: error: no")
  }

  @Test func theAddressesOfACrashAreLeftOutAndALongTextIsCut() {
    let words = ManifestEvaluator.words(
      """
      A.swift:1: Fatal error: boom
      Current stack trace:
      0    libswiftCore.so                    0x00007fb7c1b5f130 swift_reportError + 33
      error: compile command failed due to signal 11
      Please submit a bug report
      Stack dump:
      0.	Program arguments: /opt/swift-frontend
      """, folder: "/a/b", shownAs: ".")
    #expect(words == "A.swift:1: Fatal error: boom\nerror: compile command failed due to signal 11")
    let lines = (1...300).map { "error: \($0)" }.joined(separator: "\n")
    let cut = ManifestEvaluator.words(lines, folder: "/a/b", shownAs: ".")
    #expect(cut.hasSuffix("\nerror: 200\n… and 100 lines more."))
  }

  @Test func packagesThatNeedEachOtherAreLoadedOnceEach() async throws {
    let workspace = try TemporaryWorkspace([
      "A/Package.swift": libraryManifest("A", using: [("B", "../B")]), "A/Sources/A/a.swift": "",
      "B/Package.swift": libraryManifest("B", using: [("A", "../A")]), "B/Sources/B/b.swift": "",
    ])
    #expect(try await workspace.load("A").graph.edges == ["A/A -> b/B product B", "b/B -> A/A product A"])
  }

  @Test func anAddressThatIsAFolderWithoutARepositoryIsSaidInSwiftPMsWords() async throws {
    let workspace = try TemporaryWorkspace([
      "P/Package.swift":
        "let package = Package(name: \"P\", dependencies: [.package(url: \"../Plain\", from: \"1.0.0\")])",
      "Plain/readme": "",
    ])
    let failure = try #require(await workspace.failure("P"))
    #expect(
      failure.hasPrefix("`WORK/P/Package.swift` \(advice)\nerror: 'p': cannot clone from local directory WORK/Plain\n"))
  }

  @Test(arguments: [[0x22, 0xFF, 0x22], [0xFF, 0xFE, 0x22]] as [[UInt8]])
  func aManifestThatIsNoUTF8IsRefused(bytes: [UInt8]) async throws {
    let workspace = try TemporaryWorkspace(["Package.swift": "let package = Package(name: \"P\")\n"])
    let path = URL(filePath: workspace.path + "/Package.swift")
    try (try Data(contentsOf: path) + Data(bytes)).write(to: path)
    #expect(try #require(await workspace.failure()).contains("cannot be decoded using UTF-8"))
  }

  @Test func aManifestOfThreeMillionBytesIsRead() async throws {
    let comments = String(repeating: "// " + String(repeating: "x", count: 96) + "\n", count: 30_000)
    let workspace = try TemporaryWorkspace(["Package.swift": "let package = Package(name: \"Big\")\n" + comments])
    #expect(try await workspace.load().graph.packages.map(\.name) == ["Big"])
  }

  @Test func aManifestThatPrintsIsAsGoodAsAnyOther() async throws {
    let workspace = try TemporaryWorkspace(["Package.swift": "print(\"{\")\nlet package = Package(name: \"Loud\")"])
    #expect(try await workspace.load().graph.packages.map(\.name) == ["Loud"])
  }

  @Test(arguments: [("exit", "exit(3)"), ("crash", "fatalError(\"boom\")")])
  func aManifestThatEndsEarlyIsNamed(name: String, statement: String) async throws {
    let workspace = try TemporaryWorkspace([
      "Package.swift": "import Foundation\nif true { \(statement) }\nlet package = Package(name: \"Gone\")"
    ])
    let failure = try #require(await workspace.failure())
    #expect(
      failure.hasPrefix(
        "`WORK/Package.swift` ended before it returned a package: it crashed, or called `exit`. "
          + "Correct it, and check it with `swift package dump-package`."))
    #expect(name == "exit" || failure.contains("Fatal error: boom"))
  }

  @Test func aHomeThatCannotBeWrittenIsNotBlamedOnTheManifest() async throws {
    let workspace = try TemporaryWorkspace(["Package.swift": "import Foundation\nlet package = Package(name: tmpnam)"])
    try workspace.write("", to: "../home/.cache")
    let home = workspace.folder + "/home"
    let error = await #expect(throws: WorkspaceError.self) {
      _ = try await workspace.load(environment: ["HOME": home])
    }
    let words = "\(try #require(error))"
    #expect(words.contains("since the compiler cannot write `\(home)/.cache/"), "\(words)")
    #expect(words.hasSuffix(" Set HOME, which is `\(home)`, to a folder that can be written."))
    #expect(!words.contains("Correct it"))
  }

  @Test func aManifestThatNeverEndsIsEndedWithAllThatItStarted() async throws {
    let workspace = try TemporaryWorkspace(["Package.swift": Self.endless])
    for seconds in [5, 15, 60] where Self.process(of: workspace) == nil {  // A busy machine takes long to compile it.
      let words = await workspace.failure(timeout: .seconds(seconds)) ?? ""
      let start =
        "`WORK/Package.swift` was still being evaluated after \(seconds).0 seconds, and was terminated. Look for an error, a "
        + "loop or a wait in it, first where it is not literal: line "
      #expect(words.hasPrefix(start) && words.hasSuffix(", or allow more time with --manifest-timeout."), "\(words)")
    }
    let process = try #require(Self.process(of: workspace))
    #expect(!Self.isAlive(process))
    #expect(try FileManager.default.contentsOfDirectory(atPath: workspace.cache + "/tmp") == [])
  }

  /// The compiler spends minutes on the types of such an array before it reports the missing comma.
  @Test func `a syntax error in a manifest that takes long to compile is shown without waiting for the compiler`()
    async throws
  {
    let targets = (0..<1500).map { ".target(name: \"M\($0)\", dependencies: [.target(name: \"A\")])," }
    let workspace = try TemporaryWorkspace([
      "Package.swift": """
      let package = Package(name: "P", targets: [
      \(targets.joined(separator: "\n"))
      .target(name: "A" dependencies: []),
      ])
      """
    ])
    let failure = try #require(await workspace.failure(timeout: .seconds(3600)))
    #expect(failure.contains("cannot be evaluated") && failure.contains("error: expected ',' separator"), "\(failure)")
  }

  @Test func aCancelledTaskEndsTheManifestAsWell() async throws {
    let workspace = try TemporaryWorkspace(["Package.swift": Self.endless])
    let loading = Task { try await workspace.load() }
    var process: Int32?
    for _ in 0..<600 where process == nil {
      try await Task.sleep(for: .milliseconds(50))
      process = Self.process(of: workspace)
    }
    let started = try #require(process)
    #expect(Self.isAlive(started))
    loading.cancel()
    await #expect(throws: CancellationError.self) { try await loading.value }
    #expect(!Self.isAlive(started))
  }

  /// Writes its number where its package's cache is, ignores what it is asked, and waits.
  private static let endless = """
    import Foundation
    signal(SIGINT, SIG_IGN)
    signal(SIGTERM, SIG_IGN)
    let temporary = Context.environment["TMPDIR"]! + "/../process"
    FileManager.default.createFile(atPath: temporary, contents: Data("\\(getpid())\\n".utf8))
    while true { sleep(1) }
    let package = Package(name: "Endless")
    """

  private static func process(of workspace: TemporaryWorkspace) -> Int32? {
    guard let data = FileManager.default.contents(atPath: workspace.cache + "/process"), data.last == 10 else {
      return nil
    }
    return Int32(String(decoding: data.dropLast(), as: UTF8.self))
  }

  /// Whether it runs; one that only waits to be asked for its status does not.
  private static func isAlive(_ process: Int32) -> Bool {
    guard kill(process, 0) == 0 else { return false }
    guard let status = FileManager.default.contents(atPath: "/proc/\(process)/stat") else { return true }
    return !String(decoding: status, as: UTF8.self).contains(") Z ")
  }

  @Test func aToolchainThatIsNotThereIsNamed() {
    #expect(throws: WorkspaceError.swiftMissing(lookedIn: "`/nowhere`")) { try Toolchain(at: "/nowhere") }
    #expect(throws: WorkspaceError.swiftMissing(lookedIn: "any folder of PATH")) {
      try Toolchain(environment: ["PATH": "/nowhere"])
    }
    #expect(
      WorkspaceError.swiftMissing(lookedIn: "`/nowhere`").description
        == "There is no `swift` in `/nowhere`. Install a Swift toolchain, or name one with --toolchain.")
  }

  @Test func theVersionIsReadFromWhatTheCompilerSays() {
    #expect(Toolchain.version(inWords: "Swift version 6.3.1 (swift-6.3.1-RELEASE)\nTarget: x") == "6.3.1")
    #expect(Toolchain.version(inWords: "Apple Swift version 6.2 (swiftlang-6.2.0.1)") == "6.2")
    #expect(Toolchain.version(inWords: "clang version 21") == nil)
  }

  @Test func theCacheIsWhereThePlatformKeepsCaches() {
    #if os(macOS)
      #expect(CacheFolder.platformDefault(environment: ["HOME": "/h"]) == "/h/Library/Caches/modgauge")
    #else
      #expect(CacheFolder.platformDefault(environment: ["HOME": "/h"]) == "/h/.cache/modgauge")
      #expect(CacheFolder.platformDefault(environment: ["HOME": "/h", "XDG_CACHE_HOME": "/x"]) == "/x/modgauge")
      #expect(CacheFolder.platformDefault(environment: ["HOME": "/h", "XDG_CACHE_HOME": "x"]) == "/h/.cache/modgauge")
    #endif
    // Those of the user's account, whose folder the test does not know.
    for home in ["", "relative"] {
      let folder = CacheFolder.platformDefault(environment: ["HOME": home])
      #expect(folder.hasPrefix("/") && !folder.hasPrefix("/.") && !folder.contains(home.isEmpty ? "//" : home))
    }
  }

  @Test func aCacheFolderThatCannotBeMadeIsNoObstacle() async throws {
    let workspace = try TemporaryWorkspace([
      "Package.swift":
        "let names = stride(from: 0, to: 1, by: 1).map { _ in \"A\" }\nlet package = Package(name: names[0])",
      "../cache": "",
    ])
    let loaded = try await workspace.load()
    #expect(loaded.packages.map(\.reading.way) == [.evaluated])
    #expect(
      loaded.notes.map { $0.replacingOccurrences(of: workspace.folder, with: "TOP") } == [
        "The cache folder `TOP/cache` cannot be written (a file is in the way), so manifests are not cached. "
          + "Name another with --cache-dir."
      ])
    let loader = WorkspaceLoader(
      toolchain: try Toolchain(), cacheFolder: workspace.cache, policy: ManifestPolicy(caches: false))
    #expect(try await loader.load(packagePath: workspace.path).notes == [])
  }

  @Test func aToolchainThatCrashesIsSaidToCrash() async throws {
    let workspace = try TemporaryWorkspace([
      "Package.swift": "let package = Package(name: \"P\")",
      "../toolchain/swift": "#!/bin/sh\necho '*** Swift runtime failure: boom ***' >&2\nkill -ILL $$\n",
    ])
    let swift = workspace.folder + "/toolchain/swift"
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: swift)
    let loader = WorkspaceLoader(toolchain: try Toolchain(at: swift), cacheFolder: workspace.cache)
    let error = await #expect(throws: WorkspaceError.self) { try await loader.load(packagePath: workspace.path) }
    #expect(
      error?.description
        == "`\(swift) --version` crashed (signal 4). Run it yourself, and name a toolchain that works with --toolchain.\n"
        + "*** Swift runtime failure: boom ***")
  }
}
