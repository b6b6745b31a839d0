package import ModuleGraph

/// Finds the comments in a manifest that excuse violations: `// modgauge:ignore RULE reason`.
package enum IgnoreComments {
  private static let mark = Array("modgauge:ignore".utf8)

  /// All of them, sorted by line. The mark within a string does not count.
  /// - Parameters:
  ///   - bytes: the manifest.
  ///   - file: the manifest's name in the locations.
  /// - Complexity: O(bytes).
  package static func all(in bytes: [UInt8], of file: String) -> [IgnoreComment] {
    guard !places(of: mark, in: bytes[...]).isEmpty else { return [] }
    let tokens = ManifestLexer.tokens(of: bytes)
    var comments: [IgnoreComment] = []
    var (end, line) = (0, 1)
    for index in 0...tokens.count {
      let token = index < tokens.count ? tokens[index] : nil
      // Between two tokens there are only white space and comments.
      let gap = end..<max(end, token?.range.lowerBound ?? bytes.count)
      for comment in self.comments(in: bytes, gap) {
        let newlines = bytes[gap.lowerBound..<comment.start].count { $0 == UInt8(ascii: "\n") }
        let isBehindCode = newlines == 0 && index > 0
        comments.append(
          IgnoreComment(
            rule: comment.rule, reason: comment.reason, place: .init(file: file, line: line + newlines),
            excusedLine: isBehindCode ? line : token?.line ?? line + newlines))
      }
      guard let token else { break }
      line = token.line + bytes[token.range].count { $0 == UInt8(ascii: "\n") }
      end = token.range.upperBound
    }
    return comments
  }

  private static func comments(
    in bytes: [UInt8], _ range: Range<Int>
  ) -> [(start: Int, rule: String, reason: String?)] {
    places(of: mark, in: bytes[range]).map { start in
      let rest = bytes[(start + mark.count)..<range.upperBound].prefix {
        $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r")
      }
      var text = String(decoding: rest, as: UTF8.self)[...]
      if let close = text.firstRange(of: "*/") { text = text[..<close.lowerBound] }
      let words = text.split(whereSeparator: \.isWhitespace)
      let reason = words.dropFirst().joined(separator: " ")
      return (start, words.first.map(String.init) ?? "", reason.isEmpty ? nil : reason)
    }
  }

  /// The positions of a text in bytes.
  private static func places(of text: [UInt8], in bytes: ArraySlice<UInt8>) -> [Int] {
    guard let first = text.first else { return [] }
    var places: [Int] = []
    var rest = bytes
    while let place = rest.firstIndex(of: first) {
      rest = rest[place...]
      if rest.starts(with: text) { places.append(place) }
      rest = rest.dropFirst()
    }
    return places
  }
}
