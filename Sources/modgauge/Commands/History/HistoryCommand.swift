import ArgumentParser

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
