import Platform

/// The folder in which SwiftPM's processes leave temporary files. All runs of modgauge share it; the last one that
/// holds it removes what they have left.
package struct TemporaryFolder: ~Copyable {
  package let path: String
  /// Why it is not in the cache folder, if that is not writable.
  let obstacle: FileFailure?
  private let lock: FileDescriptor

  /// In nanoseconds: when a wait for the lock is mentioned, and when it ends.
  private static let (quiet, patience) = (
    MonotonicClock.nanosecondsPerSecond, 20 * MonotonicClock.nanosecondsPerSecond
  )

  /// Creates the folder if necessary, and holds it until the value is destroyed.
  /// - Throws: `WorkspaceError.cacheUnusable` if no other folder is usable either, or another program keeps its lock;
  ///   `CancellationError`.
  package static func held(in cacheFolder: String) async throws -> TemporaryFolder {
    let folder = try opened(in: cacheFolder)
    let start = MonotonicClock.nowNanoseconds
    var isMentioned = false
    while try !folder.isShared() {
      let waited = MonotonicClock.nowNanoseconds - start
      let name = folder.path + ".lock"
      guard waited < patience else {
        throw WorkspaceError.cacheUnusable(path: name, reason: "another program locks it")
      }
      if waited > quiet, !isMentioned {
        isMentioned = true
        Notice.give("Waiting for a program that locks `\(name)`.")
      }
      try await Task.sleep(for: .milliseconds(10))
    }
    return folder
  }

  private func isShared() throws(WorkspaceError) -> Bool {
    do { return try lock.lock(.shared, waits: false) } catch {
      throw .cacheUnusable(path: path + ".lock", reason: error.description)
    }
  }

  private static func opened(in cacheFolder: String) throws(WorkspaceError) -> TemporaryFolder {
    let wanted = cacheFolder + "/tmp"
    do throws(FileFailure) {
      try CacheFolder.make(cacheFolder)
      // Where a link leads, everything is the user's.
      let isLink = (try? FileStatus(of: wanted, followsLast: false))?.kind == .link
      let other = isLink ? TemporaryFolderPath.substitute(for: wanted) : nil
      return try TemporaryFolder(at: other ?? TemporaryFolderPath.path(for: wanted), obstacle: nil)
    } catch {
      guard let path = TemporaryFolderPath.substitute(for: wanted),
        let folder = try? TemporaryFolder(at: path, obstacle: error)
      else { throw .cacheUnusable(path: wanted, reason: error.reason) }
      return folder
    }
  }

  private init(at path: String, obstacle: FileFailure?) throws(FileFailure) {
    do {
      try FileSystem.makeFolders(path)
      guard OwnFolder.holds(path) else { throw FileFailure(reason: "modgauge has not made it") }
      lock = try FileDescriptor.open(
        path + ".lock", .readWrite, options: [.create, .closeOnExec],
        permissions: [.ownerReadWrite, .groupRead, .otherRead])
    } catch { throw (error as? FileFailure) ?? FileFailure(reason: FileReason.description(of: error)) }
    self.path = path
    self.obstacle = obstacle
  }

  deinit {
    let isLast = (try? lock.lock(.exclusive, waits: false)) == true
    let litter = isLast ? Self.setAside(in: path) : nil
    try? lock.close()
    // Others may go on meanwhile. What remains is harmless: the next run tries again.
    if let litter { try? OwnFolder.remove(litter) }
  }

  /// Moves what processes have left into a folder of its own, which takes no time however much it is.
  /// - Returns: the folder; `nil` if they have left nothing.
  private static func setAside(in path: String) -> String? {
    let names = ((try? FolderListing.entries(of: path)) ?? []).map(\.name).filter(isLitter)
    let litter = "\(path)/\(gone)\(String(UInt64.random(in: 0 ... .max), radix: 36))"
    guard !names.isEmpty, OwnFolder.holds(path), (try? FileSystem.makeFolder(litter, permissions: 0o700)) != nil else {
      return nil
    }
    for name in names { try? FileSystem.rename("\(path)/\(name)", to: "\(litter)/\(name)") }
    return litter
  }

  private static let gone = "gone-"

  /// Whether modgauge or SwiftPM gives such names.
  private static func isLitter(_ name: String) -> Bool {
    let prefixes = [
      gone, "git-", "index-", "manifest-", "plan-", "revision-", "scratch-", "TemporaryDirectory.", "TemporaryFile.",
    ]
    return prefixes.contains(where: name.hasPrefix) || (name.hasPrefix("_") && name.hasSuffix(".lock"))
  }
}
