#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The processes that share a session, which a program and all that it starts do unless they take care not to.
enum Session {
  /// Kills every process of a session. The leader may be gone already.
  /// - Complexity: one look at every process of the machine, a few times at most.
  static func kill(ledBy leader: Int32) {
    for _ in 0..<8 {  // A process may start another between the look and the kill.
      let members = processes().filter { getsid($0) == leader && !isDead($0) }
      if members.isEmpty { return }
      for member in members { _ = signal(member) }
    }
  }

  private static func signal(_ process: Int32) -> Int32 {
    #if canImport(Darwin)
      Darwin.kill(process, SIGKILL)
    #elseif canImport(Glibc)
      Glibc.kill(process, SIGKILL)
    #else
      Musl.kill(process, SIGKILL)
    #endif
  }

  #if canImport(Darwin)
    private static func processes() -> [Int32] {
      var found = [Int32](repeating: 0, count: max(0, Int(proc_listallpids(nil, 0))) + 64)
      let count = proc_listallpids(&found, Int32(found.count * MemoryLayout<Int32>.stride))
      return Array(found.prefix(max(0, Int(count))))
    }

    private static func isDead(_: Int32) -> Bool { false }
  #else
    private static func processes() -> [Int32] {
      FolderEntries(of: "/proc").compactMap { Int32($0.name) }
    }

    /// Whether the process has ended and only waits to be asked for its status.
    private static func isDead(_ process: Int32) -> Bool {
      guard let status = try? FileBytes.read("/proc/\(process)/stat") else { return true }
      // `pid (name) state …`; the name may hold anything, so what counts is the last parenthesis.
      guard let parenthesis = status.lastIndex(of: UInt8(ascii: ")")) else { return true }
      return parenthesis + 2 < status.count && status[parenthesis + 2] == UInt8(ascii: "Z")
    }
  #endif
}
