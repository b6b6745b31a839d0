/// A report or an answer for people and other tools, in several formats.
package protocol Report: Sendable {
  /// The available renderings; the first is the default.
  static var renderings: [Rendering<Self>] { get }

  /// The picture that its drawn renderings show; required if there are any.
  var pictures: PictureChoice? { get }

  /// Whether its text has parts that a terminal shows only if they are asked for.
  static var hasDetails: Bool { get }
}

extension Report {
  package var pictures: PictureChoice? { nil }
  package static var hasDetails: Bool { false }

  package static var standardRendering: Rendering<Self> { renderings[0] }

  package static var terminalRendering: Rendering<Self> {
    rendering { $0.isForTerminal } ?? standardRendering
  }

  package static func rendering(where isWanted: (Rendering<Self>) -> Bool) -> Rendering<Self>? {
    renderings.first(where: isWanted)
  }
}

package struct Rendering<Document>: Sendable {
  package enum Content: Sendable {
    /// Text; only text for people uses the style.
    case text(@Sendable (Document, TextStyle) throws -> String)
    /// The picture, after a layout.
    case drawing(PictureFormat)
    /// A picture in DOT with positions; empty if there is nothing to show.
    case chart(PictureFormat, @Sendable (Document) -> String)
    /// A page, parts of which need a layout.
    case page(@Sendable (Document, LayoutEngine) throws -> String)
  }

  /// Its name for `--format`: `markdown`.
  package let name: String
  /// The extension of its files: `md`.
  package let fileExtension: String
  /// The name of its file in a folder of results; `nil` for a default name.
  package var file: String?
  package let content: Content
  /// Whether it is the default at a terminal although another one is elsewhere.
  package var isForTerminal = false

  package var isDrawn: Bool { if case .text = content { false } else { true } }

  /// Whether its bytes cannot be shown at a terminal.
  package var isBinary: Bool {
    switch content {
    case .text, .page: false
    case .drawing(let format), .chart(let format, _): format.isBinary
    }
  }

  package var isPicture: Bool {
    switch content {
    case .text, .page: false
    case .drawing, .chart: true
    }
  }

  var forTerminal: Self {
    var rendering = self
    rendering.isForTerminal = true
    return rendering
  }
}

extension Rendering {
  init(
    _ name: String, _ fileExtension: String, file: String? = nil,
    _ text: @escaping @Sendable (Document) throws -> String
  ) {
    self.init(
      name: name, fileExtension: fileExtension, file: file, content: .text { document, _ in try text(document) })
  }

  static func text(_ text: @escaping @Sendable (Document) throws -> String) -> Self { Self("text", "txt", text) }

  /// Text that depends on where it is shown.
  static func text(_ text: @escaping @Sendable (Document, TextStyle) throws -> String) -> Self {
    Self(name: "text", fileExtension: "txt", content: .text(text))
  }

  static func markdown(_ text: @escaping @Sendable (Document) throws -> String) -> Self {
    Self("markdown", "md", text)
  }

  static func csv(_ text: @escaping @Sendable (Document) throws -> String) -> Self { Self("csv", "csv", text) }

  static func json(_ text: @escaping @Sendable (Document) throws -> String) -> Self { Self("json", "json", text) }

  static func yaml(_ text: @escaping @Sendable (Document) throws -> String) -> Self { Self("yaml", "yml", text) }

  static func html(
    file: String? = nil, _ page: @escaping @Sendable (Document, LayoutEngine) throws -> String
  ) -> Self {
    Self(name: "html", fileExtension: "html", file: file, content: .page(page))
  }

  static func chart(
    _ format: PictureFormat, file: String? = nil, _ dot: @escaping @Sendable (Document) -> String
  ) -> Self {
    Self(name: format.rawValue, fileExtension: format.rawValue, file: file, content: .chart(format, dot))
  }

  /// The picture in each format that can show it.
  /// - Parameter mermaid: the picture in Mermaid's language, which is laid out where it is shown.
  static func pictures(mermaid text: @escaping @Sendable (Document) throws -> String) -> [Self] {
    PictureFormat.allCases.map { Self(name: $0.rawValue, fileExtension: $0.rawValue, content: .drawing($0)) }
      + [Self("mermaid", "mmd", text)]
  }
}
