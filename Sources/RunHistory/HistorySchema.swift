import GRDB

/// The tables of a history, as migrations from one version to the next. A released migration is never changed.
package struct HistorySchema: Sendable {
  /// The migrations in order. SQLite's `user_version` counts those that were applied to a file.
  package let steps: [String]

  package var version: Int { steps.count }

  /// SQLite's `application_id`, which identifies a history: “mdgh”.
  static let application = 0x6D64_6768

  package static let current = HistorySchema(steps: [firstTables, testResults])

  /// - `line`: the properties that runs must share to be comparable.
  /// - `content`: the head of a run, as numbers of pieces, and its samples, both compressed. A table separate from
  ///   `run`, so that listing runs does not read them.
  /// - `piece`: parts of heads, most of which are shared with earlier runs.
  /// - `figure`: medians by series, derived from the samples, so that a trend reads contiguous data.
  private static let firstTables = """
    CREATE TABLE line (
      id INTEGER PRIMARY KEY, workspace TEXT NOT NULL, machine TEXT NOT NULL, compiler TEXT NOT NULL,
      configuration TEXT NOT NULL, UNIQUE (workspace, machine, compiler, configuration));
    CREATE TABLE run (
      id INTEGER PRIMARY KEY, identity TEXT NOT NULL UNIQUE, line INTEGER NOT NULL REFERENCES line (id),
      revision TEXT, committed TEXT, branch TEXT, dirty INTEGER, started TEXT, arms INTEGER NOT NULL,
      samples INTEGER NOT NULL, failures INTEGER NOT NULL);
    CREATE TABLE content (
      run INTEGER PRIMARY KEY REFERENCES run (id) ON DELETE CASCADE, head BLOB NOT NULL, samples BLOB NOT NULL);
    CREATE TABLE piece (id INTEGER PRIMARY KEY, hash INTEGER NOT NULL, text BLOB NOT NULL);
    CREATE INDEX piece_hash ON piece (hash);
    CREATE TABLE series (
      id INTEGER PRIMARY KEY, line INTEGER NOT NULL REFERENCES line (id), arm TEXT NOT NULL, scenario TEXT NOT NULL,
      setup TEXT NOT NULL, module TEXT NOT NULL, UNIQUE (line, arm, scenario, setup, module));
    CREATE TABLE figure (
      series INTEGER NOT NULL REFERENCES series (id), run INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
      seconds REAL NOT NULL, cpu REAL, rounds INTEGER NOT NULL, PRIMARY KEY (series, run)) WITHOUT ROWID;
    """

  /// Results of test modules, by the fingerprint of all that they were built from.
  private static let testResults = """
    CREATE TABLE test_result (
      id INTEGER PRIMARY KEY, fingerprint TEXT NOT NULL, module TEXT NOT NULL, passed INTEGER NOT NULL,
      tests INTEGER NOT NULL, seconds REAL NOT NULL, finished TEXT NOT NULL, place TEXT NOT NULL, revision TEXT);
    CREATE INDEX test_result_fingerprint ON test_result (fingerprint);
    CREATE INDEX test_result_module ON test_result (module);
    """
}

extension Database {
  /// Checks that the file is a history, and returns its version: the number of applied migrations.
  func version() throws -> Int {
    let application = try Int.fetchOne(self, sql: "PRAGMA application_id") ?? 0
    let version = try Int.fetchOne(self, sql: "PRAGMA user_version") ?? 0
    if application == HistorySchema.application {
      guard version >= 0 else { throw HistoryError.Problem.damaged("its version is \(version)") }
      return version
    }
    let tables = try Int.fetchOne(self, sql: "SELECT count(*) FROM sqlite_master") ?? 0
    guard application == 0, version == 0, tables == 0 else { throw HistoryError.Problem.notAHistory }
    return 0
  }
}
