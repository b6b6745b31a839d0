/// A part of a document, before a language writes it: `Markdown.document`, `Text.document`, `HTML.blocks`.
enum Block: Sendable {
  /// Of the whole document.
  case title(Phrase)
  case heading(Phrase)
  case paragraph(Phrase)
  case list([Phrase])
  case table(Table)
  /// A file beside the document.
  case picture(file: String, description: Phrase)
}

extension [Block] {
  /// A list, or nothing where it has no points.
  static func points(_ points: [Phrase]) -> [Block] { points.isEmpty ? [] : [.list(points)] }
}
