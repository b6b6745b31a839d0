#if os(Linux) || os(Android)
  extension ProcessTable {
    /// All processes of the machine, unordered.
    package static func all() throws(Errno) -> [ProcessID] {
      try FolderListing.entries(of: "/proc").compactMap { ProcessID($0.name) }
    }

    /// Whether the process is there and no zombie.
    package static func isRunning(_ process: ProcessID) -> Bool {
      ProcessStatus(process)?.isRunning ?? false
    }

    /// What a process is called; its number where it has ended.
    package static func name(of process: ProcessID) -> String {
      (ProcessFile.text("/proc/\(process)/comm") ?? "\(process)").split(separator: "\n").joined(separator: " ")
    }

    /// Whether the process can do anything although it was sent SIGSTOP: it has not stopped yet, and does not wait within
    /// the system, from where it would come back to stop. Who starts a program waits so until that has begun, and what it
    /// starts may be stopped before.
    package static func canRun(_ process: ProcessID) -> Bool {
      ProcessStatus(process).map { $0.isRunning && !$0.isHalted } ?? false
    }

    /// The variables that a process was started with, each as `NAME=VALUE`; none of another user's process.
    package static func environment(of process: ProcessID) -> [ArraySlice<UInt8>] {
      (ProcessFile.bytes("/proc/\(process)/environ") ?? []).split(separator: 0)
    }
  }
#endif
