#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif
#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The processes that a killed benchmark's builds have left, should even their supervisor have been killed.
///
/// All that a build starts has the private folder for temporary files in its environment, and nothing else has.
struct LeftoverProcesses {
  let temporaryFolder: String

  /// Kills them, and returns when they are gone.
  /// - Throws: `BenchmarkError.leftoverProcesses` after ten seconds; `CancellationError`.
  func end() async throws {
    let deadline = ContinuousClock.now + .seconds(10)
    while case let living = living(), !living.isEmpty {
      guard ContinuousClock.now < deadline else { throw BenchmarkError.leftoverProcesses(living) }
      for process in living { kill(process, SIGKILL) }
      try await Task.sleep(for: .milliseconds(20))
    }
  }

  /// Sorted. The environment of other users' processes cannot be read; a zombie has none.
  private func living() -> [Int32] {
    let variable = Array("TMPDIR=\(temporaryFolder)".utf8)
    return Self.all().filter { process in
      process != getpid() && Self.environment(of: process).split(separator: 0).contains { $0.elementsEqual(variable) }
    }.sorted()
  }

  #if canImport(Darwin)
    private static func all() -> [Int32] {
      var processes = [Int32](repeating: 0, count: max(1, Int(proc_listallpids(nil, 0))) + 64)
      let count = proc_listallpids(&processes, Int32(processes.count * MemoryLayout<Int32>.stride))
      return processes.prefix(max(0, Int(count))).filter { $0 > 1 }
    }

    /// The arguments come along.
    private static func environment(of process: Int32) -> [UInt8] {
      var name = [CTL_KERN, KERN_PROCARGS2, process]
      var size = 0
      guard sysctl(&name, 3, nil, &size, nil, 0) == 0 else { return [] }
      var bytes = [UInt8](repeating: 0, count: size)
      guard sysctl(&name, 3, &bytes, &size, nil, 0) == 0 else { return [] }
      return Array(bytes.prefix(size))
    }
  #else
    private static func all() -> [Int32] {
      ((try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []).compactMap { Int32($0) }
    }

    private static func environment(of process: Int32) -> [UInt8] {
      FileManager.default.contents(atPath: "/proc/\(process)/environ").map { Array($0) } ?? []
    }
  #endif
}
