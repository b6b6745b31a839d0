/// What people and other tools read of an answer or a measurement, in each of its forms.
package protocol Report: Sendable {
  /// Its forms; the first one is meant where none is named.
  static var renderings: [Rendering<Self>] { get }

  /// What those of its forms show that are drawn; needed where there is such a form.
  var pictures: PictureChoice? { get }
}

extension Report {
  package var pictures: PictureChoice? { nil }

  /// The form that is meant where none is named.
  package static var standardRendering: Rendering<Self> { renderings[0] }

  /// The same for whoever reads at a terminal.
  package static var terminalRendering: Rendering<Self> {
    renderings.first(where: \.isForTerminal) ?? standardRendering
  }
}

/// One form of a report.
package struct Rendering<Document>: Sendable {
  package enum Content: Sendable {
    /// Of what the place can show, only text for people makes use.
    case text(@Sendable (Document, TextStyle) throws -> String)
    /// The picture, laid out.
    case drawing(PictureFormat)
    /// A picture in DOT whose nodes have their places; nothing for one that has nothing to show.
    case chart(PictureFormat, @Sendable (Document) -> String)
    /// A page, of which something is laid out.
    case page(@Sendable (Document, LayoutEngine) throws -> String)
  }

  /// What it is asked for by: `markdown`.
  package let name: String
  /// What the names of its files end with: `md`.
  package let fileExtension: String
  /// The name of its file in a folder of several; absent where all are called after the command.
  package var file: String?
  package let content: Content
  /// Whether it is what a terminal shows although another form is meant elsewhere.
  package var isForTerminal = false

  /// Whether it is a picture.
  package var isDrawn: Bool { if case .text = content { false } else { true } }

  /// Whether it is bytes that no terminal shows.
  package var isBinary: Bool {
    switch content {
    case .text, .page: false
    case .drawing(let format), .chart(let format, _): format.isBinary
    }
  }

  /// The same as what is shown at a terminal.
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

  /// Text that is set for the place where it is read.
  static func text(_ text: @escaping @Sendable (Document, TextStyle) throws -> String) -> Self {
    Self(name: "text", fileExtension: "txt", content: .text(text))
  }

  static func markdown(_ text: @escaping @Sendable (Document) throws -> String) -> Self {
    Self("markdown", "md", text)
  }

  static func csv(_ text: @escaping @Sendable (Document) throws -> String) -> Self { Self("csv", "csv", text) }

  static func json(_ text: @escaping @Sendable (Document) throws -> String) -> Self { Self("json", "json", text) }

  static func html(_ page: @escaping @Sendable (Document, LayoutEngine) throws -> String) -> Self {
    Self(name: "html", fileExtension: "html", content: .page(page))
  }

  /// The picture in each language that shows it.
  /// - Parameter mermaid: the picture's text, which Mermaid lays out where it is read.
  static func pictures(mermaid text: @escaping @Sendable (Document) throws -> String) -> [Self] {
    PictureFormat.allCases.map { Self(name: $0.rawValue, fileExtension: $0.rawValue, content: .drawing($0)) }
      + [Self("mermaid", "mmd", text)]
  }
}
