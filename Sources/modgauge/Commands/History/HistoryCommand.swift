import ArgumentParser
import BuildAnalysis
import Documents
import Reports
import Services
import Workspace

struct HistoryCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "history", _superCommandName: Program.name,
    abstract: "Shows past runs: lists, reports, and trends with their steps.",
    discussion: """
      `modgauge bench` adds each run to the history of its workspace, an SQLite file. Several processes may use it at once. \
      Figures of different machines, toolchains or configurations are never put on one line.
      """,
    subcommands: [
      HistoryListCommand.self, HistoryShowCommand.self, HistoryTrendCommand.self, HistoryImportCommand.self,
      HistoryExportCommand.self, HistoryPruneCommand.self,
    ], defaultSubcommand: HistoryListCommand.self)
}

struct HistoryListCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Lists runs, the newest commit first.")

  @OptionGroup var source: HistorySource
  @OptionGroup(title: "Run Options") var runs: HistorySelection

  @Option(parsing: .unconditional, help: ArgumentHelp("The largest number of runs to list.", valueName: "number"))
  var last: Int?

  @OptionGroup var result: ResultOptions<HistoryList>

  func validate() throws {
    if let last, last < 1 { throw ValidationError("--last must be 1 or more.") }
  }

  func run() throws {
    let places = try result.destinations(named: "history")
    try result.deliver(HistoryList(try source.open().entries(runs.filter, last: last)), to: places)
  }
}

struct HistoryPruneCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "prune",
    abstract: "Removes runs from the history, and frees their space.",
    discussion: "Of the selected runs, --keep keeps the newest of each machine and toolchain.")

  @OptionGroup var source: HistorySource
  @OptionGroup(title: "Run Options") var runs: HistorySelection

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Keep this many of the newest runs of each machine and toolchain.", valueName: "number"))
  var keep: Int?

  @Flag(help: "Print how many runs would be removed; remove none.")
  var dryRun = false

  func validate() throws {
    if let keep, keep < 0 { throw ValidationError("--keep must be 0 or more.") }
    if keep == nil, runs.filter == HistorySelection.none {
      throw ValidationError("State what to remove: --before DATE, --branch NAME or the like, or --keep NUMBER.")
    }
  }

  func run() throws {
    let history = try source.open()
    let removed = try history.prune(runs.filter, keeping: keep ?? 0, isTrial: dryRun)
    Terminal.note("\(dryRun ? "would remove" : "removed") \(Figures.counted(removed, "run")): \(history.path.visible)")
  }
}

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
