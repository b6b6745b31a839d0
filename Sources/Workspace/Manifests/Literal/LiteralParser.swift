/// Reads the tokens of a manifest: imports, constants and one package, in this order or with the imports anywhere.
struct LiteralParser {
  /// How deep brackets may nest; the compiler's own limit is higher.
  static let depthLimit = 32
  /// How many operands may be added; the type checker does not take any number of them.
  static let operandLimit = 8

  private var lexer: LiteralLexer
  private var token: LiteralToken
  /// The one after it.
  private var following: LiteralToken
  /// Whether an argument list may end with a comma, which is new in 6.1's compiler, for all language modes.
  private let allowsTrailingComma: Bool

  init(_ bytes: [UInt8], toolchain: ToolsVersion) throws(LiteralRefusal) {
    lexer = try LiteralLexer(bytes)
    token = try lexer.next()
    following = try lexer.next()
    allowsTrailingComma = toolchain >= ToolsVersion(6, 1)
  }

  private mutating func advance() throws(LiteralRefusal) {
    token = following
    if token.kind != .end { following = try lexer.next() }
  }

  private func refusal(_ reason: LiteralRefusal.Reason) -> LiteralRefusal { LiteralRefusal(reason, line: token.line) }

  private mutating func expect(_ kind: LiteralToken.Kind) throws(LiteralRefusal) {
    guard token.kind == kind else { throw refusal(.syntax) }
    try advance()
  }

  private var word: String? { token.kind == .name ? lexer.text(token.range) : nil }

  private mutating func takeName() throws(LiteralRefusal) -> String {
    guard let name = word, !Self.keywords.contains(name) else { throw refusal(.syntax) }
    try advance()
    return name
  }

  // MARK: Statements

  mutating func file() throws(LiteralRefusal) -> LiteralFile {
    var imports: Set<String> = []
    var constants: [LiteralConstant] = []
    var package: LiteralExpression?
    while token.kind != .end {
      switch word {
      case "import": imports.insert(try importedModule())
      case "let", "var":
        guard package == nil else { throw refusal(.afterPackage) }
        let constant = try constant()
        if Self.isPackage(constant) {
          guard !constants.contains(where: { $0.name == constant.name }) else { throw refusal(.syntax) }
          package = constant.value
        } else {
          constants.append(constant)
        }
      default: throw refusal(package == nil ? Self.reason(forStatement: word) : .afterPackage)
      }
      if token.kind == .semicolon {
        try advance()
      } else if !token.startsLine, token.kind != .end {
        throw refusal(.syntax)
      }
    }
    guard let package, imports.contains("PackageDescription") else { throw LiteralRefusal(.syntax, line: 0) }
    return LiteralFile(imports: imports, constants: constants, package: package)
  }

  private static func isPackage(_ constant: LiteralConstant) -> Bool {
    switch constant.value.form {
    case .construction("Package", _): constant.type == nil || constant.type == "Package"
    case .member(base: nil, name: "init", arguments: .some): constant.type == "Package"
    default: false
    }
  }

  private static func reason(forStatement word: String?) -> LiteralRefusal.Reason {
    switch word {
    case "if", "for", "while", "switch", "guard", "do", "repeat", "defer", "return", "throw": .controlFlow
    case "func", "struct", "class", "enum", "extension", "protocol", "typealias", "actor", "final", "private",
      "fileprivate", "public", "internal", "package", "nonisolated":
      .declaration
    default: .syntax
    }
  }

  /// `import Foundation`, or `import class Foundation.ProcessInfo`.
  private mutating func importedModule() throws(LiteralRefusal) -> String {
    let line = token.line
    try advance()
    let isPartial = word == "class" && token.line == line
    if isPartial { try advance() }
    guard token.line == line, let module = word,
      ["PackageDescription", "CompilerPluginSupport", "Foundation"].contains(module)
    else { throw LiteralRefusal(.unusualImport, line: line) }
    try advance()
    guard isPartial || token.kind == .period else { return module }
    guard isPartial, token.kind == .period, !token.hasSpaceBefore, module == "Foundation",
      try memberName() == "ProcessInfo"
    else { throw LiteralRefusal(.unusualImport, line: line) }
    return module
  }

  private mutating func constant() throws(LiteralRefusal) -> LiteralConstant {
    let line = token.line
    try advance()
    let name = try takeName()
    // A name in upper case might stand before a type, and a lone underscore is no name.
    guard let first = name.utf8.first, first >= UInt8(ascii: "a") else { throw LiteralRefusal(.syntax, line: line) }
    let type = token.kind == .colon ? try type() : nil
    guard token.kind == .equals else { throw refusal(token.kind == .comma ? .syntax : .unknownName) }
    guard token.hasSpaceBefore == token.hasSpaceAfter else { throw refusal(.syntax) }
    try advance()
    return LiteralConstant(name: name, type: type, value: try expression(depth: 0), line: line)
  }

  /// `: [Target.Dependency]`
  private mutating func type() throws(LiteralRefusal) -> String {
    try expect(.colon)
    let isArray = token.kind == .leftBracket
    if isArray { try advance() }
    var name = try takeName()
    while token.kind == .period {
      try advance()
      name += "." + (try takeName())
    }
    if isArray { try expect(.rightBracket) }
    return isArray ? "[\(name)]" : name
  }

  // MARK: Expressions

  private mutating func expression(depth: Int) throws(LiteralRefusal) -> LiteralExpression {
    guard depth < Self.depthLimit else { throw refusal(.nesting) }
    let first = try operand(depth: depth)
    switch token.kind {
    case .plus:
      var operands = [first]
      while token.kind == .plus {
        try advanceOverOperator()
        operands.append(try operand(depth: depth))
        guard operands.count <= Self.operandLimit else { throw refusal(.operators) }
      }
      guard token.kind != .halfOpenRange, token.kind != .closedRange else { throw refusal(.operators) }
      return LiteralExpression(form: .sum(operands), line: first.line)
    case .halfOpenRange, .closedRange:
      let isClosed = token.kind == .closedRange
      try advanceOverOperator()
      let last = try operand(depth: depth)
      switch token.kind {
      case .plus, .halfOpenRange, .closedRange: throw refusal(.operators)
      default: return LiteralExpression(form: .range(first, last, isClosed: isClosed), line: first.line)
      }
    default: return first
    }
  }

  /// Swift tells infix operators by equal space on both sides.
  private mutating func advanceOverOperator() throws(LiteralRefusal) {
    guard token.hasSpaceBefore == token.hasSpaceAfter else { throw refusal(.operators) }
    try advance()
  }

  private mutating func operand(depth: Int) throws(LiteralRefusal) -> LiteralExpression {
    let line = token.line
    switch token.kind {
    case .string(let isEscaped):
      let value = try lexer.value(ofString: token, isEscaped: isEscaped)
      try advance()
      return LiteralExpression(form: .string(value), line: line)
    case .integer:
      guard let value = lexer.bytes[token.range].literalNumber else { throw refusal(.invalidValue) }
      try advance()
      return LiteralExpression(form: .integer(value), line: line)
    case .leftBracket: return LiteralExpression(form: try brackets(depth: depth), line: line)
    case .period:
      let name = try memberName()
      return LiteralExpression(
        form: .member(base: nil, name: name, arguments: try arguments(depth: depth)), line: line)
    case .name: return LiteralExpression(form: try named(depth: depth), line: line)
    default: throw refusal(.syntax)
    }
  }

  /// `.member`, without space in it.
  private mutating func memberName() throws(LiteralRefusal) -> String {
    try expect(.period)
    guard !token.hasSpaceBefore, let name = word else { throw refusal(.syntax) }
    try advance()
    return name
  }

  /// A constant's name, `true`, `false`, `nil`, `Type(…)` or `Type.member(…)`.
  private mutating func named(depth: Int) throws(LiteralRefusal) -> LiteralExpression.Form {
    switch word {
    case "true", "false", "nil":
      let form: LiteralExpression.Form = word == "nil" ? .null : .boolean(word == "true")
      try advance()
      return form
    default: break
    }
    var name = try takeName()
    var base: String?
    while token.kind == .period, !token.hasSpaceBefore {
      base = base.map { $0 + "." + name } ?? name
      name = try memberName()
    }
    let arguments = try arguments(depth: depth)
    if let base { return .member(base: base, name: name, arguments: arguments) }
    return arguments.map { .construction(name, $0) } ?? .name(name)
  }

  /// The argument list, where one follows.
  private mutating func arguments(depth: Int) throws(LiteralRefusal) -> [LiteralArgument]? {
    guard token.kind == .leftParenthesis, !token.hasSpaceBefore else { return nil }
    try advance()
    var arguments: [LiteralArgument] = []
    while token.kind != .rightParenthesis {
      var label: String?
      if following.kind == .colon, let word {
        label = word
        try advance()
        try advance()
      }
      arguments.append(LiteralArgument(label: label, value: try expression(depth: depth + 1)))
      if token.kind == .comma {
        try advance()
        guard token.kind != .rightParenthesis || allowsTrailingComma else { throw refusal(.syntax) }
      } else if token.kind != .rightParenthesis {
        throw refusal(.syntax)
      }
    }
    try advance()
    return arguments
  }

  /// An array or a dictionary.
  private mutating func brackets(depth: Int) throws(LiteralRefusal) -> LiteralExpression.Form {
    try expect(.leftBracket)
    if token.kind == .colon {
      try advance()
      try expect(.rightBracket)
      return .dictionary([])
    }
    var elements: [LiteralExpression] = []
    var values: [LiteralExpression] = []
    while token.kind != .rightBracket {
      elements.append(try expression(depth: depth + 1))
      if token.kind == .colon {
        try advance()
        values.append(try expression(depth: depth + 1))
      }
      if token.kind == .comma { try advance() } else if token.kind != .rightBracket { throw refusal(.syntax) }
    }
    try advance()
    if values.isEmpty { return .array(elements) }
    guard values.count == elements.count else { throw refusal(.syntax) }
    return .dictionary(zip(elements, values).map { (key: $0, value: $1) })
  }

  /// Words that no constant can be called.
  private static let keywords: Set<String> = [
    "as", "associatedtype", "await", "break", "case", "catch", "class", "continue", "default", "defer", "deinit", "do",
    "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import", "in",
    "init", "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private", "protocol", "public",
    "repeat", "rethrows", "return", "self", "Self", "static", "struct", "subscript", "super", "switch", "throw",
    "throws", "true", "try", "typealias", "var", "where", "while", "_", "Any", "async", "consuming", "borrowing",
    "copy", "consume", "discard", "each", "some", "any", "macro", "unsafe", "then", "isolated", "sending",
  ]
}
