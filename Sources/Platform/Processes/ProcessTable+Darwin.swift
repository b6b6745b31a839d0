#if canImport(Darwin)
  import Darwin

  extension ProcessTable {
    /// All processes of the machine, unordered.
    package static func all() throws(Errno) -> [ProcessID] {
      try table([CTL_KERN, KERN_PROC, KERN_PROC_ALL]).map(\.kp_proc.p_pid).filter { $0 > 0 }
    }

    /// Whether the process exists and is not a zombie.
    package static func isRunning(_ process: ProcessID) -> Bool {
      guard let entry = try? table([CTL_KERN, KERN_PROC, KERN_PROC_PID, process]).first else { return false }
      return Int32(entry.kp_proc.p_stat) != SZOMB
    }

    /// The process's name; its number if it has ended.
    package static func name(of process: ProcessID) -> String {
      guard var entry = try? table([CTL_KERN, KERN_PROC, KERN_PROC_PID, process]).first else { return "\(process)" }
      return withUnsafeBytes(of: &entry.kp_proc.p_comm) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }

    /// Whether the process can still run although it was sent SIGSTOP.
    package static func canRun(_ process: ProcessID) -> Bool {
      guard let entry = try? table([CTL_KERN, KERN_PROC, KERN_PROC_PID, process]).first else { return false }
      return ![SSTOP, SZOMB].contains(Int32(entry.kp_proc.p_stat))
    }

    /// The environment that a process was started with, each variable as `NAME=VALUE`, after its arguments. Empty for
    /// another user's process.
    package static func environment(of process: ProcessID) -> [ArraySlice<UInt8>] {
      var query = [CTL_KERN, KERN_PROCARGS2, process]
      var size = 0
      guard sysctl(&query, 3, nil, &size, nil, 0) == 0 else { return [] }
      var bytes = [UInt8](repeating: 0, count: size)
      guard sysctl(&query, 3, &bytes, &size, nil, 0) == 0 else { return [] }
      return bytes.prefix(size).split(separator: 0)
    }

    private static func table(_ query: [Int32]) throws(Errno) -> [kinfo_proc] {
      var query = query
      while true {
        var size = 0
        guard sysctl(&query, UInt32(query.count), nil, &size, nil, 0) == 0 else { throw .last }
        // Room for processes that are started in the meantime.
        var entries = [kinfo_proc](repeating: kinfo_proc(), count: size / MemoryLayout<kinfo_proc>.stride + 32)
        size = entries.count * MemoryLayout<kinfo_proc>.stride
        if sysctl(&query, UInt32(query.count), &entries, &size, nil, 0) == 0 {
          return Array(entries.prefix(size / MemoryLayout<kinfo_proc>.stride))
        }
        if Errno.last != .noMemory { throw .last }
      }
    }
  }
#endif
