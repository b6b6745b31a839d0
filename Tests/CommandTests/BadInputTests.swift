import Foundation
import TestSupport
import Testing

/// What a user sees of input that is broken or hostile: one error that says what, where and what to do next, and exit
/// code 2, or a graph.
struct BadInputTests {
  private static let header = "// swift-tools-version: 6.0\nimport PackageDescription\n"
  private static let plain = header + "let package = Package(name: \"P\")\n"
  private static let advice =
    "Give a Swift package, a folder that holds some, an .xcworkspace or an .xcodeproj with --package-path."

  private func modgauge(_ words: [String], in folder: TestFolder) async throws -> Tool.Outcome {
    if !FileManager.default.fileExists(atPath: folder.path + "/cache") { try folder.makeCacheFolder() }
    return try await Tool.built("modgauge")(words + ["--cache-dir", folder.path + "/cache"], in: folder.path)
  }

  /// Expects nothing but an error, of which the first line is given.
  private func expectError(_ line: String, from words: [String], in folder: TestFolder) async throws {
    let outcome = try await modgauge(words, in: folder)
    #expect(outcome.exitCode == 2)
    #expect(outcome.output == "")
    #expect(String(outcome.errors.prefix { $0 != "\n" }) == "error: " + line)
    #expect(!outcome.errors.dropFirst().contains("\nerror: There"))
  }

  @Test(arguments: [
    (["P/Package.swift": plain], "P/Package.swift", "`P/Package.swift` is not a folder. \(advice)"),
    (
      ["P/Package.swift": "let lines = 1\n"], "P",
      "`P/Package.swift` is not a manifest: it neither states a tools version nor imports PackageDescription. \(advice)"
    ),
    (["P/Package.swift/a": ""], "P", "`P/Package.swift` is not a manifest: it is a folder. \(advice)"),
    (
      ["P/Package.swift": "// swift-tools-version: 99.0\nimport PackageDescription\n"], "P",
      "`P/Package.swift` needs a newer Swift. Name a toolchain that has it with --toolchain."
    ),
    (
      ["P/Package.swift": header + "let package = Package(name: \"P\", targets: [.target(name: \"T\"]\n"], "P",
      "`P/Package.swift` cannot be evaluated. Correct it, and check it with `swift package dump-package`."
    ),
    (
      ["A.xcodeproj/project.pbxproj": "{ objects = {} }"], "A.xcodeproj",
      "`A.xcodeproj` cannot be read: it is not a property list (Missing ';' on line 1). Open it with Xcode and save it again."
    ),
    (
      ["A.xcodeproj/project.pbxproj": "{ a = b; c }"], "A.xcodeproj",
      "`A.xcodeproj` cannot be read: it is not a property list (Expected ';' or '=' after key at line 1). Open it with Xcode and save it again."
    ),
    (
      ["w/A.xcworkspace/contents.xcworkspacedata": "<Workspace><FileRef location = \"group:Gone\"/></Workspace>"],
      "w/A.xcworkspace",
      "`w/A.xcworkspace` refers to no existing target or package. `A.xcworkspace` refers to `Gone`, which does not exist. "
        + advice
    ),
    (
      ["w/A.xcworkspace/readme": ""], "w/A.xcworkspace",
      "`w/A.xcworkspace` cannot be read: `contents.xcworkspacedata` in it: No such file or directory. "
        + "Open it with Xcode and save it again."
    ),
    (
      ["P/Package.swift": plain, "P/.modgauge.yml": String(repeating: "[", count: 20_000)], "P",
      "P/.modgauge.yml:1: this is not valid YAML: nested too deeply"
    ),
    (
      ["P/Package.swift": plain, "P/.modgauge.yml/a": ""], "P", "Cannot read `P/.modgauge.yml`: it is a folder."
    ),
  ])
  func whatIsWrongIsSaidOnce(files: [String: String], path: String, error: String) async throws {
    let folder = try TestFolder()
    try folder.write(files)
    let before = try TestFolder.contents(of: folder.path)
    try await expectError(error, from: ["graph", "--package-path", path], in: folder)
    #expect(try TestFolder.contents(of: folder.path).filter { !$0.key.hasPrefix("cache") } == before)
  }

  @Test func whatIsNoRegularFileIsNeverWaitedFor() async throws {
    let folder = try TestFolder()
    try folder.write([
      "Variant/Package.swift": Self.plain, "Configured/Package.swift": Self.plain, "Manifest/a": "", "Loop/a": "",
      "Source/Package.swift": Self.header + "let package = Package(name: \"P\", targets: [.target(name: \"T\")])\n",
      "Source/Sources/T/b.swift": "",
    ])
    for path in [
      "Variant/Package@swift-6.0.swift", "Configured/.modgauge.yml", "Manifest/Package.swift",
      "Source/Sources/T/a.swift",
    ] { try #require(mkfifo(folder.path + "/" + path, 0o644) == 0) }
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/Loop/Package.swift", withDestinationPath: "Package.swift")
    func expect(_ path: String, _ error: String) async throws {
      try await expectError(error, from: ["graph", "--package-path", path], in: folder)
    }
    try await expect(
      "Variant",
      "`Variant/Package.swift` cannot be read (`Package@swift-6.0.swift`: not a regular file). "
        + "Check the kind of file and its permissions.")
    try await expect("Configured", "Cannot read `Configured/.modgauge.yml`: it is not a regular file.")
    try await expect("Manifest", "`Manifest/Package.swift` is not a manifest: it is not a regular file. \(Self.advice)")
    try await expect(
      "Loop",
      "`Loop/Package.swift` is not a manifest: it is a broken link (Too many levels of symbolic links). "
        + Self.advice)
    let outcome = try await modgauge(["graph", "--package-path", "Source"], in: folder)
    #expect(outcome.exitCode == 0)
    #expect(outcome.errors == "warning: P: `Sources/T/a.swift` cannot be read: not a regular file.\n")
  }

  @Test func namesCanNeitherBreakALineNorReachTheTerminal() async throws {
    let folder = try TestFolder()
    try folder.write([
      "x\ny\u{1B}[31m/Package.swift": Self.header + "let package = nothing\n",
      "Fine/Package.swift": Self.header + "let package = Package(name: \"P\", targets: [.target(name: \"a\\nb\")])\n",
    ])
    let outcome = try await modgauge(["packages", "--package-path", ".", "--keep-going"], in: folder)
    #expect(outcome.exitCode == 2)
    #expect(
      outcome.errors.hasPrefix("warning: fine: a\\nb has no sources: SwiftPM finds no folder for it in `Fine`.\n"))
    #expect(
      outcome.errors.contains(
        """
        error: `x\\ny\\u{1B}[31m/Package.swift` cannot be evaluated. Correct it, and check it with `swift package \
        dump-package`.
        x\\ny\\u{1B}[31m/Package.swift:3:15: error: cannot find 'nothing' in scope

        """))
    #expect(!(outcome.errors + outcome.output).contains("\u{1B}"))
  }

  @Test(arguments: [
    ("Package(name: ", "(", "\"P\"", ")", ")"), ("", "/*", "", "*/", "let package = Package(name: \"P\")"),
    ("", "{", "", "}", ""), ("Package(name: ", "[", "", "]", ")"),
  ])
  func tenThousandBracketsWithinOneAnotherEndInAnAnswer(
    start: String, opening: String, middle: String, closing: String, end: String
  ) async throws {
    let folder = try TestFolder()
    let nest = { (text: String) in String(repeating: text, count: 10_000) }
    try folder.write([
      "P/Package.swift": Self.header + (start.isEmpty ? "" : "let package = ") + start + nest(opening) + middle
        + nest(closing) + end + "\n"
    ])
    let outcome = try await modgauge(["packages", "--package-path", "P", "--no-evaluate"], in: folder)
    let isRead = opening == "/*"
    #expect(outcome.exitCode == (isRead ? 0 : 2))
    #expect(outcome.errors.hasPrefix(isRead ? "" : "error: `P/Package.swift` was not read, since --no-evaluate"))
  }

  @Test func theCompilersLinesAreCut() async throws {
    let folder = try TestFolder()
    let long = String(repeating: "(", count: 10_000)
    try folder.write(["P/Package.swift": Self.header + "let package = Package(name: \(long)\"P\")\n"])
    let outcome = try await modgauge(["graph", "--package-path", "P"], in: folder)
    #expect(outcome.exitCode == 2)
    #expect(outcome.errors.contains("P/Package.swift:3:283: error: structure nesting level exceeded maximum of 256"))
    #expect(outcome.errors.split(separator: "\n").allSatisfy { $0.count <= 401 })
  }

  /// A configuration comes with the checkout that `--no-evaluate` does not trust.
  @Test func noProgramSeesWhatAConfigurationSetsWhereNothingMayBeRun() async throws {
    let folder = try TestFolder()
    try folder.write([
      "P/Package.swift": Self.plain, "P/.modgauge.yml": "manifest-env: { STOLEN: \"1\" }\n",
      "toolchain/usr/bin/swift": "#!/bin/sh\nenv >'\(folder.path)/seen'\necho 'Swift version 6.3.1 (x)'\n",
    ])
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: folder.path + "/toolchain/usr/bin/swift")
    let words = ["packages", "--package-path", "P", "--toolchain", "toolchain", "--no-evaluate"]
    let outcome = try await modgauge(words, in: folder)
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(try !folder.read("seen").contains("STOLEN"))
  }

  @Test(
    arguments: [
      [0xFF, 0xFE, 0x00], [0xFF, 0xFE] + "// swift".utf8.flatMap { [$0, 0] }, Array("let a = \"\u{0}\"".utf8),
      [0xC3, 0x28],
    ] as [[UInt8]])
  func aManifestOfStrangeBytesIsAnErrorNotNothing(bytes: [UInt8]) async throws {
    let folder = try TestFolder()
    try folder.write(["W/Fine/Package.swift": Self.plain, "W/Strange/a": ""])
    try Data(bytes).write(to: URL(filePath: folder.path + "/W/Strange/Package.swift"))
    for path in ["W", "W/Strange"] {
      let outcome = try await modgauge(["graph", "--package-path", path], in: folder)
      #expect(outcome.exitCode == 2 && outcome.output == "")
      #expect(outcome.errors.hasPrefix("error: `W/Strange/Package.swift` "), "\(outcome.errors)")
    }
  }

  @Test func aNewlineInAFoldersNameFitsTheFormat() async throws {
    let folder = try TestFolder()
    let target = "targets: [.target(name: \"a\\nb\", path: \"Sources\")])\n"
    try folder.write([
      "W/x\ny/Package.swift": Self.header + "let package = Package(name: \"P\", " + target,
      "W/x\ny/Sources/a\nb.swift": "let a = 1\n", "W/C/Package.swift": Self.plain,
    ])
    let graph = try await modgauge(["graph", "--package-path", "W", "--format", "json"], in: folder)
    #expect(graph.exitCode == 0 && graph.errors == "", "\(graph.errors)")
    #expect(graph.output.contains(#""id" : "x\ny/a\nb""#))
    #expect(try await JSONSchema.graph.complaints(about: graph.output) == "")
    let metrics = try await modgauge(["metrics", "--package-path", "W", "--format", "json"], in: folder)
    #expect(try await JSONSchema.metrics.complaints(about: metrics.output) == "")
  }

  @Test func aSubmoduleThatIsNotCheckedOutIsSaidToBeOne() async throws {
    let folder = try TestFolder()
    let advice = "`Vendor/Lib` is a git submodule that is not checked out: try `git submodule update --init`."
    try folder.write([
      "P/Package.swift": Self.header
        + "let package = Package(name: \"P\", dependencies: [.package(path: \"Vendor/Lib\")], "
        + "targets: [.target(name: \"T\", path: \"Vendor/Lib/Sources\")])\n",
      "P/.gitmodules": "[submodule \"Lib\"]\n\tpath = Vendor/Lib\n\turl = https://example.com/lib\n",
    ])
    let repository = try await Tool.named("git")(["init", "--quiet", "P"], in: folder.path)
    try #require(repository.exitCode == 0)
    let inPackage = try await modgauge(["graph", "--package-path", "P"], in: folder)
    #expect(inPackage.exitCode == 0)
    #expect(inPackage.errors.contains("warning: P: \(advice)\n"))
    #expect(inPackage.errors.contains("`Vendor/Lib` is a git submodule that is not checked out (`git"))
    try FileManager.default.createDirectory(atPath: folder.path + "/P/Vendor/Lib", withIntermediateDirectories: true)
    for path in ["P/Vendor/Lib", "P/Vendor/Lib/Deeper"] {
      let outcome = try await modgauge(["graph", "--package-path", path], in: folder)
      #expect(outcome.exitCode == 2)
      #expect(outcome.errors.contains(advice.replacing("`V", with: "`P/V")), "\(outcome.errors)")
    }
    try folder.write(["P/Vendor/Lib/Sources/a.swift": "", "P/Vendor/Lib/Package.swift": Self.plain])
    #expect(try await modgauge(["graph", "--package-path", "P"], in: folder).errors == "")
  }

  @Test func whereNothingIsRunNoSwiftIsNeeded() async throws {
    let folder = try TestFolder()
    try folder.write(["P/Package.swift": Self.plain])
    let words = ["graph", "--package-path", "P", "--format", "json", "--cache-dir", "cache"]
    let path = ["PATH": folder.path]
    let outcome = try await Tool.built("modgauge")(words + ["--no-evaluate"], in: folder.path, environment: path)
    #expect(outcome.exitCode == 0)
    #expect(
      outcome.errors == "warning: There is no `swift` here; manifests were read as Swift 6.3.0 would.\n",
      "\(outcome.errors)")
    #expect(try await JSONSchema.graph.complaints(about: outcome.output) == "")
    let asked = try await Tool.built("modgauge")(words, in: folder.path, environment: path)
    #expect(asked.exitCode == 2 && asked.errors.hasPrefix("error: There is no `swift` in any folder of PATH."))
  }

  @Test func aGraphOfNothingIsNotDrawn() async throws {
    let folder = try TestFolder()
    try folder.write([
      "P/Package.swift": Self.header + "let names = stride(from: 0, to: 1, by: 1).map { _ in \"A\" }\n"
        + "let package = Package(name: names[0])\n"
    ])
    let outcome = try await modgauge(["graph", "--package-path", "P", "--no-evaluate", "-o", "graph.svg"], in: folder)
    #expect(outcome.exitCode == 2)
    #expect(outcome.errors.hasPrefix("error: `P/Package.swift` was not read, since --no-evaluate keeps SwiftPM from"))
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/graph.svg"))
  }
}
