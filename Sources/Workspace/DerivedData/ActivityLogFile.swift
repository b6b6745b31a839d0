package import ActivityLog

/// One of Xcode's activity logs as a file.
package struct ActivityLogFile: Sendable {
  package let log: ActivityLog
  /// What is wrong with the file, as a sentence without an end; `nil` for one that is whole.
  package let problem: String?

  /// Whether it is no activity log at all.
  package var isForeign: Bool { log.version == nil }

  /// Whether it has no bytes: its build was killed, or still runs.
  package let isEmpty: Bool

  /// Reads the content of an `.xcactivitylog` file, which is compressed, or the serialization itself.
  /// - Complexity: O(bytes of the decompressed log), in time and in memory.
  package init(_ bytes: [UInt8]) {
    isEmpty = bytes.isEmpty
    guard GzipStream.begins(bytes) else {
      log = ActivityLog(bytes)
      problem = log.damage.map { bytes.isEmpty ? "the file is empty: the build was killed, or still runs" : "\($0)" }
      return
    }
    let stream = GzipStream(bytes)
    log = ActivityLog(stream.content)
    let words: String? =
      switch stream.damage {
      case .truncated?: "the file has no end: the build was killed, or still runs"
      case .corrupt?: "the file is damaged: it cannot be decompressed after byte \(stream.content.count) of its content"
      case .tooLarge?: "the log is larger than \(GzipStream.mostBytes >> 30) GiB, of which that much is read"
      case nil: nil
      }
    let parts = [words, log.damage.map { "\($0)" }].compactMap(\.self)
    problem = parts.isEmpty ? nil : parts.joined(separator: "; ")
  }
}
