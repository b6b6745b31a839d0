import ArgumentParser

/// Options for saving and settling predictions.
struct LedgerOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Save this prediction with its inputs and a hash under this name.", valueName: "name"))
  var save: String?

  @Option(
    help: ArgumentHelp(
      "Measure the change of a saved prediction, and report how accurate the prediction was.", valueName: "name"))
  var settle: String?

  @Option(
    help: ArgumentHelp(
      "With --settle: the revision before the change, or a branch: its merge base with --head counts, as in `modgauge compare`.",
      valueName: "revision"))
  var base: String?

  @Option(
    help: ArgumentHelp(
      "With --settle: the revision with the change. Default: the working tree.", valueName: "revision"))
  var head: String?

  @Option(
    help: ArgumentHelp(
      "The folder of the saved predictions. Default: one for the workspace in the state folder.", valueName: "folder"))
  var ledger: String?
}
