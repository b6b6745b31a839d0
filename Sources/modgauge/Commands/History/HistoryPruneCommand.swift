import ArgumentParser
import Reports

struct HistoryPruneCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "prune",
    abstract: "Removes runs from the history, and gives their room back.",
    discussion: "Of the runs that the options name, --keep leaves the newest of each machine and toolchain.")

  @OptionGroup var source: HistorySource
  @OptionGroup(title: "Run Options") var runs: HistorySelection

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Leave so many of the newest runs of each machine and toolchain.", valueName: "number"))
  var keep: Int?

  @Flag(help: "Say how many runs would be removed; remove none.")
  var dryRun = false

  func validate() throws {
    if let keep, keep < 0 { throw ValidationError("--keep must be 0 or more.") }
    if keep == nil, runs.filter == HistorySelection.none {
      throw ValidationError("Say what is to be removed: --before DATE, --branch NAME or the like, or --keep NUMBER.")
    }
  }

  func run() throws {
    let history = try source.open()
    let removed = try history.prune(runs.filter, keeping: keep ?? 0, isTrial: dryRun)
    Terminal.note("\(dryRun ? "would remove" : "removed") \(Figures.counted(removed, "run")): \(history.path.visible)")
  }
}
