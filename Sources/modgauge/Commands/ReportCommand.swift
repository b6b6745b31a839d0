import ArgumentParser
import BuildAnalysis
import Reports

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Draws the reports of a run again, without building anything.",
    discussion: """
      Writes graph.svg, graph.png, builds.md, builds.csv and run.json, and prints the table. The journal of a run that \
      was ended early (run.jsonl) serves as well.
      """)

  @Argument(help: ArgumentHelp("A run.json, or the run.jsonl of a run that was ended early.", valueName: "run"))
  var runFile: String

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The folder of the reports; the run's own if not given.", valueName: "folder"))
  var output: String?

  func run() throws {
    let path = ResultFiles.absolute(runFile)
    let run = try Self.read(path, shownAs: runFile)
    let ownFolder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    let folder = RunFolder(path: output.map(ResultFiles.absolute) ?? ownFolder)
    try ResultFiles.makeFolder(folder.path)
    try folder.write(run)
    try Terminal.write(Markdown.buildsTable(run) + "\n")
    Terminal.complain("reports: \(folder.path)")
  }

  private static func read(_ path: String, shownAs shown: String) throws -> Run {
    let bytes: Data
    do { bytes = try Data(contentsOf: URL(fileURLWithPath: path)) } catch {
      throw UnreadableRun(path: shown, reason: "it cannot be opened")
    }
    do { return try JSON.run(from: Array(bytes)) } catch let error as JSON.Malformed {
      throw UnreadableRun(path: shown, reason: error.reason)
    }
  }
}

/// A file that holds no run.
private struct UnreadableRun: Error, CustomStringConvertible {
  let path: String
  let reason: String

  var description: String {
    "`\(path)` is no run of modgauge: \(reason). Give the run.json or run.jsonl that `modgauge bench` wrote."
  }
}
