import GRDB

/// How the tests of one module ended.
package struct TestResult: Hashable, Sendable {
  /// The hash of all that the module was built from.
  package let fingerprint: String
  /// `package key/Module`.
  package let module: String
  /// Whether every test passed, and at least one ran.
  package let passed: Bool
  package let tests: Int
  package let seconds: Double
  /// As in `2026-02-03T04:05:06Z`.
  package let finished: String
  package let place: String
  /// The commit; `nil` where there was none.
  package let revision: String?

  package init(
    fingerprint: String, module: String, passed: Bool, tests: Int, seconds: Double, finished: String, place: String,
    revision: String?
  ) {
    (self.fingerprint, self.module, self.passed) = (fingerprint, module, passed)
    (self.tests, self.seconds) = (tests, seconds)
    (self.finished, self.place, self.revision) = (finished, place, revision)
  }
}

extension RunHistory {
  /// Adds results in one transaction.
  /// - Throws: `HistoryError`; in this case, no result was added.
  package func add(_ results: [TestResult]) throws(HistoryError) {
    try write { db in
      for result in results {
        try db.execute(
          sql: """
            INSERT INTO test_result (fingerprint, module, passed, tests, seconds, finished, place, revision)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """,
          arguments: [
            result.fingerprint, result.module, result.passed, result.tests, result.seconds, result.finished,
            result.place, result.revision,
          ])
      }
    }
  }

  /// The latest result of each module that passed whenever it ran with its fingerprint. One that also failed with the same
  /// fingerprint is flaky, and proves nothing.
  /// - Parameter fingerprints: by module.
  package func passed(_ fingerprints: [String: String]) throws(HistoryError) -> [String: TestResult] {
    try read { db in
      var passed: [String: TestResult] = [:]
      for (module, fingerprint) in fingerprints {
        let results = try Self.results(
          db, "WHERE fingerprint = ? AND module = ? ORDER BY finished DESC, id DESC", [fingerprint, module])
        guard let latest = results.first, results.allSatisfy(\.passed) else { continue }
        passed[module] = latest
      }
      return passed
    }
  }

  /// How long the tests of each module took when they passed last, in seconds.
  package func testSeconds() throws(HistoryError) -> [String: Double] {
    try read { db in
      let results = try Self.results(db, "WHERE passed ORDER BY finished, id", [])
      return Dictionary(results.map { ($0.module, $0.seconds) }, uniquingKeysWith: { $1 })
    }
  }

  private static func results(
    _ db: Database, _ condition: String, _ arguments: StatementArguments
  ) throws -> [TestResult] {
    let rows = try Row.fetchAll(
      db,
      sql:
        "SELECT fingerprint, module, passed, tests, seconds, finished, place, revision FROM test_result \(condition)",
      arguments: arguments)
    return try rows.map { row in
      TestResult(
        fingerprint: try row.value(0), module: try row.value(1), passed: try row.value(2) as Int64 == 1,
        tests: try row.count(3), seconds: try row.value(4), finished: try row.value(5), place: try row.value(6),
        revision: try row.optional(7))
    }
  }
}
