extension String {
  /// The text wrapped at spaces, in lines of at most this many columns if the words allow it.
  /// - Parameter indent: the beginning of all lines but the first.
  func wrapped(columns: Int, indent: String = "") -> [String] {
    var lines: [String] = []
    for word in split(separator: " ") {
      if let last = lines.last, last.count + 1 + word.count <= columns {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append(lines.isEmpty ? String(word) : indent + word)
      }
    }
    return lines
  }

  /// The width in a terminal: two columns for East Asian characters and emoji.
  package var terminalWidth: Int {
    var width = 0
    for scalar in unicodeScalars {
      guard scalar.isSurelyNarrow else { return reduce(0) { $0 + $1.terminalWidth } }
      width += 1
    }
    return width
  }
}

extension Unicode.Scalar {
  /// A fast check, without Unicode's tables, that it takes one column and combines with no other scalar: Latin letters,
  /// visible punctuation, and arrows.
  fileprivate var isSurelyNarrow: Bool {
    switch value {
    case 0...0x7F, 0xA0...0xAC, 0xAE...0x2FF, 0x2010...0x2027, 0x2030...0x205E, 0x2190...0x21FF: true
    default: false
    }
  }
}

extension Character {
  package var terminalWidth: Int {
    guard let scalar = unicodeScalars.first else { return 0 }
    if scalar.properties.generalCategory == .nonspacingMark || scalar.properties.isDefaultIgnorableCodePoint {
      return 0
    }
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD:
      return 2
    default:
      return scalar.properties.isEmojiPresentation || unicodeScalars.contains("\u{FE0F}") ? 2 : 1
    }
  }
}

extension Phrase {
  /// The width in a terminal. Code includes the quotes that it may get.
  var width: Int { runs.reduce(0) { $0 + $1.width } }

  var longestWord: Int { text.split(separator: " ").map { String($0).terminalWidth }.max() ?? 0 }

  /// The phrase wrapped at spaces, in lines of at most this many columns if the words allow it.
  /// - Parameter breaksCode: whether to break code that is wider than a line, which then cannot be copied.
  func wrapped(columns: Int, breaksCode: Bool = true) -> [Phrase] {
    guard width > columns else { return isEmpty ? [] : [self] }
    var lines: [Phrase] = []
    var line = Phrase("")
    for (space, long) in words(columns: breaksCode ? columns : .max) {
      let isWhole = !breaksCode && long.runs.contains { $0.marks.contains(.code) }
      for word in isWhole ? [long] : long.pieces(columns: columns) {
        let isFirst = line.isEmpty
        if !isFirst, line.width + 1 + word.width > columns {
          lines.append(line)
          line = word
        } else {
          line = isFirst ? word : line + space + word
        }
      }
    }
    return lines + [line]
  }

  /// The pieces of a word that is too long for a line; they end with a sign between parts of names, if there is one in
  /// their second half.
  private func pieces(columns: Int) -> [Phrase] {
    guard width > columns, columns > 2 else { return [self] }
    var rest = runs.flatMap { run in run.content.text.map { Phrase(run.saying(String($0))) } }[...]
    var pieces: [Phrase] = []
    while let first = rest.first {
      var (count, width) = (1, first.text.terminalWidth)
      for next in rest.dropFirst() {
        width += next.text.terminalWidth
        if width > columns { break }
        count += 1
      }
      let sign = rest.prefix(count).lastIndex { ":/-_.".contains($0.text) }.map { $0 - rest.startIndex + 1 }
      if count < rest.count, let sign, sign > count / 2 { count = sign }
      pieces.append(rest.prefix(count).reduce("", +))
      rest = rest.dropFirst(count)
    }
    return pieces
  }

  /// The parts between spaces, each with the space before it. A figure with its unit is one word, and so is code that
  /// fits on a line, so that it can be copied.
  private func words(columns: Int) -> [(space: Phrase, word: Phrase)] {
    var words: [(space: Phrase, word: Phrase)] = []
    var open: (space: Phrase, word: Phrase)?
    func add(_ run: Run, space: Phrase) {
      open = (open?.space ?? space, (open?.word ?? "") + Phrase(run))
    }
    func end() {
      if let word = open { words.append(word) }
      open = nil
    }
    for run in runs {
      guard case .text(let text) = run.content, !run.marks.contains(.code) || run.width > columns else {
        add(run, space: " ")
        continue
      }
      for (index, part) in text.split(separator: " ", omittingEmptySubsequences: false).enumerated() {
        if index > 0 { end() }
        if part.isEmpty { continue }
        let isWithin = index > 0 && run.marks.contains(.code)
        add(run.saying(part), space: isWithin ? Phrase(run.saying(" ")) : " ")
      }
    }
    end()
    return words
  }
}

extension Phrase.Run {
  fileprivate var width: Int { content.text.terminalWidth + (marks.contains(.code) ? 2 : 0) }
}
