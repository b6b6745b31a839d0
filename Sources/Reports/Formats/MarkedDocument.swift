/// A Markdown document with parts that commands write:
///
///     <!-- modgauge: graph --focus Home -->
///     …
///     <!-- /modgauge -->
///
/// Markers stand alone on their lines. Those in fenced code are examples.
package struct MarkedDocument: Sendable {
  /// What stands between two markers.
  package struct Part: Sendable, Hashable {
    /// The words of the command, without its program.
    package let arguments: [String]
    /// The line of the first marker, counted from 1.
    package let line: Int
    fileprivate let content: Range<Int>
    /// What precedes the marker on its line, and with that each line of the part.
    fileprivate let indentation: [UInt8]
  }

  package struct Problem: Error, Hashable, CustomStringConvertible {
    package let line: Int
    package let description: String
  }

  package let parts: [Part]
  private let bytes: [UInt8]
  private let newline: [UInt8]

  /// - Throws: `Problem` for a marker without its counterpart or without a command.
  /// - Complexity: O(bytes).
  package init(_ bytes: [UInt8]) throws(Problem) {
    var (parts, fence): ([Part], Substring?) = ([], nil)
    var open: (marker: Marker, line: Int, end: Int)?
    var (start, line) = (0, 0)
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? bytes.count
      line += 1
      let text = String(decoding: bytes[start..<end], as: UTF8.self)
      let marker = Marker(text)
      if let closed = open {
        // Whatever the part contains will be replaced.
        switch marker {
        case .end:
          parts.append(try Self.part(closed, endingAt: start, bytes))
          open = nil
        case .begin: throw Problem(line: closed.line, description: "this part has no `<!-- /modgauge -->`")
        case nil: break
        }
      } else if let mark = Self.fence(text) {
        if fence == nil { fence = mark } else if fence.map(mark.hasPrefix) ?? false { fence = nil }
      } else if fence == nil, let marker {
        guard case .begin = marker else {
          throw Problem(line: line, description: "there is no `<!-- modgauge: … -->` before this `<!-- /modgauge -->`")
        }
        open = (marker, line, end)
      }
      start = end
    }
    if let open { throw Problem(line: open.line, description: "this part has no `<!-- /modgauge -->`") }
    (self.parts, self.bytes) = (parts, bytes)
    let first = bytes.firstIndex(of: UInt8(ascii: "\n")) ?? 0
    newline = first > 0 && bytes[first - 1] == UInt8(ascii: "\r") ? Array("\r\n".utf8) : Array("\n".utf8)
  }

  private static func part(
    _ open: (marker: Marker, line: Int, end: Int), endingAt end: Int, _ bytes: [UInt8]
  ) throws(Problem) -> Part {
    guard case .begin(let text, let indentation) = open.marker, let words = text.shellWords, !words.isEmpty else {
      throw Problem(line: open.line, description: "the marker needs a command with closed quotes: `modgauge: graph`")
    }
    return Part(
      arguments: words.first == "modgauge" ? Array(words.dropFirst()) : words, line: open.line, content: open.end..<end,
      indentation: Array(indentation.utf8))
  }

  /// The document with a diagram of each of these modules: what has none gets a part at its end.
  package func showing(_ modules: [String]) throws(Problem) -> MarkedDocument {
    let missing = modules.filter { module in
      !parts.contains { part in
        part.arguments.first == "graph"
          && zip(part.arguments, part.arguments.dropFirst()).contains { $0 == ("--focus", module) }
      }
    }
    if missing.isEmpty { return self }
    let end = bytes.isEmpty ? [] : (bytes.last == UInt8(ascii: "\n") ? [] : newline) + newline
    let words = missing.map { "graph --focus \(Shell.word($0)) --depth 1 --dependents" }
    let texts = words.map {
      Array("<!-- modgauge: \($0) -->".utf8) + newline + Array("<!-- /modgauge -->".utf8) + newline
    }
    return try MarkedDocument(bytes + end + texts.joined(separator: newline))
  }

  /// The document with other contents of its parts; everything else stays byte for byte.
  /// - Parameter contents: Markdown for each part, in order.
  package func replacing(_ contents: [String]) -> [UInt8] {
    var (result, place): ([UInt8], Int) = ([], 0)
    for (part, content) in zip(parts, contents) {
      result += bytes[place..<part.content.lowerBound] + newline
      for line in content.split(separator: "\n", omittingEmptySubsequences: false) {
        result += (line.isEmpty ? [] : part.indentation + Array(line.utf8)) + newline
      }
      result += newline
      place = part.content.upperBound
    }
    return result + bytes[place...]
  }

  private enum Marker {
    case begin(String, indentation: String)
    case end

    init?(_ line: String) {
      let indentation = line.prefix { $0 == " " || $0 == "\t" }
      var comment = line.dropFirst(indentation.count)
      while comment.last?.isWhitespace ?? false { comment.removeLast() }
      guard comment.hasPrefix("<!--"), comment.hasSuffix("-->"), comment.count > 6 else { return nil }
      let inner = comment.dropFirst(4).dropLast(3).drop(while: \.isWhitespace)
      if inner.hasPrefix("/modgauge"), inner.dropFirst(9).allSatisfy(\.isWhitespace) {
        self = .end
      } else if inner.hasPrefix("modgauge:") {
        self = .begin(String(inner.dropFirst(9)), indentation: String(indentation))
      } else {
        return nil
      }
    }
  }

  /// The marks at the beginning of a line that opens or closes fenced code.
  private static func fence(_ line: String) -> Substring? {
    let text = line.drop { $0 == " " }
    guard let mark = text.first, mark == "`" || mark == "~" else { return nil }
    let marks = text.prefix { $0 == mark }
    return marks.count >= 3 ? marks : nil
  }
}

extension String {
  /// The words as a shell separates them, without expansions; `nil` if a quote is not closed.
  fileprivate var shellWords: [String]? {
    var (words, word, quote): ([String], String?, Character?) = ([], nil, nil)
    for character in self {
      if let open = quote {
        if character == open { quote = nil } else { word = (word ?? "") + String(character) }
      } else if character == "'" || character == "\"" {
        (quote, word) = (character, word ?? "")
      } else if character.isWhitespace {
        if let ended = word { words.append(ended) }
        word = nil
      } else {
        word = (word ?? "") + String(character)
      }
    }
    return quote == nil ? words + [word].compactMap(\.self) : nil
  }
}
