import ModuleGraph
import Platform

/// Where children may keep temporary files: below our cache, or where that will not do in a private folder of the
/// system's.
///
/// swift-driver crashes where `TMPDIR` is not ASCII, and sockets need short paths. Either place is the same each time,
/// since SwiftPM's cache of manifests depends on it.
package enum TemporaryPlace {
  /// In bytes.
  private static let longest = 128

  /// - Parameter wanted: absolute; the place itself if it is short and ASCII.
  /// - Returns: the place, which need not exist; the wanted one also where there is no better.
  package static func path(for wanted: String) -> String {
    let isUsable = wanted.utf8.count <= longest && wanted.utf8.allSatisfy { $0 < 0x80 }
    return isUsable ? wanted : substitute(for: wanted) ?? wanted
  }

  /// Another place for one that cannot be used.
  /// - Returns: `nil` where the system has none either.
  static func substitute(for wanted: String, in folders: [String] = FileSystem.temporaryFolders) -> String? {
    privateFolder(in: folders).map { $0 + "/" + String(wanted.stableHash, radix: 36) }
  }

  /// A folder of this user's that nobody else can reach, made where it is missing.
  ///
  /// Its name can be foreseen, so others may have put something there: then the next name is tried.
  private static func privateFolder(in folders: [String]) -> String? {
    for folder in folders where isSafe(folder) {
      for suffix in [""] + (1...9).map({ "-\($0)" }) {
        let path = "\(Path.normalized(folder))/modgauge-\(CurrentProcess.userID)\(suffix)"
        if (try? FileSystem.makeFolder(path, permissions: 0o700)) != nil || isPrivate(path) { return path }
      }
    }
    return nil
  }

  /// Whether nobody else can replace what we make there, and programs may be started from there, as manifests are.
  private static func isSafe(_ folder: String) -> Bool {
    guard let status = try? FileStatus(of: folder), (try? FileSystem.startsPrograms(from: folder)) == true else {
      return false
    }
    let isOwned = [0, CurrentProcess.userID].contains(status.owner.user)
    let isShared = status.permissions & 0o022 != 0
    return isOwned && (!isShared || status.permissions & 0o1000 != 0)
  }

  private static func isPrivate(_ path: String) -> Bool {
    guard let status = try? FileStatus(of: path, followsLast: false) else { return false }
    return status.kind == .folder && status.owner.user == CurrentProcess.userID && status.permissions & 0o077 == 0
  }
}
