/// The most recent comments of a text, for skipping them backwards: reading a line backwards does not show whether it
/// ends with a comment.
struct RecentComments {
  private var ranges: [Range<Int>] = []
  /// The minimum number of comments that are kept. If there are more between the words of one import, the words before
  /// them are missed.
  private static let kept = 16

  mutating func add(_ range: Range<Int>) {
    if ranges.count == 2 * Self.kept { ranges.removeFirst(Self.kept) }
    ranges.append(range)
  }

  /// The end of the code before a position, ignoring space and comments.
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
