/// What a compiler sees of a Swift text: its tokens and directives, without comments and the amount of white space.
package struct SwiftCode: Hashable, Sendable {
  private let text: [UInt8]

  /// - Complexity: O(bytes).
  package init(_ bytes: [UInt8]) {
    text = bytes.withUnsafeBufferPointer { all in
      let bytes = all.starts(with: [0xEF, 0xBB, 0xBF]) ? UnsafeBufferPointer(rebasing: all.dropFirst(3)) : all
      var (tokens, text) = (SwiftTokens(bytes), [UInt8]())
      text.reserveCapacity(bytes.count)
      var end = 0
      while true {
        let start = tokens.current.range.lowerBound
        // Where a token stands alone, or begins a line, decides what it means; the end of the file means nothing.
        if !tokens.isAtEnd { text.append(tokens.current.isFirst ? 10 : start > end ? 32 : 0) }
        text += Self.directives(bytes[min(end, start)..<start])
        guard !tokens.isAtEnd else { return text }
        text += bytes[tokens.current.range]
        end = tokens.current.range.upperBound
        tokens.advance()
      }
    }
  }

  /// What stands between two tokens besides comments and white space.
  private static func directives(_ gap: Slice<UnsafeBufferPointer<UInt8>>) -> [UInt8] {
    var (text, depth, isLine, rest) = ([UInt8](), 0, false, gap)
    while let byte = rest.first {
      let next = rest.dropFirst().first
      let isSlash = byte == UInt8(ascii: "/")
      if isLine {
        isLine = byte != 10 && byte != 13
      } else if isSlash, next == UInt8(ascii: "*") {
        (depth, rest) = (depth + 1, rest.dropFirst())
      } else if depth > 0 {
        if byte == UInt8(ascii: "*"), next == UInt8(ascii: "/") { (depth, rest) = (depth - 1, rest.dropFirst()) }
      } else if isSlash, next == UInt8(ascii: "/") {
        isLine = true
      } else if byte > 32 {
        text.append(byte)
      } else if !text.isEmpty, text.last != 32 {
        text.append(32)
      }
      rest = rest.dropFirst()
    }
    return text.isEmpty ? [] : [35] + text + [10]
  }
}
