/// The items between two brackets, separated by commas: the elements of an array, or the arguments of a call.
struct ItemList {
  private let text: LocationText
  private let layout: TextLayout
  private let opening: Int
  let items: [Range<Int>]
  /// The comma after each item; only the last item may have none.
  private let commas: [Int?]

  /// - Returns: `nil` if the bracket is never closed.
  init?(_ text: LocationText, opening: Int) {
    guard text.partners[opening] < text.tokens.count else { return nil }
    self.text = text
    self.opening = opening
    layout = TextLayout(bytes: text.bytes)
    let inside = text.inside(opening)
    items = text.parts(of: inside).filter { !$0.isEmpty }
    commas = items.map { $0.upperBound < inside.upperBound ? $0.upperBound : nil }
  }

  func label(_ index: Int) -> String? {
    let start = items[index].lowerBound
    return text.kind(start + 1) == .colon ? text.word(start) : nil
  }

  private func range(_ index: Int) -> Range<Int> {
    text.source(items[index].lowerBound).lowerBound..<text.source(items[index].upperBound - 1).upperBound
  }

  /// The bytes between the brackets.
  private var inside: Range<Int> {
    text.tokens[opening].range.upperBound..<text.tokens[text.partners[opening]].range.lowerBound
  }

  private func startsLine(_ index: Int) -> Bool { text.tokens[items[index].lowerBound].startsLine }

  // MARK: Adding

  /// Adds an item at the end, in the layout of the last one.
  func appending(_ item: String) -> [TextPatch] {
    guard let last = items.indices.last else { return [first(item)] }
    let end = range(last).upperBound
    let comma = commas[last].map { text.tokens[$0].range.upperBound }
    guard startsLine(last) else {
      return [comma.map { TextPatch(at: $0, " \(item),") } ?? TextPatch(at: end, ", \(item)")]
    }
    let start = range(last).lowerBound
    let line = layout.newline(before: start) + layout.indent(around: start) + item
    if let comma { return [TextPatch(at: layout.endOfLine(behind: comma) ?? comma, line + ",")] }
    return [TextPatch(at: end, ","), TextPatch(at: layout.endOfLine(behind: end) ?? end, line)]
  }

  /// Adds an item before another one, in the layout of that one.
  func inserting(_ item: String, before index: Int) -> [TextPatch] {
    let place = range(index).lowerBound
    let space = startsLine(index) ? layout.newline(before: place) + layout.indent(around: place) : " "
    return [TextPatch(at: place, item + "," + space)]
  }

  /// Adds an item after another one, in its layout.
  func inserting(_ item: String, after index: Int) -> [TextPatch] {
    guard index < items.count - 1, let comma = commas[index] else { return appending(item) }
    let end = text.tokens[comma].range.upperBound
    let like = startsLine(index) ? index : index + 1
    guard startsLine(like) else { return [TextPatch(at: end, " \(item),")] }
    let start = range(like).lowerBound
    let line = layout.newline(before: start) + layout.indent(around: start) + item + ","
    return [TextPatch(at: layout.endOfLine(behind: end) ?? end, line)]
  }

  private func first(_ item: String) -> TextPatch {
    let end = inside.upperBound
    guard layout.hasNewline(inside) else {
      if layout.isBlank(inside), !inside.isEmpty { return TextPatch(inside, " \(item) ") }
      return TextPatch(at: layout.beforeBlanks(end), (inside.isEmpty ? "" : " ") + item)
    }
    let indent = layout.indent(around: end)
    return TextPatch(
      at: layout.startOfLine(around: end), indent + layout.indentUnit + item + "," + layout.newline(before: end))
  }

  // MARK: Removing

  /// Removes an item with its comma, and with its line if the line contains nothing else.
  /// - Throws: `EditObstacle` if that would remove a comment, which only a person can judge.
  func removing(_ index: Int) throws(EditObstacle) -> [TextPatch] {
    let patches = patches(removing: index)
    guard !patches.contains(where: { hasComment(in: $0.range) }) else {
      throw .comment(line: text.tokens[items[index].lowerBound].line)
    }
    return patches
  }

  /// Whether there is anything but tokens and space in a range of bytes.
  private func hasComment(in range: Range<Int>) -> Bool {
    var place = range.lowerBound
    for token in text.all.lazy.map({ text.source($0) }) where token.overlaps(range) {
      if !layout.isSpace(place..<max(place, token.lowerBound)) { return true }
      place = max(place, token.upperBound)
    }
    return !layout.isSpace(place..<max(place, range.upperBound))
  }

  private func patches(removing index: Int) -> [TextPatch] {
    if items.count == 1, isOnlySpaceAround(index) { return [TextPatch(inside)] }
    let item = range(index)
    let end = commas[index].map { text.tokens[$0].range.upperBound } ?? item.upperBound
    let isLast = index == items.count - 1
    let start = layout.startOfLine(around: item.lowerBound)
    if layout.isBlank(start..<item.lowerBound), let lineEnd = layout.endOfLine(behind: end), lineEnd < inside.upperBound
    {
      let line = TextPatch(start..<layout.nextLine(lineEnd))
      return isLast && commas[index] == nil ? [line] + comma(before: index) : [line]
    }
    guard isLast, index > 0 else { return [TextPatch(item.lowerBound..<(isLast ? end : layout.behindBlanks(end)))] }
    let former = range(index - 1).upperBound
    let gap = text.bytes[former..<item.lowerBound].split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    if gap.count == 2, gap.allSatisfy({ layout.isSpace($0.startIndex..<$0.endIndex) }) {
      return [TextPatch(former..<item.upperBound)]
    }
    // Comments are kept, and code after a comment must not become part of it.
    return commas[index] == nil ? comma(before: index) + [TextPatch(item)] : [TextPatch(item.lowerBound..<end)]
  }

  private func comma(before index: Int) -> [TextPatch] {
    guard index > 0, let comma = commas[index - 1] else { return [] }
    return [TextPatch(text.tokens[comma].range)]
  }

  private func isOnlySpaceAround(_ index: Int) -> Bool {
    let item = range(index)
    let end = commas[index].map { text.tokens[$0].range } ?? item.upperBound..<item.upperBound
    return layout.isSpace(inside.lowerBound..<item.lowerBound) && layout.isSpace(item.upperBound..<end.lowerBound)
      && layout.isSpace(end.upperBound..<inside.upperBound)
  }
}

extension LocationText {
  /// The bytes of a token; for a string, including its quotes.
  func source(_ index: Int) -> Range<Int> {
    let range = tokens[index].range
    let quotes: Int
    switch tokens[index].kind {
    case .string: quotes = 1
    case .longString: quotes = 3
    default: return range
    }
    var hashes = 0
    let start = range.lowerBound - quotes
    while start - hashes > 0, bytes[start - hashes - 1] == UInt8(ascii: "#") { hashes += 1 }
    return max(0, start - hashes)..<min(bytes.count, range.upperBound + quotes + hashes)
  }
}
