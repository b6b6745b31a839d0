/// The capabilities of the place for which text is written.
package struct TextStyle: Sendable, Hashable {
  /// The width of the window; `nil` for a file or a pipe, whose tables may have any width.
  package let columns: Int?
  /// Whether bold and dim text can be shown.
  package let isStyled: Bool
  package let isColored: Bool
  /// Whether a terminal shows what only some readers need.
  private let isVerbose: Bool

  package init(columns: Int?, isStyled: Bool, isColored: Bool, isVerbose: Bool = false) {
    (self.columns, self.isStyled, self.isColored) = (columns, isStyled, isColored)
    self.isVerbose = isVerbose
  }

  /// Files have all details.
  var showsDetails: Bool { isVerbose || columns == nil }

  /// Without any styling, for a file or a pipe.
  package static let plain = TextStyle(columns: nil, isStyled: false, isColored: false)

  /// The width of paragraphs, since longer lines are hard to read.
  var paragraphColumns: Int { min(columns ?? 100, 100) }

  /// The text with styling, without control characters from names.
  func text(_ phrase: Phrase) -> String {
    phrase.runs.count == 1 ? text(phrase.runs[0]) : phrase.runs.reduce(into: [], join).map(text).joined()
  }

  private func join(_ runs: inout [Phrase.Run], _ run: Phrase.Run) {
    guard let last = runs.last, last.marks == run.marks, last.tone == run.tone else { return runs.append(run) }
    runs[runs.count - 1] = run.saying(last.content.text + run.content.text)
  }

  private func text(_ run: Phrase.Run) -> String {
    // Without colours, code keeps its quotes.
    let isQuoted = run.marks.contains(.code) && !isColored
    let text = Text.printable(isQuoted ? "`\(run.content.text)`" : run.content.text)
    guard isStyled || isColored else { return text }
    let codes = [
      isStyled && run.marks.contains(.strong) ? "1" : nil, isStyled && run.marks.contains(.emphasis) ? "3" : nil,
      isColored && run.marks.contains(.code) ? "36" : nil, run.tone.flatMap(code),
    ].compactMap(\.self)
    return codes.isEmpty || text.isEmpty ? text : "\u{1B}[\(codes.joined(separator: ";"))m\(text)\u{1B}[0m"
  }

  /// The terminal's own colours, which its user has chosen.
  private func code(_ tone: Phrase.Tone) -> String? {
    switch tone {
    case .good: isColored ? "32" : nil
    case .bad: isColored ? "31" : nil
    case .doubtful: isColored ? "33" : nil
    case .soft: isStyled ? "2" : nil
    }
  }
}
