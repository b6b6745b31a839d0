/// What the place can show that a text is for.
package struct TextStyle: Sendable, Hashable {
  /// The width of the window; absent for a file or a pipe, whose tables may be as wide as they like.
  package let columns: Int?
  /// Whether bold and dim characters can be shown.
  package let isStyled: Bool
  package let isColored: Bool

  package init(columns: Int?, isStyled: Bool, isColored: Bool) {
    (self.columns, self.isStyled, self.isColored) = (columns, isStyled, isColored)
  }

  /// Characters alone, for a file or a pipe.
  package static let plain = TextStyle(columns: nil, isStyled: false, isColored: false)

  /// How wide paragraphs are: longer lines are hard to read.
  var paragraphColumns: Int { min(columns ?? 100, 100) }

  /// Names come from files: a control character in one must not reach the terminal.
  func text(_ phrase: Phrase) -> String { phrase.runs.reduce(into: [], join).map(text).joined() }

  /// What looks the same is begun and ended once.
  private func join(_ runs: inout [Phrase.Run], _ run: Phrase.Run) {
    guard let last = runs.last, last.marks == run.marks, last.tone == run.tone else { return runs.append(run) }
    runs[runs.count - 1] = Phrase.Run(
      content: .text(last.content.text + run.content.text), marks: run.marks, tone: run.tone)
  }

  func strong(_ text: String) -> String { wrap(text, [isStyled ? "1" : nil]) }

  private func text(_ run: Phrase.Run) -> String {
    // Where nothing else sets it off, code keeps its quotes.
    let isQuoted = run.marks.contains(.code) && !isColored
    let text = Text.printable(isQuoted ? "`\(run.content.text)`" : run.content.text)
    return wrap(
      text,
      [
        isStyled && run.marks.contains(.strong) ? "1" : nil,
        isStyled && run.marks.contains(.emphasis) ? "3" : nil,
        isColored && run.marks.contains(.code) ? "36" : nil,
        run.tone.flatMap(code),
      ])
  }

  /// The terminal's own colours, which its user chose to be readable.
  private func code(_ tone: Phrase.Tone) -> String? {
    switch tone {
    case .good: isColored ? "32" : nil
    case .bad: isColored ? "31" : nil
    case .doubtful: isColored ? "33" : nil
    case .soft: isStyled ? "2" : nil
    }
  }

  private func wrap(_ text: String, _ codes: [String?]) -> String {
    let codes = codes.compactMap(\.self)
    return codes.isEmpty || text.isEmpty ? text : "\u{1B}[\(codes.joined(separator: ";"))m\(text)\u{1B}[0m"
  }
}
