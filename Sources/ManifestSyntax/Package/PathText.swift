/// Operations on paths with `/` that use only their text.
package enum PathText {
  /// The components between slashes. The path is split as UTF-8: characters would be slower, and a slash with a
  /// combining accent is a different character.
  package static func parts(of path: String) -> [Substring] {
    path.utf8.split(separator: UInt8(ascii: "/")).map { Substring($0) }
  }

  /// The path without `.`, resolvable `..`, and repeated or trailing slashes; `.` if nothing is left.
  package static func normalized(_ path: String) -> String {
    if isNormal(path) { return path }
    let isAbsolute = path.hasPrefix("/")
    var parts: [Substring] = []
    for part in PathText.parts(of: path) where part != "." {
      if part == "..", let last = parts.last, last != ".." {
        parts.removeLast()
      } else if part != ".." || !isAbsolute {
        parts.append(part)
      }
    }
    // `joined` of substrings looks up the conformance of its iterator at the first call, through all of the program's.
    guard let first = parts.first else { return isAbsolute ? "/" : "." }
    return parts.dropFirst().reduce(into: isAbsolute ? "/\(first)" : String(first)) { path, part in
      path.append("/")
      path.append(contentsOf: part)
    }
  }

  /// Whether no component is empty, `.` or `..`, as in most paths.
  private static func isNormal(_ path: String) -> Bool {
    var (length, dots, isFirst) = (0, 0, true)
    for byte in path.utf8 {
      guard byte == UInt8(ascii: "/") else {
        length += 1
        if byte == UInt8(ascii: ".") { dots += 1 }
        continue
      }
      if length == dots, length < 3, !isFirst || length > 0 { return false }
      (length, dots, isFirst) = (0, 0, false)
    }
    return length > dots || length > 2
  }

  /// A path relative to a folder; the path itself if it is absolute.
  package static func joined(_ folder: String, _ path: String) -> String {
    path.hasPrefix("/") ? normalized(path) : normalized(folder + "/" + path)
  }
}
