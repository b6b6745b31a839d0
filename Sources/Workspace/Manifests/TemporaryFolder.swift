#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The folder under our cache that SwiftPM's children litter. It is shared by all runs of modgauge, and emptied by
/// whoever finds at its end that no other run holds it.
struct TemporaryFolder: ~Copyable {
  let path: String
  private let lock: Int32

  /// Makes the folder where it is missing, and holds it until the value ends.
  /// - Throws: `WorkspaceError.cacheUnusable`.
  static func held(in cacheFolder: String) throws(WorkspaceError) -> TemporaryFolder {
    let path = cacheFolder + "/tmp"
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw .cacheUnusable(path: path, reason: "it cannot be made")
    }
    let lock = open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
    guard lock >= 0 else { throw .cacheUnusable(path: path + ".lock", reason: FileFailure.last().reason) }
    let folder = TemporaryFolder(path: path, lock: lock)
    guard flock(lock, LOCK_SH) == 0 else {
      throw .cacheUnusable(path: path + ".lock", reason: FileFailure.last().reason)
    }
    return folder
  }

  private init(path: String, lock: Int32) {
    self.path = path
    self.lock = lock
  }

  deinit {
    if flock(lock, LOCK_EX | LOCK_NB) == 0 {
      // What stays behind is only litter: the next run tries again.
      for entry in FolderEntries(of: path) { try? FileManager.default.removeItem(atPath: path + "/" + entry.name) }
    }
    close(lock)
  }
}
