import Platform
import Synchronization

/// Discards what a library writes to standard error, since the user gets modgauge's own error instead.
///
/// CoreFoundation writes there about a property list without a semicolon (`CFLog` in `CFOldStylePList.c`), which cannot
/// be turned off on Linux. The stream belongs to the whole process: what other threads write meanwhile is lost as well.
/// So it should contain only the single call that needs it.
enum StandardErrorHold {
  private static let oneAtATime = Mutex<Void>(())

  /// Calls a closure with standard error discarded. If the stream cannot be redirected, its output is shown.
  static func during<Value>(_ body: () throws -> Value) rethrows -> Value {
    try oneAtATime.withLock { _ in
      guard let own = try? FileDescriptor.standardError.duplicateForOwnUse() else { return try body() }
      defer { try? own.close() }
      guard let nowhere = try? FileDescriptor.open("/dev/null", .writeOnly, options: .closeOnExec) else {
        return try body()
      }
      _ = try? nowhere.duplicate(as: .standardError)
      try? nowhere.close()
      defer { _ = try? own.duplicate(as: .standardError) }
      return try body()
    }
  }
}
