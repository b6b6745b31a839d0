extension ManifestDependency {
  /// SwiftPM's identity of a package: the last component of its URL or path, without `.git`, in lower case.
  package static func identity(ofLocation location: String) -> String {
    var rest = location[...]
    if rest.hasSuffix("/") { rest.removeLast() }
    if let slash = rest.lastIndex(of: "/") { rest = rest[rest.index(after: slash)...] }
    return (rest.hasSuffix(".git") ? rest.dropLast(4) : rest).lowercased()
  }
}
