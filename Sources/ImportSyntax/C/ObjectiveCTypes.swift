/// A token of a header: a name, also with `@`, a number, or one mark.
struct ObjectiveCToken {
  let text: String
  let line: Int
  let column: Int
  /// The number of `#if` blocks that contain it.
  let conditions: Int

  var isName: Bool { text.utf8.first?.isNamePart ?? false }

  /// Without comments, strings and directives.
  static func all(in source: SourceBytes) -> [ObjectiveCToken] {
    var (bytes, tokens, conditions, line, lineStart) = (source, [ObjectiveCToken](), 0, 1, 0)
    /// Moves past a text; lines are counted.
    func skip(to isEnd: (Int) -> Bool) {
      while !bytes.isAtEnd, !isEnd(bytes.position) {
        if bytes.current == UInt8(ascii: "\n") { (line, lineStart) = (line + 1, bytes.position + 1) }
        bytes.position += 1
      }
    }
    while !bytes.isAtEnd {
      let start = bytes.position
      switch bytes.current {
      case let byte where byte.isSpace: skip { $0 > start }
      case UInt8(ascii: "/") where bytes.has("//", at: start): skip { bytes[$0].isNewline }
      case UInt8(ascii: "/") where bytes.has("/*", at: start):
        skip { $0 > start + 3 && bytes.has("*/", at: $0 - 2) }
      case UInt8(ascii: "#"):
        var word = start + 1
        while bytes[word] == UInt8(ascii: " ") { word += 1 }
        if bytes.has("if", at: word) { conditions += 1 }
        if bytes.has("endif", at: word) { conditions = max(0, conditions - 1) }
        skip { bytes[$0].isNewline && bytes[$0 - 1] != UInt8(ascii: "\\") }
      case UInt8(ascii: "\""):
        skip { $0 > start && (bytes[$0 - 1] == UInt8(ascii: "\"") && $0 > start + 1 || bytes[$0].isNewline) }
      default:
        bytes.position += 1
        if bytes[start].isNamePart || bytes[start] == UInt8(ascii: "@") {
          while bytes.current.isNamePart { bytes.position += 1 }
        }
        tokens.append(
          ObjectiveCToken(
            text: bytes.text(start..<bytes.position), line: line, column: start - lineStart + 1, conditions: conditions)
        )
      }
    }
    return tokens
  }
}

/// Reads the classes and protocols of a header.
struct ObjectiveCReader {
  private let tokens: [ObjectiveCToken]
  private var position = 0

  init(_ tokens: [ObjectiveCToken]) { self.tokens = tokens }

  private var text: String { position < tokens.count ? tokens[position].text : "" }

  mutating func types() -> [TypeDeclaration] {
    var types: [TypeDeclaration] = []
    while position < tokens.count {
      let kind: TypeDeclaration.Kind? = text == "@interface" ? .class : text == "@protocol" ? .protocol : nil
      position += 1
      if let kind, position < tokens.count, tokens[position].isName, let type = type(kind) { types.append(type) }
    }
    return types
  }

  /// Reads from the name.
  /// - Returns: `nil` for a category, and for the mere mention of a protocol.
  private mutating func type(_ kind: TypeDeclaration.Kind) -> TypeDeclaration? {
    let name = tokens[position]
    position += 1
    if text == ";" || text == "," || text == ")" { return nil }
    let isCategory = text == "("
    var (members, isOptional): ([TypeDeclaration.Member], Bool) = ([], false)
    while position < tokens.count, text != "@end", text != "@interface", text != "@protocol" {
      let isConditional = tokens[position].conditions > name.conditions
      switch text {
      case "@optional": isOptional = true
      case "@required": isOptional = false
      case "{": skipGroup("{", "}")
      case "@property":
        members += properties(isOptional: isOptional, isConditional)
        continue
      case "-", "+":
        let method = method(isOptional: isOptional, isConditional)
        if kind == .protocol, let method { members.append(method) }
        continue
      default: break
      }
      position += 1
    }
    guard !isCategory else { return nil }
    return TypeDeclaration(
      kind: kind, name: name.text, parameters: [], members: members, isConditional: false, line: name.line,
      column: name.column)
  }

  /// Reads from `@property` past its semicolon.
  private mutating func properties(isOptional: Bool, _ isConditional: Bool) -> [TypeDeclaration.Member] {
    position += 1
    var attributes: [String] = []
    if text == "(" {
      let start = position
      skipGroup("(", ")")
      let words = tokens[start..<min(position + 1, tokens.count)].map(\.text)
      attributes = words.dropFirst().dropLast().split(separator: ",").map { $0.joined() }
      position += 1
    }
    let start = position
    while position < tokens.count, text != ";", text != "@end" { position += 1 }
    var declared = tokens[start..<position].filter { !Self.ignored.contains($0.text) }
    position += text == ";" ? 1 : 0
    // `NSString *name API_AVAILABLE(ios(15))`
    while declared.last?.text == ")", let open = declared.lastIndex(where: { $0.isMacro }),
      !declared.contains(where: { $0.text == "^" })
    {
      declared = declared.prefix(upTo: open).map(\.self)
    }
    if let last = declared.last, last.isMacro, declared.count > 2 { declared.removeLast() }
    let shown = attributes.filter { !Self.standard.contains($0) }.sorted()
    let prefix = (isOptional ? ["optional"] : []) + shown
    func member(_ name: String, _ type: [String]) -> TypeDeclaration.Member {
      let words = (prefix.isEmpty ? "" : "(\(prefix.joined(separator: ","))) ") + Self.joined(type)
      return .init(name: name, type: words, attributes: [], rawValue: nil, isConditional: isConditional)
    }
    let words = declared.map(\.text)
    // `void (^done)(int)`
    if let caret = words.firstIndex(of: "^"), let name = declared[caret...].first(where: \.isName) {
      return [member(name.text, words.filter { $0 != name.text })]
    }
    guard let name = declared.last(where: \.isName)?.text, words.count > 1 else { return [] }
    return [member(name, words.dropLast())]
  }

  /// Reads from `-` or `+` past its semicolon.
  private mutating func method(isOptional: Bool, _ isConditional: Bool) -> TypeDeclaration.Member? {
    let sign = text
    position += 1
    // Groups in parentheses are one word.
    var words: [String] = []
    while position < tokens.count, text != ";", text != "@end" {
      let start = position
      if text == "(" { skipGroup("(", ")") }
      let group = tokens[start..<min(position + 1, tokens.count)].map(\.text)
      words.append(Self.joined(group.filter { !Self.ignored.contains($0) }))
      position += 1
    }
    position += text == ";" ? 1 : 0
    func isGroup(_ index: Int) -> Bool { index < words.count && words[index].hasPrefix("(") }
    var type = (isOptional ? "optional " : "") + (isGroup(0) ? words[0] : "(id)")
    var selector = ""
    for index in words.indices where words[index] == ":" {
      selector += (index > 0 && !isGroup(index - 1) ? words[index - 1] : "") + ":"
      type += isGroup(index + 1) ? words[index + 1] : "(id)"
    }
    if selector.isEmpty { selector = words.first { !$0.hasPrefix("(") } ?? "" }
    return selector.isEmpty
      ? nil : .init(name: sign + selector, type: type, attributes: [], rawValue: nil, isConditional: isConditional)
  }

  /// Moves to the closing mark.
  private mutating func skipGroup(_ open: String, _ close: String) {
    var depth = 0
    while position < tokens.count {
      depth += text == open ? 1 : text == close ? -1 : 0
      if depth == 0 { return }
      position += 1
    }
  }

  /// With spaces only between words.
  private static func joined(_ words: [String]) -> String {
    words.reduce(into: "") { text, word in
      let needsSpace = (text.utf8.last?.isNamePart ?? false) && (word.utf8.first?.isNamePart ?? false)
      text += (needsSpace ? " " : "") + word
    }
  }

  private static let ignored: Set<String> = [
    "IBInspectable", "IBOutlet", "_Nonnull", "_Nullable", "__kindof", "__nonnull", "__nullable", "__strong", "nonnull",
    "nullable",
  ]
  /// Attributes of properties that say no more than their absence, or nothing of what is stored.
  private static let standard: Set<String> = [
    "assign", "atomic", "nonatomic", "nonnull", "readwrite", "retain", "strong",
  ]
}

extension ObjectiveCToken {
  /// `NS_SWIFT_NAME`, `API_AVAILABLE`
  fileprivate var isMacro: Bool {
    text.contains("_")
      && text.utf8.allSatisfy { $0 == UInt8(ascii: "_") || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
  }
}
