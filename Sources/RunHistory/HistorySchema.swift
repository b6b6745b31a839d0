import GRDB

/// The tables of a history, as steps from one version to the next. A step that was released is never changed.
package struct HistorySchema: Sendable {
  /// `user_version` counts the steps that a file has had.
  package let steps: [String]

  package init(steps: [String]) {
    self.steps = steps
  }

  package var version: Int { steps.count }

  /// What a file says that it is, in SQLite's `application_id`: “mdgh”.
  static let application = 0x6D64_6768

  package static let current = HistorySchema(steps: [firstTables])

  /// - `line`: what runs have in common whose figures may be compared.
  /// - `content`: a run: of its head the pieces' numbers, and its samples, both deflated; apart from `run`, so that
  ///   listing runs does not read them.
  /// - `piece`: parts of heads, which most runs share with those before.
  /// - `figure`: medians by series, so that a trend reads one place of the file. They follow from the samples.
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
}

extension Database {
  /// Which file this is, and how many steps it has had.
  func version() throws -> Int {
    let application = try Int.fetchOne(self, sql: "PRAGMA application_id") ?? 0
    let version = try Int.fetchOne(self, sql: "PRAGMA user_version") ?? 0
    if application == HistorySchema.application { return version }
    let tables = try Int.fetchOne(self, sql: "SELECT count(*) FROM sqlite_master") ?? 0
    guard application == 0, version == 0, tables == 0 else { throw HistoryError.Problem.notAHistory }
    return 0
  }
}
