import GRDB

/// Selects runs of a history. Properties that are `nil` are ignored.
package struct HistoryFilter: Sendable, Hashable {
  package var workspace: String?
  package var branch: String?
  /// A prefix of the commit.
  package var revision: String?
  /// The run began (or if that is unknown, its commit was made) at this time or later, and before the time `before`: `2026-02-03T04:05:06Z` or a prefix of such a
  /// time.
  package var since: String?
  package var before: String?

  package init() {}

  /// Older runs have no start.
  private static let moment = "coalesce(run.started, run.committed)"

  /// The SQL condition for `WHERE`, over the tables `run` and `line`.
  var condition: (sql: String, arguments: StatementArguments) {
    let terms: [(sql: String, value: String?)] = [
      ("line.workspace = ?", workspace), ("run.branch = ?", branch), ("instr(run.revision, ?) = 1", revision),
      ("\(Self.moment) >= ?", since), ("\(Self.moment) < ?", before),
    ]
    let stated = terms.filter { $0.value != nil }
    return (
      (["1"] + stated.map(\.sql)).joined(separator: " AND "), StatementArguments(stated.map(\.value))
    )
  }
}
