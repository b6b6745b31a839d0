import ArgumentParser
import Reports
import Services

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
