/// A table for a window of a certain width.
///
/// If it is too wide, headings are wrapped at spaces first, then words in cells. If it is still too wide, it is
/// divided: into parts with some of the columns, each beginning with the columns that identify a row.
struct TextTable {
  private let headings: [Phrase]
  private let rows: [[Phrase]]
  private let isFlushLeft: [Bool]
  /// The number of columns that identify a row.
  private let keys: Int
  private let hasHeader: Bool
  private let indent: String
  private let style: TextStyle

  private static let gap = 2
  /// Cells with words are not made narrower than this.
  private static let leastWords = 24
  private static let leastKey = 8

  init(_ table: Table, hasHeader: Bool, indent: String, style: TextStyle) {
    headings = table.headings.map { Phrase($0.name) }
    rows = table.rows
    isFlushLeft = table.headings.map(\.isText)
    // At most two text columns identify a row; further ones describe it.
    keys = max(1, min(2, table.headings.prefix { $0.isText }.count))
    (self.hasHeader, self.indent, self.style) = (hasHeader, indent, style)
  }

  var text: String { parts.map(text).joined(separator: "\n") }

  private typealias Slot = (column: Int, width: Int)

  private var available: Int? { style.columns.map { max(20, $0 - indent.count) } }

  private var parts: [[Slot]] {
    let whole = isFlushLeft.indices.map { Slot($0, width(of: $0)) }
    guard let available, total(whole) > available else { return [whole] }
    let narrow = narrowed(whole, to: available)
    if total(narrow) <= available { return [narrow] }
    return divided(narrow, to: available)
  }

  private func total(_ places: [Slot]) -> Int { places.reduce(-Self.gap) { $0 + $1.width + Self.gap } }

  private func width(of column: Int) -> Int {
    max(hasHeader ? headings[column].width : 0, rows.map { $0[column].width }.max() ?? 0)
  }

  /// Wraps headings and the widest text cells, until the table fits or no more can be gained.
  private func narrowed(_ places: [Slot], to available: Int) -> [Slot] {
    var narrow = places.map { place in
      let cells = rows.map { $0[place.column].width }.max() ?? 0
      return Slot(place.column, max(hasHeader ? headings[place.column].longestWord : 0, cells))
    }
    while total(narrow) > available {
      let words = narrow.indices.filter { isFlushLeft[narrow[$0].column] && narrow[$0].width > Self.leastWords }
      guard let widest = words.max(by: { narrow[$0].width < narrow[$1].width }) else { break }
      narrow[widest].width = max(Self.leastWords, narrow[widest].width - (total(narrow) - available))
    }
    return narrow
  }

  private func divided(_ places: [Slot], to available: Int) -> [[Slot]] {
    let rest = places.dropFirst(keys)
    let fixed = fitting(Array(places.prefix(keys)), beside: rest.map(\.width).max() ?? 0, in: available)
    var parts: [[Slot]] = []
    for place in rest {
      if let last = parts.last, total(last + [place]) <= available {
        parts[parts.count - 1].append(place)
      } else {
        parts.append(fixed + [place])
      }
    }
    return parts.isEmpty ? [fixed] : parts
  }

  /// The identifying columns, made narrow enough for the widest other column to fit beside them.
  private func fitting(_ keys: [Slot], beside width: Int, in available: Int) -> [Slot] {
    var keys = keys
    while total(keys) + Self.gap + width > available {
      guard let widest = keys.indices.max(by: { keys[$0].width < keys[$1].width }), keys[widest].width > Self.leastKey
      else { break }
      keys[widest].width = max(Self.leastKey, keys[widest].width - (total(keys) + Self.gap + width - available))
    }
    return keys
  }

  private func text(_ part: [Slot]) -> String {
    var text = ""
    if hasHeader { write(headings.map { "**\($0)**" }, part, isHeader: true, to: &text) }
    for row in rows { write(row, part, isHeader: false, to: &text) }
    return text
  }

  /// Writes the lines of a row: as many as its highest cell has. Headings are aligned at the bottom.
  private func write(_ row: [Phrase], _ part: [Slot], isHeader: Bool, to text: inout String) {
    let cells = part.map { row[$0.column].wrapped(columns: $0.width) }
    let height = cells.reduce(1) { max($0, $1.count) }
    for line in 0..<height {
      text += indent
      var blank = 0
      for (place, cell) in zip(part, cells) {
        let index = isHeader ? line - (height - cell.count) : line
        guard cell.indices.contains(index), !cell[index].isEmpty else {
          blank += place.width + Self.gap
          continue
        }
        // In colours, code has no quotes.
        let width = style.isColored ? cell[index].text.terminalWidth : cell[index].width
        let padding = max(0, place.width - width)
        // Trailing spaces are omitted.
        let before = isFlushLeft[place.column] ? 0 : padding
        text += String(repeating: " ", count: blank + before) + style.text(cell[index])
        blank = padding - before + Self.gap
      }
      text += "\n"
    }
  }
}
