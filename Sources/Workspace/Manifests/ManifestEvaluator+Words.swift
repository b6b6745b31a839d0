extension ManifestEvaluator {
  /// What SwiftPM and the compiler say about a manifest, for the user's eyes: the diagnostics alone, with the user's own
  /// paths.
  ///
  /// Left out are SwiftPM's compile command, which names folders of ours, and the addresses of a program that crashed,
  /// which differ each time. Lines and their number are bounded: a compiler repeats whatever line it complains of.
  /// - Parameters:
  ///   - folder: the package's, absolute.
  ///   - shownFolder: what the user calls it.
  /// - Complexity: O(length of the text).
  static func words(_ text: String, folder: String, shownAs shownFolder: String) -> String {
    let prefix = shownFolder == "." ? "" : shownFolder + "/"
    let identity = folder.lastComponent.lowercased()
    // A newline in a name would tear a line apart.
    let whole = text.replacing(folder, with: folder.visible).replacing(identity, with: identity.visible)
    var lines: [String] = []
    var isTrace = false
    for line in whole.split(separator: "\n", omittingEmptySubsequences: false) {
      isTrace = line.contains("error: ") ? false : isTrace || traces.contains { line.hasPrefix($0) }
      if isTrace || isCommand(line) { continue }
      lines.append(shortened(String(line).replacing(folder.visible + "/", with: prefix.visible)))
    }
    let cut = lines.count - longestText
    if cut > 0 { lines = lines.prefix(longestText) + ["… and \(cut) lines more."] }
    return lines.joined(separator: "\n").trimmingNewlines()
  }

  /// In lines, and in characters.
  private static let longestText = 200
  private static let longestLine = 400

  /// What begins the addresses of a crash, up to the next error.
  private static let traces = ["Please submit a bug report", "Stack dump:", "Current stack trace:"]

  private static func isCommand(_ line: Substring) -> Bool {
    line.contains(": Invalid manifest (compiled with: [") || line.hasPrefix("error: invalid manifests at [")
  }

  private static func shortened(_ line: String) -> String {
    let start = line.prefix(longestLine)
    return (start.endIndex == line.endIndex ? line : start + "…").visible
  }
}

extension String {
  fileprivate func trimmingNewlines() -> String {
    var text = self[...]
    while text.last == "\n" { text.removeLast() }
    while text.first == "\n" { text.removeFirst() }
    return String(text)
  }
}
