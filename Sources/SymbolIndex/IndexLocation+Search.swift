import Platform

extension IndexLocation {
  /// The indexes that builds have written below the scratch folders of packages (`.build`), sorted by path.
  /// - Parameter packages: absolute paths.
  package static func builds(of packages: [String]) -> [IndexLocation] {
    let found = Set(packages).flatMap { stores(below: $0 + "/.build") }.compactMap(FileSystem.canonicalPath)
    return Set(found).sorted().map { IndexLocation(path: $0) }
  }

  /// Folders `index/store`, as SwiftPM names them: `.build/x86_64-unknown-linux-gnu/debug/index/store`.
  /// - Parameter scratch: the folder that a build used.
  package static func stores(below scratch: String) -> [String] {
    var (found, pending): ([String], [(path: String, depth: Int)]) = ([], [(scratch, 0)])
    var seen: Set<FileStatus.Identity> = []
    while let (folder, depth) = pending.popLast() {
      // Links lead to some folders twice, as `debug` does.
      guard let own = try? FileStatus(of: folder).identity, seen.insert(own).inserted else { continue }
      let store = folder + "/index/store"
      if isFolder(store) { found.append(store) }
      guard depth < deepest else { continue }
      for name in (try? FolderListing.entries(of: folder).map(\.name)) ?? [] where !isSkipped(name) {
        if isFolder("\(folder)/\(name)") { pending.append(("\(folder)/\(name)", depth + 1)) }
      }
    }
    return found
  }

  /// The maximum depth: the folder of background builds (`index-build`), the platform and the configuration.
  private static let deepest = 3

  /// Folders of a build that can be large and contain no index.
  private static func isSkipped(_ name: String) -> Bool {
    ["checkouts", "repositories", "artifacts", "plugins", "ModuleCache", "Modules", "index"].contains(name)
      || name.hasSuffix(".build") || name.hasSuffix(".product")
  }

  private static func isFolder(_ path: String) -> Bool { (try? FileStatus(of: path).kind) == .folder }
}
