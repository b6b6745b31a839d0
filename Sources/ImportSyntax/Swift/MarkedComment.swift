/// A comment with an instruction for a tool: the text after a mark at the start of one of its lines.
package struct MarkedComment: Hashable, Sendable {
  /// The text after the mark, to the end of the line or comment.
  package let text: String
  /// The line of the mark, counted from 1.
  package let line: Int
  /// The line of code that the comment applies to: its own line if code precedes it there, otherwise the next line with
  /// code; its own line if no code follows.
  package let codeLine: Int

  package enum Language: Hashable, Sendable {
    case c, swift
  }

  /// All marked comments of a file, in the order of the file. Marks in literals are ignored.
  /// - Complexity: O(bytes). A file without the mark is only searched for it.
  package static func all(_ mark: StaticString, in bytes: [UInt8], of language: Language) -> [MarkedComment] {
    bytes.withUnsafeBufferPointer { bytes in
      let text = SourceBytes(withoutMark: bytes)
      guard text.next(mark, before: text.count) != nil else { return [] }
      let comments: [Range<Int>]
      switch language {
      case .swift:
        var scanner = SwiftImportScanner(bytes, hasBareRegularExpressions: true, keepsComments: true)
        scanner.scan()
        comments = scanner.keptComments
      case .c: comments = CImport.comments(of: bytes)
      }
      return MarkedComments(mark: mark, text: text, comments: comments).found
    }
  }
}

private struct MarkedComments {
  private let text: SourceBytes
  /// In the order of the file.
  private let comments: [Range<Int>]
  private(set) var found: [MarkedComment] = []

  init(mark: StaticString, text: SourceBytes, comments: [Range<Int>]) {
    self.text = text
    self.comments = comments
    var lines = LineCount()
    for (index, comment) in comments.enumerated() {
      var search = text
      search.position = comment.lowerBound
      while let place = search.next(mark, before: comment.upperBound) {
        search.position = place + mark.utf8CodeUnitCount
        // A longer word is another one: `modgauge:ignored`.
        guard isFirst(place, in: comment), !text[search.position].isNamePart else { continue }
        let line = lines.line(at: place, in: text).line
        let code = isBehindCode(place, index) ? nil : nextCode(after: index)
        var ahead = lines
        found.append(
          MarkedComment(
            text: rest(from: search.position, to: comment.upperBound), line: line,
            codeLine: code.map { ahead.line(at: $0, in: text).line } ?? line))
      }
    }
  }

  /// Whether only comment characters precede a position on its line.
  private func isFirst(_ place: Int, in comment: Range<Int>) -> Bool {
    var position = place
    while position > comment.lowerBound, !text[position - 1].isNewline {
      position -= 1
      let isSign = text[position] == UInt8(ascii: "/") || text[position] == UInt8(ascii: "*")
      guard isSign || text[position].isSpace else { return false }
    }
    return true
  }

  private func rest(from start: Int, to end: Int) -> String {
    var stop = start
    while stop < end, !text[stop].isNewline, !text.has("*/", at: stop) { stop += 1 }
    return text.text(start..<stop)
  }

  /// Whether code precedes the comment that contains a position, on the position's line.
  private func isBehindCode(_ place: Int, _ index: Int) -> Bool {
    var position = place
    var before = index
    while position > 0, !text[position - 1].isNewline {
      if before >= 0, comments[before].contains(position - 1) {
        position = comments[before].lowerBound
        // The comment may have started on another line.
        if (position..<comments[before].upperBound).contains(where: { text[$0].isNewline && $0 < place }) {
          return false
        }
        before -= 1
      } else if text[position - 1].isSpace {
        position -= 1
      } else {
        return true
      }
    }
    return false
  }

  /// The position of the next code after a comment; `nil` if none follows.
  private func nextCode(after index: Int) -> Int? {
    var position = comments[index].upperBound
    var next = index + 1
    while position < text.count {
      if next < comments.count, comments[next].lowerBound == position {
        position = comments[next].upperBound
        next += 1
      } else if text[position].isSpace {
        position += 1
      } else {
        return position
      }
    }
    return nil
  }
}
