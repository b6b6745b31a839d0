import Foundation
import TestSupport
import Testing

/// `modgauge advise`, after mozilla-mobile/firefox-ios #35597.
@Suite struct AdviseCommandTests {
  private static let checkouts = ".build/checkouts"

  /// A package with a macro from elsewhere, which caps swift-syntax.
  private static let files = [
    "Package.swift": """
    // swift-tools-version: 6.0
    import PackageDescription
    let package = Package(
      name: "Client",
      dependencies: [.package(url: "https://github.com/WilhelmOks/ModifiedCopyMacro", exact: "2.2.0")],
      targets: [.target(name: "Client", dependencies: [.product(name: "ModifiedCopy", package: "ModifiedCopyMacro")])])
    """,
    "Sources/Client/a.swift": "import ModifiedCopy\n",
    "Package.resolved": """
    { "pins" : [
      { "identity" : "modifiedcopymacro", "kind" : "remoteSourceControl",
        "location" : "https://github.com/WilhelmOks/ModifiedCopyMacro",
        "state" : { "revision" : "0123456789", "version" : "2.2.0" } },
      { "identity" : "swift-syntax", "kind" : "remoteSourceControl",
        "location" : "https://github.com/swiftlang/swift-syntax.git",
        "state" : { "revision" : "9876543210", "version" : "600.0.1" } }
    ], "version" : 2 }
    """,
  ]

  private static let fetched = [
    "\(checkouts)/ModifiedCopyMacro/Package.swift": """
    // swift-tools-version: 6.0
    import CompilerPluginSupport
    import PackageDescription
    let package = Package(
      name: "ModifiedCopyMacro", products: [.library(name: "ModifiedCopy", targets: ["ModifiedCopy"])],
      dependencies: [.package(url: "https://github.com/swiftlang/swift-syntax.git", "600.0.0"..<"601.0.0")],
      targets: [
        .macro(name: "CopyMacros", dependencies: [.product(name: "SwiftSyntaxMacros", package: "swift-syntax")]),
        .target(name: "ModifiedCopy", dependencies: ["CopyMacros"]),
      ])
    """,
    "\(checkouts)/ModifiedCopyMacro/Sources/ModifiedCopy/a.swift": "let a = 1\n",
    "\(checkouts)/ModifiedCopyMacro/Sources/CopyMacros/a.swift": "let a = 1\n",
    "\(checkouts)/swift-syntax/Package.swift": """
    // swift-tools-version: 5.9
    import PackageDescription
    let package = Package(
      name: "swift-syntax", products: [.library(name: "SwiftSyntaxMacros", targets: ["SwiftSyntaxMacros"])],
      targets: [.target(name: "SwiftSyntaxMacros", dependencies: ["SwiftSyntax"]), .target(name: "SwiftSyntax")])
    """,
    "\(checkouts)/swift-syntax/Sources/SwiftSyntaxMacros/a.swift": "let a = 1\n",
    "\(checkouts)/swift-syntax/Sources/SwiftSyntax/a.swift": "let a = 1\n",
  ]

  private func modgauge(_ words: [String], in folder: TestFolder) async throws -> Tool.Outcome {
    try await Tool.built("modgauge")(
      ["advise", "--package-path", folder.path, "--cache-dir", folder.path + "/cache"] + words)
  }

  @Test func `who caps swift-syntax is found in the checkouts, with the chain and its lines`() async throws {
    let folder = try TestFolder()
    try folder.makeCacheFolder()
    try folder.write(Self.files.merging(Self.fetched) { $1 })
    let outcome = try await modgauge([], in: folder)
    let words = outcome.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(
      words.contains(
        "Package.resolved:5: swift-syntax 600.0.1 is compiled from source: with this compiler, there are prebuilt ones from "
          + "602.0.0 on; ModifiedCopyMacro 2.2.0 requires swift-syntax 600.0.0..<601.0.0 "
          + "(.build/checkouts/ModifiedCopyMacro/Package.swift:6); Client → ModifiedCopy → CopyMacros → SwiftSyntaxMacros"
      ))
    #expect(outcome.exitCode == 0)
    let json = try await modgauge(["--format", "json", "--fail-if-any"], in: folder)
    #expect(json.exitCode == 1)
    #expect(try await JSONSchema.advice.complaints(about: json.output) == "")
    let sarif = try await modgauge(["--format", "sarif"], in: folder)
    #expect(sarif.output.contains("\"ruleId\" : \"swift-syntax-from-source\""))
  }

  @Test func `without checkouts it is not decided`() async throws {
    let folder = try TestFolder()
    try folder.makeCacheFolder()
    try folder.write(Self.files)
    let outcome = try await modgauge(["--format", "markdown", "--fail-if-any"], in: folder)
    #expect(outcome.exitCode == 0)
    #expect(outcome.output.contains("## Not decided"))
    #expect(outcome.output.contains("Package.resolved pins swift-syntax 600.0.1"))
  }

  @Test func `a kind is switched off with a reason`() async throws {
    let folder = try TestFolder()
    try folder.makeCacheFolder()
    let off = "advise: { off: [{ id: swift-syntax-from-source, reason: The macro is replaced in May. }] }\n"
    try folder.write(Self.files.merging(Self.fetched) { $1 }.merging([".modgauge.yml": off]) { $1 })
    let outcome = try await modgauge(["--fail-if-any"], in: folder)
    #expect(outcome.exitCode == 0)
    #expect(outcome.output.contains("swift-syntax-from-source: The macro is replaced in May."))
    try folder.write([".modgauge.yml": "advise: { off: [{ id: swift-syntax, reason: No }] }\n"])
    let wrong = try await modgauge([], in: folder)
    #expect(wrong.exitCode == 2)
    #expect(wrong.errors.contains("“id” must be swift-syntax-from-source or"))
    try folder.write([".modgauge.yml": "advise: { off: [{ id: umbrella }] }\n"])
    #expect(try await modgauge([], in: folder).errors.contains("the key “reason” is missing"))
  }

  private static let project = """
    // !$*UTF8*$!
    {
      objects = {
        main = {isa = PBXGroup; children = (); sourceTree = "<group>"; };
        project = {isa = PBXProject; mainGroup = main; targets = (App, Core); };
        App = {isa = PBXNativeTarget; name = App; productType = "com.apple.product-type.application";
          buildPhases = (lint); };
        Core = {isa = PBXNativeTarget; name = Core; productType = "com.apple.product-type.framework";
          buildPhases = (copy); };
        lint = {
          isa = PBXShellScriptBuildPhase;
          name = Lint;
        };
        copy = {isa = PBXShellScriptBuildPhase; name = Copy; };
      };
      rootObject = project;
    }
    """

  /// Where the build is a script, nothing takes longer than the pauses in it.
  @Test func `a finding is carried out in a copy and measured`() async throws {
    let folder = try TestFolder()
    try folder.makeCacheFolder()
    let manifest = """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(
        name: "App", targets: [.executableTarget(name: "App", swiftSettings: [.unsafeFlags(["-O"])])])
      """
    try folder.write([
      "Package.swift": manifest, "Sources/App/main.swift": "print(1)\n",
      "build.sh": "#!/bin/sh\nif grep -q '\"-O\"' Package.swift; then sleep 0.4; else sleep 0.05; fi\n",
      // What is measured does not depend on what the team measures otherwise.
      ".modgauge.yml":
        "bench: { command: [/bin/sh, ./build.sh], rounds: 6, warmups: 1, scenarios: [null, \"incremental:App:body\"] }\n",
    ])
    let outcome = try await modgauge(["--prove", "--format", "json"], in: folder)
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(try await JSONSchema.advice.complaints(about: outcome.output) == "")
    #expect(outcome.output.contains("\"isFaster\" : true") && outcome.output.contains("\"isWithinNoise\" : false"))
    #expect(try folder.read("Package.swift") == manifest)
    try folder.write(["build.sh": "sleep 0.3\n"])
    let noise = try await modgauge(["--prove", "--fail-if-any"], in: folder)
    // On a busy machine, even that need not be told.
    let isTold = !noise.output.contains("does not tell")
    #expect(noise.exitCode == (isTold ? 0 : 1))
    #expect(
      noise.output.contains("Within noise") == isTold && noise.output.contains("Clean builds of "), "\(noise.output)")
  }

  @Test func `what no change of a manifest carries out is said where it is asked for`() async throws {
    let folder = try TestFolder()
    try folder.makeCacheFolder()
    try folder.write(["App.xcodeproj/project.pbxproj": Self.project])
    let path = ["--package-path", folder.path + "/App.xcodeproj", "--cache-dir", folder.path + "/cache"]
    let outcome = try await Tool.built("modgauge")(["advise", "--prove"] + path)
    #expect(outcome.exitCode == 0)
    let words = outcome.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("No finding here is one that `--prove` can carry out"), "\(words)")
    #expect(words.contains("modgauge compare --base main"))
    #expect(try await !Tool.built("modgauge")(["advise"] + path).output.contains("carry out"))
  }

  @Test func `what cannot be built keeps the findings, and says why`() async throws {
    let folder = try TestFolder()
    try folder.makeCacheFolder()
    try folder.write([
      "Package.swift": """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(
        name: "App", targets: [.executableTarget(name: "App", swiftSettings: [.unsafeFlags(["-O"])])])
      """,
      "Sources/App/main.swift": "print(1)\n",
      ".modgauge.yml": "combined: Other\nbench: { command: [/bin/sh, -c, exit 0], rounds: 6 }\n",
    ])
    let outcome = try await modgauge(["--prove"], in: folder)
    #expect(outcome.exitCode == 0)
    let words = outcome.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("debug builds of App use -O. Not measured: “Other” is not an executable"), "\(outcome)")
  }

  @Test func `a script has the seconds of its target's scripts in a build that Xcode logged`() async throws {
    let folder = try TestFolder()
    try folder.makeCacheFolder()
    try folder.write(["App.xcodeproj/project.pbxproj": Self.project])
    let log = folder.path + "/build.xcactivitylog"
    try Data(LogCommandTests.app().log(version: 12)).write(to: URL(filePath: log))
    let path = ["--package-path", folder.path + "/App.xcodeproj", "--cache-dir", folder.path + "/cache"]
    let tool = Tool.built("modgauge")
    let recorded = try await tool(["record", "--from", log, "-o", folder.path + "/recorded"] + path)
    #expect(recorded.exitCode == 0)
    let outcome = try await tool(["advise", "--run", folder.path + "/recorded"] + path)
    let words = outcome.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("project.pbxproj:10: “Lint” of App has no outputs. It concerns 2.00 s of steps."))
    #expect(words.contains("“Copy” of Core has no outputs."))
  }
}
