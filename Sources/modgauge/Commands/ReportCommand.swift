import ArgumentParser
import BuildAnalysis
import BuildTrace
import Documents
import Reports
import Services
import Workspace

struct ReportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report", _superCommandName: Program.name,
    abstract: "Writes the reports of a run or of a recorded build again.",
    discussion: """
      Of a run: report.html, report.md, builds.csv, hyperfine.json, chart.svg and .png, graph.svg and .png, and \
      run.json; the journal of an interrupted run (run.jsonl) works as well. With --format or a file name, only that \
      format.

      Of what `modgauge record` wrote, or of one of the traces that `modgauge bench --record` keeps \
      (traces/App-1.jsonl): all that `modgauge record` writes.

      Prints what these commands print.
      """)

  @Argument(
    help: ArgumentHelp(
      "The folder of a run or of a recorded build, or its run.json, run.jsonl or trace.", valueName: "run"))
  var source: String

  @OptionGroup var result: ResultOptions<RunReport>

  @Option(help: "The column that sorts the modules of a recorded build. Default: cpu.")
  var sort: ModuleOrder?

  @Flag(help: "Replace another run, a recorded build or files of the same names in the folder of --output.")
  var force = false

  func validate() throws {
    if force, try result.folder == nil {
      throw ValidationError("--force is for --output: a run's own reports are always replaced.")
    }
  }

  func run() throws {
    let file = try measurements()
    if let recorded = try RecordedTrace(at: file) { return try draw(recorded) }
    if try result.isOfFilesOnly { return try print(file) }
    let places = try result.isOfFiles ? result.files.destinations(named: "report") : []
    let run = try RunFolder.read(file)
    guard sort == nil else {
      throw ValidationError("--sort applies to recorded builds only; the modules of a run are sorted by CPU time.")
    }
    let folder = RunFolder(path: try result.folder.map(Path.absolute) ?? InputFile.folder(of: file))
    let place = ResultFolder(path: folder.path, names: RunFolder.names)
    try prepare(place, unless: InputFile.folder(of: file)) {
      (try? RunFolder.read(folder.path + "/run.json")) == run
    }
    let findings = RunFindings(run)
    try folder.write(findings, tracesIn: RunFolder(path: InputFile.folder(of: file)))
    try Terminal.write(RunReport(findings).printed(as: nil, result.style))
    try result.deliver(RunReport(findings), to: places)
    Terminal.note("reports: \(folder.path)")
  }

  /// Prints a run in the requested renderings, and writes no other files.
  private func print(_ file: String) throws {
    let places = try result.destinations(named: "report")
    let report = RunReport(RunFindings(try RunFolder.read(file)))
    if places.contains(where: { $0.rendering.name == RunReport.modulesName }), !report.hasModules {
      throw ServiceError(
        "The run in `\(source.visible)` has no figures of modules: its builds were not recorded, which "
          + "`modgauge bench --record` does.")
    }
    try result.deliver(report, to: places)
  }

  private func draw(_ recorded: RecordedTrace) throws {
    let result = try result.options(for: RecordedReport.self)
    if try result.isOfFilesOnly {
      let places = try result.destinations(named: "report")
      return try result.deliver(
        RecordedReport(recorded.trace, of: recorded.recording, sortedBy: sort ?? .cpu), to: places)
    }
    let places = try result.isOfFiles ? result.files.destinations(named: "report") : []
    let folder = RecordFolder(path: try result.folder.map(Path.absolute) ?? recorded.folder)
    try prepare(ResultFolder(path: folder.path, names: RecordFolder.names), unless: recorded.folder) {
      (try? Recording(json: InputFile.read(folder.recording))) == recorded.recording
    }
    try folder.write(recorded.trace, of: recorded.recording, sortedBy: sort ?? .cpu) { report in
      try Terminal.write(RecordedReport.standardRendering.bytes(of: report, style: result.style))
      try result.deliver(report, to: places)
    }
  }

  /// The named file, or the one in the named folder.
  private func measurements() throws -> String {
    let names = RunFolder.files + [RecordFolder.traceName]
    guard let file = InputFile.file(at: source, orIn: names) else {
      // For a missing file or a pipe, reading it gives a better error.
      guard Path.isFolder(source) else { return source }
      throw ServiceError(
        "There is neither a run nor a recorded build in `\(source.visible)`: no run.json, run.jsonl or trace.jsonl. Give the "
          + "folder that `modgauge bench` or `modgauge record` wrote.")
    }
    let trace = "\(source)/\(RecordFolder.traceName)"
    if Path.isFolder(source), !file.hasSuffix(RecordFolder.traceName), Path.isFile(trace) {
      Terminal.note(
        "note: `\(source.visible)` also contains a recorded build; `modgauge report \(trace.shellWord.visible)` draws it"
      )
    }
    return file
  }

  /// Creates the folder of the reports.
  /// - Parameter home: the folder that the reports belong to, where they are replaced.
  /// - Throws: `ResultFolder.Occupied` if the folder contains other reports.
  private func prepare(_ folder: ResultFolder, unless home: String, isOwn: () -> Bool) throws {
    if folder.path != home, !force { try folder.check(isOwn: isOwn) }
    try ResultFiles.makeFolder(folder.path)
  }
}
