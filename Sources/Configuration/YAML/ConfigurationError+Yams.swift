import Yams

extension ConfigurationError {
  /// The parser's message in one line.
  init(_ error: YamlError, file: String, text: String) {
    switch error {
    case .composer(_, let problem, let mark, _) where problem.contains("another document"):
      self.init(
        file: file, line: mark.line, .syntax("found another document; expected a single document in the stream"))
    case .scanner(let context, let problem, let mark, _) where "\(problem) \(context?.text ?? "")".contains("alias"),
      .composer(let context, let problem, let mark, _) where "\(problem) \(context?.text ?? "")".contains("alias"):
      self.init(file: file, line: mark.line, .unquotedStar)
    case .scanner(_, let problem, let mark, _)
    where problem.contains("tab character")
      || problem.contains("cannot start any token") && Self.hasTab(line: mark.line, of: text):
      self.init(file: file, line: mark.line, .tab)
    case .scanner(let context, let problem, let mark, _), .parser(let context, let problem, let mark, _),
      .composer(let context, let problem, let mark, _):
      // The parser's message for this error names an internal function.
      let isDeep = problem.contains("nesting level")
      let whole = isDeep ? "nested too deeply" : context.map { "\(problem) \($0.text)" } ?? problem
      self.init(file: file, line: mark.line, .syntax(whole))
    case .duplicatedKeysInMapping(let duplicates, let context):
      self.init(file: file, line: context.mark.line, .duplicateKey(YAMLValue.shortened(duplicates.first ?? "?")))
    case .reader(let problem, let offset, _, _):
      let line = offset.map { text.prefix($0).reduce(1) { $1.isNewline ? $0 + 1 : $0 } }
      self.init(file: file, line: line, .syntax(problem))
    case .memory: self.init(file: file, .syntax("nested too deeply, or too large for the available memory"))
    case .writer(let problem), .emitter(let problem), .representer(let problem):
      self.init(file: file, .syntax(problem))
    case .dataCouldNotBeDecoded: self.init(file: file, .notUTF8)
    case .no: self.init(file: file, .syntax("unknown problem"))
    }
  }

  private static func hasTab(line: Int, of text: String) -> Bool {
    text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).dropFirst(line - 1).first?.contains("\t")
      == true
  }
}
