/// Reads a ``SwiftInterface``.
struct SwiftInterfaceReader {
  private var tokens: SwiftTokens
  private var found = SwiftInterface()
  /// The name or path of the type whose body is read, and that type if it is in another one or in an extension.
  private var (type, nested): (String?, SwiftInterface.NestedType?)
  /// The extension whose body is read.
  private var extending: SwiftInterface.Extension?
  /// The names in its head, until it is known whether the file uses more of them than their names.
  private var extended: Set<String> = []
  private var isInExtensionHead = false
  /// Whether the extension uses the extended type: it has a clause after the name, or members of its values.
  private var usesExtended = false
  /// The function, variable or case whose head is read.
  private var carrier: String?
  /// The type whose head is read.
  private var head: String?
  /// Whether it is a variable or a case, but not a static one.
  private var isStored = false
  private var (isInProtocol, isInClass) = (false, false)
  private var (isAfterDot, isAfterAt) = (false, false)
  /// Whether the current token is the name of a type before that of another.
  private var isQualifier = false
  /// Whether other modules see the body of the declaration that is read.
  private var isInlinable = false
  /// The previous token, if it is a name.
  private var lastName = ""
  /// The names with a capital letter in attributes since the last declaration, which may be property wrappers.
  private var attributes: Set<String> = []
  /// The names of variables and labels.
  private var own: Set<String> = []
  /// The type that was declared last, with the types before it if it is extended.
  private var declared = ""
  /// Whether `private` or `fileprivate` stands before the declaration that begins next, and before the type that was declared
  /// last.
  private var (isHidden, declaresHidden) = (false, false)
  /// Whether only the file sees types in the body that is read.
  private var isInHidden = false
  /// The types in others that only the file sees, each with the name or path of the one around it, in the order of their closing
  /// braces.
  private var hidden: [(type: SwiftInterface.NestedType, outer: String)] = []
  /// The end of the last operator.
  private var operatorEnd = 0
  /// The brackets around the current token.
  private var brackets: [UInt8] = []

  /// The kind of declaration whose body a brace would begin.
  private enum Declaration { case type, function, subscripting, variable }

  private static let deepest = 100

  init(_ bytes: UnsafeBufferPointer<UInt8>, _ answer: @escaping (CompilationCondition) -> Bool?) {
    tokens = SwiftTokens(bytes, answer: answer)
  }

  /// - Returns: what was read, to the end of the file.
  mutating func read() -> SwiftInterface {
    while !tokens.isAtEnd {
      readDeclarations(in: [])
      // A closing brace without an opening one.
      if !tokens.isAtEnd { take() }
    }
    hash(tokens.directiveText)
    found.implied.insert("UnsafeMutablePointer")
    found.lookedUp.subtract(own)
    for (type, outer) in hidden.reversed() { hide(type, in: outer) }
    return found
  }

  /// Removes what no other file sees: a type that only the file sees, unless values of the one around it consist of it.
  private mutating func hide(_ type: SwiftInterface.NestedType, in outer: String) {
    guard found.stored[outer]?.contains(type.name) != true else { return }
    (found.nested[type], found.stored[type.path], found.carried[type.path]) = (nil, nil, nil)
  }

  /// Reads declarations up to the closing brace of the body, or to the end.
  /// - Parameter path: the types whose bodies are read, from the outermost one.
  private mutating func readDeclarations(in path: [String]) {
    var declaration: Declaration?
    var isAssigned = false
    while !tokens.isAtEnd, !tokens.isMark("}") {
      if tokens.isMark("(") || tokens.isMark("[") {
        takeGroup()
      } else if tokens.isMark("{") {
        readBody(of: declaration, isAssigned: isAssigned, in: path)
        (declaration, carrier) = (nil, nil)
        (isAssigned, isInlinable) = (false, false)
      } else {
        if tokens.isMark("=") { isAssigned = true }
        if !isAfterDot, let begun = readBeginning(in: path) {
          declaration = begun
          isAssigned = false
          continue
        }
        let isOperator = tokens.isWord("operator")
        let isImport = tokens.isWord("import") && path.isEmpty && !isAfterDot
        let isShown = !Self.hidingImports.contains(lastName)
        if tokens.isWord("private") || tokens.isWord("fileprivate") { isHidden = true }
        take()
        if isImport { readImport(isShown: isShown) }
        if isOperator, let name = tokens.operatorName { found.names.insert(name) }
      }
    }
  }

  /// Reads the name of an imported module. `import struct A.B` declares no type.
  private mutating func readImport(isShown: Bool) {
    isHidden = false
    if tokens.current.kind == .name, SourceImport.Kind(rawValue: tokens.name) != nil { take() }
    guard tokens.current.kind == .name else { return }
    found.imports.insert(tokens.name)
    if isShown { found.shownImports.insert(tokens.name) }
    take()
  }

  /// What stands before the keyword of an import that dependents do not see.
  private static let hidingImports: Set<String> = ["internal", "private", "fileprivate", "_implementationOnly"]

  private mutating func readBody(of declaration: Declaration?, isAssigned: Bool, in path: [String]) {
    switch declaration {
    case .type where path.count < Self.deepest:
      let (outer, isOuterHidden) = ((type, nested, extending), isInHidden)
      // A type in another one has a hash of its own, as for the compiler.
      let own = path.last.map { SwiftInterface.NestedType(name: declared, parent: Self.lastName(of: $0)) }
      // Outermost types of one name in several files depend on each other.
      isInHidden = isInHidden || declaresHidden && (own != nil || extending != nil)
      if let own { (type, nested, extending) = (own.path, own, nil) }
      take()
      readDeclarations(in: path + [declared])
      // A directive before the closing brace belongs to what is in the braces.
      if !tokens.isAtEnd { hash(tokens.directiveText) }
      if let own {
        (type, nested, extending) = outer
        if isInHidden { hidden.append((own, type ?? own.parent)) }
      } else {
        endType()
      }
      isInHidden = isOuterHidden
      take(withDirectives: false)
    case .function: takeGroup(isBody: true)
    case .subscripting, .variable: readAccessors(isAssigned: isAssigned)
    case .type, nil: takeGroup()
    }
  }

  /// `B` of `A.B`.
  private static func lastName(of path: String) -> String { path.split(separator: ".").last.map(String.init) ?? path }

  private mutating func endType() {
    if let type, let extending { found.extensions[Self.lastName(of: type), default: []].append(extending) }
    if usesExtended { found.lookedUp.formUnion(extended) } else { found.extended.formUnion(extended) }
    (type, extending, extended, usesExtended) = (nil, nil, [], false)
  }

  /// Reads the keyword and the name of a declaration; `nil` if none begins here.
  private mutating func readBeginning(in path: [String]) -> Declaration? {
    guard tokens.current.kind == .name, tokens.current.byte != UInt8(ascii: "`"),
      let begun = Self.declarations[tokens.name]
    else { return nil }
    let (isExtension, isFunction) = (tokens.isWord("extension"), tokens.isWord("func"))
    if path.isEmpty {
      extending = isExtension ? .init() : nil
      (isInProtocol, isInClass) = (tokens.isWord("protocol"), tokens.isWord("class"))
    }
    let (keyword, isStatic) = (tokens.name, ["static", "class"].contains(lastName))
    (carrier, isStored) = (nil, begun == .variable && !isStatic)
    take()
    // `class func` and `class var` do not declare types.
    if begun == .type, tokens.current.kind == .name, Self.declarations[tokens.name] == nil {
      (declared, declaresHidden) = (tokens.name, isHidden)
      if !isExtension { found.declaredTypes.insert((path + [declared]).joined(separator: ".")) }
      if path.count == 1 { extending?.members.insert(declared) }
    }
    if isExtension, tokens.isMark("[") { (declared, declaresHidden) = ("Array", isHidden) }
    // `class func` begins with the keyword of a type.
    if begun != .type { noteMember(isFunction: isFunction, keyword: keyword, in: path) }
    if begun != .type, path.count == 1, !isStatic, keyword != "typealias" { usesExtended = true }
    if begun == .variable { for attribute in attributes { carry(attribute) } }
    (attributes, isHidden) = ([], false)
    if tokens.current.kind == .name || tokens.current.kind == .mark { readName(of: begun, depth: path.count) }
    return begun
  }

  /// Notes the name of the function, variable or case whose keyword was read last.
  private mutating func noteMember(isFunction: Bool, keyword: String, in path: [String]) {
    let operatorName = isFunction ? tokens.operatorName : nil
    if let operatorName {
      found.names.insert(operatorName)
      found.operators[operatorName, default: []].formUnion(path.flatMap { $0.split(separator: ".").map(String.init) })
    }
    let name = operatorName ?? (tokens.current.kind == .name ? tokens.name : keyword)
    carrier = name
    if type != nil { extending?.members.insert(name) }
  }

  private static let declarations: [String: Declaration] = [
    "struct": .type, "class": .type, "enum": .type, "protocol": .type, "extension": .type, "actor": .type,
    "func": .function, "init": .function, "deinit": .function, "subscript": .subscripting,
    "macro": .function, "var": .variable, "let": .variable, "typealias": .variable, "case": .variable,
  ]

  /// Reads the name of a declaration, and the head of a type.
  private mutating func readName(of declaration: Declaration, depth: Int) {
    // `extension [Element]` extends arrays; one of dictionaries counts as one of arrays.
    let isArray = declaration == .type && extending != nil && tokens.isMark("[")
    guard depth == 0, isArray || tokens.current.kind == .name && Self.declarations[tokens.name] == nil else { return }
    guard declaration == .type else {
      found.names.insert(tokens.name)
      return
    }
    var (own, path) = isArray ? ("Array", "Array") : (tokens.name, tokens.name)
    // Of `extension A.B`, both: a new file with it compiles whatever uses A.
    found.types[own] = found.types[own] ?? 0
    // The head of a type belongs to the file.
    (type, isInExtensionHead) = (nil, extending != nil)
    take()
    while extending != nil, tokens.isMark(".") {
      take()
      (declared, path, own) = ("\(declared).\(tokens.name)", "\(own).\(tokens.name)", tokens.name)
      take()
    }
    head = own
    while !tokens.isAtEnd, !tokens.isMark("{"), !tokens.isMark("}") {
      if tokens.isWord("where") { head = nil }
      if tokens.isWord("where") || tokens.isMark(":") { usesExtended = true }
      if tokens.isMark("(") { takeGroup() } else { take() }
    }
    (type, head, isInExtensionHead) = (path, nil, false)
    found.types[own] = found.types[own] ?? 0
  }

  // MARK: Tokens

  /// Adds the current token to the hashes, and advances.
  private mutating func take(isBody: Bool = false, withDirectives: Bool = true) {
    guard !tokens.isAtEnd else { return }
    let text = (withDirectives ? tokens.directiveText : "") + tokens.text(tokens.current.range)
    if tokens.current.isFirst { found.codeLines += 1 }
    mention(isBody: isBody)
    hash(text, isBody: isBody)
    advance(isBody: isBody)
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

  /// Advances, and notes how the name that the current token may be is used.
  private mutating func advance(isBody: Bool) {
    let (name, isMember, isAttribute) = (tokens.current.kind == .name ? tokens.name : nil, isAfterDot, isAfterAt)
    (isAfterDot, isAfterAt) = (tokens.isMark("."), tokens.isMark("@"))
    tokens.advance()
    guard let name else { return lastName = "" }
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
  private var isBeforeType: Bool {
    var ahead = tokens
    ahead.advance()
    guard ahead.isMark(".") else { return false }
    ahead.advance()
    return ahead.current.kind == .name && Self.isOfType(ahead.name) && !["Type", "Protocol"].contains(ahead.name)
  }

  /// The attributes of declarations whose bodies are part of the module's interface.
  private static let inlinable: Set<String> = ["inlinable", "_alwaysEmitIntoClient", "_transparent", "backDeployed"]

  /// Whether a name begins with a capital letter, as those of types do; underscores before it do not count.
  private static func isOfType(_ name: String) -> Bool { name.first { $0 != "_" }?.isUppercase == true }

  private mutating func mention(isBody: Bool) {
    switch tokens.current.kind {
    case .name:
      let name = tokens.name
      found.mentioned.insert(name)
      if isAfterDot { found.accessed.insert(name) }
      isQualifier = Self.isOfType(name) && isBeforeType
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
    case .mark: mentionMark()
    case .number, .end: break
    }
  }

  /// Notes the types and the operator that a mark stands for.
  private mutating func mentionMark() {
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
    mentionOperator()
  }

  /// Notes that files which use the declaration whose head is read also use a name.
  private mutating func carry(_ name: String) {
    guard let carrier else { return }
    found.carried[type ?? "", default: [:]][carrier, default: []].insert(name)
    if isStored || isInProtocol, extending == nil, let type { found.stored[type, default: []].insert(name) }
  }

  /// Operators that cannot be declared.
  private static let reserved: Set<String> = ["=", ".", "->", "?"]

  private mutating func mentionOperator() {
    let start = tokens.current.range.lowerBound
    guard start >= operatorEnd, let name = tokens.operatorName else { return }
    operatorEnd = start + name.utf8.count
    // Directly after a name, these are the brackets of generic arguments.
    let isBracket = start == tokens.lastEnd && name.allSatisfy { $0 == "<" || $0 == ">" }
    guard !isBracket, !Self.reserved.contains(name) else { return }
    found.mentioned.insert(name)
    found.lookedUp.insert(name)
  }

  /// Takes the tokens from an opening bracket to its closing one.
  private mutating func takeGroup(isBody: Bool = false) {
    var open = 0
    repeat {
      if tokens.isMark("(") || tokens.isMark("[") || tokens.isMark("{") { open += 1 }
      if tokens.isMark(")") || tokens.isMark("]") || tokens.isMark("}") { open -= 1 }
      take(isBody: isBody)
    } while open > 0 && !tokens.isAtEnd
  }

  private static let accessors: Set<String> = [
    "get", "set", "willSet", "didSet", "_read", "_modify", "read", "modify", "init", "unsafeAddress",
    "unsafeMutableAddress",
  ]

  private static let modifiers: Set<String> = ["mutating", "nonmutating", "nonisolated", "borrowing", "consuming"]

  /// Reads the braces after a variable or a subscript: accessors, the body of a getter, or a closure that is part of the
  /// initial value.
  private mutating func readAccessors(isAssigned: Bool) {
    var ahead = tokens
    ahead.advance()
    while ahead.isMark("@") || Self.modifiers.contains(ahead.name) {
      // The name of an attribute.
      if ahead.isMark("@") { ahead.advance() }
      ahead.advance()
    }
    guard Self.accessors.contains(ahead.name) else { return isAssigned ? takeGroup() : takeGroup(isBody: true) }
    take()
    while !tokens.isAtEnd, !tokens.isMark("}") {
      if tokens.isMark("{") { takeGroup(isBody: true) } else if tokens.isMark("(") { takeGroup() } else { take() }
    }
    take()
  }
}
