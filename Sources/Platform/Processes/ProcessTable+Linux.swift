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

    /// The variables that a process was started with, each as `NAME=VALUE`; none of another user's process.
    package static func environment(of process: ProcessID) -> [ArraySlice<UInt8>] {
      (ProcessFile.bytes("/proc/\(process)/environ") ?? []).split(separator: 0)
    }
  }
#endif
