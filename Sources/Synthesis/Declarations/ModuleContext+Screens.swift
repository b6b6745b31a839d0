extension ModuleContext {
  /// A function that renders a value as rows with titles, made from literals, closures and conditions.
  mutating func screen() -> Declaration? {
    let isPublic = isNextPublic()
    guard let model = model(forPublic: isPublic)?.name else { return nil }
    let access = isPublic ? "public " : ""
    let (name, phrase) = newName("Screen")
    var lines = documentation("The rows in which the screen of the \(phrase) shows a value.")
    lines += [
      "\(access)struct \(name): Sendable {",
      "  /// A title on the left, a text on the right.",
      "  \(access)struct Row: Equatable, Sendable {",
      "    \(access)let title: String",
      "    \(access)let text: String",
      "    \(access)var badge: Int?",
      "  }",
      "",
      "  private let value: \(model)",
      "",
      "  /// Makes the screen of one value.",
      "  \(access)init(showing value: \(model)) {",
      "    self.value = value",
      "  }",
      "",
      "  /// From top to bottom.",
      "  \(access)var rows: [Row] {",
      "    var rows = [",
    ]
    for word in random.sample(random.number(in: 2...5), of: Vocabulary.nouns) {
      lines.append("      \(row(word)),")
    }
    lines += [
      "    ]",
      "    if value.rank > \(random.number(in: 5...200)) {",
      "      rows.append(Row(title: \"Rank\", text: String(value.rank), badge: value.rank / 10))",
      "    }",
      "    rows += (0..<\(random.number(in: 2...5))).map { index in",
      "      Row(title: \"Page \\(index + 1)\", text: \(model).placeholder(index).summary)",
      "    }",
      "    return rows.filter { !$0.text.isEmpty }",
      "  }",
      "}",
    ]
    return Declaration(lines)
  }

  private mutating func row(_ word: String) -> String {
    let number = random.number(in: 2...40)
    switch random.below(4) {
    case 0: return "Row(title: \"\(word)\", text: \"\\(value.rank % \(number)) of \(number)\")"
    case 1: return "Row(title: \"\(word)\", text: value.summary.uppercased(), badge: value.rank + \(number))"
    case 2: return "Row(title: \"\(word)\", text: value.rank > \(number) ? \"high\" : \"low\", badge: \(number))"
    default: return "Row(title: \"\(word)\", text: String(value.summary.prefix(\(number))))"
    }
  }

  /// A generic collection of pages, and a generic function over it.
  mutating func page() -> Declaration {
    let access = isNextPublic() ? "public " : ""
    let (name, phrase) = newName("Page")
    let lines =
      documentation("One page of a longer list, such as that of a \(phrase).") + [
        "\(access)struct \(name)<Element: Hashable & Sendable>: Hashable, Sendable {",
        "  \(access)let elements: [Element]",
        "  /// Counted from 0.",
        "  \(access)let number: Int",
        "",
        "  /// Makes a page from its elements.",
        "  \(access)init(_ elements: [Element], number: Int = 0) {",
        "    self.elements = elements",
        "    self.number = number",
        "  }",
        "",
        "  /// The same page of other elements.",
        "  \(access)func map<T: Hashable & Sendable>(_ transform: (Element) throws -> T) rethrows -> \(name)<T> {",
        "    \(name)<T>(try elements.map(transform), number: number)",
        "  }",
        "",
        "  /// The elements by a key that each of them has.",
        "  \(access)func keyed<Key: Hashable>(by key: (Element) -> Key) -> [Key: Element] {",
        "    Dictionary(elements.map { (key($0), $0) }, uniquingKeysWith: { first, _ in first })",
        "  }",
        "",
        "  /// Both pages as one, without what they share.",
        "  \(access)func merging(_ other: \(name)) -> \(name) {",
        "    var seen: Set<Element> = []",
        "    return \(name)((elements + other.elements).filter { seen.insert($0).inserted }, number: min(number, other.number))",
        "  }",
        "}",
      ]
    return Declaration(lines)
  }

  /// Conformances of an earlier model in an extension.
  mutating func conformances() -> Declaration? {
    guard let model = modelToCompare() else { return nil }
    let access = model.isPublic ? "public " : ""
    return Declaration([
      "extension \(model.name): Comparable, CustomStringConvertible {",
      "  \(access)static func < (left: \(model.name), right: \(model.name)) -> Bool {",
      "    if left.rank != right.rank { return left.rank < right.rank }",
      "    return left.summary < right.summary",
      "  }",
      "",
      "  \(access)var description: String {",
      "    \"\(model.name)(\\(summary), rank: \\(rank))\"",
      "  }",
      "}",
    ])
  }

  /// A table of constants with the given number of lines, at least five.
  mutating func constants(lines count: Int) -> Declaration {
    let (name, phrase) = newName("Defaults")
    var lines = ["/// What holds for a \(phrase) until the server says otherwise.", "enum \(name) {"]
    for number in 0..<(count - 3) {
      let noun = (random.element(of: Vocabulary.nouns) ?? "").lowercased()
      switch random.below(4) {
      case 0: lines.append("  static let \(noun)Limit\(number) = \(random.number(in: 1...5000))")
      case 1: lines.append("  static let \(noun)Title\(number) = \"\(noun) \(random.number(in: 1...99))\"")
      case 2: lines.append("  static let \(noun)Rate\(number) = \(random.number(in: 1...99)).5")
      default:
        lines.append(
          "  static let \(noun)Steps\(number) = [\(random.number(in: 1...9)), \(random.number(in: 10...99))]")
      }
    }
    return Declaration(lines + ["}"])
  }
}
