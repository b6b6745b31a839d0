/// A definition in a manifest: of a constant, an assignment or addition to one, a function, or the variable of a loop.
struct LocationDefinition {
  /// The expression, or the body with its braces.
  let value: Range<Int>
  /// The names of a function's parameters, in order; `nil` if this is not a function.
  var parameters: [String]?
  /// Whether it adds to earlier definitions of the name.
  var isAddition = false
  /// Whether the name stands for each element of the expression in turn.
  var isElement = false

  /// The maximum length of a statement, in tokens outside brackets.
  private static let reach = 256

  /// All definitions by name, each in the order of the file.
  /// - Complexity: O(tokens).
  static func all(in text: LocationText) -> [String: [LocationDefinition]] {
    var definitions: [String: [LocationDefinition]] = [:]
    for index in text.all {
      guard let (name, definition) = found(at: index, in: text) else { continue }
      definitions[name, default: []].append(definition)
    }
    return definitions
  }

  private static func found(at index: Int, in text: LocationText) -> (String, LocationDefinition)? {
    guard let word = text.word(index) else { return nil }
    switch word {
    case "let", "var": return variable(index + 1, in: text)
    case "func": return function(index + 1, in: text)
    case "for": return loop(index + 1, in: text)
    default: return change(index, word, in: text)
    }
  }

  /// `name: Type = value` or `name: Type { value }`.
  private static func variable(_ index: Int, in text: LocationText) -> (String, LocationDefinition)? {
    guard let name = text.word(index), text.kind(index + 1) == .colon else {
      // A definition without a type is found at its `=`.
      return nil
    }
    var next = index + 2
    for _ in 0..<16 where next < text.tokens.count {
      if text.isSign(next, "=") { return (name, LocationDefinition(value: statement(next + 1, in: text))) }
      if text.isSign(next, "{") { return (name, LocationDefinition(value: text.inside(next))) }
      if text.tokens[next].startsLine { return nil }
      next = text.after(next)
    }
    return nil
  }

  /// `name = value`, `name += value`, `name.append(value)`, `name.append(contentsOf: value)`.
  private static func change(_ index: Int, _ name: String, in text: LocationText) -> (String, LocationDefinition)? {
    guard text.kind(index - 1) != .period, text.kind(index - 1) != .colon else { return nil }
    guard let value = added(behind: index, in: text) else { return nil }
    return (name, LocationDefinition(value: value, isAddition: !text.isSign(index + 1, "=")))
  }

  /// The expression that is assigned or appended to the name at an index.
  static func added(behind index: Int, in text: LocationText) -> Range<Int>? {
    if text.isSign(index + 1, "=") || text.isSign(index + 1, "+=") { return statement(index + 2, in: text) }
    let method = text.kind(index + 1) == .period ? text.word(index + 2) : nil
    guard method == "append" || method == "insert", text.isSign(index + 3, "(") else { return nil }
    return text.inside(index + 3)
  }

  private static func function(_ index: Int, in text: LocationText) -> (String, LocationDefinition)? {
    guard let name = text.word(index) else { return nil }
    var next = index + 1
    var parameters: [String]?
    for _ in 0..<32 where next < text.tokens.count {
      if parameters == nil, text.isSign(next, "(") { parameters = Self.parameters(next, in: text) }
      if text.isSign(next, "{") {
        return (name, LocationDefinition(value: text.inside(next), parameters: parameters ?? []))
      }
      next = text.after(next)
    }
    return nil
  }

  /// The parameter names: of `of name: String`, `name`.
  private static func parameters(_ opening: Int, in text: LocationText) -> [String] {
    text.parts(of: text.inside(opening)).filter { !$0.isEmpty }.map { part in
      text.word(part.lowerBound + 1) ?? text.word(part.lowerBound) ?? ""
    }
  }

  /// `name in values {`
  private static func loop(_ index: Int, in text: LocationText) -> (String, LocationDefinition)? {
    guard let name = text.word(index), text.word(index + 1) == "in" else { return nil }
    var end = index + 2
    for _ in 0..<reach where end < text.tokens.count && !text.isSign(end, "{") { end = text.after(end) }
    return (name, LocationDefinition(value: (index + 2)..<min(end, text.tokens.count), isElement: true))
  }

  /// An expression up to the end of its statement.
  private static func statement(_ start: Int, in text: LocationText) -> Range<Int> {
    var index = start
    for _ in 0..<reach where index < text.tokens.count {
      let token = text.tokens[index]
      if text.kind(index) == .closing || text.kind(index) == .comma || text.isSign(index, ";") { break }
      if index > start, token.startsLine, !continues(at: index, in: text) { break }
      index = text.after(index)
    }
    return start..<max(start, min(index, text.tokens.count))
  }

  /// Whether a line that starts here continues the expression of the line before.
  private static func continues(at index: Int, in text: LocationText) -> Bool {
    func joins(_ index: Int) -> Bool {
      switch text.kind(index) {
      case .sign, .period, .colon: true
      default: false
      }
    }
    return joins(index) || joins(index - 1)
  }
}
