/// Finds types and their stored members, without parsing functions and expressions.
struct SwiftTypeScanner {
  var tokens: SwiftTokens
  private(set) var types: [TypeDeclaration] = []
  private(set) var aliases: Set<String> = []

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
  private static let deepest = 50

  init(_ bytes: UnsafeBufferPointer<UInt8>) { tokens = SwiftTokens(bytes) }

  mutating func scan() {
    var file = Body()
    while !tokens.isAtEnd {
      readDeclarations(&file, depth: 0)
      // A closing brace without an opening one.
      if !tokens.isAtEnd { tokens.advance() }
    }
  }

  /// Reads up to the closing brace of the body, or to the end.
  private mutating func readDeclarations(_ body: inout Body, depth: Int) {
    while !tokens.isAtEnd, !tokens.isMark("}") {
      let prefix = readPrefix()
      guard tokens.current.kind == .name, tokens.current.byte != UInt8(ascii: "`") else {
        skipToken()
        continue
      }
      switch tokens.name {
      case "struct": readType(.struct, prefix, in: body, depth)
      case "class": readType(.class, prefix, in: body, depth)
      case "enum": readType(.enum, prefix, in: body, depth)
      case "actor": readType(.actor, prefix, in: body, depth)
      case "extension": readExtension(prefix, depth)
      case "var", "let": readVariable(prefix, &body)
      case "case" where body.kind == .enum: readCases(&body)
      case "import": skipImport()
      case "typealias", "associatedtype": readAlias()
      case "protocol": skipFunction()
      case "func", "init", "deinit", "subscript": skipFunction()
      default: tokens.advance()
      }
    }
  }

  /// Reads attributes and modifiers.
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
        guard
          ["var", "let", "func", "subscript", "override", "final", "private", "public", "internal"].contains(ahead.name)
        else { return prefix }
        prefix.isStatic = true
      case let word where Self.modifiers.contains(word):
        tokens.advance()
        if tokens.isMark("(") {
          skipGroup()
        } else if word == "private" || word == "fileprivate" {
          prefix.isHidden = true
        }
        continue
      default: return prefix
      }
      tokens.advance()
    }
  }

  static let modifiers: Set<String> = [
    "borrowing", "consuming", "convenience", "distributed", "dynamic", "fileprivate", "final", "indirect", "infix",
    "internal",
    "isolated", "lazy", "mutating", "nonisolated", "nonmutating", "open", "optional", "override", "package", "postfix",
    "prefix", "private", "public", "required", "sending", "unowned", "weak",
  ]

  private mutating func readAttribute(_ prefix: inout Prefix) {
    tokens.advance()
    var name = tokens.name
    tokens.advance()
    while tokens.isMark(".") {
      tokens.advance()
      name = tokens.name
      tokens.advance()
    }
    if tokens.isMark("<") {
      let start = tokens.current.range.lowerBound
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
    "available",
    "discardableResult", "frozen", "inlinable", "nonobjc", "objc", "preconcurrency", "unchecked", "usableFromInline",
  ]

  // MARK: Types

  private mutating func readType(_ kind: TypeDeclaration.Kind, _ prefix: Prefix, in outer: Body, _ depth: Int) {
    tokens.advance()
    guard tokens.current.kind == .name else { return }
    let position = tokens.current.range.lowerBound
    let conditions = tokens.conditions
    var body = Body(
      path: outer.path + [tokens.name], parameters: outer.parameters, kind: kind, conditions: conditions,
      isHidden: outer.isHidden || prefix.isHidden)
    let place = tokens.place(of: position)
    tokens.advance()
    if tokens.isMark("<") { body.parameters += readParameters() }
    guard enterBody() else { return }
    guard depth < Self.deepest else { return skipGroup() }
    readDeclarations(&body, depth: depth + 1)
    let isWhole = tokens.isMark("}") && tokens.conditions == conditions
    tokens.advance()
    guard isWhole, !body.isHidden else { return }
    types.append(
      TypeDeclaration(
        kind: kind, name: body.path.joined(separator: "."), parameters: body.parameters, members: body.members,
        isConditional: conditions > 0, line: place.line, column: place.column))
  }

  private mutating func readExtension(_ prefix: Prefix, _ depth: Int) {
    tokens.advance()
    var body = Body(isHidden: prefix.isHidden)
    while tokens.current.kind == .name {
      body.path.append(tokens.name)
      tokens.advance()
      if tokens.isMark("<") { skipAngles() }
      guard tokens.isMark(".") else { break }
      tokens.advance()
    }
    guard enterBody(), depth < Self.deepest else { return }
    readDeclarations(&body, depth: depth + 1)
    tokens.advance()
  }

  /// Skips the inheritance and `where` clauses, and the opening brace.
  /// - Returns: whether there was a brace.
  private mutating func enterBody() -> Bool {
    while !tokens.isAtEnd, !tokens.isMark("{") {
      if tokens.isMark("}") { return false }
      skipToken()
    }
    guard tokens.isMark("{") else { return false }
    tokens.advance()
    return true
  }

  /// The names of a type's generic parameters.
  private mutating func readParameters() -> [String] {
    var names: [String] = []
    tokens.advance()
    var isName = true
    while !tokens.isAtEnd, !tokens.isMark(">"), !tokens.isMark("{") {
      if tokens.isMark(",") { isName = true }
      if tokens.current.kind == .name, isName, !tokens.isWord("each"), !tokens.isWord("let") {
        names.append(tokens.name)
        isName = false
      }
      if tokens.isMark("<") { skipAngles() } else { tokens.advance() }
    }
    if tokens.isMark(">") { tokens.advance() }
    return names
  }

  /// Skips an import: `import struct A.B` does not declare a type.
  private mutating func skipImport() {
    tokens.advance()
    if tokens.current.kind == .name, SourceImport.Kind(rawValue: tokens.name) != nil { tokens.advance() }
    repeat { tokens.advance() } while tokens.isMark(".")
  }

  private mutating func readAlias() {
    tokens.advance()
    guard tokens.current.kind == .name else { return }
    aliases.insert(tokens.name)
    tokens.advance()
    _ = readTypeText()
    if tokens.isMark("=") {
      tokens.advance()
      _ = readTypeText()
    }
  }

  // MARK: Members

  private mutating func readTypeAnnotation() -> String? {
    guard tokens.isMark(":") else { return nil }
    tokens.advance()
    return readTypeText()
  }

  private mutating func readVariable(_ prefix: Prefix, _ body: inout Body) {
    // Determined now, since another condition may apply after the declaration.
    let isConditional = tokens.conditions > body.conditions
    tokens.advance()
    while true {
      let names = readPattern()
      guard !names.isEmpty else { return }
      var type = readTypeAnnotation()
      var isComputed = false
      if tokens.isMark("{") {
        isComputed = !beginsWithObserver()
        skipGroup()
      } else if tokens.isMark("=") {
        let literal = readValue()
        type = type ?? literal
      }
      let isStored = body.kind != nil && body.kind != .enum && !isComputed && !prefix.isStatic && !prefix.isDynamic
      if isStored {
        body.members += names.map { name in
          TypeDeclaration.Member(
            name: name, type: names.count == 1 ? type : nil, attributes: prefix.attributes, rawValue: nil,
            isConditional: isConditional)
        }
      }
      guard tokens.isMark(",") else { return }
      tokens.advance()
    }
  }

  /// Reads the name, or the names in a tuple pattern.
  private mutating func readPattern() -> [String] {
    if tokens.isMark("(") {
      var names: [String] = []
      while !tokens.isAtEnd, !tokens.isMark(")") {
        if tokens.current.kind == .name, !tokens.isWord("_") { names.append(tokens.name) }
        tokens.advance()
      }
      tokens.advance()
      return names
    }
    guard tokens.current.kind == .name else { return [] }
    defer { tokens.advance() }
    return [tokens.name]
  }

  private func beginsWithObserver() -> Bool {
    var ahead = tokens
    ahead.advance()
    while ahead.isMark("@") {
      ahead.advance()
      ahead.advance()
    }
    return ahead.isWord("didSet") || ahead.isWord("willSet")
  }

  private mutating func readCases(_ body: inout Body) {
    repeat {
      tokens.advance()
      guard tokens.current.kind == .name else { return }
      let (name, isConditional) = (tokens.name, tokens.conditions > body.conditions)
      tokens.advance()
      let values = tokens.isMark("(") ? readValues() : nil
      var raw: String?
      if tokens.isMark("=") {
        tokens.advance()
        let start = tokens.current.range.lowerBound
        if tokens.isMark("-") { tokens.advance() }
        tokens.advance()
        raw = tokens.text(start..<tokens.lastEnd)
      }
      body.members.append(
        TypeDeclaration.Member(
          name: name, type: values ?? "", attributes: [], rawValue: raw,
          isConditional: isConditional))
    } while tokens.isMark(",")
  }

  /// Reads the associated values of a case, without default values.
  private mutating func readValues() -> String {
    var parts: [String] = []
    repeat {
      tokens.advance()
      if tokens.isMark(")") { break }
      parts.append(readTypeText())
      if tokens.isMark("=") { skipDefault() }
    } while tokens.isMark(",")
    if tokens.isMark(")") { tokens.advance() }
    return "(" + parts.joined(separator: ",") + ")"
  }

  /// Skips a default value, up to the comma or parenthesis after it.
  private mutating func skipDefault() {
    while !tokens.isAtEnd, !tokens.isMark(","), !tokens.isMark(")"), !tokens.isMark("}") { skipToken() }
  }
}
