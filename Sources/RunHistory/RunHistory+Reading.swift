package import BuildAnalysis
import Documents
import Foundation
import GRDB

extension RunHistory {
  /// The runs from the newest to the oldest, by commit date, then by their start.
  /// - Parameter last: the maximum number of runs, the newest ones; `nil` for all.
  package func entries(
    _ filter: HistoryFilter = HistoryFilter(), last: Int? = nil
  ) throws(HistoryError) -> [HistoryEntry] {
    try read { db in try db.entries(filter, last: last).map(\.entry) }
  }

  /// The number of runs of each branch; runs without a branch have the key `nil`.
  package func branches(_ filter: HistoryFilter = HistoryFilter()) throws(HistoryError) -> [String?: Int] {
    try read { db in
      let (sql, arguments) = filter.condition
      let rows = try Row.fetchAll(
        db, sql: "SELECT branch, count(*) FROM run JOIN line ON line.id = line WHERE \(sql) GROUP BY branch",
        arguments: arguments)
      return try Dictionary(uniqueKeysWithValues: rows.map { (try $0.optional(0) as String?, try $0.count(1)) })
    }
  }

  package func entries(identity prefix: String) throws(HistoryError) -> [HistoryEntry] {
    try read { db in try db.entries("instr(run.identity, ?) = 1", [prefix], last: nil).map(\.entry) }
  }

  /// A stored run, with all of its measurements.
  /// - Returns: `nil` if there is no run with this identity.
  package func run(_ identity: String) throws(HistoryError) -> Run? {
    try read { db in
      let row = try Row.fetchOne(
        db, sql: "SELECT head, content.samples FROM content JOIN run ON run.id = run WHERE identity = ?",
        arguments: [identity])
      return try row.map { row in
        var head: [UInt8] = []
        for number in try PieceNumbers.unpacked(row.value(0)) {
          let piece = try Data.fetchOne(
            db.cachedStatement(sql: "SELECT text FROM piece WHERE id = ?"), arguments: [number])
          guard let piece else { throw HistoryError.Problem.damaged("a part of the run \(identity) is missing") }
          head += piece
        }
        let samples = try Compression.inflated(row.value(1))
        let record = RunRecord(
          head: String(decoding: head, as: UTF8.self), samples: String(decoding: samples, as: UTF8.self))
        do throws(DocumentError) { return try record.run() } catch {
          throw HistoryError.Problem.unusable(error.sentences(about: "the run \(identity)"))
        }
      }
    }
  }

  /// The records of series, with runs from the oldest to the newest.
  /// - Parameters:
  ///   - filter: selects the runs.
  ///   - last: the maximum number of these runs, the newest ones; `nil` for all.
  ///   - isWanted: selects the series.
  /// - Returns: one record for each line and series with a figure, sorted by line, then in the order in which the
  ///   series were first stored.
  package func records(
    _ filter: HistoryFilter = HistoryFilter(), last: Int? = nil, of isWanted: (HistorySeries) -> Bool
  ) throws(HistoryError) -> [HistoryRecord] {
    try read { db in
      let entries = Array(try db.entries(filter, last: last).reversed())
      let places = entries.enumerated().keyed { ($1.number, $0) }
      guard let least = places.keys.min() else { return [] }
      let figures = try db.cachedStatement(
        sql: "SELECT run, seconds, cpu, rounds FROM figure WHERE series = ? AND run >= ?")
      return try db.series().filter { isWanted($0.series) }.compactMap { number, line, series -> HistoryRecord? in
        var found: [(place: Int, figure: HistoryFigure)] = []
        let rows = try Row.fetchCursor(figures, arguments: [number, least])
        while let row = try rows.next() {
          guard let place = places[try row.value(0)], let seconds = try row.seconds(1) else { continue }
          let (cpuSeconds, rounds) = (try row.seconds(2), try row.count(3))
          found.append(
            (place, HistoryFigure(series: series, seconds: seconds, cpuSeconds: cpuSeconds, rounds: rounds)))
        }
        guard !found.isEmpty else { return nil }
        found.sort { $0.place < $1.place }
        return HistoryRecord(
          line: line, series: series, points: found.map { .init(entry: entries[$0.place].entry, figure: $0.figure) })
      }.sorted { $0.line < $1.line }
    }
  }
}

private typealias StoredEntry = (number: Int64, entry: HistoryEntry)

extension Database {
  fileprivate func entries(_ filter: HistoryFilter, last: Int?) throws -> [StoredEntry] {
    let (sql, arguments) = filter.condition
    return try entries(sql, arguments, last: last)
  }

  fileprivate func entries(
    _ condition: String, _ arguments: StatementArguments, last: Int?
  ) throws -> [StoredEntry] {
    let lines = try lines()
    let rows = try Row.fetchCursor(
      self,
      sql: """
        SELECT run.id, identity, line, revision, committed, started, branch, dirty, arms, samples, failures
        FROM run JOIN line ON line.id = line WHERE \(condition)
        ORDER BY coalesce(committed, started, '') DESC, started DESC, run.id DESC LIMIT \(last ?? -1)
        """, arguments: arguments)
    var found: [StoredEntry] = []
    while let row = try rows.next() {
      guard let line = lines[try row.value(2)] else { continue }
      let entry = HistoryEntry(
        identity: try row.value(1), line: line, revision: try row.optional(3), committed: try row.optional(4),
        started: try row.optional(5), branch: try row.optional(6), dirty: try row.optional(7),
        arms: try row.count(8), samples: try row.count(9), failures: try row.count(10))
      found.append((try row.value(0), entry))
    }
    return found
  }

  private func lines() throws -> [Int64: HistoryLine] {
    let rows = try Row.fetchAll(self, sql: "SELECT id, workspace, machine, compiler, configuration FROM line")
    return try rows.keyed { row in
      (
        try row.value(0),
        HistoryLine(
          workspace: try row.value(1), machine: try row.value(2), compiler: try row.value(3),
          configuration: try row.value(4))
      )
    }
  }

  fileprivate func series() throws -> [(number: Int64, line: HistoryLine, series: HistorySeries)] {
    let lines = try lines()
    let rows = try Row.fetchAll(self, sql: "SELECT id, line, arm, scenario, setup, module FROM series ORDER BY id")
    return try rows.compactMap { row in
      guard let line = lines[try row.value(1)], let scenario = Scenario(rawValue: try row.value(3)) else { return nil }
      let module: String = try row.value(5)
      return (
        try row.value(0), line,
        HistorySeries(
          arm: try row.value(2), scenario: scenario, setup: try row.value(4), module: module.isEmpty ? nil : module)
      )
    }
  }
}
