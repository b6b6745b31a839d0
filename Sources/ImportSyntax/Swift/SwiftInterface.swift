/// Hashes of the parts of a Swift file on which other files can depend, divided as by the compiler: the declarations
/// outside of types, and each type, without the bodies of functions.
///
/// Use it to compare two states of a file. The text is not parsed, so the result may be wrong for unusual declarations;
/// names in string interpolations are ignored.
package struct SwiftInterface: Sendable, Hashable {
  /// The hash of the tokens outside of types and function bodies, including the names and heads of types.
  package private(set) var file = 0
  /// The hash of the tokens in each type and its extensions, by the name of the outermost type.
  package private(set) var types: [String: Int] = [:]
  /// The hash of all tokens. Comments and white space are not tokens.
  package private(set) var all = 0
  /// The names that are declared outside of types: functions, variables and aliases, but not types. Also all operators,
  /// since the compiler looks them up in the same way wherever they are declared.
  package private(set) var names: Set<String> = []
  /// The operators in each type and its extensions, by the name of the outermost type.
  package private(set) var operators: [String: Set<String>] = [:]
  /// Every name and operator that occurs.
  package private(set) var mentioned: Set<String> = []
  /// The declared types, with the types that contain them, as in `Cart.Item`. Types that are only extended are not
  /// included.
  package private(set) var declaredTypes: Set<String> = []

  /// - Complexity: O(bytes).
  package init(swift bytes: [UInt8]) {
    bytes.withUnsafeBufferPointer { bytes in
      var reader = InterfaceReader(bytes)
      reader.read()
      (file, types, all) = (reader.file, reader.types, reader.all)
      (names, operators, mentioned) = (reader.names, reader.operators, reader.mentioned)
      declaredTypes = reader.declaredTypes
    }
  }

  /// The names whose meaning for other files changed between two states; `nil` represents a missing file.
  ///
  /// The compiler treats all names of a file as changed if something outside of its types changed. Within the module,
  /// code that uses an operator of a type also depends on the type.
  /// - Parameter isInModule: whether the other files belong to the same module.
  package static func changedNames(
    from old: SwiftInterface?, to new: SwiftInterface?, isInModule: Bool = true
  ) -> Set<String> {
    let (oldTypes, newTypes) = (old?.types ?? [:], new?.types ?? [:])
    var changed = Set(oldTypes.keys).union(newTypes.keys).filter { oldTypes[$0] != newTypes[$0] }
    if isInModule {
      for (type, state) in changed.flatMap({ type in [old, new].map { (type, $0) } }) {
        changed.formUnion(state?.operators[type] ?? [])
      }
    }
    guard old?.file != new?.file else { return changed }
    for state in [old, new].compactMap(\.self) { changed.formUnion(state.names.union(state.types.keys)) }
    return changed
  }
}

private struct InterfaceReader {
  private var tokens: SwiftTokens
  private(set) var file = 0
  private(set) var types: [String: Int] = [:]
  private(set) var all = 0
  private(set) var names: Set<String> = []
  private(set) var operators: [String: Set<String>] = [:]
  private(set) var mentioned: Set<String> = []
  private(set) var declaredTypes: Set<String> = []
  /// The outermost type whose body is read.
  private var type: String?
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
    var isAfterDot = false
    while !tokens.isAtEnd, !tokens.isMark("}") {
      if tokens.isMark("(") || tokens.isMark("[") {
        takeGroup()
      } else if tokens.isMark("{") {
        readBody(of: declaration, isAssigned: isAssigned, in: path)
        declaration = nil
        isAssigned = false
      } else {
        if tokens.isMark("=") { isAssigned = true }
        if !isAfterDot, let begun = readBeginning(in: path) {
          declaration = begun
          isAssigned = false
          continue
        }
        isAfterDot = tokens.isMark(".")
        let isOperator = tokens.isWord("operator")
        take()
        if isOperator, let name = tokens.operatorName { names.insert(name) }
      }
    }
  }

  private mutating func readBody(of declaration: Declaration?, isAssigned: Bool, in path: [String]) {
    switch declaration {
    case .type where path.count < Self.deepest:
      take()
      readDeclarations(in: path + [declared])
      if path.isEmpty { type = nil }
      take()
    case .function: skipBody()
    case .variable: readAccessors(isAssigned: isAssigned)
    case .type, nil: takeGroup()
    }
  }

  /// Reads the keyword and the name of a declaration; `nil` if none begins here.
  private mutating func readBeginning(in path: [String]) -> Declaration? {
    guard tokens.current.kind == .name, tokens.current.byte != UInt8(ascii: "`"),
      let begun = Self.declarations[tokens.name]
    else { return nil }
    let isExtension = tokens.isWord("extension")
    take()
    // `class func` and `class var` do not declare types.
    if begun == .type, tokens.current.kind == .name, Self.declarations[tokens.name] == nil {
      declared = tokens.name
      if !isExtension { declaredTypes.insert((path + [declared]).joined(separator: ".")) }
    }
    if begun == .function, let name = tokens.operatorName {
      names.insert(name)
      if let type { operators[type, default: []].insert(name) }
    }
    if tokens.current.kind == .name || tokens.current.kind == .mark { readName(of: begun, depth: path.count) }
    return begun
  }

  private static let declarations: [String: Declaration] = [
    "struct": .type, "class": .type, "enum": .type, "protocol": .type, "extension": .type, "actor": .type,
    "func": .function, "init": .function, "deinit": .function, "subscript": .function, "macro": .function,
    "var": .variable, "let": .variable, "typealias": .variable,
  ]

  /// Reads the name of a declaration, and the head of a type.
  private mutating func readName(of declaration: Declaration, depth: Int) {
    guard depth == 0, tokens.current.kind == .name, Self.declarations[tokens.name] == nil else { return }
    if declaration == .type { type = tokens.name } else { names.insert(tokens.name) }
    guard declaration == .type else { return }
    // The head of a type belongs to the file.
    let own = type
    type = nil
    take()
    while !tokens.isAtEnd, !tokens.isMark("{"), !tokens.isMark("}") {
      if tokens.isMark("(") { takeGroup() } else { take() }
    }
    type = own
    if let own { types[own] = types[own] ?? 0 }
  }

  // MARK: Tokens

  /// Adds the current token to the hashes, and advances.
  private mutating func take(isBody: Bool = false) {
    guard !tokens.isAtEnd else { return }
    let text = tokens.text(tokens.current.range)
    if tokens.current.kind == .name { mentioned.insert(tokens.name) } else { mentionOperator() }
    all = Self.combined(all, text)
    if !isBody {
      if let type { types[type] = Self.combined(types[type] ?? 0, text) } else { file = Self.combined(file, text) }
    }
    tokens.advance()
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
