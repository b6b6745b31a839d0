/// Counts lines up to positions, which must not decrease.
struct LineCount {
  private var line = 1
  private var start = 0
  private var counted = 0

  /// The line of a position and its column in bytes, both counted from 1.
  mutating func line(at position: Int, in bytes: SourceBytes) -> (line: Int, column: Int) {
    while counted < position {
      let byte = bytes[counted]
      counted += 1
      guard byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") && bytes[counted] != UInt8(ascii: "\n") else {
        continue
      }
      line += 1
      start = counted
    }
    return (line, position - start + 1)
  }
}
