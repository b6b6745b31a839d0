#if canImport(Darwin)
  import Darwin

  /// The machine's processes, from the kernel's table.
  enum RunningProcesses {
    static func all() throws(RecorderError) -> [pid_t] {
      try table([CTL_KERN, KERN_PROC, KERN_PROC_ALL]).map(\.kp_proc.p_pid).filter { $0 > 0 }
    }

    /// Whether the process is there and no zombie.
    static func isAlive(_ process: pid_t) -> Bool {
      guard let entries = try? table([CTL_KERN, KERN_PROC, KERN_PROC_PID, process]), let entry = entries.first else {
        return false
      }
      return Int32(entry.kp_proc.p_stat) != SZOMB
    }

    private static func table(_ query: [Int32]) throws(RecorderError) -> [kinfo_proc] {
      var query = query
      while true {
        var size = 0
        guard sysctl(&query, UInt32(query.count), nil, &size, nil, 0) == 0 else { break }
        // Room for those that come meanwhile.
        var entries = [kinfo_proc](repeating: kinfo_proc(), count: size / MemoryLayout<kinfo_proc>.stride + 32)
        size = entries.count * MemoryLayout<kinfo_proc>.stride
        if sysctl(&query, UInt32(query.count), &entries, &size, nil, 0) == 0 {
          return Array(entries.prefix(size / MemoryLayout<kinfo_proc>.stride))
        }
        if errno != ENOMEM { break }
      }
      throw .system(doing: "list the machine's processes", code: errno)
    }
  }
#endif
