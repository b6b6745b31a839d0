/// A package's folder on disk, and what it is called from the workspace's root.
struct PackageFolder: Hashable, Sendable {
  /// Absolute, without symbolic links.
  let path: String
  /// How a manifest names it: absolute as well, but perhaps through symbolic links.
  let declaredPath: String
  /// From the workspace's root: `.`, `Packages/Core`, `../Other`.
  let relativePath: String

  init(path: String, declaredPath: String, root: String) {
    self.path = path
    self.declaredPath = declaredPath
    relativePath = Path.relative(path, to: root)
  }

  /// Whether it is the workspace's folder, or one around that.
  var isAround: Bool { relativePath == "." || relativePath.split(separator: "/").allSatisfy { $0 == ".." } }

  /// What a path in the package is called from the workspace's root.
  /// - Parameter path: absolute.
  /// - Returns: a relative path, also for what lies outside the package.
  func shown(_ path: String) -> String {
    if path == self.path { return relativePath }
    if path.hasPrefix(self.path + "/") {
      let rest = String(Substring(path.utf8.dropFirst(self.path.utf8.count + 1)))
      return relativePath == "." ? rest : relativePath + "/" + rest
    }
    return Path.normalized(relativePath + "/" + Path.relative(path, to: self.path))
  }
}
