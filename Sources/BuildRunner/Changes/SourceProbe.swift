package import BuildAnalysis
import ModuleGraph

/// The text that each kind of change adds to a source file.
package struct SourceProbe: Sendable, Hashable {
  package enum Language: Sendable, Hashable {
    case swift
    /// C, C++, Objective-C and Objective-C++.
    case c
  }

  /// The prefix of all added names, which the module does not use.
  package let name: String
  package let language: Language

  /// - Parameters:
  ///   - key: distinguishes the module from others.
  ///   - sources: the module's files; the name occurs in none of them.
  package init(key: String, language: Language, avoiding sources: [[UInt8]]) {
    let stem = "modgaugeProbe_" + String(key.stableHash, radix: 36)
    let texts = sources.map { String(decoding: $0, as: UTF8.self) }
    var name = stem
    var count = 1
    while texts.contains(where: { $0.contains(name) }) {
      count += 1
      name = "\(stem)_\(count)_"
    }
    self.name = name
    self.language = language
  }

  /// The name of the file that a `file` change adds.
  package var fileName: String { name + ".swift" }

  /// Whether a module in this language supports the change.
  package func can(_ change: SourceChange) -> Bool {
    language == .swift || change == .comment || change == .body
  }

  /// The file with a function whose body contains the value: 0 in the state from which changes start.
  package func bytes(_ original: [UInt8], bodyValue: Int) -> [UInt8] {
    switch language {
    case .swift:
      appending("func \(name)() -> Int {\n  return \(bodyValue)\n}\n", to: original)
    case .c:
      // Declared first, since some warnings require a prototype.
      appending("int \(name)(void);\nint \(name)(void) { return \(bodyValue); }\n", to: original)
    }
  }

  /// The file after a change that appends to it; `nil` for other kinds of changes.
  /// - Parameter value: different in each round.
  package func bytes(_ original: [UInt8], after change: SourceChange, value: Int) -> [UInt8]? {
    switch change {
    case .comment: appending(language == .swift ? "// \(name) \(value)\n" : "/* \(name) \(value) */\n", to: original)
    case .private: appending("private func \(name)_private\(value)() -> Int { \(value) }\n", to: original)
    case .public: appending("public func \(name)_public\(value)() -> Int { \(value) }\n", to: original)
    case .body, .file: nil
    }
  }

  /// The file that a `file` change adds.
  package func newFile(value: Int) -> [UInt8] { Array("func \(name)_file\(value)() -> Int { \(value) }\n".utf8) }

  /// The empty line ends an incomplete last line, or one that a backslash continues.
  private func appending(_ text: String, to original: [UInt8]) -> [UInt8] {
    let firstEnd = original.firstIndex(of: UInt8(ascii: "\n"))
    let isCRLF = firstEnd.map { $0 > 0 && original[$0 - 1] == UInt8(ascii: "\r") } ?? false
    let ending = isCRLF ? "\r\n" : "\n"
    let isLineOpen = original.last.map { $0 != UInt8(ascii: "\n") } ?? false
    let lines = text.split(separator: "\n").map { $0 + ending }
    return original + Array(((isLineOpen ? ending : "") + ending + lines.joined()).utf8)
  }
}
