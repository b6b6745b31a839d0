#if os(Linux) || os(Android)
  extension ProcessTable {
    /// All processes of the machine, unordered.
    package static func all() throws(Errno) -> [ProcessID] {
      try FolderListing.entries(of: "/proc").compactMap { ProcessID($0.name) }
    }

    /// Whether the process exists and is not a zombie.
    package static func isRunning(_ process: ProcessID) -> Bool {
      ProcessStatus(process)?.isRunning ?? false
    }

    /// The process's name; its number if it has ended.
    package static func name(of process: ProcessID) -> String {
      (ProcessFile.text("/proc/\(process)/comm") ?? "\(process)").split(separator: "\n").joined(separator: " ")
    }

    /// Whether the process can still run although it was sent SIGSTOP: it has not stopped, and is not in
    /// uninterruptible sleep, after which it stops. A process that starts a program (`vfork`) is in that sleep until
    /// the program begins, which does not happen while the new process is stopped.
    package static func canRun(_ process: ProcessID) -> Bool {
      guard let status = ProcessStatus(process) else { return false }
      // A first thread that has ended, as after `dispatchMain`, never stops.
      guard status.firstThreadHasEnded else { return !status.isHalted }
      return ProcessStatus.threads(of: process).contains { !$0.isHalted }
    }

    /// The environment that a process was started with, each variable as `NAME=VALUE`. Empty for another user's
    /// process.
    package static func environment(of process: ProcessID) -> [ArraySlice<UInt8>] {
      (ProcessFile.bytes("/proc/\(process)/environ") ?? []).split(separator: 0)
    }
  }
#endif
