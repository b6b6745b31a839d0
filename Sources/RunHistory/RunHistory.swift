import Foundation
import GRDB

/// The runs of the past, in one SQLite file.
///
/// Several programs may read and write it at once (write-ahead log), and a kill at any moment leaves whole runs only:
/// each addition is one transaction.
package final class RunHistory: Sendable {
  package let path: String
  private let queue: DatabaseQueue

  /// How long another writer is waited for, in seconds.
  private static let patience = 60.0

  /// Opens a history, and brings an older one to the current version; a copy of what it was is kept beside it.
  ///
  /// - Parameters:
  ///   - path: absolute; its folder must be there.
  ///   - creates: whether one is made where there is none.
  /// - Throws: `HistoryError`.
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

  /// All that is written is there, or nothing.
  func write<Value>(_ body: (Database) throws -> Value) throws(HistoryError) -> Value {
    try Self.guarded(path) { try queue.write(body) }
  }

  /// Gives back to the disk what was deleted.
  func compact() throws(HistoryError) {
    try Self.guarded(path) { try queue.vacuum() }
  }

  /// Lets the file grow to so many pages and no further, as on a small disk.
  package func limit(pages: Int) throws(HistoryError) {
    try Self.guarded(path) { try queue.inDatabase { try $0.execute(sql: "PRAGMA max_page_count = \(pages)") } }
  }

  /// Whether every page and index is sound; a look at the whole file.
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
      let version = try db.version()
      guard try stillBehind(version) else { return }
      if version > 0 { try keep(db, at: path, version: version) }
      try db.execute(sql: "PRAGMA journal_mode = WAL")
      try db.inTransaction(.immediate) {
        // Another program may have done so meanwhile.
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

  /// Copies a history as it is before it is brought to another version: `history.sqlite.version-1`.
  private static func keep(_ db: Database, at path: String, version: Int) throws {
    let copy = "\(path).version-\(version)"
    guard !FileManager.default.fileExists(atPath: copy) else { return }
    let partial = "\(copy).\(ProcessInfo.processInfo.processIdentifier)"
    try? FileManager.default.removeItem(atPath: partial)
    do {
      try db.execute(sql: "VACUUM INTO ?", arguments: [partial])
      try FileManager.default.moveItem(atPath: partial, toPath: copy)
    } catch {
      try? FileManager.default.removeItem(atPath: partial)
      // Another program may have been first.
      if !FileManager.default.fileExists(atPath: copy) { throw error }
    }
  }

  /// Copies a damaged history beside itself, once for each state that it is found in.
  /// - Returns: `nil` where that is not possible.
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
