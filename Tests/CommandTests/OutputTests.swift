import Foundation
import TestSupport
import Testing

/// Where results go, and what happens to what is there already.
struct OutputTests {
  private let folder: TestFolder

  init() throws {
    folder = try TestFolder()
    try folder.makeCacheFolder()
    let targets = (0..<40).map { ".target(name: \"Module\($0)\", path: \"Sources/Module\($0)\")" }
    try folder.write([
      "P/Package.swift": "// swift-tools-version: 6.0\nimport PackageDescription\n"
        + "let package = Package(name: \"P\", targets: [\(targets.joined(separator: ", "))])\n"
    ])
    for index in 0..<40 { try folder.write(["P/Sources/Module\(index)/a.swift": "let a = 1\n"]) }
  }

  /// Runs a script of bash in which `$0` is the tool.
  private func bash(_ script: String) async throws -> Tool.Outcome {
    try await Tool.named("bash")(["-c", script, Tool.built("modgauge").path], in: folder.path)
  }

  private static let graph = "\"$0\" graph --package-path P --cache-dir cache --format json"

  @Test func aProcessThatReadsGetsTheResult() async throws {
    let whole = try await bash(Self.graph)
    let outcome = try await bash("\(Self.graph) --output >(cat >copy); rc=$?; wait $!; exit $rc")
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(try folder.read("copy") == whole.output)
    let enough = try await bash("\(Self.graph) --output >(head -c 1)")
    #expect(enough.exitCode == 0, "\(enough.errors)")
  }

  @Test func aFileThatCannotGrowLeavesTheOldOneWhole() async throws {
    try folder.write(["out/graph.json": "old"])
    let outcome = try await bash("ulimit -f 2; \(Self.graph) --output out/graph.json")
    #expect(outcome.exitCode == 2)
    #expect(
      outcome.errors
        == "error: Cannot write `out/graph.json`: the file would be larger than is allowed here. "
        + "Name another place with --output.\n")
    #expect(try TestFolder.contents(of: folder.path + "/out") == ["graph.json": Data("old".utf8)])
    let redirected = try await bash("ulimit -f 2; \(Self.graph) >out/other.json")
    #expect(redirected.exitCode == 2)
    #expect(
      redirected.errors
        == "error: Cannot write to standard output: the file would be larger than is allowed here.\n")
  }

  /// Also the folder of caches. A build there is among those of `BenchCommandTests`.
  @Test func placesMayHaveAnyName() async throws {
    try folder.write([
      "höme/a": "", "Päck ö/Sources/A/main.swift": "print(1)\n",
      "Päck ö/Package.swift": "// swift-tools-version: 6.0\nimport PackageDescription\n"
        + "let names = stride(from: 0, to: 1, by: 1).map { _ in \"A\" }\n"
        + "let package = Package(name: \"P\", targets: names.map { .executableTarget(name: $0) })\n",
    ])
    let environment = ["HOME": folder.path + "/höme", "XDG_CACHE_HOME": "", "XDG_STATE_HOME": ""]
    let place = folder.path + "/Päck ö"
    let graph = try await Tool.built("modgauge")(
      ["graph", "--package-path", place, "--output", folder.path + "/ö.svg"], environment: environment)
    #expect(graph.exitCode == 0 && graph.errors == "", "\(graph.errors)")
    #expect(try folder.read("ö.svg").contains(">A</text>"))
  }

  @Test(arguments: [
    (
      "-o x.jpg",
      "“x.jpg” names no format of this command: text, svg, png, pdf, dot, mermaid, markdown, html, json, yaml. "
    ),
    ("--format svg -o a.dot -o b.json", "“svg” needs a file: --format svg=PATH, or a folder with --output."),
    ("-o a.dot -o ./a.dot", "“dot” twice cannot be written to one place, “./a.dot”. "),
    ("--format svg=q --format dot=./q", "“svg” and “dot” cannot be written to one place, “./q”. "),
    ("--format svg=q --format dot=link", "“svg” and “dot” cannot be written to one place, “link”. "),
    ("--format svg=l1 --format dot=l2", "“svg” and “dot” cannot be written to one place, “l2”. "),
    ("--format svg --format dot -o q.svg", "“dot” needs a file: --format dot=PATH, or a folder with --output."),
    (
      "--format svg --format dot -o q.png",
      "Several formats need one file each: --format svg=PATH, or a folder with --output."
    ),
    ("--format svg --format dot -o -", "Several formats cannot be written to one place, “-”. "),
    ("--format svg --format svg -o new", "“svg” twice cannot be written to one place, “new/graph.svg”. "),
    ("--format png -o q.svg", "“q.svg” would contain png, while its name says svg. Change the name or --format."),
    ("--format svg=s.SVG --format json=a.pdf", "“a.pdf” would contain json, while its name says pdf. "),
    ("-o ''", "--output needs the path of a file or a folder."),
  ])
  func placesThatContradictEachOtherAreRefused(words: String, error: String) async throws {
    try folder.write(["q": "old"])
    try folder.link("link", to: "q")
    for name in ["l1", "l2"] { try folder.link(name, to: "gone") }
    let outcome = try await bash("\"$0\" graph --package-path P --cache-dir cache \(words)")
    #expect(outcome.exitCode == 64)
    #expect(outcome.errors.hasPrefix("error: \(error)"), "\(outcome.errors)")
    #expect(!outcome.errors.contains("Usage:") && !outcome.errors.contains("See 'modgauge"))
    #expect(try folder.read("q") == "old")
  }

  @Test(arguments: [
    ("-o folder", "`folder` is a folder. Name a file, or write `folder/` for `folder/graph.txt`."),
    ("--format dot=folder", "`folder` is a folder. Name a file, or write `folder/` for `folder/graph.dot`."),
    ("-o file/", "`file` already exists and is not a folder. Name another place with --output."),
    (
      "--format json -o folder/Package.swift",
      "`folder/Package.swift` is source code, which no result replaces. Name another place with --output."
    ),
    ("-o gone/a.svg", "Cannot write `gone/a.svg`: there is no such folder. Name another place with --output."),
  ])
  func whatIsInTheWayIsSaidBeforeAnyWork(words: String, error: String) async throws {
    try folder.write(["folder/a": "", "folder/Package.swift": "", "file": "old"])
    let outcome = try await bash("\"$0\" graph --package-path nowhere \(words)")
    #expect(outcome.exitCode == 2 && outcome.errors == "error: \(error)\n", "\(outcome.errors)")
    #expect(try TestFolder.contents(of: folder.path + "/folder").keys.sorted() == ["Package.swift", "a"])
  }

  @Test func `several outputs and formats with paths are all written, each by its extension`() async throws {
    let words = "\"$0\" graph --package-path P --cache-dir cache"
    let outcome = try await bash("\(words) -o a.dot -o b.json --format mermaid=c.txt --format text -o -")
    #expect(outcome.exitCode == 0 && outcome.errors == "", "\(outcome.errors)")
    #expect(outcome.output.hasPrefix("alone (40): Module0, "))
    #expect(try folder.read("a.dot").hasPrefix("digraph"))
    #expect(try folder.read("b.json").hasPrefix("{"))
    #expect(try folder.read("c.txt").hasPrefix("---\n"))
    let folders = try await bash("\(words) --format dot --format json -o new -o c.mmd")
    #expect(folders.exitCode == 0 && folders.errors == "", "\(folders.errors)")
    #expect(try TestFolder.contents(of: folder.path + "/new").keys.sorted() == ["graph.dot", "graph.json"])
    #expect(try folder.read("c.mmd") == folder.read("c.txt"))
  }

  @Test(arguments: [
    ("synthesize x.yml -o a -o b", "--output is given 2 times, and this command writes one result."),
    ("plan -o a -o b bench", "--output is given 2 times, and this command writes one result."),
    ("record -o a -o b", "All reports go into one folder, and --output names “a” and “b”."),
    ("bench --format svg", "svg cannot be printed; name its file: --format svg=PATH."),
    ("bench --format csv --format json", "Several formats need one file each: --format csv=PATH."),
    ("history export -o x.csv --format jsonl", "“x.csv” would contain jsonl, while its name says csv."),
  ])
  func `an output that a command cannot honor is refused`(words: String, error: String) async throws {
    let outcome = try await bash("\"$0\" \(words)")
    #expect(outcome.exitCode == 64 && outcome.errors == "error: \(error)\n", "\(outcome)")
  }

  @Test func aPathThatEndsWithASlashIsAFolder() async throws {
    let words = "\"$0\" graph --package-path P --cache-dir cache"
    for place in ["-o one/", "-o one/two/", "--format dot -o one/", "--format json=three/ --format mermaid=three/"] {
      let outcome = try await bash("\(words) \(place)")
      #expect(outcome.exitCode == 0 && outcome.errors == "", "\(outcome.errors)")
    }
    #expect(
      try TestFolder.contents(of: folder.path + "/one").keys.sorted() == [
        "graph.dot", "graph.txt", "two/", "two/graph.txt",
      ])
    #expect(try TestFolder.contents(of: folder.path + "/three").keys.sorted() == ["graph.json", "graph.mmd"])
  }

  @Test(arguments: [
    (
      "graph --unheard-of",
      "error: Unknown option '--unheard-of'\n  See 'modgauge graph --help' for more information.\n"
    ),
    ("graph --focus A --depth -1", "error: --depth must be 0 or more.\n"),
    ("bench --rounds -3", "error: --rounds must be 1 or more.\n"),
    (
      "why A",
      "error: Missing expected argument '<dependency>'\nHelp:  <dependency>  The module or the file that it depends on.\n"
        + "Usage: modgauge why [<options>] <dependent> <dependency>\n  See 'modgauge why --help' for more information.\n"
    ),
  ])
  func usageIsShownWhereItHelps(words: String, errors: String) async throws {
    let outcome = try await bash("\"$0\" \(words)")
    #expect(outcome.exitCode == 64 && outcome.errors == errors)
  }

  @Test func aSentenceEndsInOneFullStop() async throws {
    try folder.write(["graph.json": "x"])
    let outcome = try await bash("\"$0\" diff graph.json --package-path P")
    #expect(
      outcome.errors
        == "error: `graph.json` is not a module graph: it is not valid JSON, or is truncated. "
        + "Give what `modgauge graph --format json` wrote.\n")
  }
}
