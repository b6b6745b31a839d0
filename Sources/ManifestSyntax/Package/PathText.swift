/// Arithmetic on paths written with `/`, worked out on the text alone.
package enum PathText {
  /// What stands between the slashes. Characters would be slower, and a slash with an accent upon it is another one.
  package static func parts(of path: String) -> [Substring] {
    path.utf8.split(separator: UInt8(ascii: "/")).map { Substring($0) }
  }

  /// The path without `.`, `..`, doubled and trailing slashes; `.` where nothing is left.
  package static func normalized(_ path: String) -> String {
    let isAbsolute = path.hasPrefix("/")
    var parts: [Substring] = []
    for part in PathText.parts(of: path) where part != "." {
      if part == "..", let last = parts.last, last != ".." {
        parts.removeLast()
      } else if part != ".." || !isAbsolute {
        parts.append(part)
      }
    }
    let joined = parts.joined(separator: "/")
    if isAbsolute { return "/" + joined }
    return joined.isEmpty ? "." : joined
  }

  /// One path below another; the second one alone where it is absolute.
  package static func joined(_ folder: String, _ path: String) -> String {
    path.hasPrefix("/") ? normalized(path) : normalized(folder + "/" + path)
  }
}
