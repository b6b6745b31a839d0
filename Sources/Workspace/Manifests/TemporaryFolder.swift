import Platform

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The folder that SwiftPM's children litter. It is shared by all runs of modgauge, and emptied by whoever finds at its
/// end that no other run holds it.
struct TemporaryFolder: ~Copyable {
  let path: String
  /// Why it does not lie in the cache folder, if that cannot be written.
  let obstacle: FileFailure?
  private let lock: FileDescriptor

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
      // What stays behind is only litter: the next run tries again.
      for entry in FolderEntries(of: path) { try? FileManager.default.removeItem(atPath: path + "/" + entry.name) }
    }
    try? lock.close()
  }
}
