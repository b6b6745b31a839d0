/// Walks over the declarations of a Swift file, without parsing functions and expressions. It finds types with their stored
/// members, and tells a ``SwiftInterfaceReader`` every token, and where declarations, bodies and types begin and end.
struct SwiftDeclarationWalker {
  var tokens: SwiftTokens
  /// `nil` to find types alone.
  var interface: SwiftInterfaceReader?
  private(set) var types: [TypeDeclaration] = []
  private(set) var aliases: Set<String> = []
  /// What the next braces contain, outside of parentheses and brackets.
  var braces = Braces.closure

  /// The type whose body is being read.
  private struct Body {
    var path: [String] = []
    var parameters: [String] = []
    /// `nil` at the top level of a file, and in an extension.
    var kind: TypeDeclaration.Kind?
    var conditions = 0
    var members: [TypeDeclaration.Member] = []
    /// Whether the type or extension, and the types in it, are invisible to other files.
    var isHidden = false
    var depth = 0
  }

  /// The attributes and modifiers before a declaration.
  private struct Prefix {
    var attributes: [String] = []
    var isStatic = false
    var isHidden = false
    /// Whether the Objective-C runtime provides the storage (`@NSManaged`).
    var isDynamic = false
  }

  /// The maximum nesting depth of types.
  private static let deepest = 100

  init(_ tokens: SwiftTokens, interface: SwiftInterfaceReader? = nil) {
    (self.tokens, self.interface) = (tokens, interface)
  }

  /// Walks to the end of the file.
  mutating func walk() {
    var file = Body()
    while !tokens.isAtEnd {
      readDeclarations(&file)
      // A closing brace without an opening one.
      if !tokens.isAtEnd { advance() }
    }
    interface?.end(tokens)
  }

  /// Passes the current token.
  mutating func advance(isBody: Bool = false) {
    interface?.take(tokens, isBody: isBody)
    tokens.advance()
    interface?.reach(tokens, isBody: isBody)
  }

  /// Reads up to the closing brace of the body, or to the end.
  private mutating func readDeclarations(_ body: inout Body) {
    while !tokens.isAtEnd, !tokens.isMark("}") {
      let prefix = readPrefix()
      guard tokens.current.kind == .name, tokens.current.byte != UInt8(ascii: "`") else {
        if tokens.isMark("{") { readBraces() } else if !tokens.isMark("}") { skipToken() }
        continue
      }
      switch tokens.name {
      case "struct", "class", "enum", "actor", "protocol", "extension": readType(prefix, in: body)
      case "var", "let": readVariable(prefix, &body)
      case "case": readCases(prefix, &body)
      case "typealias", "associatedtype":
        if tokens.isWord("typealias") { beginDeclaration(prefix, in: body, .closure) } else { advance() }
        if tokens.current.kind == .name, body.kind != .protocol { aliases.insert(tokens.name) }
        skipToken()
      case "func", "macro":
        beginDeclaration(prefix, in: body, .body)
        // It may be a word of the language elsewhere: `func extension()`
        if tokens.current.kind == .name { advance() }
      case "init", "deinit": beginDeclaration(prefix, in: body, .body)
      case "subscript": beginDeclaration(prefix, in: body, .accessors)
      case "import": readImport()
      case "operator":
        advance()
        interface?.nameOperator(tokens)
      default: advance()
      }
    }
  }

  /// Passes the keyword of a declaration.
  private mutating func beginDeclaration(_ prefix: Prefix, in body: Body, _ braces: Braces) {
    interface?.begin(tokens, isStatic: prefix.isStatic)
    advance()
    interface?.name(tokens, in: body.path)
    self.braces = braces
  }

  static let keywords: Set<String> = [
    "actor", "associatedtype", "case", "class", "deinit", "enum", "extension", "func", "import", "init", "let", "macro",
    "operator", "precedencegroup", "protocol", "static", "struct", "subscript", "typealias", "var",
  ]

  // MARK: Attributes and modifiers

  static let modifiers: Set<String> = [
    "borrowing", "consuming", "convenience", "distributed", "dynamic", "fileprivate", "final", "indirect", "infix",
    "internal", "isolated", "lazy", "mutating", "nonisolated", "nonmutating", "open", "optional", "override", "package",
    "postfix", "prefix", "private", "public", "required", "sending", "unowned", "weak",
  ]

  /// Whether a token begins a declaration if it is the first one of a line, instead of continuing an expression.
  private static func beginsDeclaration(_ tokens: SwiftTokens) -> Bool {
    if tokens.isMark("@") { return true }
    guard tokens.current.kind == .name, tokens.current.byte != UInt8(ascii: "`") else { return false }
    return keywords.contains(tokens.name) || modifiers.contains(tokens.name)
  }

  private mutating func readPrefix() -> Prefix {
    var prefix = Prefix()
    while true {
      if tokens.isMark("@") {
        readAttribute(&prefix)
        continue
      }
      guard tokens.current.kind == .name, tokens.current.byte != UInt8(ascii: "`") else { return prefix }
      switch tokens.name {
      case "static": prefix.isStatic = true
      case "class":
        // `class var` is static, `class Name` is a type.
        var ahead = tokens
        ahead.advance()
        guard Self.beginsDeclaration(ahead), !ahead.isMark("@") else { return prefix }
        prefix.isStatic = true
      case let word where Self.modifiers.contains(word):
        advance()
        if tokens.isMark("(") {
          skipGroup()
        } else if word == "private" || word == "fileprivate" {
          prefix.isHidden = true
        }
        continue
      default: return prefix
      }
      advance()
    }
  }

  private mutating func readAttribute(_ prefix: inout Prefix) {
    advance()
    var name = tokens.name
    advance()
    while tokens.isMark(".") {
      advance()
      name = tokens.name
      advance()
    }
    if tokens.isMark("<") {
      let start = tokens
      skipAngles()
      name += text(since: start)
    }
    // A parenthesis after a space begins a type or a pattern.
    if tokens.isMark("("), tokens.current.range.lowerBound == tokens.lastEnd { skipGroup() }
    if name == "NSManaged" { prefix.isDynamic = true }
    if !Self.plainAttributes.contains(name) { prefix.attributes.append(name) }
  }

  /// Attributes that do not affect stored properties.
  private static let plainAttributes: Set<String> = [
    "IBInspectable", "IBOutlet", "MainActor", "NSCopying", "NSManaged", "ObservationIgnored", "Sendable", "_spi",
    "available", "discardableResult", "frozen", "inlinable", "nonobjc", "objc", "preconcurrency", "unchecked",
    "usableFromInline",
  ]

  // MARK: Types

  /// Reads a type or an extension.
  private mutating func readType(_ prefix: Prefix, in outer: Body) {
    let kind = TypeDeclaration.Kind(rawValue: tokens.name)
    beginDeclaration(prefix, in: outer, .closure)
    let (position, conditions) = (tokens.current.range.lowerBound, tokens.conditions)
    let name = readTypeName(isExtension: kind == nil)
    guard !name.isEmpty else { return }
    let place = kind == nil ? (0, 0) : tokens.place(of: position)
    var body = Body(
      path: outer.path + name, parameters: outer.parameters, kind: kind, conditions: conditions,
      isHidden: outer.isHidden || prefix.isHidden || kind == .protocol, depth: outer.depth + 1)
    interface?.beginHead(of: body.path)
    if kind != nil, tokens.isMark("<") { body.parameters += readParameters() }
    while !tokens.isAtEnd, !tokens.isMark("{"), !tokens.isMark("}") { skipToken() }
    guard tokens.isMark("{") else { return }
    guard body.depth < Self.deepest else { return skipGroup() }
    interface?.enter(body.path, isHidden: prefix.isHidden)
    advance()
    readDeclarations(&body)
    let isWhole = tokens.isMark("}") && tokens.conditions == conditions
    interface?.leave(tokens)
    advance()
    braces = .closure
    guard let kind, isWhole, !body.isHidden else { return }
    types.append(
      TypeDeclaration(
        kind: kind, name: body.path.joined(separator: "."), parameters: body.parameters, members: body.members,
        isConditional: conditions > 0, line: place.0, column: place.1))
  }

  /// - Returns: with the names of the types around an extended one; empty if there is no name.
  private mutating func readTypeName(isExtension: Bool) -> [String] {
    // One of dictionaries counts as one of arrays.
    if isExtension, tokens.isMark("[") { return ["Array"] }
    var path: [String] = []
    while tokens.current.kind == .name {
      path.append(tokens.name)
      advance()
      guard isExtension else { break }
      if tokens.isMark("<") {
        interface?.beginHead(of: path)
        skipAngles()
      }
      guard tokens.isMark(".") else { break }
      advance()
    }
    return path
  }

  /// The names of a type's generic parameters.
  private mutating func readParameters() -> [String] {
    var names: [String] = []
    advance()
    var isName = true
    while !tokens.isAtEnd, !tokens.isMark(">"), !tokens.isMark("{") {
      if tokens.isMark(",") { isName = true }
      if tokens.current.kind == .name, isName, !tokens.isWord("each"), !tokens.isWord("let") {
        names.append(tokens.name)
        isName = false
      }
      if tokens.isMark("<") { skipAngles() } else { advance() }
    }
    if tokens.isMark(">") { advance() }
    return names
  }

  /// Passes an import: `import struct A.B` does not declare a type.
  private mutating func readImport() {
    interface?.begin(tokens, isStatic: false)
    advance()
    if tokens.current.kind == .name, SourceImport.Kind(rawValue: tokens.name) != nil { advance() }
    interface?.nameImport(tokens)
    repeat { advance() } while tokens.isMark(".")
  }

  // MARK: Members

  private mutating func readVariable(_ prefix: Prefix, _ body: inout Body) {
    // Determined now, since another condition may apply after the declaration.
    let isConditional = tokens.conditions > body.conditions
    let isInstance = body.kind != nil && body.kind != .enum && !prefix.isStatic && !prefix.isDynamic
    beginDeclaration(prefix, in: body, .accessors)
    while true {
      let names = readPattern()
      guard !names.isEmpty else { return }
      var (type, isComputed): (String?, Bool) = (nil, false)
      if tokens.isMark(":") {
        advance()
        let start = tokens
        skipType()
        if isInstance, names.count == 1 { type = text(since: start) }
      }
      if tokens.isMark("{") {
        let accessor = readBraces()
        isComputed = accessor != "didSet" && accessor != "willSet"
      } else if tokens.isMark("=") {
        let literal = readValue(isOutermost: body.depth == 0)
        type = type ?? (names.count == 1 ? literal : nil)
      }
      if isInstance, !isComputed {
        body.members += names.map { name in
          TypeDeclaration.Member(
            name: name, type: type, attributes: prefix.attributes, rawValue: nil, isConditional: isConditional)
        }
      }
      guard tokens.isMark(",") else { return }
      advance()
      // `if let a = b, let c = d`
      if tokens.isWord("let") || tokens.isWord("var") { return }
    }
  }

  /// Reads the name, or the names in a tuple pattern.
  private mutating func readPattern() -> [String] {
    var names: [String] = []
    if tokens.isMark("(") {
      while !tokens.isAtEnd, !tokens.isMark(")") {
        if tokens.current.kind == .name, !tokens.isWord("_") { names.append(tokens.name) }
        advance()
      }
    } else if tokens.current.kind == .name {
      names = [tokens.name]
    } else {
      return []
    }
    advance()
    return names
  }

  /// Reads a property's initial value, to the end of the expression.
  /// - Returns: the type of the value if it is a single literal; otherwise `nil`.
  private mutating func readValue(isOutermost: Bool) -> String? {
    braces = .value
    advance()
    let first = tokens.current
    var (count, isAfterType) = (0, false)
    while !tokens.isAtEnd, !tokens.isMark("}"), !tokens.isMark(","), !tokens.isMark(";") {
      if count > 0, tokens.current.isFirst, Self.beginsDeclaration(tokens) { break }
      // `if let a = b` after it, outside of functions
      if isOutermost, tokens.isWord("let") || tokens.isWord("var") { break }
      let isType = tokens.current.kind == .name && tokens.name.first?.isUppercase == true
      if tokens.isMark("{") {
        readBraces()
      } else if isAfterType, tokens.isMark("<"), tokens.current.range.lowerBound == tokens.lastEnd {
        // `Dictionary<String, Int>()`
        skipAngles()
      } else {
        skipToken()
      }
      (count, isAfterType) = (count + 1, isType)
    }
    guard count == 1 else { return nil }
    switch first.kind {
    case .string: return "String"
    case .number: return tokens.text(first.range).contains(".") ? "Double" : "Int"
    case .name: return ["true", "false"].contains(tokens.text(first.range)) ? "Bool" : nil
    case .mark, .end: return nil
    }
  }

  private mutating func readCases(_ prefix: Prefix, _ body: inout Body) {
    let isConditional = tokens.conditions > body.conditions
    beginDeclaration(prefix, in: body, .value)
    guard body.kind == .enum else { return }
    while tokens.current.kind == .name {
      let name = tokens.name
      advance()
      let values = tokens.isMark("(") ? readAssociatedValues() : ""
      var raw: String?
      if tokens.isMark("=") {
        advance()
        let start = tokens.current.range.lowerBound
        if tokens.isMark("-") { advance() }
        advance()
        raw = tokens.text(start..<tokens.lastEnd)
      }
      body.members.append(
        TypeDeclaration.Member(name: name, type: values, attributes: [], rawValue: raw, isConditional: isConditional))
      guard tokens.isMark(",") else { return }
      advance()
    }
  }

  /// Reads the associated values of a case, without default values.
  private mutating func readAssociatedValues() -> String {
    var parts: [String] = []
    repeat {
      advance()
      if tokens.isMark(")") { break }
      let start = tokens
      skipType()
      parts.append(text(since: start))
      if tokens.isMark("=") {
        while !tokens.isAtEnd, !tokens.isMark(","), !tokens.isMark(")"), !tokens.isMark("}") { skipToken() }
      }
    } while tokens.isMark(",")
    if tokens.isMark(")") { advance() }
    return "(" + parts.joined(separator: ",") + ")"
  }
}
