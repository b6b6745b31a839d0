package import ImportSyntax

/// A comment in a manifest or a source that excuses a violation on its line: `// modgauge:ignore RULE reason`. For several
/// rules, `RULE,RULE reason`, it is several.
package struct IgnoreComment: Hashable, Sendable {
  /// The rule's id.
  package let rule: String
  /// Why; without one, the comment has no effect.
  package let reason: String?
  package let place: Dependency.Location
  /// The line that it excuses: its own if code precedes it, otherwise the next line with code.
  package let excusedLine: Int

  package init(rule: String, reason: String?, place: Dependency.Location, excusedLine: Int) {
    self.rule = rule
    self.reason = reason
    self.place = place
    self.excusedLine = excusedLine
  }

  /// All such comments of a file, by line.
  /// - Parameter file: the path to use in their locations.
  /// - Complexity: O(bytes).
  package static func all(
    in bytes: [UInt8], of file: String, _ language: MarkedComment.Language = .swift
  ) -> [IgnoreComment] {
    MarkedComment.all("modgauge:ignore", in: bytes, of: language).flatMap { comment in
      var words = comment.text.split(whereSeparator: \.isWhitespace)[...]
      var rules: [String] = []
      while let word = words.popFirst() {
        rules += word.split(separator: ",").map(String.init)
        if word.last != "," { break }
      }
      let reason = words.joined(separator: " ")
      return (rules.isEmpty ? [""] : rules).map { rule in
        IgnoreComment(
          rule: rule, reason: reason.isEmpty ? nil : reason, place: .init(file: file, line: comment.line),
          excusedLine: comment.codeLine)
      }
    }
  }
}
