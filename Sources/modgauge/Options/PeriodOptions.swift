import ArgumentParser
import ModuleGraph
import Services
import Workspace

/// The part of git's history that is read.
struct PeriodOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The start of the period, as git accepts it: 2026-02-03, \"3 months ago\". Default: half a year before the last commit.",
      valueName: "date"))
  var since: String?

  @Option(
    parsing: .unconditional, help: ArgumentHelp("Read at most this many commits, newest first.", valueName: "number"))
  var maxCommits: Int?

  func validate() throws {
    if let since, CalendarDate.isMistaken(inWordsOfGit: since) {
      throw ValidationError("--since must be a valid date, such as 2026-02-03, not “\(since)”.")
    }
    if let maxCommits, maxCommits < 1 { throw ValidationError("--max-commits must be 1 or more.") }
  }

  /// The changes of modules and files by the commits of the period.
  /// - Throws: `RevisionError`, `CancellationError`.
  func churn(of loaded: LoadedWorkspace) async throws -> Churn {
    let repository = try await GitRepository.withHistory(around: loaded.rootPath)
    let history = try await Interruption.cancelling {
      try await repository.history(of: "HEAD", since: since, limit: maxCommits)
    }
    return Churn(history, in: loaded.places(in: repository))
  }
}
