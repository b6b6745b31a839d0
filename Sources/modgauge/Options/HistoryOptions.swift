import ArgumentParser
import RunHistory
import Workspace

/// The history that a command of `modgauge history` is about.
struct HistorySource: ParsableArguments {
  static let help = ArgumentHelp(
    "The history's file. Default: what `history:` in .modgauge.yml names, else one for the workspace in the state folder.",
    valueName: "file")

  @Option(help: Self.help) var history: String?

  @Option(help: ArgumentHelp("The workspace whose history it is.", valueName: "folder"))
  var packagePath = "."

  @Option(
    help: ArgumentHelp(
      "The configuration. Default: the .modgauge.yml in the package's folder or above it.", valueName: "file"))
  var config: String?

  func open(creates: Bool = false) throws -> RunHistory {
    guard let root = WorkspaceLocation.folder(of: packagePath) else {
      throw WorkspaceError.folderMissing(path: packagePath)
    }
    return try HistoryFile(
      named: history, configuration: FoundConfiguration(named: config, of: packagePath), root: root
    ).open(creates: creates)
  }
}

/// Which runs of it are meant.
struct HistorySelection: ParsableArguments {
  @Option(help: ArgumentHelp("Runs of this workspace only, by its package's name.", valueName: "name"))
  var workspace: String?

  @Option(help: ArgumentHelp("Runs of this branch only.", valueName: "name"))
  var branch: String?

  @Option(help: ArgumentHelp("Runs of the commits whose hash begins with this.", valueName: "hash"))
  var revision: String?

  @Option(
    help: ArgumentHelp(
      "Runs that began at this time or later, in UTC: 2026-02-03 or 2026-02-03T04:05.", valueName: "date"))
  var since: String?

  @Option(help: ArgumentHelp("Runs that began before this time.", valueName: "date"))
  var before: String?

  func validate() throws {
    for (name, date) in [("--since", since), ("--before", before)] {
      guard let date, date.wholeMatch(of: /\d{4}(-\d\d(-\d\d(T\d\d(:\d\d(:\d\dZ?)?)?)?)?)?/) == nil else { continue }
      throw ValidationError("\(name) needs a date in UTC, like 2026-02-03 or 2026-02-03T04:05.")
    }
  }

  static let none = HistoryFilter()

  var filter: HistoryFilter {
    var filter = HistoryFilter()
    (filter.workspace, filter.branch, filter.revision) = (workspace, branch, revision?.lowercased())
    (filter.since, filter.before) = (since, before)
    return filter
  }
}
