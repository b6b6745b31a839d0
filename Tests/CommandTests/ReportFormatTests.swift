import BuildAnalysis
import Documents
import Foundation
import Reports
import TestSupport
import Testing

/// A run that was measured before, in one form alone.
struct ReportFormatTests {
  private let folder: TestFolder
  private let run = Run.recordedExample(rounds: 6)

  init() throws {
    folder = try TestFolder()
    try folder.write(["run/run.json": try run.findings.json()])
  }

  private func report(_ words: [String]) async throws -> Tool.Outcome {
    try await Tool.built("modgauge")(["report", "run"] + words, in: folder.path)
  }

  @Test func everyFormIsTheFileThatAFolderHas() async throws {
    let all = try await report(["--output", "all"])
    #expect(all.exitCode == 0, "\(all.errors)")
    let files = try TestFolder.contents(of: folder.path + "/all")
    for rendering in RunReport.renderings {
      guard let file = rendering.file else { continue }
      let one = try await report(["--format", rendering.name])
      #expect(one.exitCode == 0 && one.errors == "", "\(one.errors)")
      #expect(Data(one.outputBytes) == files[file], "\(rendering.name)")
    }
    let png = [UInt8](files["chart.png"]?.prefix(4) ?? Data())
    #expect(png == [0x89, 0x50, 0x4E, 0x47])
    let chart = String(decoding: files["chart.svg"] ?? Data(), as: UTF8.self)
    #expect(chart.contains(">CartApp</text>") && chart.contains("× 0.52"))
  }

  @Test(.enabled(if: Browser.isInstalled, Browser.needed)) func thePageHoldsTheGraphBesideTheFigures() async throws {
    let outcome = try await report(["--format", "html"])
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    let found = try await Browser.result(
      outcome.output,
      #"""
      const modules = byId("graph-world").textContent;
      const tools = document.querySelectorAll(".tools").length;
      const ids = [...document.querySelectorAll("[id]")].map(part => part.id);
      return [["App", "CartApp", "Core"].every(name => modules.includes(name)), tools, ids.length - new Set(ids).size];
      """#)
    #expect(found == "true,8,0")
  }

  @Test func figuresOfModulesNeedARecordedRun() async throws {
    try folder.write(["run/run.json": try Run.example(rounds: 3).findings.json()])
    let outcome = try await report(["--format", "modules"])
    #expect(outcome.exitCode == 2 && outcome.output == "")
    #expect(
      outcome.errors
        == "error: The run in `run` has no figures of modules: its builds were not recorded, which `modgauge bench "
        + "--record` does.\n")
    let bench = try await Tool.built("modgauge")(["bench", "--format", "modules"], in: folder.path)
    #expect(bench.exitCode == 64 && bench.errors.contains("--format modules needs --record"))
  }

  @Test func theEndingOfAFileNamesAForm() async throws {
    let page = try await report(["--output", "page.html"])
    #expect(page.exitCode == 0 && page.output == "", "\(page.errors)")
    #expect(try folder.read("page.html").hasPrefix("<!doctype html>"))
    let several = try await report(["--format", "csv", "--format", "modules", "--output", "several"])
    #expect(several.exitCode == 0, "\(several.errors)")
    #expect(try TestFolder.contents(of: folder.path + "/several").keys.sorted() == ["builds.csv", "modules.csv"])
  }

  @Test func hyperfinesScriptsFindTheirFigures() async throws {
    struct Export: Decodable {
      struct Result: Decodable {
        let command: String
        let median: Double
        let stddev: Double
        let user: Double
        let system: Double
        let times: [Double]
        let exit_codes: [Int]
        let parameters: [String: String]
      }
      let results: [Result]
    }
    let outcome = try await report(["--format", "hyperfine"])
    let results = try JSONDecoder().decode(Export.self, from: Data(outcome.outputBytes)).results
    #expect(results.map(\.command) == ["App", "CartApp", "Search"])
    try #require(results.count > 1)
    #expect(results[1].times == [10.25, 10.5, 10.75, 11, 11.25, 11.5] && results[1].median == 10.875)
    #expect(results[1].exit_codes.count == 6 && results[1].parameters == ["arm": "CartApp", "scenario": "clean"])
    #expect(results.allSatisfy { $0.user > 0 && $0.system == 0 }, "a run of an older version has only the sum")
  }

  /// Compared with what hyperfine itself writes here; `script/bootstrap --tests` installs it.
  @Test(.enabled(if: (try? Tool.named("hyperfine")) != nil))
  func `the export has hyperfine's own keys and types`() async throws {
    func results(_ text: [UInt8]) throws -> [[String: Any]] {
      let whole = try #require(try JSONSerialization.jsonObject(with: Data(text)) as? [String: Any])
      return try #require(whole["results"] as? [[String: Any]])
    }
    let file = folder.path + "/theirs.json"
    for runs in ["1", "3"] {
      let words = ["-N", "--style", "none", "--runs", runs, "true", "--export-json", file]
      #expect(try await Tool.named("hyperfine")(words).exitCode == 0)
      let theirs = try #require(try results(Array(Data(contentsOf: URL(filePath: file)))).first)
      var run = Run.example(rounds: Int(runs) ?? 1)
      for place in run.samples.indices { run.samples[place].systemSeconds = 1 }
      try folder.write(["one/run.json": run.json()])
      let outcome = try await Tool.built("modgauge")(
        ["report", folder.path + "/one/run.json", "--format", "hyperfine"], in: folder.path)
      let ours = try #require(try results(outcome.outputBytes).first)
      for (key, value) in theirs {
        let own = ours[key]
        #expect((own is NSNull) == (value is NSNull) && (own is NSNumber) == (value is NSNumber), "\(key)")
        #expect((own as? [Any])?.count == (value as? [Any])?.count, "\(key)")
      }
      #expect(ours["system"] as? Double == 1)
    }
  }

  private static let scripts = ".build/hyperfine"

  /// hyperfine's own scripts, which `script/bootstrap --tests` downloads; those whose libraries are not installed are
  /// skipped.
  @Test(.enabled(if: FileManager.default.fileExists(atPath: scripts)))
  func `hyperfine's own scripts read the export`() async throws {
    let export = try await report(["--format", "hyperfine"])
    try folder.write(["export.json": export.output])
    let python = Tool(path: "/usr/bin/python3")
    for name in try FileManager.default.contentsOfDirectory(atPath: Self.scripts).sorted() {
      let script = FileManager.default.currentDirectoryPath + "/\(Self.scripts)/\(name)"
      let picture = name.hasPrefix("plot") ? ["--output", folder.path + "/plot.png"] : []
      let outcome = try await python(
        [script, folder.path + "/export.json"] + picture, environment: ["MPLBACKEND": "Agg"])
      if outcome.errors.contains("ModuleNotFoundError") { continue }
      #expect(outcome.exitCode == 0, "\(name): \(outcome.errors)")
      if name == "advanced_statistics.py" { #expect(outcome.output.contains("Command 'CartApp'"), "\(outcome.output)") }
    }
  }
}
