#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Copy-on-write copies of files.
package enum FileCloning {
  #if canImport(Darwin)
    /// Copies a file with its metadata; blocks are shared if the volume supports it.
    package static func copy(_ source: String, to destination: String) throws(Errno) {
      if clonefile(source, destination, UInt32(CLONE_NOFOLLOW)) == 0 { return }
      let flags = copyfile_flags_t(COPYFILE_DATA | COPYFILE_STAT | COPYFILE_NOFOLLOW)
      try Errno.check { copyfile(source, destination, nil, flags) }
    }
  #else
    /// `FICLONE` of `linux/fs.h`, a macro that Swift cannot see.
    private static let cloneRequest: UInt = 0x4004_9409

    /// Makes an empty file share the contents of another.
    /// - Returns: `false` if the file system does not support it.
    package static func share(_ source: FileDescriptor, with destination: FileDescriptor) -> Bool {
      ioctl(destination.rawValue, cloneRequest, source.rawValue) == 0
    }
  #endif
}
