import ModuleGraph

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

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
  static func substitute(for wanted: String, in folders: [String] = systemFolders) -> String? {
    privateFolder(in: folders).map { $0 + "/" + String(wanted.stableHash, radix: 36) }
  }

  private static let systemFolders: [String] = {
    var folders = ["/tmp", "/var/tmp"]
    #if canImport(Darwin)
      var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
      if confstr(_CS_DARWIN_USER_TEMP_DIR, &buffer, buffer.count) > 0 { folders.insert(String(cString: buffer), at: 0) }
    #endif
    return folders
  }()

  /// A folder of this user's that nobody else can reach, made where it is missing.
  ///
  /// Its name can be foreseen, so others may have put something there: then the next name is tried.
  private static func privateFolder(in folders: [String]) -> String? {
    for folder in folders where isSafe(folder) {
      for suffix in [""] + (1...9).map({ "-\($0)" }) {
        let path = "\(Path.normalized(folder))/modgauge-\(geteuid())\(suffix)"
        if mkdir(path, 0o700) == 0 || isPrivate(path) { return path }
      }
    }
    return nil
  }

  /// Whether nobody else can replace what we make there, and programs may be started from there, as manifests are.
  private static func isSafe(_ folder: String) -> Bool {
    var status = stat()
    var volume = statvfs()
    guard stat(folder, &status) == 0, statvfs(folder, &volume) == 0 else { return false }
    let isOwned = status.st_uid == 0 || status.st_uid == geteuid()
    let isShared = status.st_mode & 0o022 != 0
    return isOwned && (!isShared || status.st_mode & 0o1000 != 0) && UInt(volume.f_flag) & noExecution == 0
  }

  /// `ST_NOEXEC`; macOS does not say it here.
  private static var noExecution: UInt {
    #if canImport(Darwin)
      0
    #else
      8
    #endif
  }

  private static func isPrivate(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && UInt32(status.st_mode) & UInt32(S_IFMT) == UInt32(S_IFDIR)
      && status.st_uid == geteuid() && status.st_mode & 0o077 == 0
  }
}
