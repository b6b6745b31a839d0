import ArgumentParser
import BuildAnalysis
import ModuleGraph
import RunHistory
import Services
import Workspace

/// The history that a command of `modgauge history` uses.
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

  /// - Throws: `WorkspaceError.folderMissing`, and what reading the configuration does.
  func file() throws -> HistoryFile {
    guard let root = WorkspaceLocation.folder(of: packagePath) else {
      throw WorkspaceError.folderMissing(path: packagePath)
    }
    return try HistoryFile(
      named: history, configuration: LoadedConfiguration(named: config, of: packagePath), root: root)
  }

  func open() throws -> RunHistory { try file().open(creates: false) }
}

/// Selects its runs.
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
    for (name, word) in [("--workspace", workspace), ("--branch", branch), ("--revision", revision)] {
      guard let word, word.allSatisfy(\.isWhitespace) else { continue }
      throw ValidationError("\(name) is empty. State what it should be, or leave the option out.")
    }
    for (name, date) in [("--since", since), ("--before", before)] {
      guard let date, CalendarDate(date) == nil else { continue }
      throw ValidationError(
        "\(name) must be a valid date in UTC, such as 2026-02-03 or 2026-02-03T04:05, not “\(date)”.")
    }
  }

  static let none = HistoryFilter()

  var filter: HistoryFilter {
    var filter = HistoryFilter()
    (filter.workspace, filter.branch, filter.revision) = (workspace, branch, revision?.lowercased())
    (filter.since, filter.before) = (since, before)
    return filter
  }

  /// - Throws: `ServiceError` if no run of the history is selected.
  func check(in history: RunHistory) throws {
    guard try history.entries(filter, last: 1).isEmpty else { return }
    let (entries, shown) = (try history.entries(), "The history `\(history.path.visible)`")
    guard !entries.isEmpty else {
      throw ServiceError("\(shown) has no runs. Add some with `modgauge bench` or `modgauge history import`.")
    }
    let names: [(kind: String, word: String?, known: Set<String>)] = [
      ("workspace", workspace, Set(entries.map(\.line.workspace))),
      ("branch", branch, Set(entries.compactMap(\.branch))),
    ]
    for (kind, word, known) in names {
      guard let word, !known.contains(word) else { continue }
      throw ServiceError("\(shown) has no run of the \(kind) “\(word.visible)”" + Self.hint(word, known.sorted()))
    }
    throw ServiceError("\(shown) has no run that matches all run options. `modgauge history list` shows its runs.")
  }

  private static func hint(_ word: String, _ known: [String]) -> String {
    let nearest = known.nearest(to: word)
    if !nearest.isEmpty { return "." + nearest.map(\.visible).suggestion }
    return known.isEmpty ? "." : "; it has \(known.map(\.visible).shortened(to: 8))."
  }
}
