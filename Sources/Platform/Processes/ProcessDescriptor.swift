#if os(Linux) || os(Android)
  import CPlatform

  /// File descriptors of processes (`pidfd`), which become readable when the process ends.
  package enum ProcessDescriptor {
    /// - Throws: `Errno.noSuchProcess`, `.invalidArgument` or `.noSuchFileOrDirectory` if this is no process, or a
    ///   thread of one; other errors if no descriptor is left, or the system has none of this kind.
    package static func open(_ process: ProcessID) throws(Errno) -> FileDescriptor {
      FileDescriptor(rawValue: try Errno.check { open_pidfd(process) })
    }
  }
#endif
