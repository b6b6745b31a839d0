import ArgumentParser
import Reports
import RunHistory
import Services
import Workspace

struct HistoryImportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Adds runs from other machines.",
    discussion: """
      Reads run.json files, journals (run.jsonl), exports (JSON lines), and folders: each run.json in them, or the journal \
      where there is none. A run that the history already has stays as it is, so an import can be repeated, and several \
      can run at once. Of Xcode's builds, reads .xcactivitylog files, and all logs in a folder of derived data; of those, \
      logs of no build are skipped. Of a run of `modgauge compare`, trends show the builds of the head. A file that cannot be read is reported, the others are imported, and the exit code is 2.
      """)

  @Argument(help: ArgumentHelp("Files, or folders of runs.", valueName: "path"))
  var paths: [String]

  @OptionGroup var source: HistorySource

  @Flag(name: .shortAndLong, help: "Print nothing but errors.")
  var quiet = false

  func run() async throws {
    let file = try source.file()
    // A history is not created for nothing.
    var history: RunHistory?
    var addition = HistoryAddition()
    var (failures, skipped) = (0, 0)
    // Also after an error: earlier batches are stored.
    defer { if !quiet, let history { Self.note(addition, to: history) } }
    let files = RunFiles(paths)
    // The next runs are read while these are stored.
    var upcoming = Task { await files.next() }
    while let batch = await upcoming.value {
      upcoming = Task { await files.next() }
      failures += batch.failures.count
      skipped += batch.skipped
      for failure in batch.failures { Terminal.note("error: \(failure.visibleLines)") }
      guard !batch.runs.isEmpty else { continue }
      let opened = try history ?? file.open(creates: true)
      addition += try opened.add(batch.runs)
      history = opened
    }
    if skipped > 0, !quiet { Terminal.note("note: \(Figures.counted(skipped, "log")) of no build skipped") }
    if failures > 0 { throw ExitCode(2) }
  }

  private static func note(_ addition: HistoryAddition, to history: RunHistory) {
    let completed = addition.completed > 0 ? ", \(addition.completed) completed" : ""
    Terminal.note(
      "\(Figures.counted(addition.added, "run")) added\(completed), \(addition.known) known: \(history.path.visible)")
  }
}
