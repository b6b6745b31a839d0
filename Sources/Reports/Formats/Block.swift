/// A part of a document, independent of the format: `Markdown.document`, `Text.document` and `HTML.blocks` render it.
enum Block: Sendable {
  case title(Phrase)
  case heading(Phrase)
  case paragraph(Phrase)
  case list([Phrase])
  case table(Table)
  /// The text of a file, which is shown unchanged.
  case code(String)
  /// What only some readers need: folded on a page, and left out on a terminal unless it is asked for.
  indirect case folded(Phrase, [Block])
  /// A file beside the document.
  case picture(file: String, description: Phrase)
}

extension [Block] {
  /// A list; empty if it has no items.
  static func points(_ points: [Phrase]) -> [Block] { points.isEmpty ? [] : [.list(points)] }

  /// The last part of a report: what everyone should know about its figures, then the details.
  /// - Parameter details: with their headings; those without any blocks are left out.
  static func trust(_ open: [Block], _ details: [(title: Phrase, blocks: [Block])]) -> [Block] {
    let folded = details.filter { !$0.blocks.isEmpty }.map { Block.folded($0.title, $0.blocks) }
    return open.isEmpty && folded.isEmpty ? [] : [.heading("How far this can be trusted")] + open + folded
  }
}
