import ArgumentParser
import BuildAnalysis
import Documents
import Reports
import RunHistory
import Workspace

struct HistoryImportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Adds runs that other machines measured.",
    discussion: """
      Reads run.json files, journals (run.jsonl), exports (JSON lines), and folders, in which every run.json is read, or the \
      journal where there is none. A run that is there already stays as it is, so that an import may be repeated, and several may run at once. A \
      file that cannot be read is told, the others are imported all the same, and the exit code is 2.
      """)

  @Argument(help: ArgumentHelp("Files, or folders of runs.", valueName: "path"))
  var paths: [String]

  @OptionGroup var source: HistorySource

  @Flag(name: .shortAndLong, help: "Print nothing but errors.")
  var quiet = false

  func run() async throws {
    let history = try source.open(creates: true)
    var addition = HistoryAddition()
    var failures = 0
    var files = RunFiles(paths)
    while let batch = await files.next() {
      failures += batch.failures.count
      for failure in batch.failures { Terminal.note("error: \(failure.visibleLines)") }
      addition += try history.add(batch.runs)
    }
    if !quiet {
      let completed = addition.completed > 0 ? ", \(addition.completed) completed" : ""
      Terminal.note(
        "\(Figures.counted(addition.added, "run")) added\(completed), \(addition.known) known: \(history.path.visible)")
    }
    if failures > 0 { throw ExitCode(2) }
  }
}
