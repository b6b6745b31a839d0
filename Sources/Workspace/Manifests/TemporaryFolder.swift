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

/// The folder that SwiftPM's children litter. It is shared by all runs of modgauge, and emptied by whoever finds at its
/// end that no other run holds it.
struct TemporaryFolder: ~Copyable {
  let path: String
  /// Why it does not lie in the cache folder, if that cannot be written.
  let obstacle: FileFailure?
  private let lock: Int32

  /// Makes the folder where it is missing, and holds it until the value ends.
  /// - Throws: `WorkspaceError.cacheUnusable` where there is no other place either.
  static func held(in cacheFolder: String) throws(WorkspaceError) -> TemporaryFolder {
    let wanted = cacheFolder + "/tmp"
    do throws(FileFailure) {
      try makeFolder(cacheFolder)
      return try held(at: TemporaryPlace.path(for: wanted), obstacle: nil)
    } catch {
      guard let path = TemporaryPlace.substitute(for: wanted), let folder = try? held(at: path, obstacle: error) else {
        throw .cacheUnusable(path: wanted, reason: error.reason)
      }
      return folder
    }
  }

  private static func held(at path: String, obstacle: FileFailure?) throws(FileFailure) -> TemporaryFolder {
    try makeFolder(path)
    let lock = open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
    guard lock >= 0 else { throw .last() }
    let folder = TemporaryFolder(path: path, obstacle: obstacle, lock: lock)
    guard flock(lock, LOCK_SH) == 0 else { throw .last() }
    return folder
  }

  private static func makeFolder(_ path: String) throws(FileFailure) {
    do { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) } catch {
      throw FileFailure(reason: FileReason.words(error))
    }
  }

  private init(path: String, obstacle: FileFailure?, lock: Int32) {
    self.path = path
    self.obstacle = obstacle
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
