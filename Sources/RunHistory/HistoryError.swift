import GRDB

/// Why a history could not be read or changed. Its contents have not been changed.
package struct HistoryError: Error, CustomStringConvertible {
  package enum Problem: Error {
    case missing
    /// The file belongs to another program.
    case notAHistory
    case newer(found: Int, known: Int)
    case damaged(String)
    case locked
    case full
    case unusable(String)
  }

  package let path: String
  package let problem: Problem
  /// The path of the copy of a damaged history; `nil` if there is none.
  package var copy: String?

  package var description: String {
    switch problem {
    case .missing:
      "There is no history at `\(path)`. `modgauge bench` and `modgauge test` create it; or name another file."
    case .notAHistory:
      "`\(path)` is not a modgauge history. Name another file."
    case .newer(let found, let known):
      "`\(path)` was written by a newer modgauge: it has version \(found), and this one reads up to version \(known). "
        + "Nothing in it was changed. Update modgauge, or name another file."
    case .damaged(let reason):
      "The history `\(path)` is damaged: \(reason). Nothing in it was changed"
        + (copy.map { ", and a copy is kept as `\($0)`. " } ?? ". ")
        + "Move it away, and import the runs again from their folders or an export."
    case .locked: "The history `\(path)` has been locked by another program for a minute. Try again."
    case .full:
      "No space is left for the history `\(path)`. Nothing in it was lost; free some space, and try again."
    case .unusable(let reason): "Cannot use the history `\(path)`: \(reason)."
    }
  }
}

extension HistoryError.Problem {
  init(_ error: any Error) {
    switch error {
    case let problem as Self: self = problem
    case let error as DatabaseError: self.init(error)
    default: self = .unusable("\(error)")
    }
  }

  private init(_ error: DatabaseError) {
    let words = error.message ?? "\(error.resultCode)"
    self =
      switch error.resultCode {
      case .SQLITE_CORRUPT, .SQLITE_NOTADB: .damaged(words)
      case .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_PROTOCOL: .locked
      case .SQLITE_FULL: .full
      case .SQLITE_CANTOPEN:
        .unusable("it cannot be opened; it must be a file in a folder that can be written, even to read it")
      case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH: .unusable("it is write-protected")
      case .SQLITE_IOERR: .unusable("the disk reports an error (\(words))")
      default: .unusable(words)
      }
  }
}
