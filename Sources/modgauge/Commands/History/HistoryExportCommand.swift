import ArgumentParser
import BuildAnalysis
import Documents
import Reports
import Services
import Workspace

struct HistoryExportCommand: AsyncParsableCommand {
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case jsonl, csv
  }

  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Writes runs for other programs and other histories.",
    discussion: """
      jsonl: a line for each run, the oldest first, as in run.json; `modgauge history import` reads it. csv: a row for each build.
      """)

  @OptionGroup var source: HistorySource
  @OptionGroup(title: "Run Options") var runs: HistorySelection

  @Option(help: "The format. Default: that of the file's extension, else jsonl.")
  var format: Format?

  @Option(name: .shortAndLong, help: ArgumentHelp("The file; - is standard output.", valueName: "path"))
  var output: [String] = []

  func run() throws {
    let output = try output.single("--output") ?? "-"
    let named = Path.pathExtension(InputFile.lastPart(of: output)).flatMap { Format(rawValue: String($0)) }
    let format = format ?? named ?? .jsonl
    if let named, named != format {
      throw ValidationError("“\(output)” would contain \(format), while its name says \(named).")
    }
    if output != "-" { try ResultFiles.check(output) }
    let history = try source.open()
    var text: [UInt8] = format == .csv ? Array(CSV.sampleHeader.utf8) : []
    for entry in try history.entries(runs.filter).reversed() {
      guard let run = try history.run(entry.identity) else { continue }
      text += try (format == .csv ? CSV.samples(of: run) : run.json(.line)).utf8
      // Standard output takes what there is; a file appears as a whole.
      guard output == "-" else { continue }
      try Terminal.write(text)
      text.removeAll(keepingCapacity: true)
    }
    if output == "-" { try Terminal.write(text) } else { try ResultFiles.write(text, to: output) }
  }
}
