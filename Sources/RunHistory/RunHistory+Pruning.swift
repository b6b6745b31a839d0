import Foundation
import GRDB

extension RunHistory {
  /// Removes runs, and shrinks the file.
  /// - Parameters:
  ///   - filter: selects the runs that may be removed.
  ///   - keeping: the number of newest runs among them to keep for each line.
  ///   - isTrial: whether to count the runs without removing any.
  /// - Returns: the number of runs that were removed, or that would be.
  package func prune(_ filter: HistoryFilter, keeping: Int, isTrial: Bool) throws(HistoryError) -> Int {
    let (sql, arguments) = filter.condition
    let chosen = """
      SELECT number FROM (
        SELECT run.id AS number, row_number() OVER (
          PARTITION BY line ORDER BY coalesce(committed, started, '') DESC, started DESC, run.id DESC) AS place
        FROM run JOIN line ON line.id = line WHERE \(sql))
      WHERE place > \(keeping)
      """
    if isTrial {
      return try read { try Int.fetchOne($0, sql: "SELECT count(*) FROM (\(chosen))", arguments: arguments) ?? 0 }
    }
    let removed = try write { db in
      try db.execute(sql: "DELETE FROM run WHERE id IN (\(chosen))", arguments: arguments)
      let removed = db.changesCount
      try db.execute(sql: "DELETE FROM series WHERE id NOT IN (SELECT DISTINCT series FROM figure)")
      try db.execute(
        sql: "DELETE FROM line WHERE id NOT IN (SELECT line FROM run UNION SELECT line FROM series)")
      try db.removeUnusedPieces()
      return removed
    }
    if removed > 0 { try compact() }
    return removed
  }
}

extension Database {
  fileprivate func removeUnusedPieces() throws {
    var used: Set<Int64> = []
    let heads = try Data.fetchCursor(self, sql: "SELECT head FROM content")
    while let head = try heads.next() { used.formUnion(try PieceNumbers.unpacked(head)) }
    for number in try Int64.fetchAll(self, sql: "SELECT id FROM piece") where !used.contains(number) {
      try cachedStatement(sql: "DELETE FROM piece WHERE id = ?").execute(arguments: [number])
    }
  }
}
