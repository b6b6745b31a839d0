import Platform
import Synchronization

/// Keeps what a library writes to standard error by itself from the user, who gets our error instead.
///
/// CoreFoundation does so for a property list without a semicolon (`CFLog` in `CFOldStylePList.c`), and on Linux
/// nothing turns it off. The stream is the whole process's: what another thread writes in the meantime is lost as well,
/// which is why nothing but the one call that needs it belongs in here.
enum StandardErrorHold {
  private static let oneAtATime = Mutex<Void>(())

  /// Calls a body whose words to standard error nobody sees. Where the stream cannot be held they are seen.
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
