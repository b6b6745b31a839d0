/// A package's folder on disk, and its path relative to the workspace's root.
struct PackageFolder: Hashable, Sendable {
  /// Absolute, without symbolic links.
  let path: String
  /// The path by which a manifest names it: absolute, possibly through symbolic links.
  let declaredPath: String
  /// Relative to the workspace's root: `.`, `Packages/Core`, `../Other`.
  let relativePath: String

  init(path: String, declaredPath: String, root: String) {
    self.path = path
    self.declaredPath = declaredPath
    relativePath = Path.relative(path, to: root)
  }

  /// Whether it is the workspace's folder, or contains it.
  var isAround: Bool { relativePath == "." || relativePath.split(separator: "/").allSatisfy { $0 == ".." } }

  /// A path in the package, relative to the workspace's root.
  /// - Parameter path: absolute.
  /// - Returns: a relative path, even outside the package.
  func shown(_ path: String) -> String {
    if path == self.path { return relativePath }
    if path.hasPrefix(self.path + "/") {
      let rest = String(Substring(path.utf8.dropFirst(self.path.utf8.count + 1)))
      return relativePath == "." ? rest : relativePath + "/" + rest
    }
    return Path.normalized(relativePath + "/" + Path.relative(path, to: self.path))
  }
}
