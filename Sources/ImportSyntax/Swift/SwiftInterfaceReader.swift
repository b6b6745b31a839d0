/// Reads a ``SwiftInterface`` from what a ``SwiftDeclarationWalker`` passes.
struct SwiftInterfaceReader {
  private(set) var found = SwiftInterface()
  /// The name or path of the type whose body is read, and that type if it is in another one or in an extension.
  private var (type, nested): (String?, SwiftInterface.NestedType?)
  /// The extension whose body is read.
  private var extending: SwiftInterface.Extension?
  /// Whether only the file sees types in the body that is read.
  private var isInHidden = false
  /// The same of each body around it, from the outermost one.
  private var outer:
    [(type: String?, nested: SwiftInterface.NestedType?, extending: SwiftInterface.Extension?, isInHidden: Bool)] = []
  /// The names in the head of the extension, until it is known whether the file uses more of them than their names.
  private var extended: Set<String> = []
  /// Whether the extension uses the extended type: it has a clause after the name, or members of its values.
  private var usesExtended = false
  /// The keyword of the declaration that began last, and whether that is static.
  private var (keyword, isStatic) = ("", false)
  /// The function, variable or case whose head is read.
  private var carrier: String?
  /// Whether it is a variable or a case, but not a static one.
  private var isStored = false
  /// The type whose head is read, behind its name.
  private var head: String?
  private var (isInExtensionHead, isInProtocol, isInClass) = (false, false, false)
  private var (isAfterDot, isAfterAt) = (false, false)
  /// The previous token, if it is a name.
  private var last: (name: String, isMember: Bool, isAttribute: Bool)?
  /// Whether the directives before the current token are a part of the hashes.
  private var areDirectivesTaken = false
  /// Whether the current token is the name of a type before that of another.
  private var isQualifier = false
  /// Whether other modules see the body of the declaration that is read.
  private var isInlinable = false
  /// The name before it.
  private var lastName = ""
  /// Whether dependents load the module that is imported.
  private var isShownImport = false
  /// The names with a capital letter in attributes since the last declaration, which may be property wrappers.
  private var attributes: Set<String> = []
  /// The names of variables and labels.
  private var own: Set<String> = []
  /// The types in others that only the file sees, each with the name or path of the one around it, in the order of their closing
  /// braces.
  private var hidden: [(type: SwiftInterface.NestedType, outer: String)] = []
  private var operatorEnd = 0
  /// The brackets around the current token.
  private var brackets: [UInt8] = []

  // MARK: Declarations

  /// A declaration begins with the current token, its keyword.
  mutating func begin(_ tokens: SwiftTokens, isStatic: Bool) {
    (keyword, self.isStatic) = (tokens.name, isStatic)
    if outer.isEmpty {
      extending = keyword == "extension" ? .init() : nil
      (isInProtocol, isInClass) = (keyword == "protocol", keyword == "class")
    }
    (carrier, isStored) = (nil, Self.variables.contains(keyword) && !isStatic)
    (head, isInExtensionHead) = (nil, false)
    isShownImport = !Self.hidingImports.contains(lastName)
  }

  private static let variables: Set<String> = ["var", "let", "typealias", "case"]

  /// What stands before the keyword of an import that dependents do not see.
  private static let hidingImports: Set<String> = ["internal", "private", "fileprivate", "_implementationOnly"]

  /// The name of the declaration is the current token, if it has one.
  /// - Parameter path: the types whose bodies are read, from the outermost one.
  mutating func name(_ tokens: SwiftTokens, in path: [String]) {
    defer { attributes = [] }
    guard !Self.types.contains(keyword) else {
      // The head of a type belongs to the file.
      if outer.isEmpty { (type, isInExtensionHead) = (nil, extending != nil) }
      return
    }
    let operatorName = keyword == "func" ? tokens.operatorName : nil
    if let operatorName {
      found.names.insert(operatorName)
      found.operators[operatorName, default: []].formUnion(path)
    }
    let name = operatorName ?? (tokens.current.kind == .name ? tokens.name : keyword)
    carrier = name
    if type != nil { extending?.members.insert(name) }
    if outer.count == 1, !isStatic, keyword != "typealias" { usesExtended = true }
    if Self.variables.contains(keyword) { for attribute in attributes { carry(attribute) } }
    // `if case let a = b`
    let isName = tokens.current.kind == .name && !tokens.isWord("let") && !tokens.isWord("var")
    if outer.isEmpty, isName { found.names.insert(name) }
  }

  private static let types: Set<String> = ["struct", "class", "enum", "protocol", "extension", "actor"]

  /// An operator is declared, whose first character is the current token.
  mutating func nameOperator(_ tokens: SwiftTokens) {
    if let name = tokens.operatorName { found.names.insert(name) }
  }

  /// A module is imported, whose name is the current token.
  mutating func nameImport(_ tokens: SwiftTokens) {
    guard tokens.current.kind == .name else { return }
    found.imports.insert(tokens.name)
    if isShownImport { found.shownImports.insert(tokens.name) }
  }

  /// A declaration ended with braces.
  mutating func endDeclaration() { (carrier, isInlinable) = (nil, false) }

  // MARK: Types

  /// Behind the name of a type, or of an extended one.
  mutating func beginHead(of path: [String]) {
    if outer.isEmpty { head = path.last }
  }

  /// The body of the type begins with the current token, a brace.
  /// - Parameter isHidden: whether the declaration is invisible to other files.
  mutating func enter(_ path: [String], isHidden: Bool) {
    let (name, isExtension) = (path[path.count - 1], keyword == "extension")
    if !isExtension { found.declaredTypes.insert(path.joined(separator: ".")) }
    if outer.count == 1 { extending?.members.insert(name) }
    outer.append((type, nested, extending, isInHidden))
    if outer.count == 1 {
      // Outermost types of one name in several files depend on each other.
      isInHidden = isHidden && isExtension
      (type, head, isInExtensionHead) = (path.suffix(2).joined(separator: "."), nil, false)
      // Of `extension A.B`, both: a new file with it compiles whatever uses A.
      for own in [path[0], name] { found.types[own, default: 0] += 0 }
    } else {
      // A type in another one has a hash of its own, as for the compiler.
      let own = SwiftInterface.NestedType(name: name, parent: path[path.count - 2])
      isInHidden = isInHidden || isHidden
      (type, nested, extending) = (own.path, own, nil)
    }
  }

  /// The body of the type ends with the current token, a brace.
  mutating func leave(_ tokens: SwiftTokens) {
    // A directive before the closing brace belongs to what is in the braces.
    if !tokens.isAtEnd { hash(tokens.directiveText) }
    areDirectivesTaken = !tokens.isAtEnd
    guard let last = outer.popLast() else { return }
    if let own = nested {
      (type, nested, extending) = (last.type, last.nested, last.extending)
      if isInHidden { hidden.append((own, type ?? own.parent)) }
    } else {
      if let type, let extending { found.extensions[Self.lastName(of: type), default: []].append(extending) }
      if usesExtended { found.lookedUp.formUnion(extended) } else { found.extended.formUnion(extended) }
      (type, extending, extended, usesExtended) = (nil, nil, [], false)
    }
    isInHidden = last.isInHidden
    endDeclaration()
  }

  /// `B` of `A.B`.
  private static func lastName(of path: String) -> String { path.split(separator: ".").last.map(String.init) ?? path }

  mutating func end(_ tokens: SwiftTokens) {
    hash(tokens.directiveText)
    found.implied.insert("UnsafeMutablePointer")
    found.lookedUp.subtract(own)
    // What no other file sees: types that only the file sees, unless values of the ones around them consist of them.
    for (type, outer) in hidden.reversed() where found.stored[outer]?.contains(type.name) != true {
      (found.nested[type], found.stored[type.path], found.carried[type.path]) = (nil, nil, nil)
    }
  }

  // MARK: Tokens

  /// Adds the current token to the hashes.
  mutating func take(_ tokens: SwiftTokens, isBody: Bool) {
    guard !tokens.isAtEnd else { return last = nil }
    if tokens.current.isFirst { found.codeLines += 1 }
    if head != nil, tokens.isWord("where") || tokens.isMark(":") { usesExtended = true }
    if tokens.isWord("where") { head = nil }
    mention(tokens, isBody: isBody)
    hash((areDirectivesTaken ? "" : tokens.directiveText) + tokens.text(tokens.current.range), isBody: isBody)
    last = tokens.current.kind == .name ? (tokens.name, isAfterDot, isAfterAt) : nil
    (isAfterDot, isAfterAt, areDirectivesTaken) = (tokens.isMark("."), tokens.isMark("@"), false)
  }

  private mutating func hash(_ text: String, isBody: Bool = false) {
    found.all = SwiftInterface.combined(found.all, text)
    guard !isBody else {
      if isInlinable { found.inlinable = SwiftInterface.combined(found.inlinable, text) }
      return
    }
    switch (type, nested, extending) {
    case (_?, _, let own?): extending?.hash = SwiftInterface.combined(own.hash, text)
    case (_?, let nested?, nil): found.nested[nested] = SwiftInterface.combined(found.nested[nested] ?? 0, text)
    case (let type?, nil, nil): found.types[type] = SwiftInterface.combined(found.types[type] ?? 0, text)
    case (nil, _, _): found.file = SwiftInterface.combined(found.file, text)
    }
  }

  /// Notes how the name is used that the previous token may be; the current token follows it.
  mutating func reach(_ tokens: SwiftTokens, isBody: Bool) {
    guard let (name, isMember, isAttribute) = last else { return lastName = "" }
    if isAttribute {
      // A property wrapper is initialized.
      found.accessed.insert(name)
      if Self.inlinable.contains(name) { isInlinable = true }
    }
    // Initializers are called by the name of their type.
    if tokens.isMark("("), name != "init" {
      found.accessed.insert(name)
      // The type of an initial value may be what a function returns.
      if !isBody, !isMember, !isAttribute, name != carrier { carry(name) }
    }
    if !isMember, !Self.isOfType(name), tokens.isMark(":") || ["let", "var", "for"].contains(lastName) {
      own.insert(name)
    } else if !isMember || Self.isOfType(name) {
      if isInExtensionHead {
        extended.insert(name)
      } else if isQualifier {
        found.extended.insert(name)
      } else {
        found.lookedUp.insert(name)
      }
    }
    lastName = name
  }

  /// Whether a dot and the name of another type follow the current name, as in `Cart.Item`.
  private static func isBeforeType(_ tokens: SwiftTokens) -> Bool {
    var ahead = tokens
    ahead.advance()
    guard ahead.isMark(".") else { return false }
    ahead.advance()
    return ahead.current.kind == .name && isOfType(ahead.name) && !["Type", "Protocol"].contains(ahead.name)
  }

  /// The attributes of declarations whose bodies are part of the module's interface.
  private static let inlinable: Set<String> = ["inlinable", "_alwaysEmitIntoClient", "_transparent", "backDeployed"]

  /// Whether a name begins with a capital letter, as those of types do; underscores before it do not count.
  private static func isOfType(_ name: String) -> Bool { name.first { $0 != "_" }?.isUppercase == true }

  private mutating func mention(_ tokens: SwiftTokens, isBody: Bool) {
    switch tokens.current.kind {
    case .name:
      let name = tokens.name
      found.mentioned.insert(name)
      if isAfterDot { found.accessed.insert(name) }
      isQualifier = Self.isOfType(name) && Self.isBeforeType(tokens)
      guard !isBody, Self.isOfType(name) else { return }
      if let head {
        found.heads[head, default: []].insert(name)
        if isInProtocol || isInClass { found.inherited[head, default: []].insert(name) }
      }
      if isAfterAt { attributes.insert(name) }
      if !isQualifier { carry(name) }
    case .string:
      found.implied.insert("String")
      let names = tokens.interpolatedNames
      found.mentioned.formUnion(names)
      found.accessed.formUnion(names)
      found.lookedUp.formUnion(names)
    case .mark: mentionMark(tokens)
    case .number, .end: break
    }
  }

  /// Notes the types and the operator that a mark stands for.
  private mutating func mentionMark(_ tokens: SwiftTokens) {
    switch Unicode.Scalar(tokens.current.byte) {
    case "[":
      found.implied.insert("Array")
      brackets.append(tokens.current.byte)
    case "(", "{": brackets.append(tokens.current.byte)
    case "]", ")", "}": _ = brackets.popLast()
    case ":" where brackets.last == UInt8(ascii: "["): found.implied.insert("Dictionary")
    case "?": found.implied.insert("Optional")
    default: break
    }
    mentionOperator(tokens)
  }

  /// Notes that files which use the declaration whose head is read also use a name.
  private mutating func carry(_ name: String) {
    guard let carrier else { return }
    found.carried[type ?? "", default: [:]][carrier, default: []].insert(name)
    if isStored || isInProtocol, extending == nil, let type { found.stored[type, default: []].insert(name) }
  }

  /// Operators that cannot be declared.
  private static let reserved: Set<String> = ["=", ".", "->", "?"]

  private mutating func mentionOperator(_ tokens: SwiftTokens) {
    let start = tokens.current.range.lowerBound
    guard start >= operatorEnd, let name = tokens.operatorName else { return }
    operatorEnd = start + name.utf8.count
    // Directly after a name, these are the brackets of generic arguments.
    let isBracket = start == tokens.lastEnd && name.allSatisfy { $0 == "<" || $0 == ">" }
    guard !isBracket, !Self.reserved.contains(name) else { return }
    found.mentioned.insert(name)
    found.lookedUp.insert(name)
  }
}
