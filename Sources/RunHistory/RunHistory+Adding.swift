import BuildAnalysis
import Foundation
import GRDB
import ModuleGraph

/// The result of adding runs: how many were added, completed, or already known.
package struct HistoryAddition: Sendable, Hashable {
  package var added = 0
  /// The number of runs of which the history had fewer builds.
  package var completed = 0
  package var known = 0

  package init() {}

  package static func += (left: inout Self, right: Self) {
    left.added += right.added
    left.completed += right.completed
    left.known += right.known
  }
}

extension RunHistory {
  /// Adds runs in one transaction. A run that is already stored is not changed, unless it now has more builds.
  /// - Throws: `HistoryError`; in this case, no run was added.
  package func add(_ runs: [StoredRun]) throws(HistoryError) -> HistoryAddition {
    try write { db in
      var addition = HistoryAddition()
      var writer = RunWriter(db)
      for run in runs {
        let row = try Row.fetchOne(
          db, sql: "SELECT id, samples FROM run WHERE identity = ?", arguments: [run.entry.identity])
        guard let row else {
          try writer.insert(run)
          addition.added += 1
          continue
        }
        guard try row.count(1) < run.entry.samples else {
          addition.known += 1
          continue
        }
        try db.execute(sql: "DELETE FROM run WHERE id = ?", arguments: [try row.value(0) as Int64])
        try writer.insert(run)
        addition.completed += 1
      }
      return addition
    }
  }
}

/// Writes runs within one transaction, and caches the ids of rows.
private struct RunWriter {
  private let db: Database
  private var lines: [HistoryLine: Int64] = [:]
  private var series: [Series: Int64] = [:]
  private var pieces: [ArraySlice<UInt8>: Int64] = [:]

  private struct Series: Hashable {
    let line: Int64
    let series: HistorySeries
  }

  init(_ db: Database) { self.db = db }

  mutating func insert(_ run: StoredRun) throws {
    let entry = run.entry
    let line = try number(of: entry.line)
    try db.cachedStatement(
      sql: """
        INSERT INTO run (identity, line, revision, committed, branch, dirty, started, arms, samples, failures)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """
    ).execute(arguments: [
      entry.identity, line, entry.revision, entry.committed, entry.branch, entry.dirty, entry.started, entry.arms,
      entry.samples, entry.failures,
    ])
    let id = db.lastInsertedRowID
    let head = PieceNumbers.packed(try run.pieces.map { try number(ofPiece: $0) })
    try db.cachedStatement(sql: "INSERT INTO content (run, head, samples) VALUES (?, ?, ?)")
      .execute(arguments: [id, head, run.samples])
    let insertion = try db.cachedStatement(
      sql: "INSERT INTO figure (series, run, seconds, cpu, rounds) VALUES (?, ?, ?, ?, ?)")
    for figure in run.figures {
      try insertion.execute(arguments: [
        try number(of: figure.series, in: line), id, figure.seconds, figure.cpuSeconds, figure.rounds,
      ])
    }
  }

  private mutating func number(of line: HistoryLine) throws -> Int64 {
    if let known = lines[line] { return known }
    let number = try number(
      ofRowIn: "line", "workspace, machine, compiler, configuration",
      [line.workspace, line.machine, line.compiler, line.configuration])
    lines[line] = number
    return number
  }

  private mutating func number(of one: HistorySeries, in line: Int64) throws -> Int64 {
    let key = Series(line: line, series: one)
    if let known = series[key] { return known }
    let number = try number(
      ofRowIn: "series", "line, arm, scenario, setup, module",
      [line, one.arm, one.scenario.rawValue, one.setup, one.module ?? ""])
    series[key] = number
    return number
  }

  /// The id of the row with these values, which is added if it is missing.
  private func number(ofRowIn table: String, _ columns: String, _ values: StatementArguments) throws -> Int64 {
    let marks = columns.split(separator: ",").map { _ in "?" }.joined(separator: ", ")
    try db.execute(sql: "INSERT OR IGNORE INTO \(table) (\(columns)) VALUES (\(marks))", arguments: values)
    return try Int64.fetchOne(db, sql: "SELECT id FROM \(table) WHERE (\(columns)) = (\(marks))", arguments: values)
      ?? 0
  }

  private mutating func number(ofPiece piece: ArraySlice<UInt8>) throws -> Int64 {
    if let known = pieces[piece] { return known }
    let hash = Int64(bitPattern: piece.stableHash)
    let text = Data(piece)
    let search = try db.cachedStatement(sql: "SELECT id FROM piece WHERE hash = ? AND text = ?")
    let number: Int64
    if let known = try Int64.fetchOne(search, arguments: [hash, text]) {
      number = known
    } else {
      try db.cachedStatement(sql: "INSERT INTO piece (hash, text) VALUES (?, ?)").execute(arguments: [hash, text])
      number = db.lastInsertedRowID
    }
    pieces[piece] = number
    return number
  }
}
