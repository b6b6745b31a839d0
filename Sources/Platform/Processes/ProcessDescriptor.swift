#if os(Linux) || os(Android)
  import CPidfd

  /// A process as a file, which can be read when the process has ended.
  package enum ProcessDescriptor {
    /// - Throws: `Errno.noSuchProcess`, `.invalidArgument` or `.noSuchFileOrDirectory` where this is no process, or one
    ///   thread of it; others where no descriptor is left, or the system is too old for them.
    package static func open(_ process: ProcessID) throws(Errno) -> FileDescriptor {
      FileDescriptor(rawValue: try Errno.check { open_pidfd(process) })
    }
  }
#endif
