import Foundation

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
      guard let file = FileHandle(forWritingAtPath: "/proc/self/clear_refs") else { return false }
      return (try? file.write(contentsOf: Data("5".utf8))) != nil
    }

    private static func resident(_ key: String) -> Int? {
      let text = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)
      let line = text?.split(separator: "\n").first { $0.hasPrefix(key) }
      return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) }.map { $0 * 1024 }
    }
  #endif
}
