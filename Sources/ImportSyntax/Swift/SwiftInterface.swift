/// Hashes of the parts of a Swift file on which other files can depend, divided as by the compiler: the declarations
/// outside of types, and each type, without the bodies of functions.
///
/// Use it to compare two states of a file. The text is not parsed, so the result may be wrong for unusual declarations.
package struct SwiftInterface: Sendable, Hashable {
  /// What one extension declares.
  package struct Extension: Sendable, Hashable {
    /// The hash of the tokens in its braces.
    package fileprivate(set) var hash = 0
    /// The names of its members; that of the type for initializers and subscripts.
    package fileprivate(set) var members: Set<String> = []
  }

  /// The hash of the tokens outside of types and function bodies, including the names and heads of types.
  package private(set) var file = 0
  /// The hash of the tokens in the braces of each type, by the name of the outermost type; 0 for a type that is only
  /// extended.
  package private(set) var types: [String: Int] = [:]
  /// By the name of the outermost extended type, in the order of the file.
  package private(set) var extensions: [String: [Extension]] = [:]
  /// The hash of all tokens. Comments and white space are not tokens.
  package private(set) var all = 0
  /// The names that are declared outside of types: functions, variables and aliases, but not types. Also all operators,
  /// since the compiler looks them up in the same way wherever they are declared.
  package private(set) var names: Set<String> = []
  /// The operators in each type and its extensions, by the name of the outermost type.
  package private(set) var operators: [String: Set<String>] = [:]
  /// Every name and operator that occurs.
  package private(set) var mentioned: Set<String> = []
  /// The types of the standard library that literals and punctuation stand for: `String`, `Array` and `Optional`.
  package private(set) var implied: Set<String> = []
  /// The names that follow a dot or precede a parenthesis: members and functions.
  package private(set) var accessed: Set<String> = []
  /// The names that begin with a capital letter in the head of each type and its extensions, such as its protocols, by the
  /// name of the outermost type.
  package private(set) var heads: [String: Set<String>] = [:]
  /// The names that begin with a capital letter in the heads and initial values of functions, variables and cases, by the
  /// names of these; of several in one declaration, by the first. A file that uses one of these uses the types, too,
  /// without mentioning them.
  package private(set) var carried: [String: Set<String>] = [:]
  /// The declared types, with the types that contain them, as in `Cart.Item`. Types that are only extended are not
  /// included.
  package private(set) var declaredTypes: Set<String> = []

  /// - Complexity: O(bytes).
  package init(swift bytes: [UInt8]) {
    bytes.withUnsafeBufferPointer { bytes in
      var reader = InterfaceReader(bytes)
      reader.read()
      (file, types, extensions, all) = (reader.file, reader.types, reader.extensions, reader.all)
      (names, operators, mentioned) = (reader.names, reader.operators, reader.mentioned)
      (implied, accessed, declaredTypes) = (reader.implied, reader.accessed, reader.declaredTypes)
      (heads, carried) = (reader.heads, reader.carried)
    }
  }

  /// What changed for other files.
  package struct Change: Sendable, Hashable {
    /// Types, functions, variables and operators.
    package var names: Set<String> = []
    /// Members of extensions, by the name of the outermost type.
    package var members: [String: Set<String>] = [:]

    package init() {}

    package var isEmpty: Bool { names.isEmpty && members.isEmpty }

    package mutating func formUnion(_ other: Change) {
      names.formUnion(other.names)
      members.merge(other.members) { $0.union($1) }
    }
  }

  /// What changed for other files between two states; `nil` represents a missing file.
  ///
  /// The compiler treats all names of a file as changed if something outside of its types changed; the type if something in
  /// its own braces did; and only the members of an extension if something in its braces did. Within the module, code
  /// that uses an operator of a type also depends on the type.
  /// - Parameter isInModule: whether the other files belong to the same module.
  package static func change(
    from old: SwiftInterface?, to new: SwiftInterface?, isInModule: Bool = true
  ) -> Change {
    var change = Change()
    let states = [old, new].compactMap(\.self)
    for type in states.reduce(into: Set<String>(), { $0.formUnion($1.types.keys) }) {
      let isChanged = old?.types[type] ?? 0 != new?.types[type] ?? 0
      if isChanged { change.names.insert(type) }
      let extended = Set(old?.extensions[type] ?? []).symmetricDifference(new?.extensions[type] ?? [])
      for own in extended { change.members[type, default: []].formUnion(own.members) }
      guard isInModule, isChanged || !extended.isEmpty else { continue }
      for state in states { change.names.formUnion(state.operators[type] ?? []) }
    }
    if old?.file != new?.file { for state in states { change.formUnion(state.declared) } }
    return change
  }

  /// All that the file declares.
  package var declared: Change {
    var all = Change()
    all.names = names.union(types.keys)
    all.members = extensions.mapValues { $0.reduce(into: []) { $0.formUnion($1.members) } }
    return all
  }
}

private struct InterfaceReader {
  private var tokens: SwiftTokens
  private(set) var file = 0
  private(set) var types: [String: Int] = [:]
  private(set) var extensions: [String: [SwiftInterface.Extension]] = [:]
  private(set) var all = 0
  private(set) var names: Set<String> = []
  private(set) var operators: [String: Set<String>] = [:]
  private(set) var mentioned: Set<String> = []
  private(set) var implied: Set<String> = []
  private(set) var accessed: Set<String> = []
  private(set) var heads: [String: Set<String>] = [:]
  private(set) var carried: [String: Set<String>] = [:]
  private(set) var declaredTypes: Set<String> = []
  /// The outermost type whose body is read.
  private var type: String?
  /// The extension whose body is read.
  private var extending: SwiftInterface.Extension?
  /// The function, variable or case whose head is read.
  private var carrier: String?
  /// The type whose head is read.
  private var head: String?
  private var isAfterDot = false
  /// The type that was declared last.
  private var declared = ""
  /// The end of the last operator.
  private var operatorEnd = 0

  /// The kind of declaration whose body a brace would begin.
  private enum Declaration { case type, function, variable }

  private static let deepest = 100

  init(_ bytes: UnsafeBufferPointer<UInt8>) { tokens = SwiftTokens(bytes) }

  mutating func read() {
    while !tokens.isAtEnd {
      readDeclarations(in: [])
      // A closing brace without an opening one.
      if !tokens.isAtEnd { take() }
    }
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
        isAssigned = false
      } else {
        if tokens.isMark("=") { isAssigned = true }
        if !isAfterDot, let begun = readBeginning(in: path) {
          declaration = begun
          isAssigned = false
          continue
        }
        let (isOperator, isImport) = (tokens.isWord("operator"), tokens.isWord("import"))
        take()
        // `import struct A.B` declares no type.
        if isImport, tokens.current.kind == .name { take() }
        if isOperator, let name = tokens.operatorName { names.insert(name) }
      }
    }
  }

  private mutating func readBody(of declaration: Declaration?, isAssigned: Bool, in path: [String]) {
    switch declaration {
    case .type where path.count < Self.deepest:
      take()
      readDeclarations(in: path + [declared])
      if path.isEmpty { endType() }
      take()
    case .function: skipBody()
    case .variable: readAccessors(isAssigned: isAssigned)
    case .type, nil: takeGroup()
    }
  }

  private mutating func endType() {
    if let type, let extending { extensions[type, default: []].append(extending) }
    (type, extending) = (nil, nil)
  }

  /// Reads the keyword and the name of a declaration; `nil` if none begins here.
  private mutating func readBeginning(in path: [String]) -> Declaration? {
    guard tokens.current.kind == .name, tokens.current.byte != UInt8(ascii: "`"),
      let begun = Self.declarations[tokens.name]
    else { return nil }
    let isExtension = tokens.isWord("extension")
    if path.isEmpty { extending = isExtension ? .init() : nil }
    carrier = nil
    take()
    // `class func` and `class var` do not declare types.
    if begun == .type, tokens.current.kind == .name, Self.declarations[tokens.name] == nil {
      declared = tokens.name
      if !isExtension { declaredTypes.insert((path + [declared]).joined(separator: ".")) }
    }
    if isExtension, tokens.isMark("[") { declared = "Array" }
    if begun == .function, let name = tokens.operatorName {
      names.insert(name)
      if let type { operators[type, default: []].insert(name) }
    }
    if begun != .type, tokens.current.kind == .name { carrier = tokens.name }
    // `class func` begins with the keyword of a type.
    if let member = type.map(member), Self.declarations[member] == nil { extending?.members.insert(member) }
    if tokens.current.kind == .name || tokens.current.kind == .mark { readName(of: begun, depth: path.count) }
    return begun
  }

  private static let declarations: [String: Declaration] = [
    "struct": .type, "class": .type, "enum": .type, "protocol": .type, "extension": .type, "actor": .type,
    "func": .function, "init": .function, "deinit": .function, "subscript": .function, "macro": .function,
    "var": .variable, "let": .variable, "typealias": .variable, "case": .variable,
  ]

  /// The name of the declaration whose keyword was read last, or that of the type for one without a name.
  private func member(of type: String) -> String { tokens.current.kind == .name ? tokens.name : type }

  /// Reads the name of a declaration, and the head of a type.
  private mutating func readName(of declaration: Declaration, depth: Int) {
    // `extension [Element]` extends arrays; one of dictionaries counts as one of arrays.
    let isArray = declaration == .type && extending != nil && tokens.isMark("[")
    guard depth == 0, isArray || tokens.current.kind == .name && Self.declarations[tokens.name] == nil else { return }
    guard declaration == .type else {
      names.insert(tokens.name)
      return
    }
    type = isArray ? "Array" : tokens.name
    // The head of a type belongs to the file.
    let own = type
    (type, head) = (nil, own)
    take()
    while !tokens.isAtEnd, !tokens.isMark("{"), !tokens.isMark("}") {
      if tokens.isMark("(") { takeGroup() } else { take() }
    }
    (type, head) = (own, nil)
    if let own { types[own] = types[own] ?? 0 }
  }

  // MARK: Tokens

  /// Adds the current token to the hashes, and advances.
  private mutating func take(isBody: Bool = false) {
    guard !tokens.isAtEnd else { return }
    let text = tokens.text(tokens.current.range)
    mention(isBody: isBody)
    all = Self.combined(all, text)
    if !isBody {
      switch (type, extending) {
      case (_?, let own?): extending?.hash = Self.combined(own.hash, text)
      case (let type?, nil): types[type] = Self.combined(types[type] ?? 0, text)
      case (nil, _): file = Self.combined(file, text)
      }
    }
    let isName = tokens.current.kind == .name
    let name = isName ? tokens.name : ""
    isAfterDot = tokens.isMark(".")
    tokens.advance()
    if isName, tokens.isMark("(") { accessed.insert(name) }
  }

  private mutating func mention(isBody: Bool) {
    switch tokens.current.kind {
    case .name:
      let name = tokens.name
      mentioned.insert(name)
      if isAfterDot { accessed.insert(name) }
      guard !isBody, name.first?.isUppercase == true else { return }
      if let carrier { carried[carrier, default: []].insert(name) }
      if let head { heads[head, default: []].insert(name) }
    case .string:
      implied.insert("String")
      let names = tokens.interpolatedNames
      mentioned.formUnion(names)
      accessed.formUnion(names)
    case .mark, .number, .end:
      if tokens.isMark("[") { implied.insert("Array") }
      if tokens.isMark("?") { implied.insert("Optional") }
      mentionOperator()
    }
  }

  /// Operators that cannot be declared.
  private static let reserved: Set<String> = ["=", ".", "->", "?"]

  private mutating func mentionOperator() {
    let start = tokens.current.range.lowerBound
    guard start >= operatorEnd, let name = tokens.operatorName else { return }
    operatorEnd = start + name.utf8.count
    // Directly after a name, these are the brackets of generic arguments.
    let isBracket = start == tokens.lastEnd && name.allSatisfy { $0 == "<" || $0 == ">" }
    if !isBracket, !Self.reserved.contains(name) { mentioned.insert(name) }
  }

  private static func combined(_ hash: Int, _ text: String) -> Int {
    // FNV-1a over the bytes and a terminator.
    var value = UInt64(bitPattern: Int64(hash)) ^ 0xcbf2_9ce4_8422_2325
    for byte in text.utf8 { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return Int(truncatingIfNeeded: (value ^ 0xff) &* 0x100_0000_01b3)
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

  private mutating func skipBody() { takeGroup(isBody: true) }

  private static let accessors: Set<String> = [
    "get", "set", "willSet", "didSet", "_read", "_modify", "read", "modify", "init", "unsafeAddress",
    "unsafeMutableAddress",
  ]

  /// Reads the braces after a variable: accessors, the body of a getter, or a closure that is part of the initial
  /// value.
  private mutating func readAccessors(isAssigned: Bool) {
    var ahead = tokens
    ahead.advance()
    while ahead.isMark("@")
      || ["mutating", "nonmutating", "nonisolated", "borrowing", "consuming"].contains(ahead.name)
    {
      ahead.advance()
    }
    guard Self.accessors.contains(ahead.name) else { return isAssigned ? takeGroup() : skipBody() }
    take()
    while !tokens.isAtEnd, !tokens.isMark("}") {
      if tokens.isMark("{") { skipBody() } else if tokens.isMark("(") { takeGroup() } else { take() }
    }
    take()
  }
}
