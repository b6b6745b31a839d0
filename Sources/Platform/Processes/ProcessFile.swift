#if os(Linux) || os(Android)
  #if canImport(Musl)
    import Musl
  #else
    import Glibc
  #endif

  /// Files below `/proc`, whose size is not known before they are read.
  package enum ProcessFile {
    private static let blockSize = 4096

    /// - Returns: `nil` if there is no such file, or the process ended while it was read.
    package static func bytes(_ path: String) -> [UInt8]? {
      let descriptor = open(path, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { return nil }
      defer { close(descriptor) }
      var bytes: [UInt8] = []
      var block = blockSize
      while true {
        let more = [UInt8](unsafeUninitializedCapacity: block) { buffer, count in
          count = max(0, read(descriptor, buffer.baseAddress, buffer.count))
        }
        // A short read is not the end: the kernel returns whole records of files such as mountinfo and cpuinfo.
        if more.isEmpty { return bytes.isEmpty ? nil : bytes }
        bytes = bytes.isEmpty ? more : bytes + more
        if more.count == block { block *= 4 }
      }
    }

    /// A numeric field of `/proc/PID/status`; see proc_pid_status(5).
    package static func statusNumber(_ name: String, of process: ProcessID) -> Int? {
      var rest = (bytes("/proc/\(process)/status") ?? [])[...]
      while let line = rest.firstIndex(of: UInt8(ascii: "\n")).map({ rest[..<$0] }) {
        rest = rest[(line.endIndex + 1)...]
        guard line.starts(with: name.utf8), line.dropFirst(name.utf8.count).first == UInt8(ascii: ":") else { continue }
        let digits = line.drop { !(0x30...0x39).contains($0) }.prefix { (0x30...0x39).contains($0) }
        return Int(String(decoding: digits, as: UTF8.self))
      }
      return nil
    }

    /// Whether the number is that of a process and not of a thread: `/proc` has entries for both.
    package static func isProcess(_ process: ProcessID) -> Bool {
      statusNumber("Tgid", of: process) == Int(process)
    }

    /// The contents as text, with invalid UTF-8 repaired; `nil` as for ``bytes(_:)``.
    package static func text(_ path: String) -> String? {
      bytes(path).map { String(decoding: $0, as: UTF8.self) }
    }
  }
#endif
