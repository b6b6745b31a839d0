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
    case text(@Sendable (Document) throws -> String)
    /// The picture, laid out.
    case drawing(PictureFormat)
  }

  /// What it is asked for by: `markdown`.
  package let name: String
  /// What the names of its files end with: `md`.
  package let fileExtension: String
  package let content: Content
  /// Whether it is what a terminal shows although another form is meant elsewhere.
  package var isForTerminal = false

  /// Whether it is bytes that no terminal shows.
  package var isBinary: Bool {
    if case .drawing(let format) = content { format.isBinary } else { false }
  }

  /// The same as what is shown at a terminal.
  var forTerminal: Self {
    var rendering = self
    rendering.isForTerminal = true
    return rendering
  }
}

extension Rendering {
  private init(_ name: String, _ fileExtension: String, _ text: @escaping @Sendable (Document) throws -> String) {
    self.init(name: name, fileExtension: fileExtension, content: .text(text))
  }

  static func text(_ text: @escaping @Sendable (Document) throws -> String) -> Self { Self("text", "txt", text) }

  static func markdown(_ text: @escaping @Sendable (Document) throws -> String) -> Self {
    Self("markdown", "md", text)
  }

  static func csv(_ text: @escaping @Sendable (Document) throws -> String) -> Self { Self("csv", "csv", text) }

  static func json(_ text: @escaping @Sendable (Document) throws -> String) -> Self { Self("json", "json", text) }

  /// The picture in each language that shows it.
  /// - Parameter mermaid: the picture's text, which Mermaid lays out where it is read.
  static func pictures(mermaid text: @escaping @Sendable (Document) throws -> String) -> [Self] {
    PictureFormat.allCases.map { Self(name: $0.rawValue, fileExtension: $0.rawValue, content: .drawing($0)) }
      + [Self("mermaid", "mmd", text)]
  }
}
