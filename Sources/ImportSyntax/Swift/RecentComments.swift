/// The last comments of a text, so that one can go back over them: from behind, the end of a line does not tell whether a
/// comment stands there.
struct RecentComments {
  private var ranges: [Range<Int>] = []
  /// More comments between the words of one import are not looked over.
  private static let kept = 16

  mutating func add(_ range: Range<Int>) {
    if ranges.count == 2 * Self.kept { ranges.removeFirst(Self.kept) }
    ranges.append(range)
  }

  /// Where the code before a position ends, if space and comments are left out.
  func endOfCode(before position: Int, in bytes: SourceBytes) -> Int {
    var end = position
    var index = ranges.endIndex
    while true {
      while bytes[end - 1].isSpace { end -= 1 }
      while index > 0, ranges[index - 1].upperBound > end { index -= 1 }
      guard index > 0, ranges[index - 1].upperBound == end else { return end }
      end = ranges[index - 1].lowerBound
    }
  }
}
