import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

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
      let own = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
      guard own >= 0 else { return try body() }
      defer { close(own) }
      let nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC)
      guard nowhere >= 0 else { return try body() }
      dup2(nowhere, STDERR_FILENO)
      close(nowhere)
      defer { dup2(own, STDERR_FILENO) }
      return try body()
    }
  }
}
