#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Copies of files that share their blocks with the original until one of them is written.
package enum FileCloning {
  #if canImport(Darwin)
    /// Makes a copy with everything that belongs to the file; blocks are shared where the volume can.
    package static func copy(_ source: String, to destination: String) throws(Errno) {
      if clonefile(source, destination, UInt32(CLONE_NOFOLLOW)) == 0 { return }
      let flags = copyfile_flags_t(COPYFILE_DATA | COPYFILE_STAT | COPYFILE_NOFOLLOW)
      try Errno.check { copyfile(source, destination, nil, flags) }
    }
  #else
    /// `FICLONE` of `linux/fs.h`, a macro that Swift cannot see.
    private static let cloneRequest: UInt = 0x4004_9409

    /// Gives an empty file the contents of another.
    /// - Returns: `false` where the file system cannot.
    package static func share(_ source: FileDescriptor, with destination: FileDescriptor) -> Bool {
      ioctl(destination.rawValue, cloneRequest, source.rawValue) == 0
    }
  #endif
}
