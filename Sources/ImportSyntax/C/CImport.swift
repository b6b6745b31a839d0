/// An `#include`, `#import` or `@import` in a C, C++ or Objective-C file.
package struct CImport: Hashable, Sendable {
  package enum Form: Hashable, Sendable {
    /// `"Header.h"`: searched for in the file's folder first.
    case quoted
    /// `<Module/Header.h>`.
    case angled
    /// `@import Module.Submodule;`.
    case module
    /// A macro that expands to a header.
    case macro
  }

  package let form: Form
  /// The path of the header or module, as written.
  package let name: String
  /// The condition under which the compiler reads it; `nil` if always. Macros are flags (`DEBUG`) or queries
  /// (`defined(__APPLE__)`). A header's include guard is not a condition.
  package let condition: CompilationCondition?
  /// Counted from 1.
  package let line: Int

  /// The ranges of the comments in a C, C++ or Objective-C file, in the order of the file.
  static func comments(of bytes: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
    var scanner = CImportScanner(bytes)
    scanner.keepsComments = true
    scanner.scan()
    return scanner.comments
  }
}

/// The imports and macros of a C, C++ or Objective-C file.
package struct CSource: Sendable {
  /// In the order of the file, under all conditions.
  package let imports: [CImport]
  /// Macros that the file defines or removes, regardless of compiler arguments.
  package let changedMacros: Set<String>
  /// Macros that the file defines only if they are not yet defined.
  package let defaultMacros: Set<String>

  /// - Complexity: O(bytes).
  package init(_ bytes: UnsafeBufferPointer<UInt8>) {
    var scanner = CImportScanner(bytes)
    scanner.scan()
    imports = scanner.imports
    changedMacros = scanner.changedMacros
    defaultMacros = scanner.defaultMacros
  }
}

/// Scans a file once for directives, which begin lines, and `@import`. Everything else is skipped.
struct CImportScanner {
  var bytes: SourceBytes
  private(set) var imports: [CImport] = []
  private(set) var changedMacros: Set<String> = []
  private(set) var defaultMacros: Set<String> = []
  private var lines = LineCount()
  private var conditions = ConditionStack()
  /// The number of operands read in a condition.
  var operands = 0
  private var hasDirective = false
  /// The condition `defined(…)` of the include guard; `nil` if there is none.
  private var guardMacro: CompilationCondition?
  var keepsComments = false
  private(set) var comments: [Range<Int>] = []

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = SourceBytes(withoutMark: bytes) }

  mutating func scan() {
    while !bytes.isAtEnd {
      skipSpaceAndComments()
      if skipDirectiveMark() {
        readDirective()
      } else {
        while readModuleImport() {}
      }
      skipLine()
    }
  }

  /// Skips `#`, or its alternative spelling `%:`.
  /// - Returns: whether there was one.
  private mutating func skipDirectiveMark() -> Bool {
    let length = bytes.current == UInt8(ascii: "#") ? 1 : bytes.has("%:", at: bytes.position) ? 2 : 0
    bytes.position += length
    return length > 0
  }

  private mutating func readDirective() {
    skipBlanksAndComments()
    let word = readName()
    defer { hasDirective = true }
    switch word {
    case "include", "import", "include_next": readHeader()
    case "pragma": readPragma()
    case "if": conditions.begin(readCondition(), line: 0)
    case "ifdef": conditions.begin(readMacro(), line: 0)
    case "ifndef":
      let condition = readMacro()
      if hasDirective || !isGuard(condition) {
        conditions.begin(condition.negated, line: 0)
      } else {
        guardMacro = condition
      }
    case "define": readDefinition()
    case "undef": if let name = readMacro().macro { changedMacros.insert(name) }
    case "elif": conditions.next(readCondition(), line: 0)
    case "elifdef": conditions.next(readMacro(), line: 0)
    case "elifndef": conditions.next(readMacro().negated, line: 0)
    case "else": conditions.next(nil, line: 0)
    case "endif": conditions.end(line: 0)
    default: break
    }
  }

  /// Whether this `#ifndef` is an include guard: the next line defines its macro.
  private func isGuard(_ condition: CompilationCondition) -> Bool {
    var ahead = self
    ahead.keepsComments = false
    ahead.skipLine()
    ahead.skipSpaceAndComments()
    guard ahead.skipDirectiveMark() else { return false }
    ahead.skipBlanksAndComments()
    return ahead.readName() == "define" && ahead.readMacro() == condition
  }

  private mutating func readDefinition() {
    let macro = readMacro()
    guard let name = macro.macro else { return }
    if macro == guardMacro || conditions.current()?.requires(macro.negated) ?? false {
      defaultMacros.insert(name)
    } else {
      changedMacros.insert(name)
    }
  }

  private mutating func readHeader() {
    skipBlanksAndComments()
    let start = bytes.position
    switch bytes.current {
    case UInt8(ascii: "\""): read(.quoted, to: UInt8(ascii: "\""))
    case UInt8(ascii: "<"): read(.angled, to: UInt8(ascii: ">"))
    default:
      let name = readName()
      if !name.isEmpty { add(.macro, name, at: start) }
    }
  }

  private mutating func read(_ form: CImport.Form, to end: UInt8) {
    bytes.position += 1
    let start = bytes.position
    bytes.skip(to: end, UInt8(ascii: "\n"), end, end)
    guard bytes.current == end else { return }
    add(form, bytes.text(start..<bytes.position), at: start)
    bytes.position += 1
  }

  /// `#pragma clang module import Module.Submodule`
  private mutating func readPragma() {
    for word in ["clang", "module", "import"] {
      skipBlanksAndComments()
      guard readName() == word else { return }
    }
    skipBlanksAndComments()
    readModule()
  }

  private mutating func readModule() {
    let start = bytes.position
    while bytes.current.isNamePart || bytes.current == UInt8(ascii: ".") { bytes.position += 1 }
    if bytes.position > start { add(.module, bytes.text(start..<bytes.position), at: start) }
  }

  /// Reads one `@import`. There may be several on a line.
  /// - Returns: whether there was one, so that another one may follow.
  private mutating func readModuleImport() -> Bool {
    guard bytes.current == UInt8(ascii: "@") else { return false }
    bytes.position += 1
    skipBlanksAndComments()
    guard readName() == "import" else { return false }
    skipSpaceAndComments()
    readModule()
    skipBlanksAndComments()
    guard bytes.current == UInt8(ascii: ";") else { return false }
    bytes.position += 1
    skipBlanksAndComments()
    return true
  }

  private mutating func add(_ form: CImport.Form, _ name: String, at position: Int) {
    let line = lines.line(at: position, in: bytes).line
    imports.append(CImport(form: form, name: name, condition: conditions.current(), line: line))
  }

  mutating func readName() -> String {
    let start = bytes.position
    while bytes.current.isNamePart { bytes.position += 1 }
    return bytes.text(start..<bytes.position)
  }

  // MARK: Skipping

  /// Skips to the start of the next line, across literals, comments and lines joined by `\`.
  private mutating func skipLine() {
    while true {
      bytes.skip(to: UInt8(ascii: "\n"), UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "/"))
      switch bytes.current {
      case UInt8(ascii: "\n"):
        bytes.position += 1
        if !isBehindJoint { return }
      case UInt8(ascii: "\"") where isRawString: skipRawString()
      // `1'000`
      case UInt8(ascii: "'") where bytes[bytes.position - 1].isNamePart && !hasPrefixOfCharacter: bytes.position += 1
      case UInt8(ascii: "\""), UInt8(ascii: "'"): skipLiteral()
      case UInt8(ascii: "/"): if !skipComment() { bytes.position += 1 }
      default: return
      }
    }
  }

  /// Whether the quotation mark here begins a raw string: `R"`, `LR"`, `uR"`, `UR"`, `u8R"`. A longer word is a macro
  /// before a string.
  private var isRawString: Bool {
    guard bytes[bytes.position - 1] == UInt8(ascii: "R") else { return false }
    var start = bytes.position - 1
    while bytes[start - 1].isNamePart, bytes.position - start < 4 { start -= 1 }
    return ["R", "LR", "uR", "UR", "u8R"].contains(bytes.text(start..<bytes.position))
  }

  /// Whether the apostrophe here follows the prefix of a character literal, as in `L'a'` or `u8'a'`. No number ends
  /// with such a prefix.
  private var hasPrefixOfCharacter: Bool {
    let before = bytes[bytes.position - 1]
    return [UInt8(ascii: "L"), UInt8(ascii: "u"), UInt8(ascii: "U")].contains(before)
      || bytes.has("u8'", at: bytes.position - 2)
  }

  private mutating func skipLiteral() {
    let quote = bytes.current
    bytes.position += 1
    while true {
      bytes.skip(to: quote, UInt8(ascii: "\\"), UInt8(ascii: "\n"), quote)
      switch bytes.current {
      case UInt8(ascii: "\\"): if !skipJoint() { bytes.position += 2 }
      case quote:
        bytes.position += 1
        return
      default: return
      }
    }
  }

  /// `R"mark(…)mark"`.
  private mutating func skipRawString() {
    let start = bytes.position + 1
    var open = start
    while open - start <= 16, bytes[open] != UInt8(ascii: "("), !bytes[open].isSpace { open += 1 }
    guard bytes[open] == UInt8(ascii: "(") else { return skipLiteral() }
    let mark = (start..<open).map { bytes[$0] } + [UInt8(ascii: "\"")]
    bytes.position = open + 1
    while !bytes.isAtEnd {
      bytes.skip(to: UInt8(ascii: ")"), UInt8(ascii: ")"), UInt8(ascii: ")"), UInt8(ascii: ")"))
      bytes.position += 1
      let end = bytes.position
      if mark.indices.allSatisfy({ bytes[end + $0] == mark[$0] }) {
        bytes.position = end + mark.count
        return
      }
    }
  }

  /// Skips blanks and comments within a line, which `\` may join with the next line.
  mutating func skipBlanksAndComments() {
    while true {
      bytes.skipBlanks()
      if !skipJoint(), !skipComment() { return }
    }
  }

  private mutating func skipSpaceAndComments() {
    while !bytes.isAtEnd {
      if bytes.current.isSpace {
        bytes.position += 1
      } else if !skipComment() {
        return
      }
    }
  }

  /// Skips a `\` that joins two lines, with the newline. Clang accepts blanks between them.
  /// - Returns: whether there was one.
  private mutating func skipJoint() -> Bool {
    guard bytes.current == UInt8(ascii: "\\") else { return false }
    var newline = bytes.position + 1
    while bytes[newline].isSpace, bytes[newline] != UInt8(ascii: "\n") { newline += 1 }
    guard bytes[newline] == UInt8(ascii: "\n") else { return false }
    bytes.position = newline + 1
    return true
  }

  /// Whether a `\` joins the line that has just ended with the one that begins here.
  private var isBehindJoint: Bool {
    var last = bytes.position - 2
    while bytes[last].isSpace, bytes[last] != UInt8(ascii: "\n") { last -= 1 }
    return bytes[last] == UInt8(ascii: "\\")
  }

  private mutating func skipComment() -> Bool {
    let start = bytes.position
    guard skipCommentText() else { return false }
    if keepsComments { comments.append(start..<min(bytes.position, bytes.count)) }
    return true
  }

  private mutating func skipCommentText() -> Bool {
    if bytes.has("//", at: bytes.position) {
      let newline = UInt8(ascii: "\n")
      while true {
        bytes.skip(to: newline, newline, newline, newline)
        let end = bytes.position
        bytes.position += 1
        if bytes.isAtEnd || !isBehindJoint {
          bytes.position = end
          return true
        }
      }
    }
    guard bytes.has("/*", at: bytes.position) else { return false }
    bytes.position += 2
    while !bytes.isAtEnd, !bytes.has("*/", at: bytes.position) {
      bytes.position += 1
      bytes.skip(to: UInt8(ascii: "*"), UInt8(ascii: "*"), UInt8(ascii: "*"), UInt8(ascii: "*"))
    }
    bytes.position += 2
    return true
  }
}
