/// Parses the tokens of a manifest: imports, declarations and statements, only those that are active on this host.
struct LiteralParser {
  /// How deep brackets and braces may nest; the compiler's limit is higher.
  static let depthLimit = 32
  /// The maximum number of operands in an expression, since the type checker rejects very long ones.
  static let operandLimit = 8

  var lexer: ManifestLexer
  private(set) var token: ManifestToken
  /// The token after `token`.
  private(set) var following: ManifestToken
  /// Whether an argument list may end with a comma: with compilers from 6.1 on, in all language modes.
  let allowsTrailingComma: Bool
  let build: LiteralBuild
  var depth = 0
  /// The number of operands in the expression so far.
  var operands = 0
  /// Whether a brace after an expression begins a closure. In the head of `if` or `for`, it begins the block.
  var allowsTrailingClosure = true
  /// Whether `_` is a pattern here.
  var allowsWildcard = false
  /// Whether the code is inactive on this host: it is parsed and discarded.
  var isInactive = false
  var imports: Set<String> = []

  init(_ bytes: [UInt8], build: LiteralBuild) throws(LiteralError) {
    if bytes.contains(where: { $0 >= 0x80 }), String(validating: bytes, as: UTF8.self) == nil {
      throw LiteralError(.notText, line: 0)
    }
    try self.init(ManifestLexer(bytes), build: build)
  }

  init(_ lexer: ManifestLexer, build: LiteralBuild) throws(LiteralError) {
    self.lexer = lexer
    self.build = build
    token = try Self.certain(self.lexer.next())
    following = token.kind == .end ? token : try Self.certain(self.lexer.next())
    allowsTrailingComma = build.toolchain >= ToolsVersion(6, 1)
  }

  mutating func advance() throws(LiteralError) {
    token = following
    if token.kind != .end { following = try Self.certain(lexer.next()) }
  }

  private static func certain(_ token: ManifestToken) throws(LiteralError) -> ManifestToken {
    if let doubt = token.doubt { throw doubt }
    return token
  }

  func refusal(_ reason: LiteralError.Reason) -> LiteralError { LiteralError(reason, line: token.line) }

  mutating func expect(_ kind: ManifestToken.Kind) throws(LiteralError) {
    guard token.kind == kind else { throw refusal(.syntax) }
    try advance()
  }

  mutating func expect(word expected: String) throws(LiteralError) {
    guard word == expected else { throw refusal(.syntax) }
    try advance()
  }

  var word: String? { token.kind == .name ? lexer.text(token.range) : nil }

  mutating func takeName() throws(LiteralError) -> String {
    guard let name = word, !Self.keywords.contains(name), !name.hasPrefix("$") else { throw refusal(.syntax) }
    try advance()
    return name
  }

  /// The name of a declaration. Names in upper camel case are refused, since they might shadow types.
  mutating func takeDeclaredName() throws(LiteralError) -> String {
    let line = token.line
    let name = try takeName()
    let first = name.utf8.drop { $0 == UInt8(ascii: "_") }.first
    // A declaration must not shadow the name of a type.
    let isType = LiteralType.Element(rawValue: name) != nil || Self.types.contains(name)
    guard let first, !isType, first >= UInt8(ascii: "A"), first > UInt8(ascii: "Z") || name.contains("_") else {
      throw LiteralError(.syntax, line: line)
    }
    return name
  }

  // MARK: The file

  mutating func file() throws(LiteralError) -> LiteralFile {
    let statements = try statements(atTopLevel: true)
    guard token.kind == .end else { throw refusal(.syntax) }
    guard imports.contains("PackageDescription") else { throw LiteralError(.syntax, line: 0) }
    return LiteralFile(imports: imports, statements: statements)
  }

  /// `import Foundation`, `import class Foundation.ProcessInfo` or `import struct Foundation.URL`.
  mutating func importModule() throws(LiteralError) {
    let line = token.line
    try advance()
    if isInactive {
      while token.line == line, token.kind == .name || token.kind == .period { try advance() }
      return
    }
    let part = token.line == line ? word.flatMap { Self.parts[$0] } : nil
    if part != nil { try advance() }
    guard token.line == line, let module = word, Self.modules.contains(module) else {
      throw LiteralError(.unusualImport, line: line)
    }
    try advance()
    imports.insert(module)
    guard part != nil || token.kind == .period else { return }
    guard let part, token.kind == .period, !token.hasSpaceBefore, module == "Foundation", try memberName() == part
    else { throw LiteralError(.unusualImport, line: line) }
  }

  /// `.member`, without spaces.
  mutating func memberName() throws(LiteralError) -> String {
    try expect(.period)
    guard !token.hasSpaceBefore, let name = word, !name.hasPrefix("$") else { throw refusal(.syntax) }
    try advance()
    return name
  }

  private static let modules: Set<String> = [
    "PackageDescription", "CompilerPluginSupport", "Foundation", "FoundationEssentials", "AppleProductTypes",
  ]

  /// The declarations of Foundation that may be imported alone, by their kind.
  private static let parts = ["class": "ProcessInfo", "struct": "URL"]

  private static let types: Set<String> = [
    "Package", "Context", "ProcessInfo", "Set", "Array", "KeyValuePairs", "FileManager", "URL",
  ]

  /// Words that cannot be names.
  static let keywords: Set<String> = [
    "as", "associatedtype", "await", "break", "case", "catch", "class", "continue", "default", "defer", "deinit", "do",
    "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import", "in",
    "init", "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private", "protocol", "public",
    "repeat", "rethrows", "return", "self", "Self", "static", "struct", "subscript", "super", "switch", "throw",
    "throws", "true", "try", "typealias", "var", "where", "while", "_", "Any", "async", "consuming", "borrowing",
    "copy", "consume", "discard", "each", "some", "any", "macro", "unsafe", "then", "isolated", "sending",
  ]
}
