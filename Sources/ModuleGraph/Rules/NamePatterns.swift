/// Names or patterns for things other than the workspace's modules: types, resources, system modules.
package struct NamePatterns: Hashable, Sendable {
  package let patterns: [String]
  /// Their line in the configuration.
  package let line: Int?
  private let globs: [Glob]

  package init(_ patterns: [String], line: Int? = nil) {
    self.patterns = patterns
    self.line = line
    globs = patterns.map { Glob($0) }
  }

  func matches(_ name: String) -> Bool { patterns.contains(name) || globs.contains { $0.matches(name) } }
}

extension RuleRun {
  /// Records a problem for each word that matches none of the names.
  /// - Parameter subject: what the names are, for the message: `type`.
  mutating func check(_ patterns: NamePatterns?, among names: some Collection<String>, _ subject: String) {
    for word in patterns?.patterns ?? [] {
      let pattern = NamePatterns([word])
      // “*” is right even where nothing has a name.
      guard word.contains(where: { $0 != "*" }), !names.contains(where: pattern.matches) else { continue }
      note(.unknown(word: word, subject: subject, nearest: names.nearest(to: word)), line: patterns?.line)
    }
  }
}
