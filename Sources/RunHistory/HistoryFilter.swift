import GRDB

/// Selects runs of a history. Properties that are `nil` are ignored.
package struct HistoryFilter: Sendable, Hashable {
  package var workspace: String?
  package var branch: String?
  /// A prefix of the commit.
  package var revision: String?
  /// The run began at this time or later, and before the time `before`; if its start is unknown, the date of its commit
  /// counts. Either is a time such as `2026-02-03T04:05:06Z` or a prefix of one.
  package var since: String?
  package var before: String?

  package init() {}

  // Runs of older versions have no start.
  private static let moment = "coalesce(run.started, run.committed)"

  /// The SQL condition for `WHERE`, which refers to the tables `run` and `line`.
  var condition: (sql: String, arguments: StatementArguments) {
    let terms: [(sql: String, value: String?)] = [
      ("line.workspace = ?", workspace), ("run.branch = ?", branch), ("instr(run.revision, ?) = 1", revision),
      ("\(Self.moment) >= ?", since), ("\(Self.moment) < ?", before),
    ]
    let stated = terms.filter { $0.value != nil }
    return ((["1"] + stated.map(\.sql)).joined(separator: " AND "), StatementArguments(stated.map(\.value)))
  }
}
