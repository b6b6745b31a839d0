import ArgumentParser
import Reports

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
