package import BuildAnalysis
import ModuleGraph

/// What is written into a source file for each kind of change. Bytes in, bytes out.
package struct SourceProbe: Sendable, Hashable {
  package enum Language: Sendable, Hashable {
    case swift
    /// And C++, Objective-C, Objective-C++.
    case c
  }

  /// What begins all names that are added; a module has no other such name.
  package let name: String
  package let language: Language

  /// - Parameters:
  ///   - key: what sets the module apart from others.
  ///   - sources: the module's files; a name that occurs in none of them is taken.
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

  /// Whether a module in this language can be changed so.
  package func can(_ change: SourceChange) -> Bool {
    language == .swift || change == .comment || change == .body
  }

  /// The file with a function whose body tells the value: 0 in the state that changes start from.
  package func bytes(_ original: [UInt8], bodyValue: Int) -> [UInt8] {
    switch language {
    case .swift:
      appending("func \(name)() -> Int {\n  return \(bodyValue)\n}\n", to: original)
    case .c:
      // Declared first, as some warnings want it.
      appending("int \(name)(void);\nint \(name)(void) { return \(bodyValue); }\n", to: original)
    }
  }

  /// The file after a change that appends to it; `nil` where this is another kind of change.
  /// - Parameter value: another one for each round.
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

  /// An empty line ends what the file may have left open: a line without an end, or one that a backslash continues.
  private func appending(_ text: String, to original: [UInt8]) -> [UInt8] {
    let firstEnd = original.firstIndex(of: UInt8(ascii: "\n"))
    let isCRLF = firstEnd.map { $0 > 0 && original[$0 - 1] == UInt8(ascii: "\r") } ?? false
    let ending = isCRLF ? "\r\n" : "\n"
    let isLineOpen = original.last.map { $0 != UInt8(ascii: "\n") } ?? false
    let lines = text.split(separator: "\n").map { $0 + ending }
    return original + Array(((isLineOpen ? ending : "") + ending + lines.joined()).utf8)
  }
}
