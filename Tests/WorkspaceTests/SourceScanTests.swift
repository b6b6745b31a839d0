import Foundation
import ManifestSyntax
import ModuleGraph
import Testing

@testable import Workspace

/// The sources of each target that a manifest names, sorted and relative to the package.
private func described(_ package: String, scratch: String) throws -> [String: [String]] {
  Dictionary(
    uniqueKeysWithValues: try describedTargets(package, scratch: scratch).filter { $0.type != "snippet" }.map {
      target in
      (target.name, target.sources.map { Path.normalized(target.path + "/" + $0) }.sorted())
    }
  ).filter { !$0.value.isEmpty }
}

/// Ours for the package at the root, in the same shape.
private func scanned(_ loaded: LoadedWorkspace) -> [String: [String]] {
  let key = loaded.root?.key
  return Dictionary(
    uniqueKeysWithValues: loaded.sources.filter { $0.key.package == key }.map { ($0.key.name, $0.value.map(\.path)) })
}

@Suite struct SourceScanTests {
  @Test(arguments: ["5.2", "5.5", "5.8", "5.9", "6.0"])
  func agreesWithSwiftPMOnEveryLayoutRule(tools: String) async throws {
    var files = Self.layout
    files["Package.swift"] = "// swift-tools-version:\(tools)\nimport PackageDescription\n" + Self.manifest
    let workspace = try TemporaryWorkspace(files)
    let theirs = try described(workspace.path, scratch: workspace.folder + "/scratch")
    let ours = scanned(try await workspace.load())
    #expect(theirs.count == 5)
    #expect(ours == theirs)
  }

  @Test func foldersAreFollowedAsDeepAsAPathIsLongAndWhatIsDeeperIsAWarning() async throws {
    let workspace = try TemporaryWorkspace([
      "Package.swift": "let package = Package(name: \"P\", targets: [.target(name: \"T\")])",
      "Sources/T/a.swift": "let a = 1\n",
    ])
    // Folders are made from the inside out, since the whole path would be too long for one call.
    let nest = workspace.folder + "/nest"
    for _ in 0..<2_500 {
      try FileManager.default.createDirectory(atPath: nest + "-outer", withIntermediateDirectories: true)
      if FileManager.default.fileExists(atPath: nest) {
        try FileManager.default.moveItem(atPath: nest, toPath: nest + "-outer/d")
      }
      try FileManager.default.moveItem(atPath: nest + "-outer", toPath: nest)
    }
    try FileManager.default.moveItem(atPath: nest, toPath: workspace.path + "/Sources/T/d")
    try workspace.write("let b = 1\n", to: "Sources/T/" + String(repeating: "d/", count: 1_500) + "b.swift")
    let graph = try await workspace.load().graph
    #expect(graph.modules.map(\.sources) == [2])
    #expect(graph.warnings.count == 1)
    #expect(graph.warnings.first?.hasSuffix("cannot be read: File name too long.") == true)
    let removal = Process()  // Foundation's own removal cannot go that deep.
    removal.executableURL = URL(filePath: "/bin/rm")
    removal.arguments = ["-rf", workspace.path]
    try removal.run()
    removal.waitUntilExit()
  }

  private static let manifest = """
    let package = Package(
      name: "Layout",
      targets: [
        .target(name: "Plain", exclude: ["Skipped", "Not.swift", "notes.md", "Old.swift.txt"]),
        .target(name: "Mixed", path: "Elsewhere/./mixed/", exclude: ["gone"], sources: ["a.c", "deep", "./b.cpp"]),
        .target(name: "Nested", path: "Sources/Group/Nested", exclude: ["data.bin", "Inner/Package.json"]),
        .target(name: "Objective", path: "src/objc"),
        .testTarget(name: "PlainTests", dependencies: ["Plain"]),
      ])
    """

  private static let layout = [
    "Sources/Plain/One.swift": "1", "Sources/Plain/.Hidden.swift": "", "Sources/Plain/Not.swift": "",
    "Sources/Plain/Skipped/Three.swift": "", "Sources/Plain/notes.md": "", "Sources/Plain/Old.swift.txt": "",
    "Sources/Plain/Docs.docc/Snippet.swift": "", "Sources/Plain/Assets.xcassets/Contents.swift": "",
    "Sources/Plain/Play.playground/Contents.swift": "", "Sources/Plain/P.xcodeproj/X.swift": "",
    "Sources/Plain/en.lproj/Localized.swift": "", "Sources/Plain/With.dot/Four.swift": "",
    "Sources/Plain/Package.swift.d/Five.swift": "", "Sources/Plain/Deep/er/Six.swift": "",
    "Sources/Plain/LinuxMain.swift": "", "Sources/Plain/Package@swift-5.swift": "",
    "Elsewhere/mixed/a.c": "", "Elsewhere/mixed/b.cpp": "", "Elsewhere/mixed/c.c": "",
    "Elsewhere/mixed/deep/d.cc": "", "Elsewhere/mixed/deep/d.hpp": "", "Elsewhere/mixed/deep/e.inc": "",
    "Elsewhere/mixed/gone/f.c": "", "Elsewhere/mixed/include/mixed.h": "",
    "Sources/Group/Nested/N.swift": "", "Sources/Group/Nested/Inner/Package.json": "",
    "Sources/Group/Nested/Inner/Package.swift": "// an inner package's manifest is a source to SwiftPM",
    "Sources/Group/Nested/data.bin": "",
    "src/objc/x.m": "", "src/objc/y.mm": "", "src/objc/z.s": "", "src/objc/w.S": "", "src/objc/v.cxx": "",
    "src/objc/u.C": "", "src/objc/include/x.h": "", "src/objc/t.asm": "",
    "Tests/PlainTests/T.swift": "",
  ]

  @Test func aKindsOnlyTargetMayOwnTheWholeFolderSinceTools59() async throws {
    let workspace = try TemporaryWorkspace([
      "Package.swift": """
      let package = Package(
        name: "One",
        targets: [
          .executableTarget(name: "One", resources: [.process("Data"), .copy("Copied.swift"), .copy("Tree")]),
          .testTarget(name: "OneTests"), .plugin(name: "Plug", capability: .buildTool()),
        ])
      """,
      "Sources/main.swift": "", "Sources/Sub/a.swift": "", "Sources/Data/code.swift": "",
      "Sources/Copied.swift": "", "Sources/Tree/b.swift": "", "Tests/t.swift": "", "Plugins/p.swift": "",
    ])
    let theirs = try described(workspace.path, scratch: workspace.folder + "/scratch")
    let ours = scanned(try await workspace.load())
    #expect(theirs["One"] == ["Sources/Sub/a.swift", "Sources/main.swift"])
    #expect(ours == theirs)
  }

  @Test func agreesWithSwiftPMOnSwiftArgumentParser() async throws {
    let workspace = try TemporaryWorkspace(["readme": ""])
    let clone = workspace.path + "/clone"
    let git = Process()
    git.executableURL = URL(filePath: "/usr/bin/env")
    git.arguments = [
      "git", "clone", "--quiet", "--branch", "1.8.2", "https://github.com/apple/swift-argument-parser", clone,
    ]
    git.standardError = FileHandle.nullDevice
    try git.run()
    git.waitUntilExit()
    try #require(git.terminationStatus == 0)
    let loaded = try await workspace.load("clone")
    let ours = scanned(loaded)
    let theirs = try described(clone, scratch: workspace.folder + "/scratch")
    #expect(theirs.count > 15)
    #expect(ours == theirs)
    #if os(macOS)
      #expect(loaded.graph.warnings == [])
    #else
      #expect(
        loaded.graph.warnings == [
          "swift-argument-parser: its manifest depends on the host's system, and here leaves out what it declares for others: "
            + "2 targets (`#if os(macOS)`, Package.swift:130)."
        ])
    #endif
  }

  @Test func linesAreCountedLikeAnEditorDoes() throws {
    let workspace = try TemporaryWorkspace([
      "empty": "", "line": "a", "ended": "a\n", "two": "a\r\nb", "blank": "\n\n",
      "large": String(repeating: "0123456789\n", count: 100_000),
    ])
    func size(_ name: String) throws -> TextSize? { try TextSize.onDisk(workspace.path + "/" + name).get() }
    #expect(
      try ["empty", "line", "ended", "two", "blank", "large"].map { try size($0)?.lines } == [0, 1, 1, 2, 2, 100_000])
    #expect(try size("large")?.bytes == 1_100_000)
  }

  @Test func whatCannotBeReadIsAWarningAndNeverACrash() async throws {
    let workspace = try TemporaryWorkspace([
      "Package.swift": """
      let package = Package(
        name: "Odd",
        targets: [
          .target(name: "Odd", exclude: ["NotThere"]), .target(name: "Missing"), .target(name: "Lost", path: "No/Such"),
        ])
      """,
      "Sources/Odd/fine.swift": "",
    ])
    let folder = workspace.path + "/Sources/Odd"
    #expect(symlink("..", folder + "/loop") == 0)
    #expect(symlink("nowhere", folder + "/dangling.swift") == 0)
    #expect(mkfifo(folder + "/pipe.swift", 0o644) == 0)
    #if os(Linux)
      let strange = folder.utf8CString.dropLast() + [CChar(UInt8(ascii: "/")), -1] + ".swift".utf8CString
      let file = fopen(Array(strange), "w")
      #expect(file != nil)
      if let file { fclose(file) }
    #endif
    let loaded = try await workspace.load()
    #expect(loaded.sources.values.map { $0.map(\.path) } == [["Sources/Odd/fine.swift", "Sources/Odd/pipe.swift"]])
    #expect(loaded.graph.modules.map(\.sources) == [nil, nil, 1])
    #expect(loaded.graph.modules.map(\.lines) == [nil, nil, 0])
    // The link, the pipe, and the file with a strange name.
    #if os(Linux)
      #expect(loaded.graph.modules.map(\.missingSources) == [nil, nil, 3])
    #endif
    var expected = [
      "Odd: Lost has no sources: its path, `No/Such`, is not a folder of its package.",
      "Odd: Missing has no sources: SwiftPM finds no folder for it in `.`.",
      "Odd: Odd refers to `Sources/Odd/NotThere`, which does not exist.",
      "Odd: `Sources/Odd/dangling.swift` is a link to nothing.",
      "Odd: `Sources/Odd/loop/Odd` is a link to one of its parent folders, and was skipped.",
      "Odd: `Sources/Odd/pipe.swift` cannot be read: not a regular file.",
    ]
    #if os(Linux)
      expected.append("Odd: `Sources/Odd/\u{FFFD}.swift` was left out: its name is not UTF-8.")
    #endif
    #expect(loaded.graph.warnings == expected.sorted())
  }

  @Test func alikeWarningsAboutMissingFoldersAreOneLine() async throws {
    let numbers = (10..<30)
    let targets = numbers.map { #".target(name: "M\#($0)"), .target(name: "V\#($0)", path: "vendor/v\#($0)")"# }
    let packages = numbers.map { #".package(path: "gone\#($0)"), .package(path: "kit\#($0)")"# }
    let submodules = numbers.flatMap { ["vendor/v\($0)", "kit\($0)"] }
    let workspace = try TemporaryWorkspace([
      "Package.swift": "let package = Package(name: \"Odd\", dependencies: [\(packages.joined(separator: ", "))], "
        + "targets: [\(targets.joined(separator: ", "))])",
      ".gitmodules": submodules.map { "[submodule \"\($0)\"]\n\tpath = \($0)\n\turl = x\n" }.joined(),
    ])
    try workspace.makeRepository()
    #expect(
      try await workspace.load().graph.warnings == [
        "20 git submodules (`kit10`, `kit11`, `kit12`, `kit13`, `kit14`, …), on which Odd depends, are not checked out "
          + "(`git submodule update --init`); their products are shown as external.",
        "Odd: 20 git submodules (`vendor/v10`, `vendor/v11`, `vendor/v12`, `vendor/v13`, `vendor/v14`, …) with sources are "
          + "not checked out: try `git submodule update --init`.",
        "Odd: 20 targets (M10, M11, M12, M13, M14, …) have no sources: SwiftPM finds no folders for them.",
        "Odd: 20 targets (V10 at `vendor/v10`, V11 at `vendor/v11`, V12 at `vendor/v12`, V13 at `vendor/v13`, "
          + "V14 at `vendor/v14`, …) have no sources: their paths are not folders of their packages.",
        "There are no packages at 20 paths (`gone10`, `gone11`, `gone12`, `gone13`, `gone14`, …), on which Odd depends; "
          + "their products are shown as external.",
      ])
  }
}
