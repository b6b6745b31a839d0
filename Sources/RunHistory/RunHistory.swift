import Foundation
import GRDB

/// A history of runs in a single SQLite file.
///
/// Several processes may read and write it at the same time (write-ahead log). Each addition is one transaction, so the
/// file contains only complete additions even if a process is killed.
package final class RunHistory: Sendable {
  package let path: String
  private let queue: DatabaseQueue

  /// How long to wait for another writer, in seconds.
  private static let patience = 60.0

  /// Opens a history. An older version is migrated to the current one, and a copy of it is kept in the same folder.
  /// - Parameters:
  ///   - path: an absolute path; its folder must exist.
  ///   - creates: whether to create the history if it does not exist.
  package init(at path: String, creates: Bool, schema: HistorySchema = .current) throws(HistoryError) {
    self.path = path
    queue = try Self.guarded(path) {
      guard creates || FileManager.default.fileExists(atPath: path) else { throw HistoryError.Problem.missing }
      var configuration = Configuration()
      configuration.busyMode = .timeout(Self.patience)
      configuration.foreignKeysEnabled = true
      configuration.prepareDatabase { try $0.execute(sql: "PRAGMA cell_size_check = ON") }
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      try Self.migrate(queue, at: path, to: schema)
      return queue
    }
  }

  func read<Value>(_ body: (Database) throws -> Value) throws(HistoryError) -> Value {
    try Self.guarded(path) { try queue.read(body) }
  }

  /// Runs `body` in a transaction: either all of its changes are stored, or none.
  func write<Value>(_ body: (Database) throws -> Value) throws(HistoryError) -> Value {
    try Self.guarded(path) { try queue.write(body) }
  }

  /// Rebuilds the file without the space of deleted data.
  func compact() throws(HistoryError) { try Self.guarded(path) { try queue.vacuum() } }

  /// Limits the file to a number of pages, to simulate a full disk.
  package func limit(pages: Int) throws(HistoryError) {
    try Self.guarded(path) { try queue.inDatabase { try $0.execute(sql: "PRAGMA max_page_count = \(pages)") } }
  }

  /// Checks the integrity of the whole file.
  /// - Throws: `HistoryError` if it is damaged; a copy is then kept.
  package func check() throws(HistoryError) {
    let answer = try read { try String.fetchOne($0, sql: "PRAGMA quick_check(1)") }
    guard let answer, answer != "ok" else { return }
    throw HistoryError(path: path, problem: .damaged(answer), copy: Self.keep(path))
  }
}

extension RunHistory {
  private static func migrate(_ queue: DatabaseQueue, at path: String, to schema: HistorySchema) throws {
    try queue.inDatabase { db in
      func stillBehind(_ version: Int) throws -> Bool {
        guard version <= schema.version else {
          throw HistoryError.Problem.newer(found: version, known: schema.version)
        }
        return version < schema.version
      }
      // One transaction, since another process may be creating the history at the same time.
      var version = 0
      try db.inTransaction(.deferred) {
        version = try db.version()
        return .commit
      }
      guard try stillBehind(version) else { return }
      if version > 0 { try keep(db, at: path, version: version) }
      try db.execute(sql: "PRAGMA journal_mode = WAL")
      try db.inTransaction(.immediate) {
        // Another process may have migrated it in the meantime.
        let version = try db.version()
        if try stillBehind(version) {
          for step in schema.steps[version...] { try db.execute(sql: step) }
          try db.execute(sql: "PRAGMA application_id = \(HistorySchema.application)")
          try db.execute(sql: "PRAGMA user_version = \(schema.version)")
        }
        return .commit
      }
    }
  }

  /// Copies a history before it is migrated, to `history.sqlite.version-1`.
  private static func keep(_ db: Database, at path: String, version: Int) throws {
    let copy = "\(path).version-\(version)"
    guard !FileManager.default.fileExists(atPath: copy) else { return }
    let partial = "\(copy).\(UUID().uuidString)"
    do {
      try db.execute(sql: "VACUUM INTO ?", arguments: [partial])
      try FileManager.default.moveItem(atPath: partial, toPath: copy)
    } catch {
      try? FileManager.default.removeItem(atPath: partial)
      // Another process may have created the copy first.
      if !FileManager.default.fileExists(atPath: copy) { throw error }
    }
  }

  /// Copies a damaged history to a file in its folder, unless this state of the file was copied before.
  /// - Returns: the path of the copy; `nil` if copying failed.
  private static func keep(_ path: String) -> String? {
    let manager = FileManager.default
    guard let size = try? manager.attributesOfItem(atPath: path)[.size] as? NSNumber,
      let changed = try? manager.attributesOfItem(atPath: path)[.modificationDate] as? Date
    else { return nil }
    let state = String(UInt64(abs(changed.timeIntervalSince1970) * 1000) ^ size.uint64Value, radix: 16)
    let copy = "\(path).damaged-\(state)"
    for ending in ["-wal", ""] where !manager.fileExists(atPath: copy + ending) {
      guard manager.fileExists(atPath: path + ending) else { continue }
      do { try manager.copyItem(atPath: path + ending, toPath: copy + ending) } catch { return nil }
    }
    return copy
  }

  private static func guarded<Value>(_ path: String, _ body: () throws -> Value) throws(HistoryError) -> Value {
    do { return try body() } catch let error as HistoryError { throw error } catch {
      let problem = HistoryError.Problem(error)
      if case .damaged = problem { throw HistoryError(path: path, problem: problem, copy: keep(path)) }
      throw HistoryError(path: path, problem: problem)
    }
  }
}
