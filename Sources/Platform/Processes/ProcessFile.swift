#if os(Linux) || os(Android)
  #if canImport(Musl)
    import Musl
  #else
    import Glibc
  #endif

  /// A file below `/proc`, whose size the system does not tell before it is read.
  package enum ProcessFile {
    private static let blockSize = 4096

    /// - Returns: `nil` where there is no such file, as when the process has ended, also in the middle.
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
        bytes = bytes.isEmpty ? more : bytes + more
        // What is shorter than asked for is the end.
        if more.count < block { return bytes.isEmpty ? nil : bytes }
        block *= 4
      }
    }

    /// A number of `/proc/PID/status`, by its name; see proc_pid_status(5).
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

    /// Whether the number is that of a process and not of one of its threads, which have files too.
    package static func isProcess(_ process: ProcessID) -> Bool {
      statusNumber("Tgid", of: process) == Int(process)
    }

    package static func text(_ path: String) -> String? {
      bytes(path).map { String(decoding: $0, as: UTF8.self) }
    }
  }
#endif
