import CPageAssets

/// Well-formed HTML: elements are closed, and text in them is escaped.
struct HTML: Sendable {
  let markup: String

  private init(markup: String) { self.markup = markup }

  init(_ text: String) { markup = Markup.escaped(text) }

  /// A file of this project, which is not escaped.
  init(file: PageAsset) { markup = file.text }

  static let empty = HTML(markup: "")

  /// `nil` omits an attribute, and an empty string gives one without a value.
  typealias Attributes = KeyValuePairs<String, String?>

  static func element(_ tag: String, _ attributes: Attributes = [:], _ content: HTML...) -> HTML {
    element(tag, attributes, content)
  }

  static func element(_ tag: String, _ attributes: Attributes, _ content: [HTML]) -> HTML {
    var markup = "<" + tag
    for case (let name, let value?) in attributes {
      markup += value.isEmpty ? " " + name : " \(name)=\"\(Markup.escaped(value))\""
    }
    markup += ">"
    if !emptyElements.contains(tag) {
      for part in content { markup += part.markup }
      markup += "</\(tag)>"
    }
    return HTML(markup: markup)
  }

  private static let emptyElements: Set<String> = ["br", "img", "input"]

  static func joined(_ parts: [HTML]) -> HTML { HTML(markup: parts.map(\.markup).joined()) }
  static func + (first: HTML, second: HTML) -> HTML { HTML(markup: first.markup + second.markup) }
  static let lineEnd = HTML(markup: "\n")
}

extension HTML {
  /// A phrase with its marks. A figure is a `data` element, which a script formats for the reader's language.
  init(_ phrase: Phrase) {
    self = .joined(
      phrase.runs[...].divided(by: \.tone).map { tone, runs in
        let parts = runs.divided(by: \.marks).map { marks, runs in HTML(runs, marks) }
        return tone.map { .element("span", ["class": $0.rawValue], parts) } ?? .joined(parts)
      })
  }

  private init(_ runs: ArraySlice<Phrase.Run>, _ marks: Phrase.Marks) {
    var part = HTML.joined(runs.map { HTML($0.content) })
    for (mark, tag) in [(Phrase.Marks.code, "code"), (.emphasis, "em"), (.strong, "b")] where marks.contains(mark) {
      part = .element(tag, [:], part)
    }
    self = part
  }

  private init(_ content: Phrase.Content) {
    switch content {
    case .text(let text): self.init(text)
    case .figure(let figure): self.init(figure)
    }
  }

  init(_ figure: Figure) {
    self = .element(
      "data",
      [
        "value": figure.value.description, "data-unit": figure.unit.rawValue,
        "class": figure.isEstimate ? "estimate" : nil,
      ], HTML(figure.text))
  }

  static func blocks(_ blocks: [Block]) -> HTML { .joined(blocks.map { block($0) + lineEnd }) }

  private static func block(_ block: Block) -> HTML {
    switch block {
    case .title(let phrase): element("h1", [:], HTML(phrase))
    case .heading(let phrase): element("h2", [:], HTML(phrase))
    case .paragraph(let phrase): element("p", [:], HTML(phrase))
    case .list(let points): element("ul", [:], points.map { element("li", [:], HTML($0)) })
    case .table(let table): self.table(table, caption: nil)
    case .code(let text): element("pre", [:], element("code", [:], HTML(text)))
    case .folded(let title, let parts): element("details", [:], element("summary", [:], HTML(title)), blocks(parts))
    case .picture(let file, let description): element("img", ["src": file, "alt": description.text])
    }
  }

  /// - Parameters:
  ///   - id: identifies the table in the page's address; required for sortable tables.
  ///   - attributes: the attributes of each row, by its index.
  static func table(
    _ table: Table, id: String? = nil, caption: Phrase?, attributes: (Int) -> Attributes = { _ in [:] }
  ) -> HTML {
    let heads = table.headings.enumerated().map { index, heading in
      element("th", ["scope": "col", "class": heading.isText ? "words" : nil], HTML(heading.name))
    }
    let rows = table.rows.enumerated().map { place, cells in
      element(
        "tr", attributes(place),
        zip(cells, table.headings).enumerated().map { index, cell in
          let kind = cell.1.isText ? "words" : nil
          return index == 0
            ? element("th", ["scope": "row", "class": kind], HTML(cell.0))
            : element("td", ["class": kind], HTML(cell.0))
        }) + lineEnd
    }
    return element(
      "table", ["id": id, "class": id == nil ? nil : "sortable"],
      caption.map { element("caption", [:], HTML($0)) } ?? .empty, element("thead", [:], element("tr", [:], heads)),
      element("tbody", [:], rows))
  }
}

extension ArraySlice {
  /// Groups of consecutive elements with the same key.
  fileprivate func divided<Key: Equatable>(by key: (Element) -> Key) -> [(Key, ArraySlice)] {
    var parts: [(Key, ArraySlice)] = []
    var rest = self
    while let first = rest.first.map(key) {
      let same = rest.prefix { key($0) == first }
      parts.append((first, same))
      rest = rest.dropFirst(same.count)
    }
    return parts
  }
}
