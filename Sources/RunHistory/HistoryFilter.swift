import GRDB

/// Which runs are meant. What is absent does not matter.
package struct HistoryFilter: Sendable, Hashable {
  package var workspace: String?
  package var branch: String?
  /// The beginning of the commit.
  package var revision: String?
  /// Begun at this moment or later, and before that one: `2026-02-03T04:05:06Z` or a beginning of it.
  package var since: String?
  package var before: String?

  package init() {}

  /// For `WHERE`, with the tables `run` and `line`.
  var condition: (sql: String, arguments: StatementArguments) {
    let terms: [(sql: String, value: String?)] = [
      ("line.workspace = ?", workspace), ("run.branch = ?", branch), ("instr(run.revision, ?) = 1", revision),
      ("run.started >= ?", since), ("run.started < ?", before),
    ]
    let stated = terms.filter { $0.value != nil }
    return (
      (["1"] + stated.map(\.sql)).joined(separator: " AND "), StatementArguments(stated.map(\.value))
    )
  }
}
