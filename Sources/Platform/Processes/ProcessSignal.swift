#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A signal, by its number. Subprocess's `Signal` can only be sent to processes that it started.
package struct ProcessSignal: RawRepresentable, Hashable, Sendable {
  package let rawValue: Int32

  package init(rawValue: Int32) { self.rawValue = rawValue }

  package static let interrupt = ProcessSignal(rawValue: SIGINT)
  package static let terminate = ProcessSignal(rawValue: SIGTERM)
  package static let hangUp = ProcessSignal(rawValue: SIGHUP)
  package static let quit = ProcessSignal(rawValue: SIGQUIT)
  package static let kill = ProcessSignal(rawValue: SIGKILL)
  package static let childEnded = ProcessSignal(rawValue: SIGCHLD)
  /// The process wrote to a pipe without a reader.
  package static let brokenPipe = ProcessSignal(rawValue: SIGPIPE)
  /// A file would have become larger than the limit of this process (`RLIMIT_FSIZE`).
  package static let fileTooLarge = ProcessSignal(rawValue: SIGXFSZ)

  /// Sends the signal to a process. If it has ended, nothing happens.
  package func send(to process: ProcessID) {
    _ = systemKill(process, rawValue)
  }

  /// Sends the signal to all processes of a process group.
  package func send(toGroup group: ProcessID) {
    _ = systemKill(-group, rawValue)
  }

  /// Ignores the signal from now on; a call that would have raised it fails instead.
  package func ignore() { signal(rawValue, SIG_IGN) }

  /// Restores the signal's default action.
  package func restoreDefault() { signal(rawValue, SIG_DFL) }

  /// Calls the handler when the signal arrives.
  /// - Parameter handler: gets the signal's number. It must be async-signal-safe: it may neither allocate memory nor
  ///   wait.
  package func handle(_ handler: @escaping @convention(c) (Int32) -> Void) { signal(rawValue, handler) }
}

private func systemKill(_ process: Int32, _ number: Int32) -> Int32 { kill(process, number) }
