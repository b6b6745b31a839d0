/// A part of a document, independent of the format: `Markdown.document`, `Text.document` and `HTML.blocks` render it.
enum Block: Sendable {
  /// The title of the whole document.
  case title(Phrase)
  case heading(Phrase)
  case paragraph(Phrase)
  case list([Phrase])
  case table(Table)
  /// The text of a file, which is shown unchanged.
  case code(String)
  /// A file beside the document.
  case picture(file: String, description: Phrase)
}

extension [Block] {
  /// A list; empty if it has no items.
  static func points(_ points: [Phrase]) -> [Block] { points.isEmpty ? [] : [.list(points)] }
}
