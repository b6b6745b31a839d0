import ModuleGraph
import Platform

/// The folder for temporary files of child processes: in the cache folder, or if that is unsuitable, in a private
/// folder below the system's.
///
/// swift-driver crashes if `TMPDIR` is not ASCII, and sockets need short paths. The path must be the same in each run,
/// since it is part of the key of SwiftPM's manifest cache.
package enum TemporaryFolderPath {
  /// In bytes.
  private static let longest = 128

  /// - Parameter wanted: absolute; it is used if it is short and ASCII.
  /// - Returns: the path, which need not exist; the wanted one if there is no better.
  package static func path(for wanted: String) -> String {
    let isUsable = wanted.utf8.count <= longest && wanted.utf8.allSatisfy { $0 < 0x80 }
    return isUsable ? wanted : substitute(for: wanted) ?? wanted
  }

  /// A replacement for a folder that cannot be used.
  /// - Returns: `nil` if the system has none.
  static func substitute(for wanted: String, in folders: [String] = FileSystem.temporaryFolders) -> String? {
    privateFolder(in: folders).map { $0 + "/" + String(wanted.stableHash, radix: 36) }
  }

  /// A folder to which only this user has access, created if necessary.
  ///
  /// Its name is predictable, so that somebody else may have created it, or the user for something else: then the next
  /// name is tried.
  static func privateFolder(in folders: [String] = FileSystem.temporaryFolders) -> String? {
    for folder in folders where isSafe(folder) {
      for suffix in [""] + (1...9).map({ "-\($0)" }) {
        let path = "\(Path.normalized(folder))/modgauge-\(CurrentProcess.userID)\(suffix)"
        if !isThere(path) { try? OwnFolder.make(path, permissions: 0o700) }
        if OwnFolder.isMarked(path), isPrivate(path) { return path }
      }
    }
    return nil
  }

  /// Whether others cannot replace what is created there, and programs may be executed there, as manifests are.
  private static func isSafe(_ folder: String) -> Bool {
    guard let status = try? FileStatus(of: folder), (try? FileSystem.startsPrograms(from: folder)) == true else {
      return false
    }
    let isOwned = [0, CurrentProcess.userID].contains(status.owner.user)
    let isShared = status.permissions & 0o022 != 0
    return isOwned && (!isShared || status.permissions & 0o1000 != 0)
  }

  private static func isThere(_ path: String) -> Bool { (try? FileStatus(of: path, followsLast: false)) != nil }

  private static func isPrivate(_ path: String) -> Bool {
    guard let status = try? FileStatus(of: path, followsLast: false) else { return false }
    return status.kind == .folder && status.owner.user == CurrentProcess.userID && status.permissions & 0o077 == 0
  }
}
