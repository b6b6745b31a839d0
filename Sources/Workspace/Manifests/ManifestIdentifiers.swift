import ManifestSyntax

/// The identifiers in a manifest's code: what it imports, declares and uses, without comments and string literals.
///
/// This is no parser. It answers one question: whether a manifest's evaluation can depend on anything but its bytes and
/// the environment. In doubt, the answer is yes.
struct ManifestIdentifiers {
  /// Why the same bytes, environment and toolchain might not always give the same package, with the line; `nil` if they
  /// do.
  let obstacle: String?
  /// Whether it can depend on nothing else but what git says about its package, so that a commit decides it.
  let asksOnlyGit: Bool
  /// The names of the files in its folder that it reads, if it can depend on nothing else; otherwise empty.
  let filesBeside: Set<String>

  /// What is imported and used, by the position of its first occurrence.
  private struct Uses {
    private(set) var positions: [String: Int] = [:]

    mutating func add(_ word: String, at position: Int) {
      if positions[word] == nil { positions[word] = position }
    }

    /// The first of those that satisfy a condition.
    func first(where condition: (String) -> Bool) -> (word: String, position: Int)? {
      positions.filter { condition($0.key) }.min { $0.value < $1.value }.map { ($0.key, $0.value) }
    }
  }

  /// - Complexity: O(bytes).
  init(_ bytes: [UInt8]) {
    var (imports, used) = (Uses(), Uses())
    var declared: Set<String> = []
    var beside: [String: Int] = [:]
    var scanner = WordScanner(bytes: bytes)
    while let word = scanner.next() {
      // `_ names:` declares a parameter.
      if Self.declaring.contains(scanner.previous) || (scanner.previous == "_" && scanner.isBeforeColon) {
        declared.insert(word)
      } else if scanner.previous == "import" {
        imports.add(word, at: scanner.wordStart)
      } else if word == "contentsOf", let name = scanner.fileBeside() {
        beside[name] = min(beside[name] ?? .max, scanner.wordStart)
      } else if word != "contentsOf" || !Self.adding.contains(scanner.previous) {
        used.add(word, at: scanner.wordStart)
      }
    }
    let other = scanner.unclear ?? Self.doubt(imports, used, declared)
    let git = used.first { $0 == "gitInformation" }.map(Self.unsteady)
    asksOnlyGit = other == nil && git != nil && beside.isEmpty
    filesBeside = other == nil && git == nil ? Set(beside.keys) : []
    let read = beside.min { $0.value < $1.value }.map { ("reads `\($0.key)`", $0.value) }
    obstacle = (other ?? git ?? read).map { doubt in
      "line \(1 + bytes[..<min(doubt.position, bytes.count)].count { $0 == UInt8(ascii: "\n") }) \(doubt.words)"
    }
  }

  private static func doubt(
    _ imports: Uses, _ used: Uses, _ declared: Set<String>
  ) -> (words: String, position: Int)? {
    if let use = used.first(where: unsteady.contains) { return unsteady(use) }
    guard let (library, _) = imports.first(where: { !harmlessImports.contains($0) }) else { return nil }
    if let (other, position) = imports.first(where: { !harmlessImports.contains($0) && !systemImports.contains($0) }) {
      return ("imports \(other), which may read something outside the manifest", position)
    }
    // With a system library, every identifier must be known: looking up an environment variable is harmless, reading a
    // file is not.
    return used.first { !declared.contains($0) && !knownWords.contains($0) && !isVersion($0) }.map { word, position in
      ("uses `\(word)`, which may be of \(library) and read something outside the manifest", position)
    }
  }

  private static func unsteady(_ use: (word: String, position: Int)) -> (words: String, position: Int) {
    ("uses `\(use.word)`, which may give something else each time", use.position)
  }

  /// `v13`, `v10_15`, `cxx17`.
  private static func isVersion(_ word: String) -> Bool {
    ["v", "c", "cxx", "gnu", "gnucxx"].contains { prefix in
      let number = word.dropFirst(prefix.count)
      return word.hasPrefix(prefix) && !number.isEmpty && number.allSatisfy { $0.isNumber || $0 == "_" }
    }
  }

  private static let declaring: Set<String> = [
    "let", "var", "func", "struct", "enum", "class", "typealias", "case", "for", "protocol",
  ]
  /// `append(contentsOf:)` adds to a list; with other functions, `contentsOf` reads a file.
  private static let adding: Set<String> = ["append", "insert"]
  private static let harmlessImports: Set<String> = ["PackageDescription", "CompilerPluginSupport"]
  /// Foundation, and the C libraries of all platforms.
  private static let systemImports: Set<String> = [
    "Foundation", "FoundationEssentials", "Glibc", "Musl", "Darwin", "Android", "Bionic", "WASILibc", "MSVCRT", "CRT",
    "ucrt", "WinSDK",
  ]
  /// Identifiers whose results vary, without any import.
  private static let unsteady: Set<String> = [
    "readLine", "CommandLine", "random", "randomElement", "shuffled", "shuffle", "Hasher",
    "hashValue",
    "SystemRandomNumberGenerator", "ContinuousClock", "SuspendingClock", "Task", "dlopen", "dlsym", "_silgen_name",
    "_extern", "withUnsafePointer", "unsafeBitCast",
  ]
  /// Besides those that extensions may not declare either: keywords, types, arguments, and the look-up of environment
  /// variables.
  private static let knownWords = PackageDescription.words.union(
    """
    _ if elseif endif else guard return true false nil for in where switch case let var func struct enum extension
    static self Self as is try throws private fileprivate public internal mutating while break continue some any
    inout String Int Bool Array Set Dictionary Character Double Optional Substring removeFirst removeLast keys
    values at zip print swift os arch canImport compiler Linux Windows Android Package PackageDescription Product
    Target Dependency SwiftSetting CSetting CXXSetting LinkerSetting Context packageDirectory environment
    gitInformation currentTag currentCommit hasUncommittedChanges Resource Plugin PluginUsage Trait
    BuildConfiguration SwiftVersion SwiftLanguageMode Platform SupportedPlatform LanguageTag SystemPackageProvider
    CLanguageStandard CXXLanguageStandard item from exact branch revision upToNextMajor upToNextMinor condition
    configuration debug release automatic dynamic capability buildTool command intent permissions verb reason
    writeToPackageDirectory allowNetworkConnections documentationGeneration sourceCodeFormatting scope ports
    moduleAliases enabledTraits version v4 v5 v6 v10 Cxx C MainActor error warning import Foundation
    CompilerPluginSupport ProcessInfo processInfo getenv regular test system binary settings unknown
    cString to TargetDependencyCondition URL encoding utf8 of firstMatch anchorsMatchLineEndings output separator
    whereSeparator isWhitespace
    """.split { $0 == " " || $0 == "\n" }.map(String.init)
  ).union(systemImports)
}

/// Iterates over the identifiers of Swift code.
private struct WordScanner {
  let bytes: [UInt8]
  var position = 0
  /// The number of open brackets in each interpolation that contains the position.
  var interpolations: [Int] = []
  /// Whether the string of each interpolation is a multiline one.
  var stringsAround: [Bool] = []
  private(set) var previous = ""
  var current = ""
  /// The position of the current word.
  private(set) var wordStart = 0
  /// The first syntax that this does not read.
  private(set) var unclear: (words: String, position: Int)?

  private func byte(at offset: Int = 0) -> UInt8 { position + offset < bytes.count ? bytes[position + offset] : 0 }

  /// Whether a colon follows the word.
  var isBeforeColon: Bool { bytes[position...].first { $0 != UInt8(ascii: " ") } == UInt8(ascii: ":") }

  mutating func next() -> String? {
    while position < bytes.count, unclear == nil {
      switch byte() {
      case UInt8(ascii: "/") where byte(at: 1) == UInt8(ascii: "/"): skipLine()
      case UInt8(ascii: "/") where byte(at: 1) == UInt8(ascii: "*"): skipComment()
      case UInt8(ascii: "\""): enterString()
      case UInt8(ascii: "#") where byte(at: 1) == UInt8(ascii: "\""):
        unclear = ("contains a raw string, which is not searched for interpolations", position)
      case UInt8(ascii: "#") where byte(at: 1) == UInt8(ascii: "#"):
        unclear = ("contains a literal between several `#`, which is not read", position)
      case UInt8(ascii: "#") where byte(at: 1) == UInt8(ascii: "/"): skipRegularExpression()
      case UInt8(ascii: "("): open()
      case UInt8(ascii: ")"): close()
      case let first where Self.isWord(first): return word()
      default: position += 1
      }
    }
    return nil
  }

  private static let importable: Set<String> = [
    "class", "enum", "func", "let", "protocol", "struct", "typealias", "var",
  ]

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "_"), 0x80...:
      true
    default: false
    }
  }

  private mutating func word() -> String? {
    let start = position
    while Self.isWord(byte()) { position += 1 }
    if (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[start]) { return next() }
    let word = String(decoding: bytes[start..<position], as: UTF8.self)
    // `import class Foundation.ProcessInfo` imports Foundation.
    if current == "import", Self.importable.contains(word) { return next() }
    previous = current
    current = word
    wordStart = start
    return current
  }

  /// The file that is read, after `contentsOf`, if its name is certain and it is in the manifest's folder:
  /// `: URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("name")`.
  mutating func fileBeside() -> String? {
    var rest = bytes[position...]
    func skipSpace() {
      rest = rest.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\t") }
    }
    for token in Self.besideTokens {
      skipSpace()
      guard rest.starts(with: token.utf8) else { return nil }
      rest = rest.dropFirst(token.utf8.count)
    }
    let name = rest.prefix { Self.isWord($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") }
    rest = rest[name.endIndex...]
    guard rest.starts(with: "\")".utf8), name.contains(where: { $0 != UInt8(ascii: ".") }) else { return nil }
    let end = name.endIndex + 2
    rest = rest.dropFirst(2)
    skipSpace()
    // Else, something is appended to the path.
    guard let next = rest.first, next == UInt8(ascii: ")") || next == UInt8(ascii: ",") else { return nil }
    position = end
    return String(decoding: name, as: UTF8.self)
  }

  private static let besideTokens = [
    ":", "URL", "(", "fileURLWithPath", ":", "#filePath", ")", ".", "deletingLastPathComponent", "(", ")", ".",
    "appendingPathComponent", "(", "\"",
  ]

  private mutating func skipRegularExpression() {
    let start = position
    position += 2
    while position < bytes.count, !(byte() == UInt8(ascii: "/") && byte(at: 1) == UInt8(ascii: "#")) { position += 1 }
    if position >= bytes.count { unclear = ("begins a regular expression that does not end", start) }
    position += 2
  }

  private mutating func skipLine() {
    while position < bytes.count, byte() != UInt8(ascii: "\n") { position += 1 }
  }

  private mutating func skipComment() {
    let start = position
    var depth = 0
    repeat {
      if byte() == UInt8(ascii: "/"), byte(at: 1) == UInt8(ascii: "*") {
        depth += 1
        position += 2
      } else if byte() == UInt8(ascii: "*"), byte(at: 1) == UInt8(ascii: "/") {
        depth -= 1
        position += 2
      } else {
        position += 1
      }
    } while depth > 0 && position < bytes.count
    if depth > 0 { unclear = ("begins a comment that does not end", start) }
  }

  private mutating func enterString() {
    let isLong = byte(at: 1) == UInt8(ascii: "\"") && byte(at: 2) == UInt8(ascii: "\"")
    position += isLong ? 3 : 1
    skipString(isLong: isLong)
  }

  /// Advances to the string's end, or into an interpolation.
  private mutating func skipString(isLong: Bool) {
    let start = position
    while position < bytes.count {
      switch byte() {
      case UInt8(ascii: "\\") where byte(at: 1) == UInt8(ascii: "("):
        position += 2
        interpolations.append(0)
        stringsAround.append(isLong)
        return
      case UInt8(ascii: "\\"): position += 2
      case UInt8(ascii: "\"") where !isLong:
        position += 1
        return
      case UInt8(ascii: "\"") where byte(at: 1) == UInt8(ascii: "\"") && byte(at: 2) == UInt8(ascii: "\""):
        position += 3
        return
      case UInt8(ascii: "\n") where !isLong:
        unclear = ("contains a string that does not end", start)
        return
      default: position += 1
      }
    }
    unclear = ("contains a string that does not end", start)
  }

  private mutating func open() {
    position += 1
    if !interpolations.isEmpty { interpolations[interpolations.count - 1] += 1 }
  }

  private mutating func close() {
    position += 1
    guard let depth = interpolations.last else { return }
    if depth > 0 {
      interpolations[interpolations.count - 1] -= 1
    } else {
      interpolations.removeLast()
      skipString(isLong: stringsAround.removeLast())
    }
  }
}
