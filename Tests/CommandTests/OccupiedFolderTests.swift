import BuildAnalysis
import Documents
import Foundation
import Services
import Testing
import TestSupport

@testable import modgauge

/// What lies in the folder of the results is never replaced without a word.
struct OccupiedFolderTests {
  private static let finished =
    "`PATH` contains a complete run, or one without `resume.json`, so there is nothing to resume. Name another folder, or replace it "
    + "with --force."
  private static let recorded =
    "There is a recorded build in `PATH`. Name another folder, or replace it with --force."

  @Test(arguments: [
    (["run.json"], finished), (["run.jsonl"], finished), (["trace.jsonl", "recording.json"], recorded),
    (
      ["graph.svg"],
      "`PATH` holds graph.svg, which would be replaced. Name another folder, or replace it "
        + "with --force."
    ),
    (
      ["run.jsonl", "resume.json"],
      "There is an unfinished run in `PATH`. Resume it with `modgauge bench --resume PATH`, "
        + "name another folder, or replace it with --force."
    ),
  ])
  func nothingIsReplacedWithoutAWord(names: [String], message: String) async throws {
    let shop = try ShopWorkspace()
    for name in names { try shop.folder.write(["output/\(name)": "hours of work"]) }
    let before = try TestFolder.contents(of: shop.folder.path)
    for command in ["bench", "record"] {
      let outcome = try await shop.modgauge([command] + shop.benchWords([]).dropFirst())
      #expect(outcome.exitCode == 2)
      #expect(outcome.errors == "error: " + message.replacing("PATH", with: shop.output) + "\n")
      #expect(try TestFolder.contents(of: shop.folder.path) == before)
    }
  }

  @Test func theCommandThatResumesIsQuotedForAShell() async throws {
    let shop = try ShopWorkspace()
    try shop.folder.write(["my runs/run.jsonl": "", "my runs/resume.json": ""])
    let folder = shop.folder.path + "/my runs"
    let outcome = try await shop.modgauge(
      ["bench", "--package-path", shop.path, "--cache-dir", shop.cache, "--output", folder])
    #expect(outcome.exitCode == 2)
    #expect(outcome.errors.contains("Resume it with `modgauge bench --resume '\(folder)'`, "), "\(outcome.errors)")
  }

  @Test func aFolderOfLogsIsNotWrittenInto() async throws {
    let shop = try ShopWorkspace()
    try shop.folder.write(["output/logs/App-1.log": "mine"])
    let outcome = try await shop.modgauge(shop.benchWords([]))
    #expect(
      outcome.exitCode == 2 && outcome.errors.contains("holds logs, which would be replaced"), "\(outcome.errors)")
  }

  @Test func resultsNeverLieAmongAPackagesOwnFiles() async throws {
    let shop = try ShopWorkspace()
    try shop.folder.write(["Shop/graph.svg": "mine"])
    let before = try TestFolder.contents(of: shop.path)
    for command in ["bench", "record"] {
      let outcome = try await shop.modgauge([
        command, "--package-path", shop.path, "--cache-dir", shop.cache, "--output", shop.path, "--force",
      ])
      #expect(outcome.exitCode == 2)
      #expect(
        outcome.errors
          == "error: `\(shop.path)` is the folder of a package, whose files are copied for each run. Name a "
          + "separate folder for the results with --output, such as `\(shop.path)/benchmark`.\n")
      #expect(try TestFolder.contents(of: shop.path) == before)
    }
  }

  @Test func forceIsForAFolderThatIsNamed() {
    for command in ["bench", "record"] {
      #expect(
        ParsedArguments.refusal([command, "--force"])
          == "--force requires --output: the default folder is always new.")
    }
  }

  @Test func whatAReplacedRunHasForSingleBuildsIsRemovedWithIt() throws {
    let folder = try TestFolder()
    let builds = ["logs/App-1.log": "", "timelines/App-1.html": "", "traces/App-1.jsonl": ""]
    let own = [
      "traces/notes.txt": "mine", "logs/more/App-1.log": "mine", "other/App-1.html": "mine", "logs/server.log": "mine",
    ]
    var run = Run.example(rounds: 3)
    (run.samples[0].log, run.samples[1].trace) = ("logs/App-1.log", "traces/App-1.jsonl")
    try folder.write(builds.merging(own) { $1 })
    let place = ResultFolder(path: folder.path, names: RunFolder.names)
    try place.clear()
    for name in builds.keys { #expect(try folder.read(name) == "", "without a run, they may be anyone's") }
    try folder.write(["run.jsonl": run.json(), "run.json": ""])
    try place.clear()
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.contains(".") }
    #expect(files.sorted() == own.keys.sorted())
  }

  @Test func reportsOfOneRunDoNotReplaceThoseOfAnother() async throws {
    let folder = try TestFolder()
    let tool = Tool.built("modgauge")
    try folder.write([
      "a/run.json": Run.example(rounds: 3).json(), "b/run.json": Run.example(rounds: 6).json(), "c/graph.svg": "mine",
    ])
    let path = { (name: String) in "\(folder.path)/\(name)" }
    // Its own, and those of the same run elsewhere, are made again.
    for words in [["report", path("a") + "/"], ["report", path("a"), "-o", path("d")]] {
      for _ in 1...2 { #expect(try await tool(words).exitCode == 0) }
    }
    #expect(try folder.read("d/run.json") == folder.read("a/run.json"))
    for name in ["b", "c"] {
      let before = try TestFolder.contents(of: path(name))
      let outcome = try await tool(["report", path("a"), "--output", path(name)])
      #expect(outcome.exitCode == 2 && outcome.errors.contains("--force"), "\(outcome.errors)")
      #expect(try TestFolder.contents(of: path(name)) == before)
      #expect(try await tool(["report", path("a"), "--output", path(name), "--force"]).exitCode == 0)
      #expect(try folder.read("\(name)/run.json") == folder.read("a/run.json"))
    }
  }

  @Test func aFolderWithoutARunIsNone() async throws {
    let folder = try TestFolder()
    try folder.write(["empty/readme.md": "nothing"])
    for path in [folder.path + "/empty", folder.path + "/empty/"] {
      let outcome = try await Tool.built("modgauge")(["report", path])
      #expect(outcome.exitCode == 2)
      #expect(
        outcome.errors == "error: There is neither a run nor a recorded build in `\(path)`: no run.json, run.jsonl or "
          + "trace.jsonl. Give the folder that `modgauge bench` or `modgauge record` wrote.\n")
    }
    try folder.write(["both/run.json": Run.example(rounds: 3).json(), "both/trace.jsonl": ""])
    let both = try await Tool.built("modgauge")(["report", folder.path + "/both"])
    #expect(
      both.exitCode == 0 && both.errors.contains("also contains a recorded build; `modgauge report "), "\(both.errors)")
    let sorted = try await Tool.built("modgauge")(["report", folder.path + "/both", "--sort", "gain"])
    #expect(
      sorted.exitCode == 64 && sorted.errors.contains("error: --sort applies to recorded builds only;"),
      "\(sorted.errors)")
  }
}
