extension String {
  /// Lines of at most so many characters where words allow it, broken at spaces.
  /// - Parameter indent: what all lines but the first begin with.
  func wrapped(columns: Int, indent: String = "") -> [String] {
    var lines: [String] = []
    for word in split(separator: " ") {
      if let last = lines.last, last.count + 1 + word.count <= columns {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append(lines.isEmpty ? String(word) : indent + word)
      }
    }
    return lines
  }
}
