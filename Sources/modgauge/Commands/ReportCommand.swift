import ArgumentParser
import BuildAnalysis
import Reports
import Workspace

struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Draws the reports of a run again, without building anything.",
    discussion: """
      Writes graph.svg, graph.png, builds.md, builds.csv and run.json, and prints the table. The journal of a run that \
      was ended early (run.jsonl) serves as well.
      """)

  @Argument(
    help: ArgumentHelp(
      "The folder of a run, its run.json, or the run.jsonl of one that was ended early.", valueName: "run"))
  var source: String

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The folder of the reports; the run's own if not given.", valueName: "folder"))
  var output: String?

  func run() throws {
    let file = InputFile.file(at: source, orIn: ["run.json", "run.jsonl"]) ?? source
    let run = try Self.read(file)
    let folder = RunFolder(path: output.map(Path.absolute) ?? InputFile.folder(of: file))
    try ResultFiles.makeFolder(folder.path)
    try folder.write(run)
    try Terminal.write(Markdown.tables(run))
    Terminal.complain("reports: \(folder.path)")
  }

  private static func read(_ path: String) throws -> Run {
    do { return try JSON.run(from: InputFile.read(path)) } catch let error as JSON.Malformed {
      throw UnreadableRun(path: path, reason: error.reason)
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
