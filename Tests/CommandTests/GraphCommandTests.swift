import BuildAnalysis
import Documents
import Foundation
import ModuleGraph
import TestSupport
import Testing

struct GraphCommandTests {
  @Test func theGraphIsWrittenInEveryFormatAndTheTreeIsLeftAlone() async throws {
    let shop = try ShopWorkspace()
    let before = try TestFolder.contents(of: shop.path)
    let outcome = try await shop.modgauge(
      ["graph", "--package-path", shop.path, "--cache-dir", shop.cache, "--output", shop.output]
        + ["svg", "png", "pdf", "dot", "mermaid", "html", "json"].flatMap { ["--format", $0] })
    #expect(outcome.errors == "")
    #expect(outcome.exitCode == 0)
    let names = try FileManager.default.contentsOfDirectory(atPath: shop.output).sorted()
    #expect(names == ["graph.dot", "graph.html", "graph.json", "graph.mmd", "graph.pdf", "graph.png", "graph.svg"])
    let json = try String(contentsOfFile: shop.output + "/graph.json", encoding: .utf8)
    #expect(try await JSONSchema.graph.complaints(about: json) == "")
    #expect(json.contains(#""id" : "Shop/shop-app""#))
    #expect(json.contains(#""id" : "shared/Model""#))
    let dot = try String(contentsOfFile: shop.output + "/graph.dot", encoding: .utf8)
    #expect(dot.contains("not shown: 1 test module (--include-tests)"))
    #expect(try TestFolder.contents(of: shop.path) == before)
  }

  @Test func theResultGoesToStandardOutputAndOnlyThat() async throws {
    let shop = try ShopWorkspace()
    let outcome = try await shop.modgauge(["graph", "--package-path", shop.path, "--cache-dir", shop.cache])
    #expect(outcome.output.hasPrefix("shop-app (executable, of Shop)\n"))
    #expect(outcome.errors == "")
  }

  @Test func atATerminalTheGraphIsATreeWithAHintAtPictures() async throws {
    let shop = try ShopWorkspace()
    let words = ["graph", "--package-path", shop.path, "--cache-dir", shop.cache]
    let tree = try await shop.modgauge(words + ["--format", "text"])
    #expect(
      tree.output == """
        shop-app (executable, of Shop)
        ├── Cart
        │   └── Core
        │       ├── CFast
        │       └── Model (of shared)
        └── Search
            └── Core (*)
        CartApp (executable, of Shop)
        └── Cart (*)

        alone (1): Unrelated
        8 modules, 7 dependencies; (*): its dependencies are listed above
        not shown: 1 test module (--include-tests)

        """)
    let script = "import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))"
    func atTerminal(_ more: [String]) async throws -> String {
      let outcome = try await Tool.named("python3")(["-c", script, Tool.built("modgauge").path] + words + more)
      #expect(outcome.exitCode == 0)
      return outcome.output.replacing("\r\n", with: "\n")
    }
    #expect(
      try await atTerminal([]) == tree.output
        + "note: for a picture, add --output graph.svg (or .png, .pdf)\n")
    #expect(try await atTerminal(["--format", "dot"]).hasPrefix("digraph"))
    #expect(try await atTerminal(["--output", shop.folder.path + "/picture"]) == "")
    #expect(try shop.folder.read("picture") == tree.output)
  }

  @Test func aSelectionChoosesTheModulesOfJSONAsWell() async throws {
    let shop = try ShopWorkspace()
    let words = ["graph", "--package-path", shop.path, "--cache-dir", shop.cache, "--format", "json"]
    func graph(_ more: [String]) async throws -> ModuleGraph {
      let outcome = try await shop.modgauge(words + more)
      #expect(outcome.exitCode == 0, "\(outcome.errors)")
      #expect(try await JSONSchema.graph.complaints(about: outcome.output) == "")
      return try ModuleGraph(json: outcome.outputBytes)
    }
    let core = try await graph(["--focus", "Core"])
    #expect(core.modules.map(\.id.description) == ["Shop/CFast", "Shop/Core", "shared/Model"])
    #expect(core.dependencies.map { "\($0.from) \($0.to)" } == ["Shop/Core Shop/CFast", "Shop/Core shared/Model"])
    #expect(core.products.map(\.id) == ["shared/Model"])
    let cart = try await graph(["--focus", "Cart", "--depth", "1", "--dependents"])
    #expect(
      cart.modules.map(\.name) == ["Cart", "CartApp", "CartTests", "Core", "shop-app"], "tests are held in any case")
    #expect(cart.packages.map(\.key) == ["Shop"])
    #expect(cart.products.first { $0.name == "Features" }?.modules.map(\.name) == ["Cart"])
    let folded = try await shop.modgauge(words + ["--collapse", "package"])
    #expect(folded.errors == "note: json holds modules, not groups; --collapse does not apply to it\n")
    #expect(folded.output == (try await shop.modgauge(words)).output)
  }

  @Test func anXcodeProjectBesideThePackageIsNamedSinceItIsNotRead() async throws {
    let shop = try ShopWorkspace()
    try shop.folder.write(["Shop/App.xcodeproj/project.pbxproj": "// !$*UTF8*$!\n{}\n"])
    let words = ["--package-path", shop.path, "--cache-dir", shop.cache]
    let note =
      "warning: `App.xcodeproj`: not read, since there is a package here. --package-path \(shop.path)/App.xcodeproj reads it.\n"
    for command in [["graph"], ["metrics"], ["why", "Cart", "Core"]] {
      let outcome = try await shop.modgauge(command + words)
      #expect(outcome.exitCode == 0 && outcome.errors == note)
      #expect(try await shop.modgauge(command + words + ["--quiet"]).errors == "")
    }
  }

  @Test func aFolderWithoutAPackageIsAnError() async throws {
    let folder = try TestFolder()
    let outcome = try await Tool.built("modgauge")(["graph", "--package-path", folder.path, "--cache-dir", folder.path])
    #expect(outcome.exitCode == 2)
    #expect(outcome.output == "")
    #expect(
      outcome.errors
        == "error: There is no Swift package in `\(folder.path)`, nor in the folders below it that are neither hidden, "
        + "ignored by git nor excluded. Give a Swift package, a folder that holds some, an .xcworkspace or an .xcodeproj "
        + "with --package-path.\n")
  }

  @Test func aManifestThatDoesNotCompileIsAnErrorInTheCompilersWords() async throws {
    let shop = try ShopWorkspace()
    try shop.folder.write([
      "Shop/Package.swift": "// swift-tools-version: 5.9\nimport PackageDescription\nlet package = Pakage()\n"
    ])
    let outcome = try await shop.modgauge(["graph", "--package-path", shop.path, "--cache-dir", shop.cache])
    #expect(outcome.exitCode == 2)
    #expect(outcome.output == "")
    #expect(outcome.errors.contains("\(shop.path)/Package.swift:3:15: error: cannot find 'Pakage' in scope"))
  }

  @Test(arguments: [
    (["--format", "gif"], "The value 'gif' is invalid for '--format <name[=path]>'"),
    (["--formatt", "svg"], "Unknown option '--formatt'"),
    (["--budget", "4"], "--budget must be 0, which folds nothing, or at least 5"),
  ])
  func wordsThatCannotBeParsedAreNamed(words: [String], message: String) {
    #expect(ParsedArguments.refusal(["graph"] + words)?.contains(message) == true)
  }

  @Test func modulesAreColouredByTheSecondsOfARun() async throws {
    let shop = try ShopWorkspace()
    let run = Run.recordedExample(rounds: 2)
    try shop.folder.write(["run/run.json": try run.json()])
    let words = ["graph", "--package-path", shop.path, "--cache-dir", shop.cache, "--format", "dot"]
    let outcome = try await shop.modgauge(words + ["--color-by", "seconds", "--run", shop.folder.path + "/run"])
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("CPU seconds, clean build of App, median of 2"))
    #expect(outcome.output.contains("no figure"))
    // Core took 4.125 and 4.25 s; nobody has measured CFast.
    #expect(outcome.output.contains("Shop/Core, module, 1 file, 3 lines, 4.19 CPU s"))
    #expect(outcome.output.contains("Shop/CFast, module, 1 file, 2 lines\""))
  }

  private static let secondsErrors: [(words: [String], exitCode: Int32, message: String)] = [
    (["--color-by", "seconds"], 64, "error: --color-by seconds and --run require each other: "),
    (["--run", "RUN"], 64, "error: --color-by seconds and --run require each other: "),
    (["--color-by", "seconds", "--run", "/none"], 2, "error: Cannot read `/none`: there is no such file or folder."),
    (["--color-by", "seconds", "--run", "UNRECORDED"], 2, "/unrecorded.json` has no seconds of modules. "),
    (
      ["--color-by", "seconds", "--run", "GRAPH"], 2,
      "/graph.json` is not a benchmark run: its schema is “modgauge.graph/1”, not “modgauge.run/1”. "
        + "Give what `modgauge record` or `modgauge bench --record` wrote.\n"
    ),
    (["--color-by", "seconds", "--run", "RUN", "--package-path", "SHARED"], 2, ", which is of “Shop”. "),
  ]

  @Test(arguments: secondsErrors)
  func secondsThatAreNotThereAreAnError(words: [String], exitCode: Int32, message: String) async throws {
    let shop = try ShopWorkspace()
    try shop.folder.write([
      "run.json": try Run.recordedExample(rounds: 1).json(), "unrecorded.json": try Run.example(rounds: 1).json(),
      "graph.json": try Run.example(rounds: 1).workspace.graph.json(),
    ])
    let places = [
      "RUN": "run.json", "UNRECORDED": "unrecorded.json", "GRAPH": "graph.json", "SHARED": "Shared",
    ]
    let given = words.map { word in places[word].map { "\(shop.folder.path)/\($0)" } ?? word }
    let workspace = words.contains("SHARED") ? [] : ["--package-path", shop.path]
    let outcome = try await shop.modgauge(["graph", "--cache-dir", shop.cache] + workspace + given)
    #expect(outcome.exitCode == exitCode)
    #expect(outcome.output == "")
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
  }

  @Test func aReaderThatHasEnoughIsNoError() async throws {
    let shop = try ShopWorkspace()
    let tool = Tool.built("modgauge").path
    let outcome = try await Tool.named("bash")([
      "-c", #"set -o pipefail; "$0" graph --package-path "$1" --cache-dir "$2" --format json | head -c 1"#, tool,
      shop.path,
      shop.cache,
    ])
    #expect(outcome.exitCode == 0)
    #expect(outcome.output == "{")
    #expect(outcome.errors == "")
  }

  @Test func namesThatBreakOtherToolsAreDrawn() async throws {
    let folder = try TestFolder()
    try folder.write([
      "Package.swift": #"""
      // swift-tools-version: 5.9
      import PackageDescription
      let package = Package(
        name: "we\"ird<&>",
        targets: [
          .target(name: "a\"b|c,d", dependencies: ["<b>&amp;"]), .target(name: "<b>&amp;"), .target(name: "back\\"),
        ])

      """#
    ])
    for format in ["svg", "dot", "mermaid", "json"] {
      let outcome = try await Tool.built("modgauge")([
        "graph", "--package-path", folder.path, "--cache-dir", folder.path + "/cache", "--format", format, "--quiet",
      ])
      #expect(outcome.exitCode == 0)
      #expect(outcome.errors == "")
      if format == "json" { #expect(try await JSONSchema.graph.complaints(about: outcome.output) == "") }
      if format == "svg" { #expect(outcome.output.contains(">a&quot;b|c,d</text>")) }
    }
  }

  @Test func aPlaceThatCannotBeWrittenIsAnError() async throws {
    let shop = try ShopWorkspace()
    let outcome = try await shop.modgauge(
      ["graph", "--package-path", shop.path, "--cache-dir", shop.cache, "--output", "/dev/null/graph.svg"])
    #expect(outcome.exitCode == 2)
    #expect(outcome.errors.hasPrefix("error: Cannot write `/dev/null/graph.svg`: "))
  }

  @Test func anXcodeWorkspaceIsDrawnWithItsTargetsAndPackages() async throws {
    let shop = try ShopWorkspace()
    try shop.folder.write(
      XcodeFixture.project("Storefront", targets: [.init("Storefront", products: ["Features", "Charts"])]))
    try shop.folder.write(
      XcodeFixture.workspace("Everything", references: ["group:Storefront.xcodeproj", "container:Shop", "group:Gone"]))
    let outcome = try await shop.modgauge([
      "graph", "--package-path", shop.folder.path + "/Everything.xcworkspace", "--cache-dir", shop.cache, "--format",
      "json",
    ])
    #expect(outcome.exitCode == 0)
    #expect(outcome.errors == "warning: `Everything.xcworkspace` refers to `Gone`, which does not exist.\n")
    #expect(try await JSONSchema.graph.complaints(about: outcome.output) == "")
    let graph = try ModuleGraph(json: outcome.outputBytes)
    #expect(graph.packages.map(\.key) == ["Storefront", "shared", "shop"])
    #expect(
      graph.dependencies.filter { $0.from.package == "Storefront" }.map { "\($0.to)" } == [
        "shop/Cart", "shop/Search", "unknown/Charts",
      ])
  }

  @Test func theConfigurationIsFoundAboveThePackageOrNamed() async throws {
    let shop = try ShopWorkspace()
    try shop.folder.write([
      ".modgauge.yml": "exclude: [\"*/Broken\"]\nmanifest-env: { MODE: fast }\n", "other.yml": "exclud: []\n",
      "Shop/Broken/Package.swift": "// swift-tools-version: 5.9\n#error(\"never read\")\n",
    ])
    let words = ["graph", "--package-path", shop.path, "--cache-dir", shop.cache, "--format", "json", "--all"]
    let found = try await shop.modgauge(words)
    #expect(found.exitCode == 0, "\(found.errors)")
    let graph = try ModuleGraph(json: found.outputBytes)
    #expect(graph.packages.map(\.key) == ["Shop", "shared"])
    #expect(graph.environment?.manifest == ["MODE": "fast"])
    let named = try await shop.modgauge(words + ["--config", shop.folder.path + "/other.yml"])
    #expect(named.exitCode == 2)
    #expect(
      named.errors == "error: \(shop.folder.path)/other.yml:1: unknown key “exclud”; did you mean “exclude”?\n")
    let missing = try await shop.modgauge(words + ["--config", "/nowhere.yml"])
    #expect(missing.exitCode == 2)
    #expect(missing.errors == "error: Cannot read `/nowhere.yml`: there is no such file or folder.\n")
  }

  @Test func swiftArgumentParserFromItsAddress() async throws {
    let folder = try TestFolder()
    let clone = try await Tool.named("git")([
      "clone", "--quiet", "--depth", "1", "--branch", "1.8.2", "https://github.com/apple/swift-argument-parser",
      folder.path + "/sap",
    ])
    try #require(clone.exitCode == 0, "\(clone.errors)")
    let outcome = try await Tool.built("modgauge")([
      "graph", "--package-path", folder.path + "/sap", "--cache-dir", folder.path + "/cache", "--format", "json",
    ])
    #expect(outcome.exitCode == 0)
    #expect(try await JSONSchema.graph.complaints(about: outcome.output) == "")
    struct Graph: Decodable {
      struct Module: Decodable { let id: String, kind: String, lines: Int? }
      let modules: [Module]
    }
    let modules = try JSONDecoder().decode(Graph.self, from: Data(outcome.outputBytes)).modules
    #expect(modules.count { $0.kind != "test" } == 12)
    #expect(modules.first { $0.id == "swift-argument-parser/ArgumentParser" }?.lines == 13_074)
  }
}
