/// A section of a page with one table, which can be saved as a file.
struct TableSection {
  /// The id of the table, and the name of its file.
  let id: String
  let title: Phrase
  var table: Table
  var words: [Block] = []
  /// Whether only some readers need it.
  var isFolded = false

  var html: HTML {
    let content: HTML = .blocks(words) + .scrolling(table, id: id, caption: title)
    return isFolded ? .folded(id, title, content) : .section(id, title, content)
  }

  var download: Download { Download(file: "\(id).csv", text: CSV.figures(table)) }

  /// A table as a file that the browser can save.
  struct Download: Encodable {
    let file: String
    let text: String
  }
}

extension TableSection {
  init?(id: String, isFolded: Bool = false, _ blocks: [Block]) {
    var (title, table): (Phrase, Table?) = ("", nil)
    var words: [Block] = []
    for block in blocks {
      switch block {
      case .title(let phrase), .heading(let phrase): title = phrase
      case .table(let found): table = found
      case .paragraph, .list, .code, .folded, .picture: words.append(block)
      }
    }
    guard let table else { return nil }
    self.init(id: id, title: title, table: table, words: words, isFolded: isFolded)
  }
}

extension HTML {
  static func scrolling(
    _ table: Table, id: String? = nil, caption: Phrase, attributes: (Int) -> Attributes = { _ in [:] }
  ) -> HTML {
    scrolling(.table(table, id: id, caption: caption, attributes: attributes), label: caption.text)
  }

  /// A scrollable table; scripts add its controls above it.
  static func scrolling(_ table: HTML, label: String) -> HTML {
    .element(
      "div", ["class": "scroll", "tabindex": "0", "role": "region", "aria-label": "Table: \(label)"], table)
  }

  /// A section of which only the heading is shown at first.
  static func folded(_ id: String, _ title: Phrase, _ content: HTML...) -> HTML {
    let summary = HTML.element("summary", [:], .element("h2", ["id": "\(id)-title"], HTML(title)))
    return .element("section", ["aria-labelledby": "\(id)-title"], .element("details", [:], [summary] + content))
  }

  static func section(_ id: String, _ title: Phrase, _ content: HTML...) -> HTML {
    .element(
      "section", ["aria-labelledby": "\(id)-title"],
      [.element("h2", ["id": "\(id)-title"], HTML(title))] + content)
  }
}
