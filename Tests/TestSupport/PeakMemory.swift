#if canImport(Glibc)
  import Glibc
#endif

/// How much memory something needs.
package enum PeakMemory {
  /// Runs something, and returns by how many bytes the resident memory of this process grew at most; `nil` where the system does not say
  /// it. Nothing else should run in the process meanwhile, and freed memory should go back to the system at once
  /// (`MALLOC_TRIM_THRESHOLD_`, `MALLOC_MMAP_THRESHOLD_`), or what it takes up again is not seen.
  package static func growth(_ body: () throws -> Void) rethrows -> Int? {
    #if os(Linux)
      guard reset(), let before = resident("VmRSS:") else {
        try body()
        return nil
      }
      try body()
      return resident("VmHWM:").map { max(0, $0 - before) }
    #else
      try body()
      return nil
    #endif
  }

  #if os(Linux)
    /// Makes the kernel forget the former peak.
    private static func reset() -> Bool {
      let file = open("/proc/self/clear_refs", O_WRONLY)
      guard file >= 0 else { return false }
      defer { close(file) }
      return write(file, "5", 1) == 1
    }

    private static func resident(_ key: String) -> Int? {
      var bytes = [UInt8](repeating: 0, count: 4096)
      let file = open("/proc/self/status", O_RDONLY)
      guard file >= 0 else { return nil }
      defer { close(file) }
      let count = bytes.withUnsafeMutableBytes { read(file, $0.baseAddress, $0.count) }
      let text = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
      let line = text.split(separator: "\n").first { $0.hasPrefix(key) }
      return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) }.map { $0 * 1024 }
    }
  #endif
}
