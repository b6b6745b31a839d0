#if os(Linux) || os(Android)
  import CPlatform

  /// File descriptors of processes (`pidfd`), which become readable when the process ends.
  package enum ProcessDescriptor {
    /// - Throws: `Errno.noSuchProcess`, `.invalidArgument` or `.noSuchFileOrDirectory` if the number is that of a
    ///   thread, or of nothing; other errors if no descriptor is left, or the system does not support this kind.
    package static func open(_ process: ProcessID) throws(Errno) -> FileDescriptor {
      FileDescriptor(rawValue: try Errno.check { open_pidfd(process) })
    }
  }
#endif
