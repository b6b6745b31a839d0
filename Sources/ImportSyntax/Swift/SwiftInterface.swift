/// The parts of a Swift file on which other files can depend, as the compiler divides it: the declarations outside of
/// types, and each type; without the bodies of functions.
///
/// It is for comparing two states of one file. The text is not parsed, so it may be wrong for unusual declarations;
/// names in string interpolations are not seen.
package struct SwiftInterface: Sendable, Hashable {
  /// Of the tokens outside of types and of function bodies; types' own names and heads included.
  package private(set) var file = 0
  /// Of the tokens in each type and its extensions, by the name of the outermost type.
  package private(set) var types: [String: Int] = [:]
  /// Of all tokens. Comments and white space are not tokens.
  package private(set) var all = 0
  /// The names that are declared outside of types: functions, variables, aliases; not types. Also all operators, which
  /// the compiler looks up in the same way wherever they are declared.
  package private(set) var names: Set<String> = []
  /// The operators in each type and its extensions, by the name of the outermost type.
  package private(set) var operators: [String: Set<String>] = [:]
  /// Every name and operator that occurs.
  package private(set) var mentioned: Set<String> = []
  /// The types that are declared, with the types around them, as in `Cart.Item`; without those that are only extended.
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
  /// The compiler treats every name of a file as changed if something outside of its types changed. In the same module,
  /// code that uses an operator of a type also depends on the type.
  /// - Parameter isInModule: whether the other files are those of the same module.
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

  /// What a brace would begin.
  private enum Declaration { case type, function, variable }

  private static let deepest = 100

  init(_ bytes: UnsafeBufferPointer<UInt8>) { tokens = SwiftTokens(bytes) }

  mutating func read() {
    while !tokens.isAtEnd {
      readDeclarations(in: [])
      // A brace that nothing opened.
      if !tokens.isAtEnd { take() }
    }
  }

  /// To the brace that closes the body, or the end.
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

  /// The word that begins a declaration, and its name; `nil` if none begins here.
  private mutating func readBeginning(in path: [String]) -> Declaration? {
    guard tokens.current.kind == .name, tokens.current.byte != UInt8(ascii: "`"),
      let begun = Self.declarations[tokens.name]
    else { return nil }
    let isExtension = tokens.isWord("extension")
    take()
    // `class func` and `class var` are no types.
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

  /// The declared name, which is not taken yet.
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

  /// Operators that no file declares.
  private static let reserved: Set<String> = ["=", ".", "->", "?"]

  private mutating func mentionOperator() {
    let start = tokens.current.range.lowerBound
    guard start >= operatorEnd, let name = tokens.operatorName else { return }
    operatorEnd = start + name.utf8.count
    // Right behind a name, these are the brackets of generic arguments.
    let isBracket = start == tokens.lastEnd && name.allSatisfy { $0 == "<" || $0 == ">" }
    if !isBracket, !Self.reserved.contains(name) { mentioned.insert(name) }
  }

  private static func combined(_ hash: Int, _ text: String) -> Int {
    // FNV-1a over the bytes, with an end.
    var value = UInt64(bitPattern: Int64(hash)) ^ 0xcbf2_9ce4_8422_2325
    for byte in text.utf8 { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return Int(truncatingIfNeeded: (value ^ 0xff) &* 0x100_0000_01b3)
  }

  /// From an opening bracket to behind the closing one.
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

  /// The braces behind a variable: accessors, a getter's body, or a closure that is a part of its value.
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
