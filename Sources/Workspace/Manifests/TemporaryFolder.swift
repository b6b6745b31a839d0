import Platform

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The folder in which SwiftPM's processes leave temporary files. All runs of modgauge share it; the last one that
/// holds it empties it.
package struct TemporaryFolder: ~Copyable {
  package let path: String
  /// Why it is not in the cache folder, if that is not writable.
  let obstacle: FileFailure?
  private let lock: FileDescriptor

  /// Creates the folder if necessary, and holds it until the value is destroyed.
  /// - Throws: `WorkspaceError.cacheUnusable` if no other folder is usable either.
  package static func held(in cacheFolder: String) throws(WorkspaceError) -> TemporaryFolder {
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
    do {
      let lock = try FileDescriptor.open(
        path + ".lock", .readWrite, options: [.create, .closeOnExec],
        permissions: [.ownerReadWrite, .groupRead, .otherRead])
      let folder = TemporaryFolder(path: path, obstacle: obstacle, lock: lock)
      _ = try lock.lock(.shared, waits: true)
      return folder
    } catch { throw FileFailure(reason: "\(error)") }
  }

  private static func makeFolder(_ path: String) throws(FileFailure) {
    do { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) } catch {
      throw FileFailure(reason: FileReason.words(error))
    }
  }

  private init(path: String, obstacle: FileFailure?, lock: FileDescriptor) {
    self.path = path
    self.obstacle = obstacle
    self.lock = lock
  }

  deinit {
    if (try? lock.lock(.exclusive, waits: false)) == true {
      // What remains is harmless: the next run tries again.
      for entry in FolderEntries(of: path) { try? FileManager.default.removeItem(atPath: path + "/" + entry.name) }
    }
    try? lock.close()
  }
}
