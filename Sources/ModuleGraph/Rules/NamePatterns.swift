/// Names, or patterns for them, of what is no module: types, resources, modules of a system.
package struct NamePatterns: Hashable, Sendable {
  package let words: [String]
  /// Where the configuration states them.
  package let line: Int?
  private let globs: [Glob]

  package init(_ words: [String], line: Int? = nil) {
    self.words = words
    self.line = line
    globs = words.map { Glob($0) }
  }

  func matches(_ name: String) -> Bool { words.contains(name) || globs.contains { $0.matches(name) } }
}

extension RuleRun {
  /// Notes the words that stand for none of some names.
  /// - Parameter subject: what such a name is called.
  mutating func check(_ patterns: NamePatterns?, among names: Set<String>, _ subject: String) {
    for word in patterns?.words ?? [] {
      let pattern = NamePatterns([word])
      guard !names.contains(where: pattern.matches) else { continue }
      note(.unknown(word: word, subject: subject, nearest: names.nearest(to: word)), line: patterns?.line)
    }
  }
}
