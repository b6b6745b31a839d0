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
      guard let fields = statusFields(process), fields.count > 17 else { return false }
      guard fields[0] == "Z" || fields[0] == "X" else { return true }
      // A process whose first thread has ended looks like a zombie while its other threads go on.
      return Int(fields[17]).map { $0 > 1 } ?? false
    }

    /// The fields of `/proc/PID/stat` from the third on, the state; see proc_pid_stat(5). The second, the name, can hold
    /// anything, parentheses and spaces too.
    private static func statusFields(_ process: pid_t) -> [Substring]? {
      guard let text = text(of: "/proc/\(process)/stat"), let end = text.lastIndex(of: ")") else { return nil }
      return text[text.index(after: end)...].split(separator: " ")
    }

    private static func text(of path: String) -> String? {
      let descriptor = open(path, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { return nil }
      defer { close(descriptor) }
      var bytes = [UInt8](repeating: 0, count: 4096)
      let count = read(descriptor, &bytes, bytes.count)
      return count > 0 ? String(decoding: bytes.prefix(count), as: UTF8.self) : nil
    }
  }
#endif
