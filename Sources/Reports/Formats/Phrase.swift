import ModuleGraph

/// Text with strong words and figures, independent of the format: `Markdown`, `Text` and `HTML` render it.
///
/// In a literal, `**` begins and ends strong text, `*` emphasised text and a backtick code, as in Markdown.
/// Interpolated text is shown unchanged, whatever characters it contains.
package struct Phrase: Sendable, Hashable {
  struct Run: Sendable, Hashable {
    let content: Content
    var marks: Marks
    var tone: Tone?

    /// Other text in the same way.
    func saying(_ text: some StringProtocol) -> Run { Run(content: .text(String(text)), marks: marks, tone: tone) }
  }

  enum Content: Sendable, Hashable {
    case text(String)
    case figure(Figure)

    var text: String {
      switch self {
      case .text(let text): text
      case .figure(let figure): figure.text
      }
    }
  }

  struct Marks: OptionSet, Sendable, Hashable {
    let rawValue: UInt8

    static let strong = Marks(rawValue: 1)
    static let emphasis = Marks(rawValue: 2)
    static let code = Marks(rawValue: 4)
  }

  /// The meaning of a colour, where colours are available; it is never the only sign.
  enum Tone: String, Sendable, Hashable {
    case good, bad, doubtful, soft
  }

  private(set) var runs: [Run]

  /// Text that is shown unchanged.
  init(_ text: String) { runs = text.isEmpty ? [] : [Run(content: .text(text), marks: [])] }

  init(_ figure: Figure) { runs = [Run(content: .figure(figure), marks: [])] }

  init(_ run: Run) { runs = [run] }

  /// A figure, or a dash if it is `nil`.
  init(_ figure: Figure?) { self = figure.map { Phrase($0) } ?? .absent }

  static func tally(_ tally: Tally?) -> Phrase {
    tally.map { ($0.isExact ? "" : "≥ ") + Phrase(.count($0.value)) } ?? .absent
  }

  static func counted(_ value: Int, _ noun: String, _ plural: String? = nil) -> Phrase {
    "\(Figure.count(value)) \(value == 1 ? noun : plural ?? noun + "s")"
  }

  static func counted(_ tally: Tally, _ noun: String) -> Phrase {
    (tally.isExact ? "" : "at least ") + counted(tally.value, noun)
  }

  static let absent = Phrase(Figures.absent)

  /// The text in English, without marks.
  var text: String { runs.count == 1 ? runs[0].content.text : runs.map(\.content.text).joined() }

  /// The figure if there is nothing else.
  var bareFigure: Figure? {
    if runs.count == 1, case .figure(let figure) = runs[0].content { figure } else { nil }
  }

  var isEmpty: Bool { runs.isEmpty }

  func toned(_ tone: Tone?) -> Phrase {
    var phrase = self
    for index in phrase.runs.indices { phrase.runs[index].tone = phrase.runs[index].tone ?? tone }
    return phrase
  }

  /// The phrase with a capital letter, if it begins with text.
  var capitalizedFirst: Phrase {
    guard let first = runs.first, case .text(let text) = first.content else { return self }
    var phrase = self
    phrase.runs[0] = first.saying(text.capitalizedFirst)
    return phrase
  }

  static func + (first: Phrase, second: Phrase) -> Phrase {
    var phrase = first
    phrase.runs += second.runs
    return phrase
  }
}

extension Phrase: ExpressibleByStringInterpolation {
  package init(stringLiteral literal: String) {
    var interpolation = StringInterpolation(literalCapacity: 0, interpolationCount: 0)
    interpolation.appendLiteral(literal)
    self.init(stringInterpolation: interpolation)
  }

  package init(stringInterpolation interpolation: StringInterpolation) { runs = interpolation.runs }

  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var runs: [Run] = []
    private var marks: Marks = []

    package init(literalCapacity: Int, interpolationCount: Int) {}

    package mutating func appendLiteral(_ literal: String) {
      var rest = literal[...]
      while let sign = rest.firstIndex(where: { $0 == "`" || ($0 == "*" && !marks.contains(.code)) }) {
        append(.text(String(rest[..<sign])))
        let isDouble = rest[sign...].hasPrefix("**")
        marks.formSymmetricDifference(rest[sign] == "`" ? .code : isDouble ? .strong : .emphasis)
        rest = rest[sign...].dropFirst(isDouble ? 2 : 1)
      }
      append(.text(String(rest)))
    }

    package mutating func appendInterpolation(_ text: String) { append(.text(text)) }
    package mutating func appendInterpolation(_ count: Int) { append(.text(String(count))) }
    package mutating func appendInterpolation(_ number: UInt64) { append(.text(String(number))) }
    mutating func appendInterpolation(_ figure: Figure) { append(.figure(figure)) }

    package mutating func appendInterpolation(_ phrase: Phrase) {
      runs += phrase.runs.map { Run(content: $0.content, marks: $0.marks.union(marks), tone: $0.tone) }
    }

    private mutating func append(_ content: Content) {
      if case .text("") = content { return }
      runs.append(Run(content: content, marks: marks))
    }
  }
}

extension [Phrase] {
  func joined(separator: Phrase) -> Phrase { dropFirst().reduce(first ?? "") { $0 + separator + $1 } }
}
