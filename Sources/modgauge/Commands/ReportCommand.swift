import ArgumentParser
import BuildAnalysis
import BuildTrace
import Reports
import Workspace

struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Draws the reports of a run or of a recorded build again, without building anything.",
    discussion: """
      Of a run: graph.svg, graph.png, builds.md, builds.csv and run.json; the journal of a run that was ended early \
      (run.jsonl) serves as well. Of what `modgauge record` wrote, or of one of the traces that `modgauge bench --record` \
      keeps (traces/App-1.jsonl): all that `modgauge record` writes. Prints what these commands print.
      """)

  @Argument(
    help: ArgumentHelp(
      "The folder of a run or of a recorded build, or its run.json, run.jsonl or trace.", valueName: "run"))
  var source: String

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The folder of the reports; the run's own if not given.", valueName: "folder"))
  var output: String?

  func run() throws {
    let file = InputFile.file(at: source, orIn: RunFolder.files + [RecordFolder.traceName]) ?? source
    if let recorded = try RecordedTrace(at: file) {
      let folder = RecordFolder(path: output.map(Path.absolute) ?? recorded.folder)
      try ResultFiles.makeFolder(folder.path)
      return try folder.show(recorded.trace, of: recorded.recording)
    }
    let run = try RunFolder.read(file)
    let folder = RunFolder(path: output.map(Path.absolute) ?? InputFile.folder(of: file))
    try ResultFiles.makeFolder(folder.path)
    try folder.write(run)
    try Terminal.write(Markdown.tables(run))
    Terminal.complain("reports: \(folder.path)")
  }
}
