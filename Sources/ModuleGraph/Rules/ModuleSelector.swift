/// The modules that a rule applies to: those selected by any of its terms.
package struct ModuleSelector: Hashable, Sendable {
  /// Conditions on modules. A module must satisfy every key that is given, by matching at least one of its values.
  ///
  /// Tests, snippets and products of other packages are selected only if `kinds` lists them or a value is their exact
  /// name or id; products also if `packages`, or a pattern with a slash, matches them.
  package struct Term: Hashable, Sendable {
    /// Names, ids, or patterns for either.
    package var modules: [String] = []
    /// Keys of packages, or patterns.
    package var packages: [String] = []
    package var kinds: [Module.Kind] = []
    package var layers: [String] = []
    package var tags: [String] = []
    /// Excluded modules: names, ids or patterns.
    package var except: [String] = []

    package init(modules: [String] = []) {
      self.modules = modules
    }
  }

  package var terms: [Term]
  /// Its line in the configuration.
  package var line: Int?

  package init(_ terms: [Term], line: Int? = nil) {
    self.terms = terms
    self.line = line
  }
}

/// Tags that a configuration assigns to modules by patterns. A module may have several.
package struct Tags: Hashable, Sendable {
  package struct Tag: Hashable, Sendable {
    package let name: String
    /// Names, ids, or patterns for either.
    package let modules: [String]
    /// Its line in the configuration.
    package let line: Int?

    package init(name: String, modules: [String], line: Int? = nil) {
      self.name = name
      self.modules = modules
      self.line = line
    }
  }

  package let all: [Tag]

  package init(_ all: [Tag] = []) {
    self.all = all
  }
}
