#if os(Linux) || os(Android)
  #if canImport(Musl)
    import Musl
  #else
    import Glibc
  #endif

  /// The machine's processes, from `/proc`.
  enum RunningProcesses {
    static func all() throws(RecorderError) -> [pid_t] {
      try Folder.entries(of: "/proc").compactMap { pid_t($0) }
    }

    /// Whether the process is there and no zombie.
    static func isAlive(_ process: pid_t) -> Bool {
      ProcessStatus(process)?.isAlive ?? false
    }
  }
#endif
