#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A signal, by its number. Subprocess has a `Signal` that it can send to what it started.
package struct ProcessSignal: RawRepresentable, Hashable, Sendable {
  package let rawValue: Int32

  package init(rawValue: Int32) { self.rawValue = rawValue }

  package static let interrupt = ProcessSignal(rawValue: SIGINT)
  package static let terminate = ProcessSignal(rawValue: SIGTERM)
  package static let hangUp = ProcessSignal(rawValue: SIGHUP)
  package static let quit = ProcessSignal(rawValue: SIGQUIT)
  package static let kill = ProcessSignal(rawValue: SIGKILL)
  package static let user1 = ProcessSignal(rawValue: SIGUSR1)
  package static let user2 = ProcessSignal(rawValue: SIGUSR2)
  package static let childEnded = ProcessSignal(rawValue: SIGCHLD)
  /// Something was written to a pipe that nobody reads.
  package static let brokenPipe = ProcessSignal(rawValue: SIGPIPE)
  /// A file would have become larger than this process may make it.
  package static let fileTooLarge = ProcessSignal(rawValue: SIGXFSZ)

  /// Sends it to one process; one that is gone does not get it.
  package func send(to process: ProcessID) {
    _ = systemKill(process, rawValue)
  }

  /// Sends it to all processes of a group.
  package func send(toGroup group: ProcessID) {
    _ = systemKill(-group, rawValue)
  }

  /// From now on nothing happens when it comes; the call that would have caused it fails instead.
  package func ignore() { signal(rawValue, SIG_IGN) }

  /// From now on what the system has laid down happens when it comes.
  package func restoreDefault() { signal(rawValue, SIG_DFL) }

  /// From now on the handler is called when it comes.
  /// - Parameter handler: gets the number. It may do next to nothing: neither allocate memory nor wait.
  package func handle(_ handler: @escaping @convention(c) (Int32) -> Void) { signal(rawValue, handler) }
}

private func systemKill(_ process: Int32, _ number: Int32) -> Int32 { kill(process, number) }
