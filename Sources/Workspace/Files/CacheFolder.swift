import Platform

/// The folder for everything that modgauge can recreate.
package enum CacheFolder {
  /// The folder that serves as a cache folder that is named: that one if modgauge makes it or has made it; otherwise
  /// `modgauge` in it, so that nothing is ever made, or removed, among the files of others.
  package static func own(for named: String) -> String {
    let path = FileSystem.canonicalPath(of: named) ?? Path.absolute(named)
    let isOthers = (try? FileStatus(of: path).kind) == .folder && !OwnFolder.isMarked(path)
    return isOthers ? Path.joined(path, "modgauge") : path
  }

  /// Makes the folder and its mark, unless it has been made.
  package static func make(_ path: String) throws(FileFailure) {
    guard !OwnFolder.isMarked(path) else { return }
    do {
      let parent = Path.normalized(path + "/..")
      if !Path.isFolder(parent) { try FileSystem.makeFolders(parent) }
      try OwnFolder.make(path)
    } catch {
      switch (try? FileStatus(of: path, followsLast: false))?.kind {
      case .folder: throw FileFailure(reason: "modgauge has not made it")
      case nil: throw FileFailure(reason: FileReason.description(of: error))
      default: throw FileFailure(reason: "a file is in the way")
      }
    }
  }

  /// The platform's cache folder: `$XDG_CACHE_HOME/modgauge`, else `~/.cache/modgauge`; on macOS
  /// `~/Library/Caches/modgauge`. Absolute; it need not exist.
  package static func platformDefault(environment: [String: String] = OwnEnvironment.variables) -> String {
    let home = OwnEnvironment.home(environment)
    #if os(macOS)
      return home + "/Library/Caches/modgauge"
    #else
      // The XDG Base Directory Specification requires relative paths to be ignored.
      if let caches = environment["XDG_CACHE_HOME"], caches.hasPrefix("/") { return caches + "/modgauge" }
      return home + "/.cache/modgauge"
    #endif
  }
}
