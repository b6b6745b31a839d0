import ArgumentParser
import BuildAnalysis
import ModuleGraph
import Reports
import RunHistory
import Services

struct HistoryShowCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Writes the report of a stored run, in any format of `modgauge report`.")

  @Argument(
    help: ArgumentHelp("The run: the beginning of its id or commit, or latest.", valueName: "run"))
  var word: String

  @OptionGroup var source: HistorySource
  @OptionGroup var result: ResultOptions<RunReport>

  func validate() throws {
    if word.allSatisfy(\.isWhitespace) {
      throw ValidationError("The run is empty. Give the beginning of its id or commit, or latest.")
    }
  }

  func run() throws {
    let places = try result.destinations(named: "run")
    let history = try source.open()
    let entry = try entry(in: history)
    guard let run = try history.run(entry.identity) else { throw noRun(in: history) }
    try result.deliver(RunReport(RunFindings(run)), to: places)
  }

  private func entry(in history: RunHistory) throws -> HistoryEntry {
    let prefix = word.lowercased()
    var ofRevision = HistoryFilter()
    ofRevision.revision = prefix
    let found =
      try prefix == "latest"
      ? history.entries(last: 1)
      : history.entries(identity: prefix) + history.entries(ofRevision).filter { !$0.identity.hasPrefix(prefix) }
    guard let first = found.first, found.count == 1 else {
      guard found.isEmpty else {
        let ids = found.map { String($0.identity.prefix(12)) }.shortened(to: 5)
        throw ServiceError("“\(word)” names \(found.count) runs: \(ids). Give more of the id.")
      }
      let names = try history.entries().flatMap {
        [String($0.identity.prefix(12)), $0.revision.map { String($0.prefix(12)) }]
      }
      throw noRun(in: history, nearest: (names.compactMap(\.self) + ["latest"]).nearest(to: word))
    }
    return first
  }

  /// - Parameter nearest: ids and revisions that are written in a similar way.
  private func noRun(in history: RunHistory, nearest: [String] = []) -> ServiceError {
    ServiceError(
      "The history `\(history.path)` has no run “\(word)”. `modgauge history list` shows their ids."
        + nearest.suggestion)
  }
}
