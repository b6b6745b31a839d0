extension ManifestEvaluator {
  /// The messages of SwiftPM and the compiler about a manifest, as shown to the user: only diagnostics, with the user's
  /// own paths.
  ///
  /// SwiftPM's compile command, which contains temporary folders, and a crashed program's addresses, which differ each
  /// time, are omitted. The number of lines and their length are limited, since a compiler repeats every line that it
  /// complains about.
  /// - Parameters:
  ///   - folder: the package's folder, absolute.
  ///   - shownFolder: its name for the user.
  /// - Complexity: O(length of the text).
  static func words(_ text: String, folder: String, shownAs shownFolder: String) -> String {
    let prefix = shownFolder == "." ? "" : shownFolder + "/"
    let identity = folder.lastComponent.lowercased()
    // A newline in a name would split a line.
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

  /// The limits in lines and in characters.
  private static let longestText = 200
  private static let longestLine = 400

  /// What begins a crash's backtrace, which continues up to the next error.
  private static let traces = [
    "Please submit a bug report", "Stack dump:", "Current stack trace:", "*** Signal ", "*** Program crashed",
    "💣 Program crashed",
  ]

  static func isCommand(_ line: Substring) -> Bool {
    line.contains(": Invalid manifest (compiled with: [") || line.hasPrefix("error: invalid manifests at [")
  }

  private static func shortened(_ line: String) -> String {
    let start = line.prefix(longestLine)
    return (start.endIndex == line.endIndex ? line : start + "…").visible
  }
}

/// SwiftPM's output about a package.
package enum SwiftPMMessages {
  /// Its messages and those of the compiler or of a manifest, without commands and backtraces, and with shorter paths.
  package static func shown(_ output: String, of package: String, shownAs shownFolder: String) -> String {
    ManifestEvaluator.words(output, folder: package, shownAs: shownFolder)
  }

  /// Whether a line repeats a manifest's compile command.
  package static func isCommand(_ line: Substring) -> Bool { ManifestEvaluator.isCommand(line) }
}

extension String {
  fileprivate func trimmingNewlines() -> String {
    var text = self[...]
    while text.last == "\n" { text.removeLast() }
    while text.first == "\n" { text.removeFirst() }
    return String(text)
  }
}
